#!/bin/bash
# compare, and what an audit knows of loops: the differences of two runs are exactly those that were made. Usage: tests/compare.sh BINARY
set -u
tool=$(realpath "$1")
sql=$(dirname "$tool")/sql # tests/tools/sql.c
kernels=$(realpath tests/data/kernels)
programs=$(realpath tests/programs)
passed=0 failed=0
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1

fail() { failed=$((failed + 1)); echo "compare: FAILED: $*"; }
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
ask() { "$tool" query --db "$1" --format csv "$2" | tail -n +2 | tr -d '\r'; }
# The changes of two runs, one a line: kind, step, obligation or outcomes, file and function.
changes() {
	"$tool" compare "$@" --fail-on none --format json | python3 -c '
import json, sys
def end(x): return x["outcome"] + ("" if x["end"] == x["outcome"] else ">" + x["end"])
def place(x): return x["file"].split(" (")[0].split("/passes_dump")[0].split("/", 1)[-1]
for c in json.load(sys.stdin)["changes"]:
	o, n = c["old"], c["new"]
	what = c["obligation"] or end(o) + " " + end(n)
	print(c["change"], c["step"], what, place(n or o), c["function"])' | sort
}
same() { # NAME WANTED GOT
	if [ "$2" = "$3" ]; then pass; else fail "$1:"; diff <(echo "$2") <(echo "$3"); fi
}
dump() { sed -e '/^#:/d' -e '/^#= /,$d' "$programs/$1.py" >"$2"; } # the input of a test program

# ---- two versions of the passes: guards off and on ----

mkdir g
for p in skew/barrier skew/nested_skew skew/attrs_kept_demote slots/ring_storage slots/two_loads loops/break loops/author_slot_replicated; do
	dump $p "g/$(basename $p).py"
done
"$tool" run --db g.db --planner ptoas --reference g >/dev/null 2>&1
"$tool" run --db g.db --planner ptoas g >/dev/null 2>&1
python3 --version >/dev/null 2>&1 || { echo "compare: no python3, nothing compared"; exit 1; }
loops_lost='decided-otherwise slots slotted declined>replicated ring_storage.py vec_half
lost-pipelining loops replicated demoted author_slot_replicated.py vec_half
lost-pipelining skew skewed demoted barrier.py vec_half
lost-pipelining skew skewed demoted nested_skew.py cube_half'
same "guards off, then on" "$(sort <<<"fixed end to end capacity ring_storage.py vec_half
fixed end to end effects barrier.py vec_half
fixed end to end order nested_skew.py cube_half
fixed loops capacity ring_storage.py vec_half
fixed skew effects barrier.py vec_half
fixed skew order nested_skew.py cube_half
fixed slots capacity ring_storage.py vec_half
$loops_lost
stronger end to end slots.rotation author_slot_replicated.py vec_half
stronger loops slots.rotation author_slot_replicated.py vec_half")" "$(changes --db g.db 1 2)"
same "a run and itself" "" "$(changes --db g.db 2 2)"
wants 1 '^introduced .*: 6$' "$tool" compare --db g.db 2 1
grep -q '^inherited .*: 1$' out && pass || fail "the capacity that replication found exceeded is blamed on it: $(cat out)"

# As a command that is audited the three passes are one.
audit_pass() { "$tool" audit --db p.db --fresh --arch a2a3 --pass-cmd "'$tool' transform ${1:-} --planner ptoas --passes skew,slots,loops {in} -o {out}" g >/dev/null 2>&1; }
audit_pass --reference
audit_pass
same "a command with guards off, then on" "$(sort <<<'decided-otherwise pass slotted replicated ring_storage.py vec_half
fixed pass effects barrier.py vec_half
fixed pass order nested_skew.py cube_half
lost-pipelining pass replicated demoted author_slot_replicated.py vec_half
decided-otherwise pass unrecognised demoted nested_skew.py cube_half
decided-otherwise pass unrecognised skewed nested_skew.py cube_half
lost-pipelining pass skewed demoted barrier.py vec_half')" "$(changes --db p.db 1 2)"

# ---- a compiler whose pass gives up one loop ----

cp -r "$kernels" k && chmod -R u+w k
"$tool" audit --db k.db k >/dev/null 2>err || fail "audit of the kept kernels: $(cat err)"
lose() { # FOLDER SNAPSHOT SED: changes the text of one pass, and cuts the folder behind it
	rm -rf k2 && cp -r k k2 && chmod -R u+w k2
	sed -i -E "$3" k2/$1/passes_dump/$2
	"$tool" audit --db k.db k2 >/dev/null 2>err
}
d=mx01_attend_rows/a2a3_PTOAS
cp k/$d/passes_dump/26_after_*.py whole.py
lose $d 27_after_SkewCrossCorePipeline.py 's/nothing at all/x/'
same "the same folders elsewhere" "" "$(changes --db k.db 1 2)"
cp whole.py k2/$d/passes_dump/27_after_SkewCrossCorePipeline.py
sed -i -E 's/pl\.pipeline\(([^)]*), stage=[0-9]+/pl.range(\1/' k2/$d/passes_dump/27_after_SkewCrossCorePipeline.py
rm k2/$d/passes_dump/2[89]*
"$tool" audit --db k.db k2 >/dev/null 2>err
same "the one loop that was skewed is in order" "lost-pipelining skew skewed demoted $d attend_rows_core_aic" "$(changes --db k.db 1 3 | grep -v '^introduced')"
wants 1 'skewed with depth 2 before, demoted now: read off the output: .*; by the rules of the pass it would be skewed with depth 2' \
	"$tool" compare --db k.db 1 3
