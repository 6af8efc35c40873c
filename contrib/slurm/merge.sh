#!/bin/bash
#SBATCH --job-name=tileproof-merge
# Usage: sbatch --dependency=afterok:ARRAY_JOB merge.sh PARTS ALL.db
set -eu
"${TILEPROOF:-tileproof}" merge -o "$2" "$1"/*.db
