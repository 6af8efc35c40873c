#!/bin/bash
# Databases put together: shards become the run that one machine would have recorded, merging again changes nothing, a kill or
# a refusal leaves nothing by half; and what 'db check' says of sound and damaged files. Usage: tests/merge.sh BINARY
set -u
tool=$(realpath "$1")
sql=$(dirname "$tool")/sql # tests/tools/sql.c
data=$(realpath tests/data/kernels)
bad=$(realpath tests/programs/check)/swapped_pops
passed=0 failed=0
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1
[ -x "$sql" ] || { echo "merge: $sql is not built"; exit 1; }

fail() { failed=$((failed + 1)); echo "merge: FAILED: $*"; }
pass() { passed=$((passed + 1)); }
expect() { if [ "$2" = "$3" ]; then pass; else fail "$1: got '$2', wanted '$3'"; fi; } # what, got, wanted
wants() { # CODE REGEX COMMAND...
	local code=$1 regex=$2 got
	shift 2
	"$@" >out 2>err </dev/null
	got=$?
	if [ $got != "$code" ] || { [ -n "$regex" ] && ! grep -qaE -- "$regex" out err; }; then
		fail "$*: exit status $got, wanted $code and '$regex'; $(head -c 300 out err)"
	else
		pass
	fi
}
ask() { "$tool" query --db "$1" --format csv "$2" 2>&1 | tr -d '\r' | tail -n +2; } # database, SQL
rows() { # database, run: all that does not depend on ids and times
	ask "$1" "SELECT file, after_file, step, function, unit, property, obligation, verdict, argument, reason, before_line, before_column, after_line,
		after_column, fingerprint, rlimit FROM v_results WHERE run = $2 ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16"
	ask "$1" "SELECT file, step, obligation, place, before_value, after_value, inputs, trip, iteration, story, replayed FROM v_findings
		WHERE run = $2 ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10"
	ask "$1" "SELECT path, role, sha256, bytes, functions FROM v_files WHERE run = $2 ORDER BY 1, 2"
	ask "$1" "SELECT file, role, function, function_kind, line, kind, stages, trip FROM v_loops WHERE run = $2 ORDER BY 1, 2, 3, 5, 6, 7, 8"
	ask "$1" "SELECT file, role, function, line, pass, outcome, stages, depth, requested, slots, remainder, bytes, guard, reason
		FROM v_decisions WHERE run = $2 ORDER BY 1, 2, 3, 4, 5, 6"
	ask "$1" "SELECT file, line, column, severity, says FROM v_messages WHERE run = $2 ORDER BY 1, 2, 3, 4, 5"
	ask "$1" "SELECT file, step, arch, reused, results, refuted, inconclusive FROM v_pairs WHERE run = $2 ORDER BY 1, 2"
	ask "$1" "SELECT command, label, revision, state, exit_status, version, options, inputs, pairs, decisions, proved, bounded, refuted, unknown,
		unsupported, assumed FROM v_runs WHERE run = $2"
}
same() { # what, file, file
	if [ -s "$2" ] && cmp -s "$2" "$3"; then pass; else fail "$1: $(diff "$2" "$3" | head -5)"; fi
}
dump() { # database: everything in it
	for t in meta runs files functions loops decisions messages checks obligations witnesses pairs; do ask "$1" "SELECT * FROM $t ORDER BY 1, 2"; done
}