s=sc03_rms_two_pass/a2a3_PTOAS
lose $s 29_after_LowerPipelineLoops.py 's/nothing at all/x/'
for f in k2/$s/passes_dump/2[89]*.py; do
	sed -E '0,/pl\.MemRef\([^)]*slots=/{/pl\.MemRef\([^)]*slots=/s/, pl\.MemRef\([^)]*\)\[[^]]*\]//}' $f >t && mv t $f
done
"$tool" audit --db k.db k2 >/dev/null 2>err
changes --db k.db 1 5 | grep -q "^lost-pipelining slots slotted demoted $s" && pass || fail "a loop without its slots is not seen: $(changes --db k.db 1 5)"
[ "$(changes --db k.db 1 5 | grep -c pipelining)" = 1 ] && pass || fail "more loops than the one: $(changes --db k.db 1 5)"

# ---- what is told, and what is counted ----

wants 1 '^fails: 6 introduced, .* lost-pipelining$|^fails: 6 introduced$' "$tool" compare --db g.db 2 1
wants 0 '^passes: ' "$tool" compare --db g.db 1 2 --fail-on gone
all=$("$tool" compare --db g.db 2 1 --verbose | grep -c ': refuted ')
told=$("$tool" compare --db g.db 2 1 | grep -c ': refuted ')
again=$("$tool" compare --db g.db 2 1 | awk '/^  and [0-9]+ times one of these/ { n += $2 } END { print n + 0 }')
[ "$told" -lt "$all" ] && [ $((told + again)) = "$all" ] && pass || fail "of $all refuted, $told are told and $again are counted"
wants 0 '^preexisting .*: [1-9][0-9]*$' "$tool" compare --db g.db 1 1
grep -q ': refuted ' out && fail "what was refuted before is listed without --verbose" || pass
wants 0 ': refuted ' "$tool" compare --db g.db 1 1 --verbose
wants 1 '^## tileproof: 6 introduced' "$tool" compare --db g.db 2 1 --format markdown
grep -q '^| g/barrier.py | skew | vec.\?_half | refuted effects ' out && pass || fail "Markdown lacks a finding: $(head -c 600 out)"
[ "$(grep -c '^| ' out)" = $((told + $(grep -c '^| file' out) + $("$tool" compare --db g.db 2 1 --format json | grep -cE '"change": "(.*-pipelining|decided-otherwise|weaker|stronger)"'))) ] && pass ||
	fail "Markdown has another number of rows than the text: $(cat out)"

# ---- --fail-on ----

for kind in introduced inherited fixed lost-pipelining decided-otherwise stronger; do
	run="1 2"
	case $kind in introduced | inherited) run="2 1" ;; esac
	wants 1 "^$kind " "$tool" compare --db g.db $run --fail-on $kind
done
for kind in gained-pipelining weaker; do
	wants 1 "^$kind " "$tool" compare --db g.db 2 1 --fail-on $kind
	wants 0 "." "$tool" compare --db g.db 1 2 --fail-on $kind
done
wants 1 '^preexisting ' "$tool" compare --db g.db 1 1 --fail-on preexisting
wants 0 '.' "$tool" compare --db g.db 1 2 --fail-on introduced,preexisting,gone,costlier
wants 0 '.' "$tool" compare --db g.db 2 1 --fail-on none
"$tool" run --db gone.db --reference g/barrier.py >/dev/null 2>&1
"$tool" run --db gone.db g/break.py >/dev/null 2>&1
wants 1 '^gone ' "$tool" compare --db gone.db 1 2 --fail-on gone
if [ -x "$sql" ]; then
	for db in cheap dear little; do cp g.db $db.db; done
	work() { "$sql" $1.db "UPDATE obligations SET rlimit = $2 WHERE id = (SELECT max(id) FROM obligations WHERE verdict = 'proved')"; }
	work cheap 1000
	work dear 1500
	work little 1499
	wants 1 'work 1000 before, 1500 now' "$tool" compare cheap.db dear.db --fail-on costlier
	same "half as much again" 1 "$("$tool" compare cheap.db dear.db --fail-on none | grep -c 'work 1000')"
	wants 0 '.' "$tool" compare cheap.db little.db --fail-on costlier
fi

# ---- identities survive line shifts and renaming ----

