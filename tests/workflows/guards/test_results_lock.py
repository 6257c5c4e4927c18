"""The lock allows one run at a time in a folder of results.

These tests use one process; test_interrupted.py uses several.
"""

import errno
import os
import re
import time

import pytest
from snakemake.exceptions import WorkflowError

from data.files import UNFINISHED
from workflows.guards import results_lock


@pytest.fixture
def results(tmp_path, monkeypatch):
    monkeypatch.delenv(results_lock.VARIABLE, raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path / "results"


@pytest.mark.parametrize(
    ("folder", "sentence"),
    [
        (".", "The folder of results, ., contains the current folder"),
        ("file/results", "file is not a folder, so file/results cannot be created;"),
    ],
)
def test_a_folder_that_cannot_hold_the_results_is_refused(tmp_path, monkeypatch, folder, sentence):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").touch()
    with pytest.raises(WorkflowError, match=re.escape(sentence)):
        results_lock.check_folders(folder)


def test_a_current_folder_that_cannot_be_written_to_is_refused(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(results_lock.os, "access", lambda *_: False)
    sentence = f"{tmp_path} is not writable, but Snakemake stores its records there"
    with pytest.raises(WorkflowError, match=re.escape(sentence)):
        results_lock.check_folders("results")


def hold(results):
    results_lock.hold(str(results), results.with_name("store"), [])


def test_results_that_cannot_be_written_to_are_refused(results, monkeypatch):
    def on_a_read_only_disk(*_, **__):
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr(results_lock.Path, "mkdir", on_a_read_only_disk)
    sentence = f"{results} cannot be written: Read-only file system."
    with pytest.raises(WorkflowError, match=re.escape(sentence)):
        hold(results)


def test_only_one_holds_a_folder(results):
    hold(results)
    with pytest.raises(WorkflowError, match="Another run .* in .*/results: process .* Wait until"):
        hold(results)
    hold(results.with_name("others"))  # which lets go of the first
    hold(results)


def test_a_garbled_name_of_an_earlier_run_stops_nobody(results):
    results.mkdir()
    (results / results_lock.FILE).write_bytes(b"\xff\xfe\0")
    hold(results)
    assert (results / results_lock.FILE).read_text().startswith("process ")


def test_half_a_download_of_a_killed_run_is_removed(results, monkeypatch):
    left = results.with_name("store") / ".partial-w8a"
    left.mkdir(parents=True)
    a_day_ago = time.time() - 2 * 24 * 3600
    os.utime(left, (a_day_ago, a_day_ago))
    hold(results)
    assert not left.exists()


def test_a_job_of_an_earlier_run_is_told_to_stop(results, monkeypatch):
    hold(results)
    results_lock.check(results)
    monkeypatch.setenv(results_lock.VARIABLE, "process 1 on another")
    with pytest.raises(WorkflowError, match="belongs to process 1 on another, but process "):
        results_lock.check(results)
    monkeypatch.delenv(results_lock.VARIABLE)  # called by hand
    results_lock.check(results)


def test_what_is_half_written_in_another_runs_folder_stays(results):
    hold(results / "quick")
    name = f".file.csv{UNFINISHED}999999999"  # of no process
    left = [folder / name for folder in (results, results / "runs", results / "quick")]
    for path in left:
        path.parent.mkdir(exist_ok=True)
        path.touch()
    hold(results)
    assert [path.exists() for path in left] == [False, False, True]
