#!/bin/bash
# Questions to a database that is in use, and questions without an end. Usage: tests/readers.sh BINARY
set -u
tool=$(realpath "$1")
data=$(realpath tests/data/kernels)
passed=0 failed=0
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1

fail() { failed=$((failed + 1)); echo "readers: FAILED: $*"; }
pass() { passed=$((passed + 1)); }
expect() { if [ "$2" = "$3" ]; then pass; else fail "$1: got '$2', wanted '$3'"; fi; } # what, got, wanted
ask() { "$tool" query --db "$1" --format csv "$2" 2>&1 | tr -d '\r' | tail -n +2; } # database, SQL

# Readers while an audit writes: each sees whole pairs, never fewer than before, and hinders nobody.
"$tool" audit --db busy.db --label first "$data/mx10_runtime_ctx" >out 2>err
read_on() { # file of complaints
	local last=0 n half integrity
	while [ ! -e over ]; do
		read -r n half integrity < <(ask busy.db "SELECT (SELECT count(*) FROM pairs) || ' ' || (SELECT count(*) FROM pairs WHERE check_id NOT IN
			(SELECT check_id FROM obligations)) || ' ok' AS state")
		[ "$integrity" = ok ] && [ "$half" = 0 ] && [ "$n" -ge "$last" ] || echo "after $last pairs: $n $half $integrity" >>"$1"
		[ "$n" = "$last" ] || echo grown >>"$1.seen"
		last=$n
	done
}
read_on one & readers=$!
read_on two & readers="$readers $!"
"$tool" audit -j 2 --fresh --db busy.db --label second "$data" >out 2>err
status=$?
expect "an audit beside readers" "$status $(grep -vc ': note: ' err)" "0 0"
touch over
wait $readers
expect "what the readers saw" "$(cat one two 2>/dev/null)" ""
[ "$(cat one.seen two.seen | wc -l)" -gt 4 ] && pass || fail "the readers did not see the audit at work: $(cat one.seen two.seen | wc -l) changes"

# Two audits at once: one waits for the other, both are whole.
"$tool" audit -j 1 --fresh --db busy.db --label third "$data/mx10_runtime_ctx" >out3 2>err3 & third=$!
"$tool" audit -j 1 --fresh --db busy.db --label fourth "$data/mx10_runtime_ctx" >out4 2>err4
status=$?
expect "one writer" "$status $(grep -v ': note: ' err4)" "0 "
wait $third
status=$?
expect "the other writer" "$status $(grep -v ': note: ' err3)" "0 "
expect "both are whole" "$(ask busy.db "SELECT count(DISTINCT pairs || ' ' || proved) FROM v_runs WHERE label IN ('first', 'third', 'fourth')")" 1
expect "the database is sound" "$("$tool" db check busy.db | tail -1)" "the database is sound"

# Questions without an end.
endless="WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT"
for what in "count(*) FROM n" "max(i) FROM n WHERE i < 0" "i FROM n"; do
	"$tool" query --db busy.db --timeout 0.2 "$endless $what" >out 2>err
	expect "time limit" "$? $(cat err) $(wc -c <out)" "4 busy.db: error: given up after 0.2 s 0"
done
# A query waits for signals that it has blocked. Before that INT is lost, since it is ignored in a background job, and the query has no end.
awaits() { # PID, NUMBER OF SIGNAL
	local mask
	mask=0x$(awk '/^SigBlk/ { print $2 }' /proc/$1/status) && (( mask >> ($2 - 1) & 1 ))
}
for signal in INT TERM; do
	"$tool" query --db busy.db "$endless count(*) FROM n" >out 2>err &
	pid=$!
	for _ in {1..300}; do awaits $pid $(kill -l $signal) && break; sleep 0.1; done
	sleep 0.2
	kill -0 $pid && pass || fail "the query has an end: $(cat err)"
	kill -$signal $pid
	wait $pid
	expect "SIG$signal" "$? $(cat err) $(wc -c <out)" "$((128 + $(kill -l $signal))) busy.db: error: interrupted 0"
done
expect "a query in time" "$("$tool" query --db busy.db --timeout 60 --format csv "SELECT 1 AS one" | tr -d '\r' | tail -1)" 1
for wrong in 0 -1 x 1e9 ""; do
	"$tool" query --db busy.db --timeout "$wrong" "SELECT 1" >out 2>err
	expect "--timeout '$wrong'" $? 64
done

echo "$passed passed, $failed failed"
[ $failed = 0 ]
