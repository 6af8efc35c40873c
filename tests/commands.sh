#!/bin/bash
# check, explain, run, audit, query and report from outside: statuses, contracts, and that failures leave nothing behind.
# Usage: tests/commands.sh BINARY
set -u
tool=$(realpath "$1")
data=$(realpath tests/data/kernels)
cases=$(realpath tests/programs/check)
rings=$(realpath tests/programs/rings)
passed=0 failed=0
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1

fail() { failed=$((failed + 1)); echo "commands: FAILED: $*"; }
pass() { passed=$((passed + 1)); }

# wants CODE REGEX COMMAND...: exit status, and a match in stdout or stderr ('' for no demand)
wants() {
	local code=$1 regex=$2 got
	shift 2
	"$@" >out 2>err </dev/null
	got=$?
	if [ $got != "$code" ]; then
		fail "$*: exit status $got, wanted $code; $(head -c 300 err)"
	elif [ -n "$regex" ] && ! grep -qaE -- "$regex" out err; then
		fail "$*: no '$regex' in the output; $(head -c 300 out err)"
	else
		pass
	fi
}
missing() { if [ -e "$1" ]; then fail "$1 is there"; else pass; fi; }

good=$data/mx10_runtime_ctx/a2a3_PYPTO/passes_dump
input=$good/26_after_NormalizeReturnOrder.py
skewed=$good/27_after_SkewCrossCorePipeline.py
bad=$cases/swapped_pops

