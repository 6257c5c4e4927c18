"""Calls of the workflow in a separate folder, as a user would type them."""

import json
import os
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil
import yaml

from data.files import SUMS
from records import plan_file
from workflows.guards import origin, results_lock
from workflows.plan.configuration import ROOT

QUICK = ROOT / "config" / "quick.yaml"
# The jobs call `python`, which has to be the one that runs the tests.
PATH = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
# The tables, the paper's page and the first one show seconds and their ratios.
UNEQUAL = {"logs", "timings.csv", "time_ratios.csv", "overview_timings.csv", "tables"}
UNEQUAL |= {
    "micra.html",
    "explore.js",
    "index.html",
    "benchmarks",
    "jobs.csv",
    "jobs.html",
    "ro-crate-metadata.json",
}
UNEQUAL |= {".snakemake_timestamp"}  # beside a folder that it made, unless it was killed right then
CLOCKED = {"seconds", "least_seconds", "most_seconds", "spent_seconds"}  # of a record
UNEQUAL |= {plan_file.FILE, results_lock.FILE, results_lock.LOCK, origin.FILE}
HOW = {"env": {**os.environ, "PATH": PATH}, "text": True}


def command(folder, *arguments, config=QUICK, cores=2, snakefile=ROOT / "Snakefile"):
    """Return the command line as strings."""
    call = [sys.executable, "-m", "snakemake", "--snakefile", snakefile]
    call += ["--directory", folder, "--configfile", config, "--cores", cores, *arguments]
    return list(map(str, call))


def snakemake(folder, *arguments, environment=None, **options):
    """Call snakemake, which may fail, and return the finished call."""
    how = {**HOW, "env": {**HOW["env"], **(environment or {})}}
    call = command(folder, *arguments, **options)
    return subprocess.run(call, cwd=folder, capture_output=True, timeout=1800, **how)


def sonar_alone(folder, **changes):
    """Write a config for a run of a few seconds into a folder and return its path."""
    content = yaml.safe_load(QUICK.read_text())
    content |= {"tables": ["micra/table-1"], "sweeps": [], "figures": [], "results": "results"}
    content["data"]["sets"] = ["sonar"]
    content["budget"]["max_updates"] = 100_000
    path = Path(folder, "sonar.yaml")
    path.write_text(yaml.safe_dump(content | changes))
    return path


def contents(results):
    """Return name -> content of each result file, without logs, the run's name and all seconds."""
    found = {}
    for path in sorted(Path(results).rglob("*")):
        if path.is_dir() or {path.parent.name, path.name} & UNEQUAL or SUMS in path.parts:
            continue
        name = str(path.relative_to(results))
        found[name] = path.read_bytes()
        if path.parent.name == "runs":
            records = json.loads(path.read_text())
            for record in records:
                assert all((record.pop(key) or 0) >= 0 for key in CLOCKED & record.keys())
            found[name] = json.dumps(records)
    return found


@contextmanager
def stopped_in_the_middle(folder, *arguments, **options):
    """Stop a call and the job of its first batch; return both, alive, as (workflow, job)."""
    with open(folder / "said", "w") as said:
        call = command(folder, *arguments, **options)
        workflow = psutil.Popen(call, cwd=folder, stdout=said, stderr=said, **HOW)
    job, everything = None, []
    try:
        while job is None:
            assert workflow.poll() is None, (folder / "said").read_text()
            time.sleep(0.05)
            job = job_of(workflow)
        everything = [workflow, *workflow.children(recursive=True)]
        for process in everything:
            process.suspend()
        yield workflow, job
    finally:
        for process in everything:
            if process.is_running():
                process.kill()
        workflow.wait(10)


def job_of(workflow):
    for process in workflow.children(recursive=True):
        with suppress(psutil.Error):
            if "workflows.commands.execute" in process.cmdline():
                return process


def resume(workflow):
    for process in [*workflow.children(recursive=True), workflow]:
        with suppress(psutil.NoSuchProcess):
            process.resume()
