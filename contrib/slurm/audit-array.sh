#!/bin/bash
#SBATCH --job-name=tileproof
#SBATCH --array=1-4
#SBATCH --cpus-per-task=1
# Task K of N audits the K-th of N shards into PARTS/K.db.
# Usage: sbatch --array=1-N audit-array.sh PARTS FOLDER... (as for tileproof audit). TILEPROOF: the program.
# A refutation (exit status 1) is a result, not a failed task: whoever merges asks for it. Other statuses fail the task.
set -u
parts=$1
shift
mkdir -p "$parts" || exit 4
"${TILEPROOF:-tileproof}" audit --db "$parts/$SLURM_ARRAY_TASK_ID.db" --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" \
	-j "${SLURM_CPUS_PER_TASK:-1}" --label "slurm $SLURM_ARRAY_JOB_ID" "$@"
status=$?
[ $status = 1 ] && exit 0
exit $status
