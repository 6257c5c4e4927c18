"""The workflow on a real SLURM cluster of one node: `make test-slurm`."""

import re
import time
from math import ceil

import psutil
import pytest
import yaml

from tests.slurm.cluster import jobs_of, missing, one_node
from tests.workflows.calls import HOW, QUICK, command, contents, snakemake, sonar_alone
from workflows.plan.configuration import ROOT

pytestmark = pytest.mark.slurm

SLURM = ("--profile", ROOT / "profiles" / "slurm", "--slurm-init-seconds-before-status-checks", 2)
GROUPED = 10  # in profiles/slurm
WITH_RATIOS = re.compile("claims|verdicts")  # in names of files
RATIO = re.compile("(< )?×[0-9.e-]+")


@pytest.fixture
def cluster(tmp_path):
    if reason := missing():
        pytest.fail(f"A cluster {reason}.")
    folder = tmp_path / "cluster"
    folder.mkdir()
    with one_node(folder) as environment:
        yield environment


def made(folder, *arguments, **options):
    """Call the workflow, which must succeed, and return its results."""
    folder.mkdir(exist_ok=True)
    call = snakemake(folder, "all", *arguments, **options)
    assert call.returncode == 0, call.stdout + call.stderr
    return folder / "results"


def quick_with_timed_runs(folder):
    """Write the quick config with timed runs on sonar into a folder, and return its path.

    A limit on seconds would stop other runs on a busy machine.
    """
    content = yaml.safe_load(QUICK.read_text())
    content["budget"]["max_seconds"] = None
    content["tables"].append("micra/table-5")
    content["data"]["sets"] = ["sonar", "wbc", "wbc-11"]
    path = folder / "quick.yaml"
    path.write_text(yaml.safe_dump(content))
    return path


def test_the_quick_config_makes_on_slurm_what_it_makes_here(cluster, tmp_path):
    config = quick_with_timed_runs(tmp_path)
    here = made(tmp_path / "here", config=config) / "quick"
    there = made(tmp_path / "there", *SLURM, config=config, environment=cluster) / "quick"
    assert without_ratios(contents(there)) == without_ratios(contents(here))
    assert_timed_were_alone_and_small_grouped(jobs_of(cluster), len(list(here.glob("runs/*"))))


def without_ratios(found):
    """Return contents without the ratios of seconds that stand beside verdicts."""
    return {
        name: RATIO.sub("×", content.decode()) if WITH_RATIOS.search(name) else content
        for name, content in found.items()
    }


def assert_timed_were_alone_and_small_grouped(jobs, runs):
    assert all(job["JobState"] == "COMPLETED" for job in jobs)
    timed = [job for job in jobs if job["Comment"].startswith("rule_run_timed")]
    assert timed
    for job in timed:
        assert job["OverSubscribe"] == "NO" and job["CPUs/Task"] == "1"
        others = [other for other in jobs if other is not job]
        assert all(
            other["EndTime"] <= job["StartTime"] or other["StartTime"] >= job["EndTime"]
            for other in others
        )
    grouped = [job for job in jobs if job["Comment"].startswith("rule_run_run")]
    assert len(grouped) == ceil((runs - len(timed)) / GROUPED)
    assert all(job["NumCPUs"] == "1" for job in grouped)
    assert len(jobs) == len(timed) + len(grouped) + 2  # what comes before the runs, and after


def test_after_a_kill_of_the_workflow_the_plain_call_finishes(cluster, tmp_path):
    config = sonar_alone(tmp_path, tables=["micra/table-1", "micra/table-5"])
    here = made(tmp_path / "here", config=config)
    there = tmp_path / "there"
    there.mkdir()
    call = command(there, "all", *SLURM, config=config)
    with open(there / "said", "w") as said:
        how = {**HOW, "env": {**HOW["env"], **cluster}}
        workflow = psutil.Popen(call, cwd=there, stdout=said, stderr=said, **how)
    while not (there / "results" / "runs").is_dir():  # made for the first of the runs
        assert workflow.poll() is None, (there / "said").read_text()
        time.sleep(0.1)
    workflow.kill()
    workflow.wait(10)
    left = {job["JobId"] for job in jobs_of(cluster)}
    made(there, *SLURM, config=config, environment=cluster)
    assert without_ratios(contents(there / "results")) == without_ratios(contents(here))
    jobs = {job["JobId"]: job["JobState"] for job in jobs_of(cluster)}
    assert all(state == "COMPLETED" for number, state in jobs.items() if number not in left)
    assert set(jobs) > left
