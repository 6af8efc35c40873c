#!/bin/bash
# The array under a real controller on this machine: four shards, merged, equal the single run row for row. As root, by hand:
#     apt-get install slurm-wlm munge && contrib/slurm/test.sh build/tileproof FOLDER...
# munged, slurmctld and slurmd run in a scratch folder and end with the test.
set -u
export TILEPROOF=$(realpath "$1")
shift
here=$(realpath "$(dirname "$0")") folders=()
for f; do folders+=("$(realpath "$f")"); done
scratch=$(mktemp -d /tmp/tileproof-slurm.XXXXXX) || exit 1
cd "$scratch" || exit 1
pids=()
finish() { for p in "${pids[@]}"; do kill "$p"; done 2>/dev/null; wait; rm -rf "$scratch"; }
trap finish EXIT
chmod 755 .
mkdir state spool log run
head -c 128 /dev/urandom >key && chmod 600 key && chmod 700 log && chmod 755 run
munged -F --key-file "$scratch/key" --socket "$scratch/run/munge" --pid-file "$scratch/run/munge.pid" --log-file "$scratch/log/munge" \
	--seed-file "$scratch/log/seed" >log/munged 2>&1 &
pids+=($!)
host=$(hostname -s)
cat >slurm.conf <<END
ClusterName=scratch
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
SlurmctldPort=16817
SlurmdPort=16818
AuthType=auth/munge
AuthInfo=socket=$scratch/run/munge
StateSaveLocation=$scratch/state
SlurmdSpoolDir=$scratch/spool
SlurmctldPidFile=$scratch/run/ctld.pid
SlurmdPidFile=$scratch/run/d.pid
ProctrackType=proctrack/pgid
TaskPlugin=task/none
MpiDefault=none
ReturnToService=2
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=60 State=UP
END
export SLURM_CONF=$scratch/slurm.conf
sleep 1
slurmctld -D -i >log/ctld 2>&1 & pids+=($!)
slurmd -D >log/slurmd 2>&1 & pids+=($!)
for ((i = 0; i < 30; i++)); do sinfo -h -o %t 2>/dev/null | grep -q idle && break; sleep 1; done
array=$(sbatch --parsable --array=1-4 -o "$scratch/log/%A_%a" "$here/audit-array.sh" "$scratch/parts" "${folders[@]}") || { tail log/*; exit 1; }
timeout 300 sbatch --wait --dependency="afterok:$array" --kill-on-invalid-dep=yes -o "$scratch/log/merge" "$here/merge.sh" "$scratch/parts" "$scratch/all.db" ||
	{ tail log/*; exit 1; }
"$TILEPROOF" audit -j1 --db single.db "${folders[@]}" >log/single 2>&1
rows="SELECT file, after_file, step, function, unit, obligation, verdict, argument, reason, before_line, after_line, fingerprint FROM v_results ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12"
"$TILEPROOF" query --db all.db --format csv "$rows" >all.csv && "$TILEPROOF" query --db single.db --format csv "$rows" >single.csv || exit 1
ls parts; wc -l <single.csv
[ "$(wc -l <single.csv)" -gt 1 ] && cmp all.csv single.csv && echo "1 passed, 0 failed"