mkdir -p old/faulty/passes_dump
for f in swapped_pops wrong_bound; do
	[ -e $programs/check/$f.before.py ] || continue
	mkdir -p old/$f/passes_dump
	sed '/^#:/d' $programs/check/$f.before.py >old/$f/passes_dump/26_after_NormalizeReturnOrder.py
	sed '/^#:/d' $programs/check/$f.after.py >old/$f/passes_dump/27_after_SkewCrossCorePipeline.py
done
rmdir -p old/faulty/passes_dump 2>/dev/null
cp -r k/* old/
mkdir elsewhere && cp -r old elsewhere/new
find elsewhere/new -name '*.py' | while read -r f; do # comments, blank lines, and other names for every variable
	sed -i -E -e 's/^( +)(for |[a-z_0-9]+: pl\.Tile)/\1# a remark\n\n\1\2/' -e 's/\b([a-z_0-9]+)__(ssa_v[0-9]+|tile|rv_v[0-9]+|iter_v[0-9]+)/\1_named__\2/g' "$f"
done
"$tool" audit --db i.db old >/dev/null 2>&1
"$tool" audit --db i.db elsewhere/new >/dev/null 2>&1
same "renamed and shifted" "$("$tool" query --db i.db "SELECT count(*) FROM v_findings WHERE run = 1" --format csv | tail -1 | tr -d '\r') preexisting" \
	"$(changes --db i.db 1 2 | cut -d' ' -f1 | uniq -c | sed 's/^ *//')"
[ "$(ask i.db "SELECT count(*) FROM v_decisions WHERE run = 1")" -ge 60 ] && pass || fail "an audit without decisions"
same "decisions of renamed texts" "$(ask i.db "SELECT function, pass, outcome, depth, slots, number, becomes FROM v_decisions WHERE run = 1 ORDER BY 1, 2, 6, 3")" \
	"$(ask i.db "SELECT function, pass, outcome, depth, slots, number, becomes FROM v_decisions WHERE run = 2 ORDER BY 1, 2, 6, 3")"

# ---- what an audit knows of loops is what the passes decide ----

"$tool" run --db r.db --reference k >/dev/null 2>&1
same "run and audit decide alike" \
	"$(ask r.db "SELECT DISTINCT function, pass, outcome, depth, slots, gave_up FROM v_decisions WHERE file NOT LIKE '%pl04%' ORDER BY 1, 2, 3, 4, 5")" \
	"$(ask k.db "SELECT DISTINCT function, pass, outcome, depth, slots, gave_up FROM v_decisions WHERE run = 1 AND file NOT LIKE '%pl04%' ORDER BY 1, 2, 3, 4, 5")"
for db in r.db k.db g.db; do
	same "lost-pipelining and the report of $db" "$("$tool" query --db $db --run 1 --format csv lost-pipelining | tail -n +2 | wc -l)" \
		"$("$tool" report --db $db --run 1 --format json 2>/dev/null | python3 -c 'import json, sys; print(sum(d["gave_up"] for d in json.load(sys.stdin)["decisions"]))')"
	same "nothing is asked for without a number in $db" 0 "$(ask $db "SELECT count(*) FROM v_decisions WHERE requested < 1")"
	same "declined and then replicated is not lost in $db" 0 "$(ask $db "SELECT count(*) FROM v_decisions WHERE gave_up AND outcome IN ('declined', 'kept')")"
done

# ---- folders that are not as usual ----

f=odd/x/passes_dump
mkdir -p $f
cp k/$d/passes_dump/*.py $f/
rm $f/28*
wants 0 'note: between 27_.* and 29_.* snapshots are missing' "$tool" audit --db o.db odd
grep -q 'end to end is checked from 26_.* to 29_' err && pass || fail "no word on end to end: $(cat err)"
wants 0 'end to end' "$tool" query --db o.db "SELECT step FROM v_pairs WHERE run = 1"
wants 0 'missing' "$tool" query --db o.db messages
wants 0 '.' "$tool" audit --db o.db --shard 1/1 odd
cp k/$d/passes_dump/27_*.py $f/30_after_SkewCrossCorePipeline.py
wants 4 'odd/x/passes_dump: error: 27_.* and 30_.* are of one pass: the folder holds the dumps of more than one compilation' "$tool" audit odd
mv $f/30_* $f/29_after_Other.py
wants 4 'are of one number' "$tool" audit odd
rm $f/29_after_Other.py
mv $f/29_* $f/25_after_LowerPipelineLoops.py
wants 1 'the other way round than usual' "$tool" audit --only wellformed odd
rm $f/25* $f/27*
wants 0 'only snapshot' "$tool" audit odd
: >$f/27_after_SkewCrossCorePipeline.py
wants 4 '27_after_SkewCrossCorePipeline.py' "$tool" audit odd
head -c $(($(grep -abo -m1 "tile.load(" k/$d/passes_dump/27_*.py | head -1 | cut -d: -f1) + 12)) k/$d/passes_dump/27_*.py >$f/27_after_SkewCrossCorePipeline.py
wants 4 '27_after_SkewCrossCorePipeline.py:[0-9]+:' "$tool" audit odd

echo "$passed passed, $failed failed"
[ $failed = 0 ]
