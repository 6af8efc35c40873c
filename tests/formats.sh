#!/bin/bash
# Reports against the schemas of tests/data/schemas: SARIF, JUnit XML and JSON of runs with every kind of row, and that the
# schemas refuse what is wrong. Skips what needs a validator that is not installed.
# Usage: tests/formats.sh BINARY
set -u
tool=$(realpath "$1")
data=$(realpath tests/data/kernels)
schemas=$(realpath tests/data/schemas)
cases=$(realpath tests/programs/check)
passed=0 failed=0
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1

fail() { failed=$((failed + 1)); echo "formats: FAILED: $*" | head -c 1000; echo; }
pass() { passed=$((passed + 1)); }
note() { if [ "$1" = 0 ]; then pass; else fail "$2; $(head -c 700 err)"; fi; }

python= xmllint=yes
for candidate in python3 /usr/bin/python3; do # Debian's package is for Debian's Python, which need not be the first one
	[ -n "$python" ] || ! "$candidate" -c 'import jsonschema' 2>/dev/null || python=$candidate
done
if [ -z "$python" ]; then
	echo "formats: skipped: SARIF and JSON are not validated, python3-jsonschema is not installed"
fi
if ! command -v xmllint >/dev/null; then
	xmllint=
	echo "formats: skipped: JUnit XML is not validated, xmllint (libxml2-utils) is not installed"
fi

# ---- three runs: nothing wrong; every verdict and a broken file under names that need escaping; decisions of our passes ----
"$tool" audit -j 1 --db reports.db "$data"/mx10*/*/passes_dump >out 2>err
note $? "audit of the kept dumps"
for before in "$cases"/*.before.py; do
	name=$(basename "$before" .before.py)
	mkdir -p "all/$name & <\"x\">, 100%/passes_dump"
	cp "$before" "all/$name & <\"x\">, 100%/passes_dump/26_after_NormalizeReturnOrder.py"
	cp "${before%.before.py}.after.py" "all/$name & <\"x\">, 100%/passes_dump/27_after_SkewCrossCorePipeline.py"
done
mkdir -p all/broken/passes_dump
for snapshot in 26_after_NormalizeReturnOrder 27_after_SkewCrossCorePipeline; do
	printf '# pypto.program: T\nimport pypto.language as pl\n\n@pl.program\nclass T:\n    @pl.function((((\n' >"all/broken/passes_dump/$snapshot.py"
done
"$tool" audit -j 1 --db reports.db --label 'a "label" & <more>' --revision r1 all/*/passes_dump >out 2>err
[ $? = 4 ]
note $? "audit of all cases and a broken file: another exit status than 4"
"$tool" run --db reports.db "$data"/mx01*/a2a3_PTOAS/passes_dump >out 2>err
note $? "run on kept dumps"
for run in 1 2 3; do
	for format in sarif junit json; do
		"$tool" report --db reports.db --run $run --format $format -o $run.$format >out 2>err
		note $? "report --run $run --format $format"
	done
done
for verdict in proved refuted unknown unsupported; do # else the schemas are held against too little
	grep -q "\"verdict\": \"$verdict\"" 2.json
	note $? "no result of verdict $verdict among the cases"
done

# ---- validation ----
"$tool" query --db reports.db --format csv 'SELECT name FROM v_verdicts UNION ALL SELECT name FROM v_obligations' 2>err |
	tr -d '\r' | tail -n +2 >known
if [ -n "$python" ]; then
	cat >validate.py <<'END'
import copy, json, sys, jsonschema

passed = failed = 0

def note(right, text):
    global passed, failed
    passed += bool(right)
    failed += not right
    if not right:
        print("formats: FAILED: " + text[:700])

def load(path):
    with open(path) as f:
        return json.load(f)

class Schema:
    def __init__(self, path):
        self.schema = load(path)
        kind = jsonschema.Draft4Validator if "draft-04" in self.schema["$schema"] else jsonschema.Draft7Validator
        kind.check_schema(self.schema)
        self.all = kind(self.schema, format_checker=jsonschema.FormatChecker())
    def wrong(self, j):
        return next(("/".join(map(str, e.absolute_path)) + ": " + e.message[:300] for e in self.all.iter_errors(j)), None)

