#!/bin/bash
#SBATCH --job-name=tileproof
#SBATCH --array=1-4
#SBATCH --cpus-per-task=1
#SBATCH --requeue
# Task K of N audits the K-th of N shards into PARTS/K.db.
# Usage: sbatch --array=1-N audit-array.sh PARTS FOLDER... (as for tileproof audit). TILEPROOF: the program. LABEL: what the run is
# called, so that a later array can go on with it; default the array's number.
# A refutation (exit status 1) is a result, not a failed task: whoever merges asks for it. Other statuses fail the task.
# A task that is started again - requeued, preempted, or its node was lost - goes on with what it recorded; one that had come to its
# end says again how that was.
set -u
tool=${TILEPROOF:-tileproof} parts=$1 label=${LABEL:-slurm $SLURM_ARRAY_JOB_ID}
shift
mkdir -p "$parts" || exit 4
db=$parts/$SLURM_ARRAY_TASK_ID.db
again=()
if [ -s "$db" ]; then
	# The last run in it: "unfinished", its exit status, or nothing
	earlier=$("$tool" query --db "$db" --format csv "SELECT coalesce(exit_status, state) FROM v_runs WHERE label = '${label//\'/\'\'}'
		ORDER BY run DESC LIMIT 1" | tr -d '\r' | sed 1d) || exit 4
	case $earlier in
	unfinished) again=(--resume) ;;
	[0-9]*) status=$earlier ;;
	esac
fi
if [ -z "${status:-}" ]; then
	trap : TERM # the audit gets it, too, and ends by itself when this shell waits for it
	"$tool" audit --db "$db" --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" -j "${SLURM_CPUS_PER_TASK:-1}" --label "$label" "${again[@]}" "$@"
	status=$?
fi
[ "$status" = 1 ] && exit 0
exit "$status"
