#!/bin/bash
# The array under a real controller on this machine: four shards, merged, are the single run row for row; also when a task is killed
# and requeued, preempted, run twice, or fails. As root, by hand:
#     apt-get install slurm-wlm munge && contrib/slurm/test.sh build/tileproof FOLDER...
# munged, slurmctld and slurmd run in a scratch folder, on ports of their own, and end with the test.
set -u
[ $# -ge 2 ] || { echo "usage: $0 BINARY FOLDER..." >&2; exit 64; }
tool=$(realpath "$1")
shift
here=$(realpath "$(dirname "$0")") folders=()
for f; do folders+=("$(realpath "$f")"); done
[ "$(id -u)" = 0 ] || { echo "cannot run: the daemons of Slurm want root" >&2; exit 2; }
for p in munged slurmctld slurmd sbatch scontrol squeue; do
	command -v $p >/dev/null || { echo "cannot run: there is no $p (apt-get install slurm-wlm munge)" >&2; exit 2; }
done
scratch=$(mktemp -d /tmp/tileproof-slurm.XXXXXX) || exit 1
cd "$scratch" || exit 1
pids=() passed=0 failed=0
finish() {
	scancel -f -u root 2>/dev/null
	kill "${pids[@]}" 2>/dev/null
	wait
	rm -rf "$scratch"
}
trap finish EXIT
trap 'exit 1' INT TERM
fail() { failed=$((failed + 1)); echo "slurm: FAILED: $*"; }
pass() { passed=$((passed + 1)); }
expect() { if [ "$2" = "$3" ]; then pass; else fail "$1: got '$2', wanted '$3'"; fi; } # what, got, wanted
give_up() { echo "cannot run: $*" >&2; tail -n 5 log/* >&2; exit 2; }
ask() { "$tool" query --db "$1" --format csv "$2" | tr -d '\r' | sed 1d; } # database, SQL

# ---- a cluster of one node ----

chmod 755 .
mkdir state spool log run
head -c 128 /dev/urandom >key && chmod 600 key && chmod 700 log && chmod 755 run
host=$(hostname -s)
cat >slurm.conf <<END
ClusterName=scratch
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
SlurmctldPort=16817
SlurmdPort=16818
AuthType=auth/munge
AuthInfo=socket=$scratch/run/munge,cred_expire=5
StateSaveLocation=$scratch/state
SlurmdSpoolDir=$scratch/spool
SlurmctldPidFile=$scratch/run/ctld.pid
SlurmdPidFile=$scratch/run/d.pid
ProctrackType=proctrack/pgid
TaskPlugin=task/none
MpiDefault=none
ReturnToService=2
KillWait=2
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PreemptType=preempt/partition_prio
PreemptMode=REQUEUE
PartitionName=all Nodes=$host Default=YES MaxTime=60 State=UP PriorityTier=1 GraceTime=20
PartitionName=urgent Nodes=$host MaxTime=60 State=UP PriorityTier=9
END
export SLURM_CONF=$scratch/slurm.conf
munged -F --key-file "$scratch/key" --socket "$scratch/run/munge" --pid-file "$scratch/run/munge.pid" --log-file "$scratch/log/munge" \
	--seed-file "$scratch/log/seed" >log/munged 2>&1 &
pids+=($!)
for ((i = 0; i < 100; i++)); do [ -S run/munge ] && break; sleep 0.1; done
[ -S run/munge ] || give_up "munged does not start"
slurmctld -D -i >log/ctld 2>&1 & pids+=($!)
slurmd -D >log/slurmd 2>&1 & pids+=($!)
for ((i = 0; i < 300; i++)); do sinfo -h -o %t 2>/dev/null | grep -q idle && break; sleep 0.2; done
sinfo -h -o %t 2>/dev/null | grep -q idle || give_up "the node does not come up"

# ---- what the jobs run: the tool, which on its first turn for some shards comes to harm once it has recorded something ----

cat >tool <<END
#!/bin/bash
[ "\$1" = audit ] && [ "\${HARM:-}" != none ] && [ ! -e "\$SLURM_ARRAY_JOB_ID.\$SLURM_ARRAY_TASK_ID" ] || exec "$tool" "\$@"
touch "\$SLURM_ARRAY_JOB_ID.\$SLURM_ARRAY_TASK_ID"
case \$SLURM_ARRAY_TASK_ID in
2) signal=KILL ;; # and the task hangs, as on a node that is lost
3) signal=STOP ;; # until it is preempted
*) exec "$tool" "\$@" ;;
esac
"$tool" "\$@" &
while kill -0 \$! && [ "\$("$tool" query --db "\$3" --format csv "SELECT count(*) > 0 FROM pairs" 2>/dev/null | tr -d '\r' | sed 1d)" != 1 ]; do :; done
kill -\$signal \$! && echo "\$signal at \$("$tool" query --db "\$3" --format csv "SELECT count(*) FROM pairs" | tr -d '\r' | sed 1d) pairs" >"harmed.\$SLURM_ARRAY_TASK_ID"
trap : TERM
wait \$!
wait \$! # the first may be cut short
status=\$?
[ \$signal = KILL ] && sleep 600
exit \$status
END
chmod +x tool
export TILEPROOF=$scratch/tool
state() { scontrol -o show job "$1" 2>/dev/null | sed -n 's/.* JobState=\([A-Z]*\).*/\1/p' | head -1; } # job -> PENDING, RUNNING, ...
await() { # job, states separated by |, seconds
	local i
	for ((i = 0; i < $3 * 5; i++)); do [[ $(state "$1") =~ ^($2)$ ]] && return; sleep 0.2; done
	fail "job $1 is $(state "$1"), not $2"
	return 1
}
again() { # job: started again, now
	scontrol requeue "$1" && scontrol update jobid="$1" StartTime=now 2>/dev/null
}

# Every column of every table that holds results, without ids, times and what identifies a database; and the rows as the views join
# them, so that what hangs on what is compared, too.
tables="runs files functions loops decisions messages pairs checks obligations witnesses"
views="v_files v_loops v_decisions v_pairs v_results v_findings v_messages"
all_rows() { # database, folder
	mkdir -p "$2"
	local t columns
	for t in $tables $views; do
		columns=$("$tool" query --db "$1" --format csv "SELECT * FROM $t LIMIT 1" | tr -d '\r' | head -1 | tr , '\n' |
			grep -vE '^(id|uid|run|started|finished|seconds)$|_id$' | paste -sd,)
		[ -n "$columns" ] && "$tool" query --db "$1" --format csv "SELECT $columns FROM $t ORDER BY $columns" >"$2/$t" || fail "rows of $t"
	done
}
compared() { # what, database, single run
	local t n=0
	all_rows "$2" got
	all_rows "$3" wanted
	for t in $tables $views; do
		cmp -s "got/$t" "wanted/$t" || fail "$1: $t: $(diff "got/$t" "wanted/$t" | head -4)"
		n=$((n + $(wc -l <"got/$t") - 1))
		echo "$1: $t $(($(wc -l <"got/$t") - 1))"
	done
	[ "$(wc -l <got/obligations)" -gt 1 ] && pass || fail "$1: no results"
	echo "$1: $n rows compared"
}

# ---- four shards, of which one is killed and requeued, one is preempted, and one is run twice ----

array=$(sbatch --parsable --array=1-4 -o "$scratch/log/%A_%a" --open-mode=append "$here/audit-array.sh" "$scratch/parts" "${folders[@]}") || give_up "sbatch"
for ((i = 0; i < 900; i++)); do [ -e harmed.2 ] && [ -e harmed.3 ] && break; sleep 0.1; done
cat harmed.2 harmed.3 || give_up "shard 2 or 3 has nothing to do: more folders are needed"
expect "tasks that hang" "$(state "${array}_2") $(state "${array}_3")" "RUNNING RUNNING"
timeout 120 sbatch --wait -p urgent --exclusive -o /dev/null --wrap true >sbatch 2>&1 || fail "the urgent job: $(cat sbatch)"
scontrol update jobid="${array}_2" StartTime=now 2>/dev/null
scontrol update jobid="${array}_3" StartTime=now 2>/dev/null
await "${array}_1" COMPLETED 300 && cp parts/1.db first.db && again "${array}_1"
for k in 1 2 3 4; do await "${array}_$k" COMPLETED 300; done
sleep 1
for k in 1 2 3 4; do await "${array}_$k" COMPLETED 300; done
expect "runs in the shards" "$(for k in 1 2 3 4; do ask parts/$k.db "SELECT group_concat(state) FROM v_runs"; done | xargs)" "finished finished finished finished"
expect "tasks that were started again" "$(for k in 1 2 3 4; do scontrol -o show job "${array}_$k" | sed -n 's/.* Restarts=\([0-9]*\).*/\1/p' | head -1; done | xargs)" "1 1 1 0"
expect "the preempted task said how it goes on" "$(grep -c 'tileproof: interrupted; what is finished is recorded' "log/${array}_3")" 1
cmp -s first.db parts/1.db && pass || fail "a finished shard was written again"
timeout 300 sbatch --wait --dependency="afterok:$array" --kill-on-invalid-dep=yes -o "$scratch/log/merge" "$here/merge.sh" "$scratch/parts" "$scratch/all.db" >sbatch 2>&1 ||
	fail "merge: $(cat sbatch log/merge)"
[ -e all.db ] || fail "merge: $(scontrol -o show job "$(tr -dc 0-9 <sbatch)")"
"$tool" audit -j1 --db single.db --label "slurm $array" "${folders[@]}" >log/single 2>&1
echo "single run: exit status $?"
compared "shards" all.db single.db

# ---- a task that fails: afterok does not merge, what is there can be merged all the same ----

export HARM=none
mkdir -p broken/x/passes_dump
printf 'class T:\n' >broken/x/passes_dump/26_after_NormalizeReturnOrder.py
printf 'class T:\n    @pl.function((((\n' >broken/x/passes_dump/27_after_SkewCrossCorePipeline.py
few=("${folders[@]:0:8}" "$scratch/broken/x/passes_dump")
array=$(sbatch --parsable --array=1-4 -o "$scratch/log/%A_%a" "$here/audit-array.sh" "$scratch/parts2" "${few[@]}") || give_up "sbatch"
timeout 300 sbatch --wait --dependency="afterok:$array" --kill-on-invalid-dep=yes -o "$scratch/log/merge2" "$here/merge.sh" "$scratch/parts2" "$scratch/all2.db" >sbatch 2>&1
[ ! -e all2.db ] && pass || fail "a database in spite of a failed task"
expect "failed tasks" "$(for k in 1 2 3 4; do state "${array}_$k"; done | sort | uniq -c | xargs)" "3 COMPLETED 1 FAILED"
timeout 300 sbatch --wait --dependency="afterany:$array" -o "$scratch/log/merge3" "$here/merge.sh" "$scratch/parts2" "$scratch/all2.db" >sbatch 2>&1 ||
	fail "merge afterany: $(cat sbatch log/merge3)"
"$tool" audit -j1 --db single2.db --label "slurm $array" "${few[@]}" >log/single2 2>&1
expect "single run with a broken dump" $? 4
compared "with a broken dump" all2.db single2.db

echo "$passed passed, $failed failed"
[ $failed = 0 ]