sarif, report = Schema(sys.argv[1]), Schema(sys.argv[2])
for run in "123":
    for schema, name in (sarif, run + ".sarif"), (report, run + ".json"):
        wrong = schema.wrong(load(name))
        note(not wrong, f"{name} against its schema: {wrong}")

def refuses(schema, document, change):
    j = copy.deepcopy(document)
    change(j)
    note(j != document and schema.wrong(j), f"a schema takes a report with line {change.__code__.co_firstlineno} of validate.py done to it")

log, rows, decided = load("2.sarif"), load("2.json"), load("3.json")
def first(j, key, value=None): # of the results
    return next(r for r in (j["runs"][0] if "runs" in j else j)["results"] if key in r and value in (None, r[key]))
refuses(sarif, log, lambda j: j["runs"][0]["tool"]["driver"].pop("name"))
refuses(sarif, log, lambda j: j["runs"][0]["results"][0].update(kind="perhaps"))
refuses(sarif, log, lambda j: j["runs"][0]["results"][0]["locations"][0]["physicalLocation"].update(region={"startLine": 0}))
refuses(sarif, log, lambda j: first(j, "codeFlows")["codeFlows"][0].pop("threadFlows"))
refuses(report, rows, lambda j: j["results"][0].update(verdict="perhaps"))
refuses(report, rows, lambda j: j["results"][0].update(more=1))
refuses(report, rows, lambda j: j["counts"].pop("unknown"))
refuses(report, rows, lambda j: first(j, "verdict", "refuted").update(witness=None))
refuses(report, rows, lambda j: j["messages"][0].update(says=""))
refuses(report, decided, lambda j: j["decisions"][0].update(line="7"))

# what the schema of SARIF cannot say
run = log["runs"][0]
rules = [r["id"] for r in run["tool"]["driver"]["rules"]]
note(len(rules) == len(set(rules)) and all(r["ruleId"] in rules for r in run["results"]), "SARIF: a result without its rule, or a rule twice")
note(all(rules[r["ruleIndex"]] == r["ruleId"] for r in run["results"] if "ruleIndex" in r), "SARIF: ruleIndex is that of another rule")
note(all(len({t["id"] for t in f["threadFlows"]}) == len(f["threadFlows"]) for r in run["results"] for f in r.get("codeFlows", [])),
     "SARIF: two threads of a code flow have the same id")

listed = report.schema["definitions"]["verdict"]["enum"] + report.schema["definitions"]["obligation"]["enum"]
known = open("known").read().split()
note(sorted(known) == sorted(listed), f"report.json lists other verdicts and obligations than the tool has: {sorted(set(known) ^ set(listed))}")
print(passed, failed)
END
	if "$python" validate.py "$schemas/sarif-2.1.0-rtm.5.json" "$schemas/report.json" >out 2>err; then
		sed '$d' out
		read -r good bad < <(tail -1 out)
		passed=$((passed + good)) failed=$((failed + bad))
	else
		fail "validation broke off: $(tail -3 err)"
	fi
fi

if [ -n "$xmllint" ]; then
	for run in 1 2 3; do
		xmllint --noout --nonet --schema "$schemas/junit.xsd" $run.junit >out 2>err
		note $? "run $run: JUnit XML against its schema"
	done
	for change in 's/ tests="[0-9]*"//' 's/<skipped/<ignored/' 's/ classname="[^"]*"//' 's/ time="/ time="-/' 's/<failure message="[^"]*"/<failure/'; do
		sed "$change" 2.junit >spoilt.junit
		if cmp -s 2.junit spoilt.junit; then
			fail "nothing to spoil: $change"
		elif xmllint --noout --nonet --schema "$schemas/junit.xsd" spoilt.junit >out 2>err; then
			fail "junit.xsd takes the report after: $change"
		else
			pass
		fi
	done
fi

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
