#!/bin/bash
#SBATCH --job-name=tileproof-merge
# Usage: sbatch --dependency=afterok:ARRAY_JOB merge.sh PARTS ALL.db (afterany: also when a task failed, say over a file that cannot be
# read; what it recorded is merged all the same, and a shard that is missing leaves the run unfinished. For Slurm an array of which a
# task failed has failed for good, also when the task was requeued by hand and came to its end: afterany then, too)
set -eu
"${TILEPROOF:-tileproof}" merge -o "$2" "$1"/*.db
