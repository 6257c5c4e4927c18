"""Every project file that a job uses is among its inputs, so a change makes results stale.

A small workflow with every kind of job runs with a `python` that records the files it uses. Then
one file of each kind is changed in a copy of the project, and a dry run lists the jobs to run.
"""

import base64
import json
import os
import shlex
import shutil
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.algorithms.variant_files import HALFWAY, write
from tests.workflows.calls import PATH, snakemake, sonar_alone
from workflows.plan.configuration import ROOT

pytestmark = pytest.mark.slow
WATCHED = Path(__file__).parents[1] / "watched_python.py"
# The two exceptions to the rule; workflows/plan/sources.py gives the reasons.
CARRIERS = ("data/", "records/")
CHECKS_ONLY = ".schema.json"
# A data set's entry there, with the SHA-256 of its files, is a parameter of its job.
REGISTERED = ("data/register.yaml", "data/bundled/")
PLAINLY = ("--dry-run", "--workflow-profile", "none")  # without the profile's bars


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """Return a copy of the project with its compiled code, which tests may change."""
    folder = tmp_path_factory.mktemp("copy") / "project"
    left_out = shutil.ignore_patterns(".git", ".venv", ".snakemake", "results", "store")
    shutil.copytree(ROOT, folder, ignore=left_out)
    return folder


@pytest.fixture(scope="module")
def folder(tmp_path_factory, project):
    """Return the folder of a call with watched jobs; jobs/ has the files that each job used."""
    folder = tmp_path_factory.mktemp("watched")
    write(folder, "halfway.py", HALFWAY)
    # No run may fail on these data, since every call repeats failed runs.
    write(folder, "mine.csv", "a,b,kind\n1,2,no\n2,1,no\n-1,-2,yes\n-2,-1,yes\n")
    drawn = "alma-artificial-s3-e000"
    sonar_alone(
        folder,
        tables=["micra/table-1", "micra/table-5", "alma/table-6"],
        figures=["margin_along_a_run"],
        variants=["halfway.py"],
        online={"permutations": {drawn: 1}, "kernel_memory": 1},
        overview={"seconds": 0.1},
        data={
            "sets": ["sonar", drawn],
            "own": {"mine": {"file": "mine.csv"}},
            "store": "store",
            "mirror": None,
            "strict": False,
        },
    )
    (folder / "jobs").mkdir()
    python = folder / "bin" / "python"
    python.parent.mkdir()
    python.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} {WATCHED} "$@"\n')
    python.chmod(0o755)
    call = called(
        folder,
        project,
        PATH=f"{python.parent}{os.pathsep}{PATH}",
        WATCHED_ROOT=str(project),
        WATCHED_TO=str(folder / "jobs"),
    )
    assert call.returncode == 0, call.stdout + call.stderr
    return folder


def called(folder, project, *options, **environment):
    call = [*options, "--snakefile", project / "Snakefile"]
    return snakemake(folder, "all", *call, config=folder / "sonar.yaml", environment=environment)


class Job(NamedTuple):
    """A job: its rule, the project files that it uses, and the results that it reads and makes."""

    rule: str
    inputs: set
    used: set
    reads: set
    makes: set


@pytest.fixture(scope="module")
def jobs(folder, project):
    """Return log -> Job."""
    watched = [json.loads(path.read_text()) for path in (folder / "jobs").glob("*.json")]
    found = {}
    for path in filter(Path.is_file, (folder / ".snakemake" / "metadata").rglob("*")):
        record = json.loads(path.read_text())
        made = base64.b64decode(path.name).decode()
        words = shlex.split(record["shellcmd"])
        (used,) = [job["used"] for job in watched if set(job["call"]) <= set(words)]
        (log,) = record["log"]
        of_project = {name for name in record["input"] if name.startswith(str(project))}
        job = Job(
            record["rule"],
            {os.path.relpath(name, project) for name in of_project},
            {os.path.relpath(name, project) for name in used},
            set(record["input"]) - of_project,
            set(),
        )
        found.setdefault(log, job).makes.add(made)
    return found


def test_every_kind_of_job_was_watched(jobs):
    rules = {job.rule for job in jobs.values()}
    assert {"prepare", "run_batch", "run_timed", "run_online", "overview_problem"} <= rules
    assert {"check_variant", "overview_variant"} <= rules
    assert {"theory", "rates", "compare", "figure", "render"} <= rules
    assert {"collect", "jobs", "provenance", "report", "theory_first_epochs", "overview"} <= rules
    assert all(job.used for job in jobs.values())


def test_whatever_a_job_uses_is_among_its_inputs(jobs):
    missing = {}
    for log, job in jobs.items():
        left = {name for name in job.used - job.inputs if not name.endswith(CHECKS_ONLY)}
        if job.rule.startswith(("run", "overview_")):
            left = {name for name in left if not name.startswith(CARRIERS)}
        if job.rule == "prepare":
            left = {name for name in left if not name.startswith(REGISTERED)}
        if left:
            missing[log] = sorted(left)
    assert not missing


def test_a_change_makes_exactly_what_depends_on_it_again(folder, project, jobs):
    """For each set of dependents, one file is changed, and a dry run lists the jobs."""
    kinds = {}
    for name in sorted(set().union(*(job.inputs for job in jobs.values()))):
        kinds.setdefault(frozenset(log for log in jobs if name in jobs[log].inputs), name)
    assert len(kinds) > 10
    for direct, name in kinds.items():
        path = project / name
        change = b"\nCHANGED = True\n" if path.suffix == ".py" else b"\n# a change\n"
        assert would_run(folder, project, path, change) == with_later_jobs(jobs, direct), name
    assert "Nothing to be done" in called(folder, project, *PLAINLY).stdout


@pytest.mark.parametrize("name", ["drivers/sequential/kernel.py", "rules/perceptron.py"])
def test_a_comment_repeats_no_run(folder, project, jobs, name):
    path = project / "algorithms" / "maxmargin" / name
    again = would_run(folder, project, path, b"\n# a comment\n")
    long = ("run_", "overview_", "prepare", "theory_first_epochs")
    assert not [jobs[log].rule for log in again if jobs[log].rule.startswith(long)]


def would_run(folder, project, path, added):
    """Return the logs of the jobs that would run if the bytes `added` ended a file."""
    before, times = path.read_bytes(), path.stat()
    path.write_bytes(before + added)
    said = called(folder, project, *PLAINLY).stdout
    path.write_bytes(before)
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
    return {line.split()[1] for line in said.splitlines() if line.startswith("    log: ")}


def with_later_jobs(jobs, logs):
    """Return these jobs and all jobs that read their results, directly or indirectly."""
    found = set(logs)
    made = set().union(*(jobs[log].makes for log in found))
    later = {log for log, job in jobs.items() if job.reads & made}
    return found if later <= found else with_later_jobs(jobs, found | later)
