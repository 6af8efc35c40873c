#!/bin/bash
# scripts/layers must find one planted violation of each rule, and nothing in a clean tree.
set -u
layers=$(realpath "$(dirname "$0")/../scripts/layers")
passed=0 failed=0
tree=$(mktemp -d) || exit 1
trap 'rm -rf "$tree"' EXIT

# rule EXPECTED(0 clean, 1 refused) NAME FILE CONTENT [FILE CONTENT]...
rule() {
	local want=$1 name=$2 got
	shift 2
	rm -rf "${tree:?}"/*
	mkdir "$tree"/{model,analyzer,checks,reports,tests}
	while [ $# -gt 0 ]; do
		printf '%b\n' "$2" >"$tree/$1"
		shift 2
	done
	LAYERS_ROOT=$tree "$layers" >/dev/null 2>&1
	got=$?
	if [ $got = "$want" ]; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "layers: FAILED: $name: exit status $got, wanted $want"
	fi
}

rule 0 "an empty tree"
rule 0 "every allowed direction" model/a.c '#include "model/a.h"' analyzer/a.c '#include "model/a.h"\n#include "analyzer/a.h"' \
	checks/a.c '#include "analyzer/a.h"\n#include <z3.h>' reports/a.c '#include "checks/a.h"\n#include <sqlite3.h>' \
	tests/test_a.c '#include "reports/a.h"\n#include <criterion/criterion.h>'
rule 1 "model includes analyzer" model/a.c '#include "analyzer/a.h"'
rule 1 "analyzer includes checks" analyzer/a.h '#  include "checks/a.h"'
rule 1 "checks includes reports" checks/a.c '#include "reports/a.def"'
rule 1 "reports includes tests" reports/a.c '#include "tests/a.h"'
rule 1 "include by a short path" model/a.c '#include "a.h"'
rule 1 "solver outside checks" model/a.c '#include <z3.h>'
rule 1 "solver in two files" checks/a.c '#include <z3.h>' checks/b.c '#include <z3.h>'
rule 1 "database outside reports" checks/a.c '#include <sqlite3.h>'
rule 1 "database in two files" reports/a.c '#include <sqlite3.h>' reports/b.h '#include <sqlite3.h>'
rule 1 "criterion outside tests" reports/a.c '#include <criterion/criterion.h>'
rule 1 "a file of 601 lines" model/a.c "$(printf '\\n%.0s' {1..600})"

echo "$passed passed, $failed failed"
[ $failed = 0 ]
