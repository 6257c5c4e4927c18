"""Results that record a failure are made again; counting attempts changes nothing."""

import json

import pytest

import data
from data.prepared import prepare, read_record
from workflows.guards.attempts import count_attempts

STORE = {"store": "no-store", "mirror": None, "strict": False}
NONE = {"runs": {}, "problems": {}}


@pytest.fixture
def write_run(tmp_path):
    (tmp_path / "runs").mkdir()

    def write(name, status, **more):
        record = {"run": name, "data": "sonar", "algorithm": "SVMlight", "status": status, **more}
        (tmp_path / "runs" / f"{name}.json").write_text(json.dumps([record]))

    return write


def test_failed_runs_are_tried_again(tmp_path, write_run, monkeypatch):
    monkeypatch.setenv("PATH", "")
    write_run("good", "converged")
    write_run("bad", "failed")
    write_run("light", "unavailable", needs="svm_learn")
    write_run("module", "unavailable", needs="no_such_module")
    write_run("without data", "unavailable")
    write_run("worse", "failed", attempt=3)
    write_run("of another config", "failed")
    batches = ["good", "bad", "light", "module", "without data", "worse", "not run yet"]
    assert count_attempts(tmp_path, batches, STORE) == {"runs": {"bad": 2, "worse": 4}} | {
        "problems": {}
    }
    (tmp_path / "svm_learn").touch(mode=0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert count_attempts(tmp_path, batches, STORE)["runs"] == {"bad": 2, "light": 2, "worse": 4}


def test_refused_runs_are_not_tried_again_and_files_that_cannot_be_read_are(tmp_path, write_run):
    write_run("refused", "failed", refused=True)
    (tmp_path / "runs" / "broken.json").write_text("[")
    (tmp_path / "problems").mkdir()
    (tmp_path / "problems" / "sonar.npz").write_bytes(b"")
    found = count_attempts(tmp_path, ["refused", "broken"], STORE)
    assert found == {"runs": {"broken": 2}, "problems": {"sonar": 2}}


def test_a_result_of_a_second_attempt_is_kept(tmp_path, write_run):
    """The job gets the same number again, so none of its inputs has changed."""
    write_run("mended", "converged", attempt=2)
    assert count_attempts(tmp_path, ["mended"], STORE)["runs"] == {"mended": 2}


def test_unreachable_data_are_tried_again_once_they_are_there(tmp_path, write_run, monkeypatch):
    def out_of_reach(*_):
        raise data.Unreachable("no source answers")

    monkeypatch.setattr("data.prepared.load_with_record", out_of_reach)
    problem = tmp_path / "problems" / "w8a.npz"
    prepare("w8a", problem)
    write_run("on-w8a", "unavailable", data="w8a")
    monkeypatch.setattr(data, "is_local", lambda *_: False)
    assert count_attempts(tmp_path, ["on-w8a"], STORE) == NONE
    monkeypatch.setattr(data, "is_local", lambda *_: True)
    before = problem.read_bytes()
    assert count_attempts(tmp_path, [], STORE)["problems"] == {"w8a": 2}
    assert problem.read_bytes() == before
    prepare("w8a", problem, attempt=2)
    assert read_record(problem)["attempt"] == 2
    assert count_attempts(tmp_path, [], STORE)["problems"] == {"w8a": 3}


def test_data_are_tried_again_when_a_silent_server_answers(tmp_path, monkeypatch):
    def out_of_reach(*_):
        raise data.Unreachable("no connection", ["https://data.invalid"])

    monkeypatch.setattr("data.prepared.load_with_record", out_of_reach)
    prepare("w8a", tmp_path / "problems" / "w8a.npz")
    monkeypatch.setattr(data, "is_local", lambda *_: False)
    assert count_attempts(tmp_path, [], STORE) == NONE  # it still does not answer
    monkeypatch.setattr(data, "answers", ["https://data.invalid"].__contains__)
    assert count_attempts(tmp_path, [], STORE)["problems"] == {"w8a": 2}


@pytest.mark.parametrize("mirror_is_new", [True, False])
def test_no_server_is_asked_about_data_that_are_tried_again_anyway(
    tmp_path, monkeypatch, mirror_is_new
):
    def out_of_reach(*_):
        raise data.Unreachable("no connection", ["https://data.invalid"])

    def ask(server):
        pytest.fail(f"{server} was asked")

    monkeypatch.setattr("data.prepared.load_with_record", out_of_reach)
    monkeypatch.setattr(data, "answers", ask)
    monkeypatch.setattr(data, "is_local", lambda *_: not mirror_is_new)
    prepare("w8a", tmp_path / "problems" / "w8a.npz")
    config = STORE | {"mirror": "https://new.invalid" if mirror_is_new else None}
    assert count_attempts(tmp_path, [], config)["problems"] == {"w8a": 2}


def test_data_are_tried_again_when_another_mirror_is_named(tmp_path, monkeypatch):
    def out_of_reach(*_):
        raise data.Unreachable("not at the mirror")

    monkeypatch.setattr("data.prepared.load_with_record", out_of_reach)
    monkeypatch.setattr(data, "is_local", lambda *_: False)
    problem = tmp_path / "problems" / "w8a.npz"
    prepare("w8a", problem)
    other = STORE | {"mirror": "https://me:secret@data.invalid"}
    assert count_attempts(tmp_path, [], STORE) == NONE
    assert count_attempts(tmp_path, [], other)["problems"] == {"w8a": 2}
    prepare("w8a", problem, mirror=other["mirror"], attempt=2)
    assert count_attempts(tmp_path, [], other)["problems"] == {"w8a": 2}  # it does not answer
    assert "secret" not in str(read_record(problem))
    assert count_attempts(tmp_path, [], STORE)["problems"] == {"w8a": 2}  # nothing new to ask
    monkeypatch.setenv("MARGIN_DATA_MIRROR", "https://third.invalid")
    assert count_attempts(tmp_path, [], other, ask_servers=False)["problems"] == {"w8a": 3}


def test_data_are_tried_again_when_the_mirror_has_them(tmp_path, monkeypatch):
    def out_of_reach(*_):
        raise data.Unreachable("not at the mirror")

    config = STORE | {"mirror": "https://data.invalid"}
    monkeypatch.setattr("data.prepared.load_with_record", out_of_reach)
    monkeypatch.setattr(data, "is_local", lambda *_: False)
    prepare("w8a", tmp_path / "problems" / "w8a.npz", mirror=config["mirror"])
    monkeypatch.setattr(data, "may_come_from_mirror", lambda *_: False)
    assert count_attempts(tmp_path, [], config) == NONE
    asked = []
    monkeypatch.setattr(data, "may_come_from_mirror", lambda *call: not asked.append(call))
    assert count_attempts(tmp_path, [], config, ask_servers=False) == NONE and not asked
    assert count_attempts(tmp_path, [], config)["problems"] == {"w8a": 2}
    assert [call[:3] for call in asked] == [("w8a", config["store"], config["mirror"])]


def test_a_folder_that_is_not_there_has_nothing_to_try_again(tmp_path):
    assert count_attempts(tmp_path / "none", ["any"], STORE) == NONE
