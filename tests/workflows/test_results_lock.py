"""One run in a folder of results, as far as one process can see it; see also test_interrupted."""

import pytest
from snakemake.exceptions import WorkflowError

from workflows import results_lock


@pytest.fixture
def results(tmp_path, monkeypatch):
    monkeypatch.delenv(results_lock.VARIABLE, raising=False)
    monkeypatch.setattr(results_lock, "MOMENT", 0.0)
    return tmp_path / "results"


def test_only_one_holds_a_folder(results):
    with results_lock.undisturbed(results) as free:
        assert free  # as it is not there
    results_lock.hold(results)
    with results_lock.undisturbed(results) as free:
        assert not free
    with pytest.raises(WorkflowError, match="Another run of the workflow goes on in .*/results: "):
        results_lock.hold(results)
    results_lock.hold(results.with_name("others"))  # which lets go of the first
    with results_lock.undisturbed(results) as free:
        assert free


def test_a_job_of_an_earlier_run_is_told_to_stop(results, monkeypatch):
    results_lock.hold(results)
    results_lock.check(results)
    monkeypatch.setenv(results_lock.VARIABLE, "process 1 on another")
    with pytest.raises(WorkflowError, match="belongs to process 1 on another, but process "):
        results_lock.check(results)
    monkeypatch.delenv(results_lock.VARIABLE)  # called by hand
    results_lock.check(results)


def test_what_is_half_written_in_another_runs_folder_stays(results):
    results_lock.hold(results / "quick")
    name = ".file.csv.999999999"  # of no process
    left = [folder / name for folder in (results, results / "runs", results / "quick")]
    for path in left:
        path.parent.mkdir(exist_ok=True)
        path.touch()
    results_lock.hold(results)
    assert [path.exists() for path in left] == [False, False, True]
