"""A job uses one thread even if it has all cores of the machine."""

import pytest

from tests.workflows.calls import sonar_alone, stopped_in_the_middle

BATCH = "micra-table-5-sonar"  # is timed


@pytest.mark.slow
def test_the_libraries_take_one_thread(tmp_path):
    config = sonar_alone(tmp_path, tables=["micra/table-5"])
    target = f"results/runs/{BATCH}.json"
    with stopped_in_the_middle(tmp_path, target, config=config, cores=2) as (_, job):
        assert any(BATCH in word for word in job.cmdline())
        environment = job.environ()
    for library in ("OMP", "OPENBLAS", "MKL"):
        assert environment[f"{library}_NUM_THREADS"] == "1"
