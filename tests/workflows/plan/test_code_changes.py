"""A change of a job's code makes its result again; a change of a comment does not.

test_used_files.py checks this for every kind of job, and takes minutes.
"""

import pytest

from tests.workflows.copies import copy_of_project, run_in

RUN = "results/runs/micra-table-1-romma.json"


def planned(project):
    """Return the rules of the jobs that a call for the run would start."""
    options = ["--cores", "1", "--dry-run", "--workflow-profile", "none"]
    call = run_in(project, "snakemake", RUN, *options)
    assert call.returncode == 0, call.stderr
    lines = (call.stdout + call.stderr).splitlines()
    return {line.split()[1].rstrip(":") for line in lines if line.startswith("rule ")}


@pytest.mark.long
def test_code_repeats_a_job_and_a_comment_does_not(tmp_path):
    project = copy_of_project(tmp_path, {})
    made = run_in(project, "snakemake", RUN, "--cores", "1")
    assert made.returncode == 0, made.stderr
    for name, rules in (
        ("data/loaders/sonar.py", {"prepare", "run_batch"}),
        ("algorithms/maxmargin/drivers/sequential/kernel.py", {"run_batch"}),
    ):
        path = project / name
        text = path.read_text(encoding="utf-8")
        path.write_text(text + "\n# a comment\n", encoding="utf-8")
        assert planned(project) == set(), name
        path.write_text(text + "\nCHANGED = True\n", encoding="utf-8")
        assert planned(project) >= rules, name
        path.write_text(text, encoding="utf-8")
