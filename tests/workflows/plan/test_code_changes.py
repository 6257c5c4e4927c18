"""A change of a job's code makes its result again; a change of a comment does not.

test_used_files.py checks this for every kind of job, and takes minutes.
"""

import pytest

from tests.workflows.calls import sonar_alone
from tests.workflows.copies import copy_of_project, run_in

RUN = "results/runs/micra-table-1-romma.json"
LOADER, KERNEL = "data/loaders/sonar.py", "algorithms/maxmargin/drivers/sequential/kernel.py"


def called(project, *options):
    """Call snakemake for the run, with a config whose runs are short."""
    options = ["--configfile", "sonar.yaml", "--cores", "1", *options]
    call = run_in(project, "snakemake", RUN, *options)
    assert call.returncode == 0, call.stderr
    return call


def planned(project):
    """Return the rules of the jobs that a call for the run would start."""
    call = called(project, "--dry-run", "--workflow-profile", "none")
    lines = (call.stdout + call.stderr).splitlines()
    return {line.split()[1].rstrip(":") for line in lines if line.startswith("rule ")}


@pytest.mark.long
def test_code_repeats_a_job_and_a_comment_does_not(tmp_path):
    project = copy_of_project(tmp_path, {})
    sonar_alone(project)
    called(project)
    append(project, "# a comment", LOADER)
    append(project, "CHANGED = True", KERNEL)
    assert planned(project) == {"run_batch"}
    append(project, "CHANGED = True", LOADER)
    assert planned(project) == {"prepare", "run_batch"}


def append(project, line, name):
    with open(project / name, "a", encoding="utf-8") as file:
        file.write(f"\n{line}\n")
