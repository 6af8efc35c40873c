#!/usr/bin/env python3
"""Runs the steps of github-audit.yml here, as GitHub would: each `run` under `bash -e`, the matrix spelled out, files of the artifacts
in one folder. What `uses` an action is left out. By hand, with python3-yaml:
    contrib/ci/test.py build/tileproof FOLDER_OF_KERNELS     (KERNEL/ARCH_PLANNER/passes_dump below it)
Usage: test.py BINARY KERNELS; exit status 0 when all steps pass, or only the gate fails and there are findings."""
import itertools, os, re, subprocess, sys, tempfile
from pathlib import Path

try:
    import yaml
except ImportError:
    sys.exit("cannot run: there is no python3-yaml")

tool, kernels = (Path(a).resolve() for a in sys.argv[1:3])
flow = yaml.safe_load((Path(__file__).resolve().parent / "github-audit.yml").read_text())
values = {"github.run_id": "417", "github.sha": "0123abc"}


def spelled_out(text, matrix):
    def value(m):
        name = m.group(1)
        return str(matrix[name[len("matrix."):]]) if name.startswith("matrix.") else values[name]
    return re.sub(r"\$\{\{\s*([\w.]+)\s*\}\}", value, text)


with tempfile.TemporaryDirectory() as scratch:
    scratch = Path(scratch)
    (scratch / "bin").mkdir()
    (scratch / "bin/tileproof").symlink_to(tool)
    (scratch / "build").mkdir()
    (scratch / "Makefile").write_text(f"kernels-with-dumps:\n\tln -sfn {kernels} build/kernels\n")
    environment = dict(os.environ, PATH=f"{scratch}/bin:{os.environ['PATH']}", GITHUB_STEP_SUMMARY=str(scratch / "summary.md"))
    done, failed, steps = set(), [], 0
    for name, job in flow["jobs"].items():
        assert set([job["needs"]] if "needs" in job else []) <= done, f"{name} needs a job that does not come before it"
        axes = job.get("strategy", {}).get("matrix", {})
        for point in itertools.product(*axes.values()):
            matrix = dict(zip(axes, point))
            for step in job["steps"]:
                if "run" not in step:
                    assert "@" in step["uses"], step
                    path = step.get("with", {}).get("path") or step.get("with", {}).get("sarif_file")
                    if path and not (scratch / spelled_out(path, matrix)).is_file():
                        failed.append(f"{name}: {spelled_out(path, matrix)} for {step['uses']} is not there")
                    continue
                steps += 1
                r = subprocess.run(["bash", "-e", "-c", spelled_out(step["run"], matrix)], cwd=scratch, env=environment, capture_output=True, text=True)
                if r.returncode:
                    failed.append(f"{name}: {step.get('name', step['run'].split(chr(10))[0])} {matrix or ''}: status {r.returncode}: {r.stderr[-300:]}")
        done.add(name)
    if not (scratch / "all.db").is_file():
        sys.exit("\n".join(failed))
    query = [tool, "query", "--db", scratch / "all.db", "--format", "csv"]
    findings = int(subprocess.run(query + ["SELECT count(*) FROM v_findings"], capture_output=True, text=True).stdout.split()[-1])
    runs = subprocess.run(query + ["SELECT state, label, revision FROM v_runs"], capture_output=True, text=True).stdout.split()[1:]
    if not (scratch / "summary.md").stat().st_size:
        failed.append("the summary is empty")
    if runs != ["finished,417,0123abc"]:
        failed.append(f"runs: {runs}")
    gate = [f for f in failed if f.startswith("report: gate")]
    if len(gate) != (findings > 0):
        failed.append(f"{findings} findings, and the gate says {gate or 'nothing'}")
    failed = [f for f in failed if f not in gate]
    print("\n".join(failed + [f"{steps} steps, {findings} findings, {'the gate failed' if gate else 'the gate passed'}",
                              f"{0 if failed else 1} passed, {len(failed)} failed"]))
    sys.exit(1 if failed else 0)
