#!/bin/bash
# Audits that are killed, hindered or run out of space: nothing that was recorded is lost, nothing is there by half, and --resume
# completes with the rows of an undisturbed run. Usage: tests/kill.sh BINARY; KILLS: how often (default 50)
set -u
tool=$(realpath "$1")
sql=$(dirname "$tool")/sql # tests/tools/sql.c
data=$(realpath tests/data/kernels)
kills=${KILLS:-50}
passed=0 failed=0
scratch=$(mktemp -d) || exit 1
trap 'chmod -R u+w "$scratch"; rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1
[ -x "$sql" ] || { echo "kill: $sql is not built"; exit 1; }

fail() { failed=$((failed + 1)); echo "kill: FAILED: $*"; }
pass() { passed=$((passed + 1)); }
expect() { if [ "$2" = "$3" ]; then pass; else fail "$1: got '$2', wanted '$3'"; fi; } # what, got, wanted
ask() { "$tool" query --db "$1" --format csv "$2" 2>&1 | tr -d '\r' | tail -n +2; } # database, SQL
rows() { # database, run: everything that does not depend on time
	ask "$1" "SELECT file, after_file, step, function, unit, property, obligation, verdict, argument, reason, before_line, before_column,
		after_line, after_column, fingerprint, rlimit FROM v_results WHERE run = $2 ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12"
	ask "$1" "SELECT path, role, sha256, bytes FROM v_files WHERE run = $2 ORDER BY 1, 2"
	ask "$1" "SELECT file, after_file, step, arch, results FROM v_pairs WHERE run = $2 ORDER BY 1, 2, 3"
}
same() { # what, file, file
	if [ -s "$2" ] && cmp -s "$2" "$3"; then pass; else fail "$1: $(diff "$2" "$3" | head -3)"; fi
}
children() { # process -> those it started. A minimal machine has no pgrep
	local s line fields
	for s in /proc/[0-9]*/stat; do
		read -r line 2>/dev/null <"$s" || continue
		fields=(${line##*) })
		[ "${fields[1]}" = "$1" ] && [ "${fields[0]}" != Z ] && echo "${line%% *}"
	done
}
now() { local t=${EPOCHREALTIME/[.,]/}; echo $((t / 1000)); } # milliseconds
pause() { sleep "$(($1 / 1000)).$(printf %03d $(($1 % 1000)))"; }
some() { # database -> whether it has pairs already
	[ -s "$1" ] && [ "$(ask "$1" "SELECT count(*) > 0 FROM pairs")" = 1 ]
}

start=$(now)
"$tool" audit -j 2 --fresh --db whole.db "$data" >out 2>err
status=$?
took=$(($(now) - start))
expect "undisturbed audit" "$status $(ask whole.db "SELECT state FROM v_runs")" "0 finished"
rows whole.db 1 >wanted
pairs=$(ask whole.db "SELECT count(*) FROM v_pairs")

# The parent is killed at random moments; the next one takes up the same run.
state() { # database -> pairs, pairs without results, the run that is open
	"$tool" query --db "$1" --format csv "SELECT (SELECT count(*) FROM pairs) || ' ' || (SELECT count(*) FROM pairs WHERE check_id NOT IN (SELECT check_id FROM obligations)) || ' ' ||
		coalesce((SELECT max(id) FROM runs WHERE finished IS NULL AND id = (SELECT max(id) FROM runs)), '') AS state" 2>/dev/null | tr -d '\r' | tail -n +2
}
killed=0 before=0 grown=0 half=0 open=
for i in $(seq "$kills"); do
	"$tool" audit -j 2 --fresh ${open:+--resume} --db kill.db "$data" >out 2>err &
	pid=$!
	pause $((RANDOM % (took + 20)))
	kill -9 $pid
	wait $pid
	[ $? = 137 ] && killed=$((killed + 1))
	[ -f kill.db ] || continue
	read -r after half open < <(state kill.db)
	[ -n "$after" ] || { [ $before = 0 ] && continue; } # killed before it made the tables
	[ "$after" -ge "$before" ] || fail "kill $i: pairs were lost, $before before and $after after"
	[ "$after" -gt "$before" ] && [ -n "$open" ] && grown=$((grown + 1))
	before=$after
	[ "$half" = 0 ] || fail "kill $i: $half half pairs"
	[ $((i % 10)) != 0 ] || "$tool" db check kill.db >check 2>&1 || fail "kill $i: $(head -5 check)"
done 2>/dev/null
[ $killed -gt $((kills / 2)) ] && pass || fail "only $killed of $kills were killed"
[ $grown -gt $((kills / 10)) ] && pass || fail "only $grown of $kills were killed at work"
sleep 0.1
expect "no worker is left" "$(grep -lsa 'kill[.]db' /proc/[0-9]*/cmdline | wc -l)" 0
for i in 1 2; do # the last run may be finished already; then the next one is new
	read -r before half open < <(state kill.db)
	"$tool" audit --fresh ${open:+--resume} --db kill.db "$data" >out 2>err
	expect "completion $i" $? 0
	rows kill.db "$(ask kill.db "SELECT max(run) FROM v_runs")" >got
	same "a run that was killed and resumed" wanted got
done

# A worker is killed: one unknown each, and the next run asks for these again and for nothing else.
for try in 1 2 3 4 5; do
	rm -f dead.db*
	"$tool" audit -j 2 --fresh --db dead.db "$data" >out 2>err &
	pid=$!
	victims=
	while [ -z "$victims" ] && kill -0 $pid; do victims=$(children $pid); done
	kill -STOP $pid
	victims=$(children $pid | head -1)
	[ -z "$victims" ] || kill -9 $victims
	kill -CONT $pid
	wait $pid
	status=$?
	[ -z "$victims" ] || [ $status = 0 ] || break
done 2>/dev/null
expect "a worker that was killed" "$status $(ask dead.db "SELECT count(*) || ' ' || min(reason) FROM v_results WHERE verdict = 'unknown'")" \
	"5 1 internal: the worker died of signal 9 (Killed)"
expect "the other pairs" "$(ask dead.db "SELECT count(*) FROM v_pairs")" "$pairs"
"$tool" audit -j 1 --db dead.db "$data" >out 2>err
status=$?
reused=$(ask dead.db "SELECT sum(reused) FROM v_pairs WHERE run = 2") # all, when another pair is the same
expect "after a dead worker" "$status $((reused >= pairs - 1))" "0 1"
rows dead.db 2 >got
same "after a dead worker" wanted got

# An interrupt is no kill: it says what to do. More folders, so that there is time for it.
mkdir big
for k in 1 2; do cp -r "$data" big/$k; done
taken() { ask "$1" "SELECT count(*) || ' ' || (SELECT sum(reused) FROM pairs) FROM checks"; } # database -> checks, pairs taken over
"$tool" audit --db big.db big >out 2>err
rows big.db 1 >wanted_big
begun() { # database, signal: an audit gets the signal when it has recorded something -> its exit status
	local pid
	"$tool" audit -j 1 --db "$1" big >out 2>err &
	pid=$!
	while kill -0 $pid 2>/dev/null && ! some "$1"; do :; done
	kill -"$2" $pid 2>/dev/null
	wait $pid 2>/dev/null
}
begun int.db TERM
expect "interrupt" "$? $(grep -c -- '--resume goes on' err) $(ask int.db "SELECT state FROM v_runs")" "143 1 unfinished"
"$tool" audit --resume --db int.db big >out 2>err
expect "resume after an interrupt" "$? $(ask int.db "SELECT count(*) FROM v_runs")" "0 1"
rows int.db 1 >got
same "after an interrupt" wanted_big got
expect "equal pairs before and after an interrupt" "$(taken int.db)" "$(taken big.db)"

# A file that changed between the two halves of a run is not silently mixed in.
begun changed.db KILL
expect "kill before a change" "$? $(ask changed.db "SELECT state FROM v_runs")" "137 unfinished"
echo "# changed" >>"$(ask changed.db "SELECT min(path) FROM v_files")"
"$tool" audit --resume --db changed.db big >out 2>err
expect "changed file" "$? $(grep -c 'has changed since' err)" "4 1"

# No space: what was recorded is kept, the message says what happened, and more space lets it go on.
(
	trap '' XFSZ
	ulimit -f 1000
	"$tool" audit -j 1 --fresh --db full.db "$data" >out 2>err
)
expect "full disk" "$? $(grep -c 'full.db: error' err)" "4 1"
expect "full disk: integrity" "$(ask full.db "PRAGMA integrity_check")" ok
expect "full disk: half pairs" "$(ask full.db "SELECT count(*) FROM v_pairs WHERE results = 0")" 0
some full.db && pass || fail "full disk: nothing is kept"
"$tool" audit --fresh --resume --db full.db "$data" >out 2>err
expect "after a full disk" $? 0
rows full.db 1 >got
same "after a full disk" wanted got
(
	trap '' XFSZ
	ulimit -f 8
	"$tool" run -o small "$data/lg01_decoder_step" >out 2>err
)
expect "full disk for -o" "$? $(find small -type f -size -9 -name '*.py' 2>/dev/null | wc -l)" "4 0"
# The same on a file system of its own, where that can be mounted.
mkdir disk
if [ "$(id -u)" = 0 ] && unshare -m mount -t tmpfs -o size=400k tmpfs disk 2>/dev/null; then
	unshare -m bash -c 'mount -t tmpfs -o size=400k tmpfs disk || exit
		"$1" audit -j 1 --fresh --db disk/full.db "$2" >out 2>err
		echo "$? $(grep -c "no space left to write the database; what was recorded before is kept" err)" >status
		cp disk/full.db* . && mount -o remount,size=64m disk || exit
		"$1" audit --fresh --resume --db disk/full.db "$2" >out 2>err
		echo "$?" >>status
		cp disk/full.db filled.db' bash "$tool" "$data"
	expect "full file system" "$(xargs <status)" "4 1 0"
	rows filled.db 1 >got
	same "after a full file system" wanted got
fi

# Output files of a run that is killed are whole or not there.
"$tool" run -o whole "$data" >out 2>err
start=$(now)
"$tool" run -o torn "$data" >out 2>err
took=$(($(now) - start))
torn=0 met=0
for i in $(seq 8); do
	rm -rf torn
	"$tool" run -o torn "$data" >out 2>err &
	pid=$!
	pause $((RANDOM % (took + 1)))
	kill -9 $pid
	wait $pid
	for file in $(cd torn && find . -name '*.py' -o -name '*.json'); do
		met=$((met + 1))
		cmp -s "whole/$file" "torn/$file" || { torn=$((torn + 1)); echo "$file" >>differ; }
	done
done 2>/dev/null
expect "half files" "$torn" 0
[ $met -gt 0 ] && pass || fail "a run that is killed has no files to look at"

# Databases that are none, are damaged or come from a newer tileproof are told and left as they are.
refused() { # what, file, message
	cp "$2" copy
	"$tool" audit --db "$2" "$data" >out 2>err
	expect "$1" "$? $(grep -cE "$2: error: $3" err)" "4 1"
	cmp -s "$2" copy && pass || fail "$1: the file is another one now"
}
cp whole.db newer.db && "$sql" newer.db "PRAGMA user_version = 99"
refused "newer schema" newer.db 'was written by a newer tileproof \(schema version 99'
"$sql" other.db "CREATE TABLE t(x)"
refused "another program's database" other.db 'is a database, but not one of tileproof'
head -c 5000 "$tool" >none.db
refused "no database" none.db 'is not a database'
head -c $(($(stat -c %s whole.db) / 8192 * 4096)) whole.db >short.db
refused "truncated" short.db 'the database is damaged'
pages=$(($(stat -c %s whole.db) / 4096)) damaged=0
for i in $(seq 10); do
	cp whole.db hurt.db
	dd if=/dev/urandom of=hurt.db bs=4096 seek=$((RANDOM % (pages - 1) + 1)) count=3 conv=notrunc 2>/dev/null
	"$tool" audit --db hurt.db "$data" >out 2>err
	status=$?
	case $status in
	0) ;; # pages that nobody asked for
	4) grep -q 'hurt.db: error: the database is damaged' err && damaged=$((damaged + 1)) || fail "damaged: $(head -3 err)" ;;
	*) fail "damaged: exit status $status, $(head -3 err)"; cp hurt.db "${TMPDIR:-/tmp}/hurt.db" ;;
	esac
done
[ $damaged -gt 0 ] && pass || fail "no damage was noticed"

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
