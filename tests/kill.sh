#!/bin/bash
# Audits that are killed, hindered or run out of space: nothing that was recorded is lost, nothing is there by half, and --resume
# completes with the rows of an undisturbed run. Usage: tests/kill.sh BINARY; KILLS: how often (default 50)
set -u
tool=$(realpath "$1")
data=$(realpath tests/data/kernels)
kills=${KILLS:-50}
passed=0 failed=0
scratch=$(mktemp -d) || exit 1
trap 'chmod -R u+w "$scratch"; rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1

fail() { failed=$((failed + 1)); echo "kill: FAILED: $*"; }
pass() { passed=$((passed + 1)); }
expect() { # what, got, wanted
	if [ "$2" = "$3" ]; then pass; else fail "$1: got '$2', wanted '$3'"; fi
}
ask() { "$tool" query --db "$1" --format csv "$2" 2>&1 | tr -d '\r' | tail -n +2; } # database, SQL
rows() { # database, run: everything that does not depend on time
	ask "$1" "SELECT file, after_file, step, function, unit, property, obligation, verdict, argument, reason, before_line, after_line, fingerprint
		FROM v_results WHERE run = $2 ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10"
}

"$tool" audit --db whole.db "$data" >out 2>err
expect "undisturbed audit" "$? $(ask whole.db "SELECT state FROM v_runs")" "0 finished"
rows whole.db 1 >wanted
pairs=$(ask whole.db "SELECT count(*) FROM v_pairs")

# The parent is killed at random moments; the next one takes up the same run.
state() { # database -> pairs, pairs without results, the run that is open
	ask "$1" "SELECT (SELECT count(*) FROM pairs) || ' ' || (SELECT count(*) FROM pairs WHERE check_id NOT IN (SELECT check_id FROM obligations)) || ' ' ||
		coalesce((SELECT max(id) FROM runs WHERE finished IS NULL AND id = (SELECT max(id) FROM runs)), '') AS state"
}
killed=0 before=0 half=0 open=
for i in $(seq "$kills"); do
	"$tool" audit -j 2 --fresh ${open:+--resume} --db kill.db "$data" >out 2>err &
	pid=$!
	sleep "0.$(printf %03d $((RANDOM % 400)))"
	kill -9 $pid 2>/dev/null && killed=$((killed + 1))
	wait $pid 2>/dev/null
	[ -f kill.db ] && [[ $(ask kill.db "SELECT count(*) FROM sqlite_schema") =~ ^[1-9] ]] || continue
	read -r after half open < <(state kill.db)
	[ "$after" -ge "$before" ] || fail "kill $i: pairs were lost, $before before and $after after"
	before=$after
	expect "kill $i: half pairs, integrity" "$half $(ask kill.db "PRAGMA integrity_check")" "0 ok"
done 2>/dev/null
[ $killed -gt 0 ] || fail "no run was killed"
expect "no worker is left" "$(pgrep -f "kill.db $data" | wc -l)" 0
for i in 1 2 3; do # the last run may be finished already; then the next one is new
	read -r before half open < <(state kill.db)
	"$tool" audit --fresh ${open:+--resume} --db kill.db "$data" >out 2>err
	expect "completion $i" $? 0
	last=$(ask kill.db "SELECT max(run) FROM v_runs")
	rows kill.db "$last" >got
	if cmp -s wanted got; then pass; else fail "a run that was killed and resumed has other rows: $(diff wanted got | head -3)"; fi
done

# An interrupt is no kill: it says what to do.
"$tool" audit -j 1 --fresh --db int.db "$data" >out 2>err &
pid=$!
while kill -0 $pid 2>/dev/null && [ "$(ask int.db "SELECT count(*) > 0 FROM pairs")" != 1 ]; do :; done
kill -TERM $pid 2>/dev/null
wait $pid
status=$?
if [ $status = 143 ]; then
	expect "interrupt" "$(grep -c -- '--resume goes on' err)" 1
	"$tool" audit --fresh --resume --db int.db "$data" >out 2>err
	expect "resume after an interrupt" $? 0
	rows int.db 1 >got
	if cmp -s wanted got; then pass; else fail "rows after an interrupt: $(diff wanted got | head -3)"; fi
elif [ $status != 0 ]; then
	fail "interrupt: exit status $status"
fi

# A file that changed between the two halves of a run is not silently mixed in.
cp -r "$data" copy
"$tool" audit -j 1 --fresh --db changed.db copy >out 2>err &
pid=$!
sleep 0.15
kill -9 $pid 2>/dev/null
wait $pid
if [ -n "$(ask changed.db "SELECT run FROM v_runs WHERE state = 'unfinished'")" ] && [ "$(ask changed.db "SELECT count(*) FROM v_files")" -gt 0 ]; then
	first=$(ask changed.db "SELECT min(path) FROM v_files")
	echo "# changed" >>"$first"
	"$tool" audit --fresh --resume --db changed.db copy >out 2>err
	expect "changed file" "$? $(grep -c 'has changed since' err)" "4 1"
fi

# No space: what was recorded is kept, the message says what happened, and more space lets it go on.
(
	trap '' XFSZ
	ulimit -f 200
	"$tool" audit -j 1 --fresh --db full.db "$data" >out 2>err
)
expect "full disk" "$? $(grep -c 'full.db: error' err)" "4 1"
expect "full disk: integrity" "$(ask full.db "PRAGMA integrity_check")" ok
expect "full disk: half pairs" "$(ask full.db "SELECT count(*) FROM v_pairs WHERE results = 0")" 0
"$tool" audit --fresh --resume --db full.db "$data" >out 2>err
expect "after a full disk" $? 0
rows full.db 1 >got
if cmp -s wanted got; then pass; else fail "rows after a full disk: $(diff wanted got | head -3)"; fi
(
	trap '' XFSZ
	ulimit -f 8
	"$tool" run -o small "$data/lg01_decoder_step" >out 2>err
)
expect "full disk for -o" "$? $(find small -type f -size -9 -name '*.py' 2>/dev/null | wc -l)" "4 0"

# A folder that cannot be written.
mkdir readonly
cp whole.db readonly/
chmod a-w readonly readonly/whole.db
as_user=()
if [ "$(id -u)" = 0 ]; then # root may write everywhere
	chmod a+rx "$scratch"
	setpriv --reuid=65534 --regid=65534 --clear-groups true 2>/dev/null && as_user=(setpriv --reuid=65534 --regid=65534 --clear-groups)
fi
if [ "$(id -u)" != 0 ] || [ ${#as_user[@]} != 0 ] && "${as_user[@]}" test -x "$tool" -a -r "$data/lg01_decoder_step"; then
	"${as_user[@]}" "$tool" audit --db readonly/whole.db "$data" >out 2>err
	expect "read-only folder" "$? $(grep -c 'cannot be written\|cannot be opened' err)" "4 1"
	"${as_user[@]}" "$tool" audit --db readonly/new.db "$data" >out 2>err
	expect "new database in a read-only folder" "$? $(grep -c 'new.db: error' err)" "4 1"
	expect "reading from it" "$("${as_user[@]}" "$tool" query --db readonly/whole.db --format csv "SELECT count(*) FROM v_pairs" | tr -d '\r' | tail -1)" "$pairs"
fi

echo "$passed passed, $failed failed"
[ $failed = 0 ]
