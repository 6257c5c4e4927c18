"""The command line: exit codes, one sentence for an error, and no traceback."""

import subprocess
import sys
from pathlib import Path

import pytest

from data import read_record
from data.__main__ import main

CONTENT = b"1,2\n"


def sentence(capsys):
    """What was said on stderr, which must be one line."""
    said = capsys.readouterr().err
    assert said.count("\n") == 1, said
    return said


def test_list(capsys):
    assert main(["list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["name", "m", "x", "n", "papers", "files", "loader"]
    assert "sonar            104 x 60        micra             bundled      yes" in lines
    assert "usps-smoothed    7291 x 256      alma              remote       not yet" in lines


def test_list_tells_where_the_files_are(toy, tmp_path, capsys):
    toy["sources"] = [{"kind": "mirror"}]
    (tmp_path / "mirror").mkdir()
    (tmp_path / "mirror" / "toy.data").write_bytes(CONTENT)

    def status():
        main(["list", "--mirror", str(tmp_path / "mirror"), "--store", str(tmp_path / "store")])
        return capsys.readouterr().out.splitlines()[-1]

    assert "mirror" in status()
    assert main(["fetch", "toy", "--mirror", "mirror", "--store", "store"]) == 0
    assert "toy.data verified, mirror mirror/toy.data" in capsys.readouterr().out
    assert "in store" in status()


def test_unknown_name_gets_close_matches(capsys):
    assert main(["prepare", "mushrom", "--output", "p.npz"]) == 1
    assert "There is no data set 'mushrom'; did you mean mushroom?" in sentence(capsys)


def test_no_loader_yet(capsys):
    assert main(["prepare", "usps-raw", "--output", "p.npz"]) == 1
    assert "There is no loader for usps-raw yet" in sentence(capsys)


def test_fetch_needs_names(capsys):
    assert main(["fetch"]) == 1
    assert "Name the data sets to fetch, or say --all." in sentence(capsys)


def test_fetch_goes_on_after_a_failure(toy, capsys):
    toy["sources"] = [{"kind": "mirror"}]
    assert main(["fetch", "toy", "sonar"]) == 1
    captured = capsys.readouterr()
    assert "sonar: sonar.all-data verified, bundled" in captured.out
    assert captured.err.startswith("error: toy is unreachable")


def test_prepare_unreachable(register, tmp_path, capsys):
    register["files"]["sonar.all-data"]["sources"] = [{"kind": "mirror"}]
    output = tmp_path / "p.npz"
    assert main(["prepare", "sonar", "--output", str(output), "--strict"]) == 1
    assert "error: sonar is unreachable" in sentence(capsys) and not output.exists()
    assert main(["prepare", "sonar", "--output", str(output)]) == 0
    assert sentence(capsys).startswith("NOT PREPARED: sonar is unreachable")
    assert read_record(output)["status"] == "unreachable"


def test_prepare_with_a_fact_that_differs_writes_nothing(register, tmp_path, capsys):
    register["data_sets"]["sonar"]["facts"]["n"] = 61
    assert main(["prepare", "sonar", "--output", str(tmp_path / "p.npz")]) == 1
    assert "sonar: n is 60, stated is 61." in sentence(capsys)
    assert not (tmp_path / "p.npz").exists()


def test_prepare_to_an_impossible_place(tmp_path, capsys):
    (tmp_path / "file").write_text("")
    assert main(["prepare", "sonar", "--output", str(tmp_path / "file" / "p.npz")]) == 1
    assert str(tmp_path / "file") in sentence(capsys)


def test_add_and_verify(toy, tmp_path, capsys):
    (tmp_path / "mine").write_bytes(CONTENT)
    assert main(["verify", "toy"]) == 1  # absent
    assert main(["add", "mine", "--as", "toy.data"]) == 0
    assert main(["verify", "toy", "sonar"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1:] == [
        "toy.data verified, now store/toy.data",
        "sonar.all-data  bundled   ok",
        "toy.data        in store  ok",
    ]
    (tmp_path / "store" / "toy.data").write_bytes(b"x")
    assert main(["verify"]) == 1
    assert "toy.data" in capsys.readouterr().out


def test_add_of_wrong_bytes(toy, tmp_path, capsys):
    (tmp_path / "toy.data").write_bytes(b"other")
    assert main(["add", "toy.data"]) == 1
    assert "toy.data is not the registered toy.data: wrong bytes (size 5" in sentence(capsys)


def test_unknown_option_is_a_usage_error(capsys):
    with pytest.raises(SystemExit) as stop:
        main(["list", "--colour"])
    assert stop.value.code == 2
    assert "--colour" in capsys.readouterr().err


def test_as_a_program(tmp_path):
    command = [sys.executable, "-m", "data", "prepare", "sonor", "--output", tmp_path / "p.npz"]
    root = Path(__file__).parents[2]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr == "error: There is no data set 'sonor'; did you mean sonar?\n"
