"""Files of results that have changed since they were made are moved aside."""

import json

import numpy as np
import pytest

from records.errors import RecordError
from workflows.guards.attempts import count_attempts
from workflows.guards.damage import set_aside_damaged

STORE = {"store": "store", "mirror": None}


@pytest.mark.parametrize("content", ["null", "{}", "[]", "3", '["a"]', '[{"run": "a"}]', "[", ""])
def test_files_that_are_no_records_are_set_aside(tmp_path, content, capsys):
    (tmp_path / "runs").mkdir()
    (tmp_path / "runs" / "a.json").write_text(content)
    set_aside_damaged(tmp_path)
    assert (tmp_path / ".damaged" / "runs" / "a.json").read_text() == content
    assert "a.json has changed since it was made" in capsys.readouterr().err
    assert count_attempts(tmp_path, ["a"], STORE) == {"runs": {}, "problems": {}}


@pytest.mark.parametrize("folder", ["overview", "variants"])
def test_other_records_without_a_sum_are_objects(tmp_path, folder, capsys):
    (tmp_path / folder).mkdir()
    (tmp_path / folder / "a.json").write_text('{"runs": [')
    (tmp_path / folder / "b.json").write_text('{"runs": []}')
    set_aside_damaged(tmp_path)
    assert {path.name for path in (tmp_path / folder).iterdir()} == {"b.json"}
    assert "a.json has changed since it was made" in capsys.readouterr().err


def test_records_that_are_nested_too_deeply_are_set_aside(tmp_path):
    (tmp_path / "runs").mkdir()
    (tmp_path / "runs" / "a.json").write_text("[" * 100_000)
    set_aside_damaged(tmp_path)
    assert (tmp_path / ".damaged" / "runs" / "a.json").exists()


def test_records_of_before_sums_were_noted_are_kept(tmp_path, capsys):
    (tmp_path / "runs").mkdir()
    record = {"run": "a", "data": "sonar", "status": "converged"}
    (tmp_path / "runs" / "a.json").write_text(json.dumps([record]))
    set_aside_damaged(tmp_path)
    assert not (tmp_path / ".damaged").exists() and capsys.readouterr().err == ""


@pytest.mark.parametrize("record", ["null", "{}", "{"])
def test_data_sets_without_a_sum_have_a_record(tmp_path, record):
    (tmp_path / "problems").mkdir()
    np.savez(tmp_path / "problems" / "sonar.npz", record=np.array(record))
    set_aside_damaged(tmp_path)
    assert (tmp_path / ".damaged" / "problems" / "sonar.npz").is_file()


def test_a_copy_without_check_sums_gets_new_tables_and_no_other_new_file(tmp_path, capsys):
    for name in ("runs.csv", "claims.csv", "my-notes.csv"):
        (tmp_path / name).write_text("run,status\n")
    set_aside_damaged(tmp_path)
    assert sorted(p.name for p in tmp_path.glob("*.csv")) == ["my-notes.csv"]
    assert sorted(p.name for p in (tmp_path / ".damaged").iterdir()) == ["claims.csv", "runs.csv"]
    assert "runs.csv has no recorded SHA-256: moved to" in capsys.readouterr().err


def test_what_is_no_file_is_set_aside_too(tmp_path, capsys):
    (tmp_path / "runs" / "folder.json").mkdir(parents=True)
    (tmp_path / "runs" / "link.json").symlink_to(tmp_path / "nowhere.json")
    set_aside_damaged(tmp_path)
    assert list((tmp_path / "runs").iterdir()) == []
    assert capsys.readouterr().err.count("has changed since it was made") == 2


def test_a_place_that_cannot_be_had_is_named(tmp_path):
    (tmp_path / "runs" / "folder.json").mkdir(parents=True)
    (tmp_path / ".damaged").write_text("")
    with pytest.raises(
        RecordError, match=r"folder.json is damaged, but cannot be moved to .*\.damaged/runs"
    ):
        set_aside_damaged(tmp_path)