# The kernels, a refuted pair and a file that cannot be read.
mkdir corpus corpus/faulty corpus/faulty/x corpus/faulty/x/passes_dump corpus/broken corpus/broken/x corpus/broken/x/passes_dump
cp -r "$data"/* corpus/
cp "$bad.before.py" corpus/faulty/x/passes_dump/26_after_NormalizeReturnOrder.py
cp "$bad.after.py" corpus/faulty/x/passes_dump/27_after_SkewCrossCorePipeline.py
cp "$bad.before.py" corpus/broken/x/passes_dump/26_after_NormalizeReturnOrder.py
printf '# pypto.program: T\nclass T:\n    @pl.function((((\n' >corpus/broken/x/passes_dump/27_after_SkewCrossCorePipeline.py

wants 4 '' "$tool" audit --db single.db --label nightly --revision r1 corpus
rows single.db 1 >wanted
for k in 1 2 3 4; do "$tool" audit --db "s$k.db" --label nightly --revision r1 --shard $k/4 corpus >out 2>err; done
expect "each shard has its part" "$((0 $(for k in 1 2 3 4; do printf "+ %d " "$(ask s$k.db "SELECT count(*) FROM pairs")"; done)))" "$(ask single.db "SELECT count(*) FROM pairs")"

wants 0 's1.db: added runs 1,' "$tool" merge -o all.db s1.db s2.db s3.db s4.db
rows all.db 1 >got
same "four shards are one run" wanted got
expect "one run" "$(ask all.db "SELECT count(*) FROM runs")" 1
expect "checks" "$(ask all.db "SELECT count(*) FROM checks")" "$(ask single.db "SELECT count(*) FROM checks")"
for t in obligations witnesses decisions loops messages; do # every column that there is; the first is an id
	columns=$("$tool" query --db all.db --format csv "SELECT * FROM $t LIMIT 1" | tr -d '\r' | head -1 | tr , '\n' | grep -vE '(^|_)id$|^seconds$' | paste -sd,)
	for db in single all; do ask $db.db "SELECT $columns FROM $t ORDER BY $columns" >$db.$t; done
	if [ -z "$columns" ] || grep -q '^query:' single.$t; then fail "columns of $t: $columns: $(cat single.$t)"; fi
	if cmp -s single.$t all.$t; then pass; else fail "columns of $t: $(diff single.$t all.$t | head -4)"; fi
done
dump all.db >before
wants 0 's4.db: added runs 0, pairs 0, results 0' "$tool" merge -o all.db s1.db s2.db s3.db s4.db
wants 0 's2.db: added runs 0,' "$tool" merge --into all.db s2.db s2.db
dump all.db >after
same "merging again changes nothing" before after

# In another order, in two steps, by way of merged databases.
wants 0 '^run 1: 2 of 4 shards' "$tool" merge -o half1.db s4.db s2.db
expect "an incomplete run" "$(ask half1.db "SELECT state FROM v_runs")" unfinished
wants 0 '' "$tool" merge -o half2.db s3.db s1.db
wants 0 '' "$tool" merge -o again.db half1.db half2.db s1.db all.db
expect "halves: one run" "$(ask again.db "SELECT count(*) FROM runs")" 1
rows again.db 1 >got
same "by way of halves" wanted got

# Other labels are other runs; what is no shard stays a run of its own.
"$tool" audit --db other.db --label weekly --revision r1 --shard 1/4 corpus >out 2>err
wants 0 '' "$tool" merge -o all.db other.db single.db
expect "three runs" "$(ask all.db "SELECT count(*) FROM runs")" 3
rows all.db 3 >got
same "a whole run" wanted got

# A run with decisions.
"$tool" run --db run.db "$data/mx10_runtime_ctx" >out 2>err
rows run.db 1 >wanted_run
wants 0 '' "$tool" merge -o runs.db run.db
rows runs.db 1 >got
same "a run with decisions" wanted_run got

# A shard that was merged before it was finished.
"$tool" audit --db part.db --label part --shard 1/1 corpus >out 2>err
cp part.db open.db
"$sql" open.db "UPDATE runs SET finished = NULL, exit_status = NULL; DELETE FROM pairs WHERE id > 3; DELETE FROM messages"
wants 0 '1 of them unfinished' "$tool" merge -o grows.db open.db
wants 0 '' "$tool" merge -o grows.db part.db
"$tool" audit --db part1.db --label part corpus >out 2>err
rows part1.db 1 >wanted_part
rows grows.db 1 >got
same "a shard that went on" wanted_part got
# versions
cp s1.db newer.db && "$sql" newer.db "PRAGMA user_version = 99"
wants 4 'newer tileproof \(schema version 99' "$tool" merge -o refused.db s2.db newer.db
cp s1.db older.db && "$sql" older.db "PRAGMA user_version = 0"
wants 4 'older tileproof' "$tool" merge -o refused.db older.db
[ -e refused.db ] && fail "a refused merge made a database" || pass
# the same file with another content in two shards
for k in 1 2 3 4; do [ "$(ask s$k.db "SELECT count(*) FROM files WHERE path LIKE '%faulty%'")" = 0 ] || k1=$k; done
cp "s$k1.db" clash.db && "$sql" clash.db "UPDATE files SET sha256 = replace(sha256, '0', '1'); UPDATE runs SET uid = 'clash',
	options = replace(options, '[$k1,4]', '[$((k1 % 4 + 1)),4]')"
wants 4 'is there already with another content' "$tool" merge -o mixed.db "s$k1.db" clash.db
# what fails late takes back what went before
cp s3.db torn.db && "$sql" torn.db "PRAGMA foreign_keys = 0; DELETE FROM files"
wants 4 'damaged|refers' "$tool" merge -o undone.db s1.db torn.db
expect "nothing of a merge that failed" "$(ask undone.db "SELECT (SELECT count(*) FROM runs) + (SELECT count(*) FROM checks)")" 0
wants 4 'absent.db: error' "$tool" merge -o x.db absent.db
wants 4 'not a database' "$tool" merge -o x.db corpus/broken/x/passes_dump/27_after_SkewCrossCorePipeline.py
wants 4 'is a shard itself' "$tool" merge -o s1.db s2.db
wants 4 'at the same time' "$tool" merge -o s1.db s1.db
wants 64 'which database' "$tool" merge s1.db
wants 64 'is needed' "$tool" merge -o x.db

# ---- db check ----
wants 0 '^the database is sound' "$tool" db check all.db
wants 0 '^integrity +ok' "$tool" db check single.db
wants 0 'run 1 is unfinished' "$tool" db check half1.db
wants 2 'run 1 is unfinished' "$tool" db check --strict half1.db
wants 4 'absent.db: error' "$tool" db check absent.db
wants 4 'not a database' "$tool" db check corpus/broken/x/passes_dump/27_after_SkewCrossCorePipeline.py
wants 64 'nothing that can be done' "$tool" db burn all.db
wants 64 'a database are needed' "$tool" db check
wants 4 'schema version 99' "$tool" db check newer.db
wants 1 'references +[a-z]+: row 1 refers to what is not there in files' "$tool" db check torn.db
cp single.db view.db && "$sql" view.db "DROP VIEW v_slow; CREATE VIEW v_slow AS SELECT 1"
wants 1 'the view v_slow is gone or changed' "$tool" db check view.db
cp single.db old.db && "$sql" old.db "UPDATE meta SET value = 'x' WHERE key = 'contract'"
wants 0 'of another tileproof' "$tool" db check old.db
cp single.db bits.db
root=$("$sql" bits.db "SELECT (rootpage - 1) * 4096 FROM sqlite_schema WHERE name = 'obligations_by_check'")
dd if=/dev/zero of=bits.db bs=1 seek=$((root + 8)) count=64 conv=notrunc 2>/dev/null
wants 1 '^integrity ' "$tool" db check bits.db

# Killed at random moments: everything or nothing.
whole=$(ask all.db "SELECT count(*) FROM obligations")
for i in $(seq "${MERGE_KILLS:-10}"); do
	rm -f k.db*
	"$tool" merge -o k.db s1.db s2.db s3.db s4.db other.db single.db >out 2>err &
	pid=$!
	sleep "0.0$((RANDOM % 90 + 10))"
	kill -9 $pid 2>/dev/null
	wait $pid 2>/dev/null
	[ -s k.db ] && "$tool" query --db k.db runs >/dev/null 2>&1 || continue
	n=$(ask k.db "SELECT count(*) FROM obligations")
	[ "$n" = 0 ] || [ "$n" = "$whole" ] && pass || fail "kill $i left $n of $whole results"
done 2>/dev/null

echo "$passed passed, $failed failed"
[ $failed = 0 ]
