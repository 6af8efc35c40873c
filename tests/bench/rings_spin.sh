#!/bin/bash
# The same two-core protocol by SPIN and by this tool, side by side; verdicts must agree. Needs the Debian package "spin" and a C
# compiler. usage: tests/bench/rings_spin.sh [BUILD]
set -eu
build=$(realpath "${1:-build}")
model=$(realpath "$(dirname "$0")/rings_spin.pml")
command -v spin >/dev/null || { echo "spin is not installed"; exit 1; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
disagree=0
printf '%5s %5s %11s | %-9s %8s %8s | %s\n' slots skew trip SPIN seconds MB "this tool"
run() { # slots skew groups
	local ours theirs=deadlock seconds megabytes
	spin -a -DSLOTS="$1" -DSKEW="$2" -DGROUPS="$3" "$model" >/dev/null
	gcc -O2 -DSAFETY -DMEMLIM=3000 -o pan pan.c 2>/dev/null
	/usr/bin/time -f '%e %M' -o times ./pan -m$((40 * $1 + 40 * $2 * $3 + 10000)) >out 2>&1 || true
	grep -q 'errors: 0' out && theirs=live
	grep -qE 'max search depth too small|out of memory|reached -DMEMLIM' out && theirs=gave_up
	read -r seconds megabytes < <(tail -1 times)
	ours=$("$build/bench_rings" "$1" "$2" "$3")
	printf '%5s %5s %11s | %-9s %8s %8s | %s\n' "$1" "$2" $(($2 * $3)) $theirs "$seconds" $((megabytes / 1024)) "${ours#*: }"
	[ $theirs = gave_up ] || grep -q ": $theirs" <<<"$ours" || disagree=$((disagree + 1))
}
for groups in 32 1024 16384 131072; do
	run 2 2 $groups
	run 2 3 $groups
	run 8 8 $groups
	run 1 2 $groups
done
echo "disagreements: $disagree"
[ $disagree = 0 ]
