#!/bin/bash
# audit --pass-cmd: passes given as commands, right and wrong ones, and names that a shell would like. Usage: tests/pass_cmd.sh BINARY
set -u
tool=$(realpath "$1")
bad=$(realpath tests/programs/check)/swapped_pops
passed=0 failed=0
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/tmp"
export TMPDIR=$scratch/tmp
cd "$scratch" || exit 1

fail() { failed=$((failed + 1)); echo "pass-cmd: FAILED: $*"; }
pass() { passed=$((passed + 1)); }
wants() { # CODE REGEX COMMAND...
	local code=$1 regex=$2 got
	shift 2
	"$@" >out 2>err </dev/null
	got=$?
	if [ $got != "$code" ] || ! grep -qaE -- "$regex" out err; then
		fail "$*: exit status $got, wanted $code and '$regex'; $(head -c 400 out err)"
	else
		pass
	fi
}

mkdir in
cp "$bad.before.py" in/a.py
cp "$bad.before.py" 'in/b $(touch hit) `touch hit`; touch hit "'"'"'.py'
cp "$bad.after.py" wrong.py
wants 0 '^pass +2 ' "$tool" audit --db p.db --pass-cmd 'cp {in} {out}' in
[ ! -e hit ] && pass || fail "a file name was run as a command"
wants 0 '^pass +2 +2 ' "$tool" audit --db p.db --pass-cmd 'cp {in} {out}' in
wants 1 'refuted ' "$tool" audit --db p.db --pass-cmd 'cat wrong.py >{out} <{in}' in/a.py
wants 0 'in/a.py *, *|in/a.py' "$tool" query --db p.db --run 3 "SELECT file, after_file, after_role FROM v_pairs WHERE run = 3 AND after_role = 'after pass'"
wants 4 "in/a.py: error: the pass failed with status 3: 'no such thing / at all'" "$tool" audit --db p.db --pass-cmd 'printf "no such thing\nat all\n" >&2; : {in} {out}; exit 3' in/a.py
wants 0 'failed with status 3' "$tool" query --db p.db messages
wants 4 'wrote no \{out\}' "$tool" audit --pass-cmd ': {in} {out}' in/a.py
wants 4 'given up after 1 s' "$tool" audit --timeout 1 --pass-cmd 'sleep 37 | sleep 37; : {in} {out}' in/a.py
wants 4 'died of signal|failed with status' "$tool" audit --pass-cmd 'kill -9 $$; : {in} {out}' in/a.py
wants 4 'a.py \(after pass\):' "$tool" audit --pass-cmd 'sed "s/def /def (/" {in} >{out}' in/a.py
wants 4 'in/a.py: error' "$tool" audit --pass-cmd 'case {in} in *a.py) exit 1;; esac; cp {in} {out}' in
wants 0 '^SkewCrossCorePipeline ' "$tool" audit --pass-name SkewCrossCorePipeline --pass-cmd "'$tool' transform --passes skew {in} -o {out}" in/a.py
wants 64 'where \{in\} and \{out\} go' "$tool" audit --pass-cmd 'cp {in}' in
[ -z "$(ls tmp)" ] && pass || fail "files are left: $(ls tmp)"

echo "$passed passed, $failed failed"
[ $failed = 0 ]
