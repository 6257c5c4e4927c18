"""One run in a folder of results, as far as one process can see it; see also test_interrupted."""

import pytest
from snakemake.exceptions import WorkflowError

from workflows import one_at_a_time


@pytest.fixture
def results(tmp_path, monkeypatch):
    monkeypatch.delenv(one_at_a_time.VARIABLE, raising=False)
    monkeypatch.setattr(one_at_a_time, "MOMENT", 0.0)
    return tmp_path / "results"


def test_only_one_holds_a_folder(results):
    with one_at_a_time.undisturbed(results) as free:
        assert free  # as it is not there
    one_at_a_time.hold(results)
    with one_at_a_time.undisturbed(results) as free:
        assert not free
    with pytest.raises(WorkflowError, match="Another run of the workflow goes on in .*/results: "):
        one_at_a_time.hold(results)
    one_at_a_time.hold(results.with_name("others"))  # which lets go of the first
    with one_at_a_time.undisturbed(results) as free:
        assert free


def test_a_job_of_an_earlier_run_is_told_to_stop(results, monkeypatch):
    one_at_a_time.hold(results)
    one_at_a_time.check(results)
    monkeypatch.setenv(one_at_a_time.VARIABLE, "process 1 on another")
    with pytest.raises(WorkflowError, match="belongs to process 1 on another, but process "):
        one_at_a_time.check(results)
    monkeypatch.delenv(one_at_a_time.VARIABLE)  # called by hand
    one_at_a_time.check(results)


def test_what_is_half_written_in_another_runs_folder_stays(results):
    one_at_a_time.hold(results / "quick")
    name = ".file.csv.999999999"  # of no process
    left = [folder / name for folder in (results, results / "runs", results / "quick")]
    for path in left:
        path.parent.mkdir(exist_ok=True)
        path.touch()
    one_at_a_time.hold(results)
    assert [path.exists() for path in left] == [False, False, True]