# ---- check and explain ----
wants 0 'obligations: ' "$tool" check "$input" "$skewed"
wants 0 '"verdict": "proved"' "$tool" check --format json "$input" "$skewed"
wants 1 '^refuted ' "$tool" check "$bad.before.py" "$bad.after.py"
wants 1 'before.py:[0-9]+:[0-9]+: ' "$tool" check "$bad.before.py" "$bad.after.py"
wants 1 'after.py:[0-9]+:[0-9]+: ' "$tool" check "$bad.before.py" "$bad.after.py"
wants 1 '"replayed": true' "$tool" check --format json "$bad.before.py" "$bad.after.py"
wants 0 '' "$tool" check --only wellformed "$bad.before.py" "$bad.after.py"
wants 1 'what must hold: each ring carries' "$tool" explain "$bad.before.py" "$bad.after.py"
wants 1 'how it was decided: tensor dst .*uses pop 1' "$tool" explain "$bad.before.py" "$bad.after.py"
wants 1 'how it was decided: the loop at line 10 runs in order' "$tool" explain "$cases/../slotcheck/privacy_lost.before.py" "$cases/../slotcheck/privacy_lost.after.py"
grep -q 'no loop is left' out && fail "explain shows a proof's argument for what is refuted" || pass
wants 0 '^  wellformed, order, .*: proved, the same code up to names$' "$tool" explain "$input" "$input"
paired=$data/mx01_attend_rows/a2a3_PTOAS/passes_dump/26_after_NormalizeReturnOrder.py
sed "$(grep -n 'tpush_to_ai' "$paired" | tail -1 | cut -d: -f1)d" "$paired" >unbalanced.py
wants 1 'the schedule is that of ring.balance above' "$tool" check "$paired" unbalanced.py
wants 4 'nothing.py: error: ' "$tool" check nothing.py "$bad.after.py"
wants 4 ': error: ' "$tool" check "$bad.before.py" .
wants 1 '' "$tool" check --smt2 asked "$cases/may_overlap.before.py" "$cases/may_overlap.after.py"
grep -q '(check-sat)' asked/*.smt2 && pass || fail "--smt2 writes no query"
wants 4 "nothing can be written into '/dev/null'" "$tool" check --smt2 /dev/null "$input" "$skewed"
wants 4 "nothing can be written into 'none/such'" "$tool" check --smt2 none/such "$input" "$skewed"
wants 64 'two files are needed' "$tool" check "$bad.before.py"
wants 64 'is no architecture' "$tool" check --arch a9 "$input" "$skewed"
wants 64 'obligation that there is not' "$tool" check --only nothing "$input" "$skewed"
sed -E 's/\bruntime_core(_ai[cv])?\b/other\1/g' "$skewed" >renamed.py
cmp -s "$skewed" renamed.py && fail "nothing to rename" || pass
wants 0 'obligations: [0-9]+ proved$' "$tool" check "$input" renamed.py
wants 0 "it is named 'other_ai" "$tool" check --format json "$input" renamed.py
awk '/^    @pl.function/ { n++ } n != 2' "$input" >gone.py
wants 1 "refuted .*call of 'self\.[a-z_0-9]*', a function that only the program before" "$tool" check "$input" gone.py
wants 0 'warning: 1 function is not in .*gone.py' "$tool" check --only order "$input" gone.py
wants 0 '^unsupported .*: vanished: ' "$tool" check --only order "$input" gone.py
wants 3 'warning: 1 function is not in .*gone.py' "$tool" check --only order --strict "$input" gone.py
wants 3 '^unsupported .*: new: ' "$tool" check --only order --strict gone.py "$input"
wants 4 'has no function in common with .*two different programs' "$tool" check "$input" "$bad.after.py"
printf '# pypto.program: T\nimport pypto.language as pl\n\n@pl.program\nclass T:\n    @pl.function((((\n' >broken.py
wants 4 '^broken.py:[0-9]+:[0-9]+: error: ' "$tool" check broken.py broken.py
if [ -e /dev/full ]; then
	wants 4 'standard output' bash -c "'$tool' check '$input' '$skewed' >/dev/full"
fi

# ---- a fault that was there before the pass ----
wants 1 '^  before  blocks too$' "$tool" check --only ring "$rings/skew_blocks.py" "$rings/skew_blocks.py"
wants 1 'the program before the pass has the same fault' "$tool" check --only ring "$rings/skew_blocks.py" "$rings/skew_blocks.py"
wants 1 '^  before  overwrites too$' "$tool" check --only ring.overwrite --credits a5 "$rings/odd_ring.py" "$rings/odd_ring.py"
wants 1 '^  before  fails too$' "$tool" check --only ring.release "$rings/view_after_release.py" "$rings/view_after_release.py"
wants 1 '^  before  both cores reach their end$' "$tool" check --only ring.deadlock "$rings/skew_fits.py" "$rings/skew_blocks.py"

sed 's:slot_num=2:slot_num=1:' "$rings/pipelined.py" >shallow.py
wants 1 'no stage of the compiler is safe on these rings; skew depth 1 is' "$tool" what-if --credits ideal shallow.py
wants 1 '"guarded_skew_depth": 1' "$tool" what-if --credits ideal --format json shallow.py
wants 1 '"largest_safe_skew_depth": 1' "$tool" what-if --credits ideal --format json shallow.py
wants 1 '"largest_safe_stage": null' "$tool" what-if --credits ideal --format json shallow.py
wants 1 '^  \|     1 \|.*\| 1/2      \| 0/2' "$tool" check --only ring.deadlock "$rings/skew_blocks.py" "$rings/skew_blocks.py"

wants 0 '^ring .* 4096 +2 ' "$tool" memory "$rings/skew_fits.py"

# ---- run ----
wants 0 '7 files' "$tool" run "$data"
narrow() { # lines of out without a blank to break them at may be long: names of files
	if awk 'length($0) > 80 && substr($0, 7, 74) ~ / /' out | grep -q .; then fail "$1: lines of more than 80 columns"; else pass; fi
}
narrow run
grep -q 'kept, stage' out && fail "run lists loops that were simply kept" || pass
wants 0 '^skew +skewed +[1-9][0-9]* +[1-9]' "$tool" run "$data"
wants 0 'kept, stage' "$tool" run --verbose "$data"
wants 0 '^step +pairs +reused +proved +assumed$' "$tool" audit "$data"
narrow audit
missing tileproof.db
wants 0 'recorded as run 1 in run.db' "$tool" run --db run.db -o made --label first "$data"
[ "$(find made -name '*.py' | wc -l)" = 7 ] && pass || fail "run -o wrote $(find made -name '*.py' | wc -l) files"
wants 0 '' "$tool" check "$input" made/mx10_runtime_ctx/a2a3_PYPTO/passes_dump/26_after_NormalizeReturnOrder.py
wants 0 '' "$tool" transform --arch a2a3 --planner pypto "$input" -o one.py
cmp -s one.py made/mx10_runtime_ctx/a2a3_PYPTO/passes_dump/26_after_NormalizeReturnOrder.py && pass || fail "run and transform disagree"
wants 4 'recorded as run 2' "$tool" run --db run.db -o more broken.py "$input"
missing more/broken.py
[ -e more/26_after_NormalizeReturnOrder.py ] && pass || fail "one bad file keeps the others from being run"
wants 4 'same file as' "$tool" run -o twice "$input" "$input"
wants 4 'nowhere: error: ' "$tool" run nowhere
mkdir empty
wants 4 'no dump in this folder' "$tool" run empty
wants 64 'is no list of passes' "$tool" run --passes skew,fly "$input"

wants 4 '^1 file, 1 failed; ' "$tool" run broken.py

wants 0 '' "$tool" memory --svg map.svg "$input"
for part in 'ring storage</text>' '>tile while it lives</text>' '>address, bytes</text>' '>line</text>' 'text-anchor="end">[0-9]+</text>'; do
	grep -qE -- "$part" map.svg && pass || fail "the picture of memory --svg has no $part"
done

# ---- query and report ----
wants 64 'named with --db run.db' "$tool" report run.db
wants 0 '^  outer-iteration-argument, skew: ' "$tool" transform --help
wants 0 '^ +1 +first' "$tool" query --db run.db "SELECT run, label FROM v_runs ORDER BY run"
wants 0 'broken.py' "$tool" query --db run.db messages
wants 0 'skewed' "$tool" query --db run.db --run 1 decisions
wants 0 '^v_findings$' "$tool" query --db run.db --describe
wants 0 '^lost-pipelining ' "$tool" query --list
wants 64 "no query of the name 'nosuch'" "$tool" query --db run.db nosuch
[ "$("$tool" query --db run.db --run 1 --format csv verdicts | tail -n +2 | wc -l)" = "$("$tool" query --db run.db --run 1 --format csv "SELECT DISTINCT obligation, verdict FROM v_results WHERE run = :run" | tail -n +2 | wc -l)" ] && pass || fail "query verdicts has another number of rows than there are obligations with a verdict"
wants 0 '"b.*": "A' "$tool" query --db run.db --format json "$(printf 'SELECT x'"'ff00'"' AS a, CAST(x'"'41ff'"' AS TEXT) AS "b\377"')"
if command -v python3 >/dev/null; then
	python3 -c 'import json; json.load(open("out", "rb"))' 2>err && pass || fail "bytes that are no UTF-8 in an answer: no JSON; $(tail -1 err)"
fi
wants 4 'no run 99' "$tool" query --db run.db --run 99 witness
wants 0 '^    run, file, after_file, step, function, unit, property' "$tool" query --db run.db --describe
wants 0 '"column": "obligation"' "$tool" query --db run.db --format json --describe v_results
wants 4 "no view 'v_nothing'" "$tool" query --db run.db --describe v_nothing
wants 4 'no run 99' "$tool" report --db run.db --run 99
wants 4 'absent.db: error: ' "$tool" report --db absent.db
missing absent.db
for format in text json sarif junit github markdown; do
	wants 0 '' "$tool" report --db run.db --run 1 --format $format -o "report.$format"
done
wants 64 'no format' "$tool" report --db run.db --format pdf

# ---- audit ----
mkdir -p faulty/a/passes_dump faulty/b/passes_dump
cp "$bad.before.py" faulty/a/passes_dump/26_after_NormalizeReturnOrder.py
cp "$bad.after.py" faulty/a/passes_dump/27_after_SkewCrossCorePipeline.py
cp "$input" "$skewed" faulty/b/passes_dump/
wants 1 'refuted ' "$tool" audit --db faulty.db faulty
wants 1 'SkewCrossCorePipeline +2 +2 ' "$tool" audit --db faulty.db faulty
wants 1 '' "$tool" audit faulty
wants 0 '<failure ' "$tool" report --db faulty.db --format junit
wants 0 '"kind": "fail"' "$tool" report --db faulty.db --format sarif
wants 0 '^::error file=faulty/a/passes_dump/27' "$tool" report --db faulty.db --format github
wants 4 'no unfinished audit' "$tool" audit --resume --db faulty.db faulty
wants 4 'no snapshots' "$tool" audit empty
wants 1 'SkewCrossCorePipeline +2 +0 ' "$tool" audit --fresh --db twice.db faulty faulty/ faulty/b/
mkdir -p piped && cp faulty/b/passes_dump/*.py piped && mkfifo piped/90_after_Pipe.py
wants 4 'Pipe.py: error: is not a regular file' timeout 20 "$tool" audit piped
wants 4 'zero:1:1: error: a NUL byte' timeout 20 "$tool" print /dev/zero
cp broken.py faulty/b/passes_dump/28_after_LowerPipelineToSlots.py
wants 4 'broken.py|28_after' "$tool" audit --db faulty.db faulty

# ---- compare ----
cp "$cases/skew.before.py" plain.py
wants 0 'recorded as run 1' "$tool" run --db cmp.db plain.py
sed 's/^# pypto/# a line more\n# pypto/' plain.py >shifted.py
mkdir moved && mv shifted.py moved/plain.py
wants 0 'recorded as run 2' "$tool" run --db cmp.db moved
wants 0 '^nothing changed' "$tool" compare --db cmp.db 1 2
wants 0 '' "$tool" report --db cmp.db --run 1 --format json -o base.json
wants 0 '^nothing changed' "$tool" compare base.json cmp.db
"$tool" audit --db faulty2.db faulty/b >/dev/null 2>&1
rm -f faulty/b/passes_dump/28_*
"$tool" audit --db faulty2.db faulty >/dev/null 2>&1
wants 1 '^introduced .*: [1-9]' "$tool" compare --db faulty2.db 1 2
wants 0 '"introduced": [1-9]' "$tool" compare --db faulty2.db --format json --fail-on none 1 2
wants 0 '^gone .*: [1-9]' "$tool" compare --db faulty2.db 2 1
wants 4 'no run 9' "$tool" compare --db faulty2.db 1 9
wants 4 'is no report' "$tool" compare --db faulty2.db 1 report.sarif
wants 64 'a change that there is not' "$tool" compare --fail-on everything 1 2

echo "$passed passed, $failed failed"
[ $failed = 0 ]
