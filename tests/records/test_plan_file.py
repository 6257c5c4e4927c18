"""The plan file passes the right jobs from the workflow to its jobs."""

import pytest

from records.errors import RecordError
from records.plan_file import FILE, read_job, read_plan, write_plan

LABELS = {"one": {"series": "curve", "added_by": "figure"}}


def test_jobs_are_handed_over_in_a_file(tmp_path):
    config = {"results": str(tmp_path), "seed": 1}
    jobs = {"batches": {"one": {"seed": 1}}, "overview": {"votes": {"seconds": 2}}}
    write_plan(config, jobs, {"runs": {"one": 2}, "problems": {}}, LABELS)
    path = tmp_path / FILE
    assert read_job(path, "batches", "one") == {"seed": 1}
    assert read_job(path, "overview", "votes") == {"seconds": 2}
    assert read_plan(path) == {
        "config": config,
        "jobs": jobs,
        "attempts": {"runs": {"one": 2}, "problems": {}},
        "labels": LABELS,
    }


@pytest.mark.parametrize("content", [b"", b"[]", b"null", b"\xff", b"{}", b"[" * 100_000])
def test_a_damaged_plan_is_named(tmp_path, content):
    (tmp_path / FILE).write_bytes(content)
    with pytest.raises(RecordError, match="plan.json: is not a plan or is damaged"):
        read_job(tmp_path / FILE, "batches", "one")


def test_a_job_or_a_file_that_is_not_there_is_named(tmp_path):
    write_plan({"results": str(tmp_path)}, {"overview": {"votes": {}}}, {}, {})
    with pytest.raises(RecordError, match="no job is called 'cube'; the jobs are votes"):
        read_job(tmp_path / FILE, "overview", "cube")
    with pytest.raises(RecordError, match="no.json: there is no such file; the workflow writes it"):
        read_job(tmp_path / "no.json", "overview", "votes")
