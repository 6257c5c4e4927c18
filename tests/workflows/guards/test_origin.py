"""A folder of results belongs to one calling folder, and replaces no file of the user."""

import re
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from snakemake.exceptions import WorkflowError

from data.files import CHECKED_VARIABLE, SUMS
from workflows.guards import origin
from workflows.guards.damage import set_aside_damaged

OUTPUTS = ["results/runs/{batch}.json", "results/report", "results/plan.json", "elsewhere/file"]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Return the calling folder, with results that it has made."""
    made = tmp_path / "made"
    made.mkdir()
    monkeypatch.chdir(made)
    start()
    (made / "results" / "runs").mkdir()
    return made


def start(results="results"):
    """Do what a call of the workflow does before it makes results."""
    origin.check(results, [output.replace("results", results) for output in OUTPUTS])
    origin.note(results)


def refused(sentence, results="results"):
    before = sorted(Path().rglob("*"))
    with pytest.raises(WorkflowError, match=re.escape(sentence)):
        start(results)
    assert sorted(Path().rglob("*")) == before


def test_the_same_folder_may_call_again(folder, tmp_path, monkeypatch):
    start()
    folder.rename(tmp_path / "moved")
    monkeypatch.chdir(tmp_path / "moved")
    start()


@pytest.mark.parametrize("writes", [0, 1, 2])
def test_a_kill_while_the_name_is_written_stops_nobody(folder, tmp_path, monkeypatch, writes):
    folder.rename(tmp_path / "moved")
    monkeypatch.chdir(tmp_path / "moved")
    written, whole = [], origin._write

    def write(path, content):
        if len(written) == writes:
            raise KeyboardInterrupt
        whole(path, content)
        written.append(path)

    with monkeypatch.context() as context, pytest.raises(KeyboardInterrupt):
        context.setattr(origin, "_write", write)
        start()
    start()
    start()


def test_a_copy_has_no_records(folder, tmp_path, monkeypatch):
    (tmp_path / "other").mkdir()
    shutil.copytree("results", tmp_path / "other" / "results")
    monkeypatch.chdir(tmp_path / "other")
    refused(f"results was made by calls in {folder} with `results=results`")
    # Not even if other results of that name were made here.
    shutil.move("results", "copy")
    start()
    shutil.rmtree("results")
    shutil.move("copy", "results")
    refused(f"results was made by calls in {folder}")


def test_copies_of_the_calling_folder_do_not_take_turns(folder, tmp_path, monkeypatch):
    """With results behind a link, each would call the other's results up to date."""
    Path("results").rename(tmp_path / "scratch")
    Path("results").symlink_to(tmp_path / "scratch")
    start()
    shutil.copytree(folder, tmp_path / "copy", symlinks=True)
    monkeypatch.chdir(tmp_path / "copy")
    start()
    monkeypatch.chdir(folder)
    refused(f"results was made by calls in {tmp_path / 'copy'} with `results=results`")


def test_calls_with_several_folders_note_all(folder):
    names = [f"results/{name}" for name in "abcdefgh"]
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(start, names))
    for name in names:
        start(name)


def test_damage_to_the_sum_of_the_name_is_no_damage(folder, monkeypatch):
    monkeypatch.setenv(CHECKED_VARIABLE, str(folder / "others"))
    start("others")
    (noted,) = (folder / "others" / SUMS).rglob("*")
    noted.write_bytes(b"")
    set_aside_damaged("others")
    start("others")


def test_records_are_under_the_path_as_it_is_written(folder):
    refused(f"made by calls in {folder} with `results=results`", str(folder / "results"))
    shutil.copytree("results", "others")
    refused(f"others was made by calls in {folder} with `results=results`", "others")


@pytest.mark.parametrize("lost", [".snakemake", ".snakemake/results.json"])
def test_lost_records_are_named(folder, lost):
    path = folder / lost
    shutil.rmtree(path) if path.is_dir() else path.write_bytes(b"\0")
    refused("Snakemake's records of the parameters in results are gone")


@pytest.mark.parametrize("damage", [b"", b"[]", b"\xff"])
def test_a_damaged_name_is_no_name(folder, damage):
    (folder / "results" / origin.FILE).write_bytes(damage)
    refused("results was made by calls in another folder with `results=another path`")


@pytest.mark.parametrize("name", ["report", "runs", "plan.json"])
def test_files_of_the_user_are_not_replaced(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "results" / name).mkdir(parents=True)
    (tmp_path / "results" / name / "main.tex").touch()
    refused(f"results has {name}, which the workflow would replace")


def test_other_files_may_be_there(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "results" / "cells").mkdir(parents=True)
    (tmp_path / "results" / "elsewhere").touch()
    start()
    start()
