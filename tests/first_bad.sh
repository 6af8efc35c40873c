#!/bin/bash
# first-bad over recorded audits of a dump that turns bad, is repaired, and turns bad again. Usage: tests/first_bad.sh BINARY
set -u
tool=$(realpath "$1")
bad=$(realpath tests/programs/check)/swapped_pops
passed=0 failed=0
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1

wants() { # CODE REGEX COMMAND...
	local code=$1 regex=$2 got
	shift 2
	"$@" >out 2>err </dev/null
	got=$?
	if [ $got != "$code" ] || ! grep -qaE -- "$regex" out err; then
		failed=$((failed + 1))
		echo "first-bad: FAILED: $*: exit status $got, wanted $code and '$regex'; $(head -c 300 out err)"
	else
		passed=$((passed + 1))
	fi
}
state() { # good or bad
	mkdir -p k/x/passes_dump
	cp "$bad.before.py" k/x/passes_dump/26_after_NormalizeReturnOrder.py
	if [ "$1" = good ]; then cp "$bad.before.py" after; else cp "$bad.after.py" after; fi
	mv after k/x/passes_dump/27_after_SkewCrossCorePipeline.py
	"$tool" audit --db f.db --label "$1" --revision "$2" k >out 2>err
}
mkdir -p other/y/passes_dump
cp "$bad.before.py" other/y/passes_dump/26_after_NormalizeReturnOrder.py
cp "$bad.before.py" other/y/passes_dump/27_after_SkewCrossCorePipeline.py

wants 4 'absent.db: error' "$tool" first-bad --db absent.db
state bad r1
wants 1 'no earlier run without it' "$tool" first-bad --db f.db
state good r2
wants 0 '^run 2 .*has no finding' "$tool" first-bad --db f.db
state bad r3
wants 1 'first bad:  run 3 .*revision r3' "$tool" first-bad --db f.db
"$tool" audit --db f.db --revision r4 other >out 2>err # looks elsewhere: says nothing
state bad r5
wants 1 'first bad:  run 3 .*label bad, revision r3' "$tool" first-bad --db f.db
wants 1 'last good:  run 2 .*label good, revision r2' "$tool" first-bad --db f.db
fingerprint=$("$tool" query --db f.db --format csv "SELECT fingerprint FROM v_findings WHERE run = 5" | tr -d '\r' | tail -1)
wants 1 'first bad:  run 3' "$tool" first-bad --db f.db --finding "$fingerprint"
wants 0 'no such finding' "$tool" first-bad --db f.db --finding nothing
wants 1 'first bad:  run 3' "$tool" first-bad --db f.db --file k/x/passes_dump/27_after_SkewCrossCorePipeline.py
wants 0 'no such finding' "$tool" first-bad --db f.db --file k/y.py

echo "$passed passed, $failed failed"
[ $failed = 0 ]
