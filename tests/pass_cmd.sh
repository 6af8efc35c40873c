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
# What the pass made is no file: its lines are told as its own, and annotations stand at those of the input.
grep -qaE 'in/a.py \(after pass\)' out && pass || fail "the text that the pass made has the name of the input: $(cat out)"
wants 0 '^::error file=in/a.py,line=[0-9]+,col=[0-9]+,title=[a-z.]+::step pass: refuted ' "$tool" report --db p.db --run 3 --format github
line=$(sed -n 's/^::error file=in.a.py,line=\([0-9]*\),.*/\1/p' out | head -1)
wants 0 "^ +$line\$" "$tool" query --db p.db --run 3 "SELECT before_line FROM v_findings WHERE run = 3 LIMIT 1"
wants 4 "in/a.py: error: the pass failed with status 3: 'no such thing / at all'" "$tool" audit --db p.db --pass-cmd 'printf "no such thing\nat all\n" >&2; : {in} {out}; exit 3' in/a.py
wants 0 'failed with status 3' "$tool" query --db p.db messages
wants 4 'wrote no \{out\}' "$tool" audit --pass-cmd ': {in} {out}' in/a.py
wants 4 'given up after 1 s' "$tool" audit --timeout 1 --pass-cmd 'sleep 37 | sleep 37; : {in} {out}' in/a.py
wants 4 'died of signal|failed with status' "$tool" audit --pass-cmd 'kill -9 $$; : {in} {out}' in/a.py
wants 4 'a.py \(after pass\):' "$tool" audit --pass-cmd 'sed "s/def /def (/" {in} >{out}' in/a.py
wants 4 'in/a.py: error' "$tool" audit --pass-cmd 'case {in} in *a.py) exit 1;; esac; cp {in} {out}' in
wants 0 '^SkewCrossCorePipeline ' "$tool" audit --pass-name SkewCrossCorePipeline --pass-cmd "'$tool' transform --passes skew {in} -o {out}" in/a.py

# Quotes around the names, and names within substitutions.
for command in "cp '{in}' '{out}'" 'cp "{in}" "{out}"' 'cp "$(printf %s "{in}")" {out}' 'cp "$(echo {in})" "`printf %s {out}`"' "sh -c 'cp \"\$1\" \"\$2\"' x {in} {out}" \
	"x='a '\\''b'; cp {in} \"{out}\" # '"; do
	wants 0 '^pass +2 ' "$tool" audit --pass-cmd "$command" in
done
[ ! -e hit ] && pass || fail "a file name was run as a command"

# Passes that misbehave: a message each, nothing is left running and no file stays.
misbehaves() { wants 4 "$1" "$tool" audit -j 1 --pass-cmd "$2" in/a.py; } # message, command
misbehaves 'after pass\):1:[0-9]+: error' 'printf "\200\377\0garbage" >{out}; : {in}'
misbehaves 'after pass\):[0-9]+:[0-9]+: error' 'head -c 300 {in} >{out}'
misbehaves "after pass\\):1:1: error: this file is empty" ': {in} >{out}'
misbehaves 'failed with status 7' 'cp {in} {out}; exit 7'
misbehaves 'wrote no \{out\}' 'ln -s {in} {out}'
misbehaves 'wrote no \{out\}' 'mkdir {out}; cp {in} {out}'
misbehaves 'wrote more than 64 MB' 'head -c 70000000 /dev/zero >{out} || kill -XFSZ $$; : {in}'
misbehaves 'wrote more than 64 MB' 'exec head -c 70000000 /dev/zero >{out} 3<{in}'
misbehaves 'wrote more than 64 MB' "exec head -c 70000000 /dev/zero; : {in} {out}"
for command in '(sleep 4141; touch late) & cp {in} {out}' 'setsid sh -c "sleep 4141; touch late" & cp {in} {out}' \
	'(setsid sh -c "setsid sleep 4141; touch late" &); cp {in} {out}; touch {out}.more'; do
	wants 0 '^pass +1 ' "$tool" audit -j 1 --pass-cmd "$command" in/a.py
done
wants 4 'given up after 1 s' "$tool" audit -j 1 --timeout 1 --pass-cmd 'setsid sleep 4141 & cp {in} {out}; sleep 4141' in/a.py
running=$(grep -lsaxz '414[1]' /proc/[0-9]*/cmdline | wc -l)
[ "$running" = 0 ] && pass || fail "$running processes of passes are left"
# Under AddressSanitizer a limit on memory stops the worker itself, before it has a command to stop.
if [ -z "${ASAN_OPTIONS:-}" ]; then
	wants 4 'failed with status|died of signal' "$tool" audit -j 1 --memory 64 --pass-cmd 'head -c 100000000 /dev/zero | tail -n 1 >{out} && : {in}' in/a.py
fi

# Killed while the pass runs, and while its results are checked; shards.
mkdir many
for k in 1 2 3 4 5 6; do cp "$bad.before.py" many/$k.py; done
slow='sleep 0.2; cp {in} {out}'
ask() { "$tool" query --db "$1" --format csv "$2" | tr -d '\r' | tail -n +2; } # database, SQL
rows() { ask "$1" "SELECT file, after_file, step, function, obligation, verdict, reason FROM v_results WHERE run = $2 ORDER BY 1, 2, 3, 4, 5, 6, 7"; }
"$tool" audit --db whole.db --label l --pass-cmd "$slow" many >out 2>err
rows whole.db 1 >wanted
"$tool" audit -j 1 --db k.db --label l --pass-cmd "$slow" many >out 2>err & pid=$!
sleep 0.3
kill -TERM $pid
wait $pid
[ "$?$(grep -c 'interrupted; nothing was recorded' err)" = 1431 ] && pass || fail "an interrupt while the pass runs: $(cat err)"
[ -z "$(ls tmp)" ] && pass || fail "files are left after an interrupt: $(ls tmp)"
"$tool" audit -j 1 --db k.db --label l --pass-cmd "$slow" many >out 2>err & pid=$!
while kill -0 $pid 2>/dev/null && [ "$(ask k.db "SELECT count(*) > 0 FROM pairs" 2>/dev/null)" != 1 ]; do :; done
kill -9 $pid 2>/dev/null
wait $pid 2>/dev/null
if [ "$(ask k.db "SELECT state FROM v_runs")" = unfinished ]; then
	wants 0 '^pass +6 ' "$tool" audit --resume --db k.db --label l --pass-cmd "$slow" many
fi
rows k.db 1 >got
[ -s wanted ] && cmp -s wanted got && pass || fail "rows after a kill: $(diff wanted got | head -3)"
wants 4 'no unfinished audit with these options' "$tool" audit --resume --db k.db --pass-cmd 'cp {in} {out}' many
rm -rf tmp/*
for k in 1 2 3; do "$tool" audit --db s$k.db --label l --shard $k/3 --pass-cmd 'sleep 0; cp {in} {out}' many >out 2>err || fail "shard $k: $(head -3 err)"; done
"$tool" merge -o all.db s1.db s2.db s3.db >out 2>err
rows all.db 1 >got
cmp -s wanted got && pass || fail "shards of a pass: $(diff wanted got | head -3)"

wants 64 'where \{in\} and \{out\} go' "$tool" audit --pass-cmd 'cp {in}' in
[ -z "$(ls tmp)" ] && pass || fail "files are left: $(ls tmp)"

echo "$passed passed, $failed failed"
[ $failed = 0 ]
