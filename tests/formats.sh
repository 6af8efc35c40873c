#!/bin/bash
# Reports against the schemas of tests/data/schemas: SARIF, JUnit XML and JSON of runs with every kind of row, and that the
# schemas refuse what is wrong. Skips what needs a validator that is not installed.
# Usage: tests/formats.sh BINARY
set -u
tool=$(realpath "$1")
data=$(realpath tests/data/kernels)
schemas=$(realpath tests/data/schemas)
cases=$(realpath tests/programs/check)
rings=$(realpath tests/programs/rings)
loops=$(realpath tests/programs/loops)
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

# ---- runs: nothing wrong; every verdict and a broken file under names that need escaping; decisions of our passes; faulty rings twice ----
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
# What passes of ours made is no file: findings about it must be shown in the input.
mkdir ring && cp "$rings"/skew_blocks.py "$rings"/odd_ring.py "$rings"/released_twice.py "$loops"/dyn_neg_step_error.py ring || exit 1
"$tool" run --reference --db reports.db ./ring >out 2>err
[ $? = 4 ]
note $? "run on faulty rings and a loop that a pass refuses: another exit status than 4"
for name in skew_blocks odd_ring; do
	mkdir -p "rings/$name" && cp "$rings/$name.py" "rings/$name/26_after_NormalizeReturnOrder.py" &&
		cp "$rings/$name.py" "rings/$name/27_after_SkewCrossCorePipeline.py" || exit 1
done
"$tool" audit -j 1 --db reports.db rings/* >out 2>err
[ $? = 1 ]
note $? "audit of faulty rings: another exit status than 1"
for run in 1 2 3 4 5; do
	for format in sarif junit json github; do
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
import copy, json, os, re, sys, jsonschema

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
for run in "12345":
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

# one thread per core, each step with its line in the text of the finding, all of them in one order
def flows(name, rule, file):
    return [[(t["id"], [(s["executionOrder"], s["location"].get("physicalLocation", {}).get("region", {}).get("startLine"),
                         s["location"]["message"]["text"]) for s in t["locations"]]) for t in r["codeFlows"][0]["threadFlows"]]
            for r in load(name)["runs"][0]["results"] if r["ruleId"] == rule and "codeFlows" in r
            and r["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == file]
blocked = flows("5.sarif", "ring.deadlock", "rings/skew_blocks/27_after_SkewCrossCorePipeline.py")
note(len(blocked) == 1 and [t[0] for t in blocked[0]] == ["AIC", "AIV"], f"SARIF: a deadlock without one thread per core: {blocked}")
if len(blocked) == 1:
    aic, aiv = (t[1] for t in blocked[0])
    text = open("rings/skew_blocks/27_after_SkewCrossCorePipeline.py").read().split("\n")
    words = {"push": "tpush_to_", "pop": "tpop_from_", "release": "tfree_to_"}
    for steps in aic, aiv:
        for order, line, says in steps:
            word = says.removeprefix("waits: ").split()[0]
            note(line and words[word] in text[line - 1], f"SARIF: step '{says}' is not that of line {line}")
    orders = sorted(s[0] for s in aic + aiv)
    note(orders == list(range(1, len(orders))) + [len(orders) - 1], f"SARIF: orders of the steps: {orders}")
    note(aic[-1][2].startswith("waits: push c2v id 0 #4") and aiv[-1][2].startswith("waits: push v2c id 0 #2"), "SARIF: who waits for what")
written = flows("5.sarif", "ring.overwrite", "rings/odd_ring/27_after_SkewCrossCorePipeline.py")
note(len(written) == 1 and [t[0] for t in written[0]] == ["AIC", "AIV"] and written[0][0][1][-1][1:] == (16, "push c2v id 0 #5"),
     f"SARIF: the schedule of an overwritten slot does not end with it: {written}")
prints = lambda name: sorted((r["ruleId"], r["partialFingerprints"]["tileproofCode/v1"]) for r in load(name)["runs"][0]["results"])
note(prints("4.sarif") and set(prints("5.sarif")) <= set(prints("4.sarif")), "SARIF: the same fault has other fingerprints in another file")

# every place in a report on `run` is a line of a file that there is
def lines(path):
    with open(path) as f:
        return len(f.read().split("\n"))
def places(j):
    if isinstance(j, dict):
        if "artifactLocation" in j:
            yield j["artifactLocation"]["uri"], j.get("region", {}).get("startLine")
        j = list(j.values())
    for x in j if isinstance(j, list) else []:
        yield from places(x)
shown = set(places(load("4.sarif")["runs"][0]))
for uri, line in shown:
    note(os.path.isfile(uri) and (line is None or 1 <= line <= lines(uri)), f"SARIF of run: there is no line {line} of {uri}")
note({u for u, _ in shown} == {"ring/" + f for f in os.listdir("ring")}, "SARIF of run: a file is missing")
note(all(r["locations"][0]["physicalLocation"].get("region") for r in load("4.sarif")["runs"][0]["results"] if r["kind"] == "fail"),
     "SARIF of run: a finding without a line")
marks = [re.match(r"::(error|notice|warning) file=([^,]*)(?:,line=(\d+))?(?:,col=\d+)?,title=([^:]*)::(.*)", m) for m in open("4.github")]
note(all(marks) and len(marks) > 2, "GitHub: a line that is no annotation")
told = [(r["function"], r["obligation"]) for r in load("4.json")["results"] if r["verdict"] == "refuted" and r["witness"]["replayed"]]
note(sum(m[1] == "error" and m[4] != "input" for m in marks) < len(told), "GitHub: a fault is told again, end to end")
for m in marks:
    note(os.path.isfile(m[2]) and (m[4] == "input" or 1 <= int(m[3] or 0) <= lines(m[2])), f"GitHub: annotation at no line of a file: {m[0][:200]}")
    note(m[4] == "input" or m[5].startswith("step "), f"GitHub: annotation of run without its step: {m[0][:200]}")

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
	for run in 1 2 3 4 5; do
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
