"""The command line has the right exit codes, one sentence for an error, and no traceback."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from data import read_record
from data.__main__ import main
from data.prepared import read_as
from data.store import PLACES, fetch_file

CONTENT = b"1,2\n"


def sentence(capsys):
    """Return the text on stderr, which must be one line."""
    said = capsys.readouterr().err
    assert said.count("\n") == 1, said
    return said


def test_list(capsys):
    assert main(["list"]) == 0
    table, _, words = capsys.readouterr().out.partition("\n\n")
    lines = table.splitlines()
    for place in PLACES:
        assert f" {place}: " in words
    cells = {line.split()[0]: re.split(" {2,}", line)[1:] for line in lines}
    assert cells["name"] == ["m (+ test) x n", "papers", "files", "made by"]
    assert cells["sonar"] == ["104 x 60", "micra", "bundled", "sonar"]
    assert cells["usps-smoothed"] == ["7291 + 2007 x 256", "alma", "remote", "usps_smoothed"]
    drawn = ["10000 + 10000 x 300", "alma", "none needed", "artificial.alma"]
    assert [cells[name] for name in cells if name.startswith("alma-artificial-")] == [drawn] * 16
    assert cells["amira-synthetic"] == ["10000 x 10", "amira", "none needed", "artificial.amira"]


def test_list_tells_where_the_files_are(toy, tmp_path, capsys):
    toy["sources"] = [{"kind": "mirror"}]
    (tmp_path / "mirror").mkdir()
    (tmp_path / "mirror" / "toy.data").write_bytes(CONTENT)

    def status():
        main(["list", "--mirror", str(tmp_path / "mirror"), "--store", str(tmp_path / "store")])
        return capsys.readouterr().out.partition("\n\n")[0].splitlines()[-1]

    assert "mirror" in status()
    fetch_file("toy.data", "store", "mirror")
    assert "in store" in status()


def test_fetch_reads_what_it_fetches(toy, tmp_path, capsys):
    assert main(["fetch", "sonar", "amira-synthetic"]) == 0
    assert "sonar.all-data verified, bundled" in capsys.readouterr().out
    toy["sources"] = [{"kind": "mirror"}]
    (tmp_path / "mirror").mkdir()
    (tmp_path / "mirror" / "toy.data").write_bytes(CONTENT)
    assert main(["fetch", "toy", "--mirror", "mirror", "--store", "store"]) == 1
    assert "toy.data, line 1: '1,2' has 1 columns" in capsys.readouterr().err


def test_unknown_name_gets_close_matches(capsys):
    assert main(["prepare", "mushrom", "--output", "p.npz"]) == 1
    assert "There is no data set 'mushrom'; did you mean mushroom?" in sentence(capsys)


def test_prepare_of_drawn_data(tmp_path, capsys):
    drawn = ["prepare", "alma-artificial-s10-e005", "--output", str(tmp_path / "p.npz")]
    assert main(drawn) == 1
    assert "alma-artificial-s10-e005 is drawn at random and needs a seed" in sentence(capsys)
    assert main([*drawn, "--seed", "-1"]) == 1
    assert "The seed is -1, but must be a whole number, 0 or more." in sentence(capsys)
    assert not (tmp_path / "p.npz").exists()
    assert main([*drawn, "--seed", "2007"]) == 0
    record = read_record(tmp_path / "p.npz")
    assert (record["generator"], record["seed"], record["files"]) == ("alma", 2007, {})
    assert record["options"] == {"s": 10, "epsilon": 0.05}


def test_a_seed_changes_nothing_but_drawn_data(tmp_path):
    for seed in ([], ["--seed", "1"]):
        output = str(tmp_path / f"{len(seed)}.npz")
        assert main(["prepare", "sonar", "--output", output, *seed]) == 0
    assert (tmp_path / "0.npz").read_bytes() == (tmp_path / "2.npz").read_bytes()


def test_fetch_of_drawn_data_fetches_nothing(tmp_path, capsys):
    assert main(["fetch", "amira-synthetic"]) == main(["verify", "amira-synthetic"]) == 0
    assert list(tmp_path.iterdir()) == []


def test_fetch_needs_names(capsys):
    assert main(["fetch"]) == 1
    assert "Name the data sets to fetch, or use --all." in sentence(capsys)


def test_fetch_goes_on_after_a_failure(toy, capsys):
    toy["sources"] = [{"kind": "mirror"}]
    assert main(["fetch", "toy", "sonar"]) == 1
    captured = capsys.readouterr()
    assert "sonar: sonar.all-data verified, bundled" in captured.out
    assert captured.err.startswith("error: toy is unreachable")


def test_prepare_unreachable(register, tmp_path, capsys):
    register["files"]["sonar.all-data"]["sources"] = [{"kind": "mirror"}]
    output = tmp_path / "p.npz"
    assert main(["prepare", "sonar", "--output", str(output)]) == 1
    assert "error: sonar is unreachable" in sentence(capsys) and not output.exists()
    assert main(["prepare", "sonar", "--output", str(output), "--record-failure"]) == 0
    assert sentence(capsys).startswith("NOT PREPARED: sonar is unreachable")
    assert read_record(output)["status"] == "unreachable"


def test_prepare_with_a_fact_that_differs_writes_nothing(register, tmp_path, capsys):
    register["data_sets"]["sonar"]["facts"]["n"] = 61
    assert main(["prepare", "sonar", "--output", str(tmp_path / "p.npz")]) == 1
    assert "sonar: n is 60, but the register states 61." in sentence(capsys)
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


def test_add_of_a_file_whose_path_is_not_utf_8(toy, tmp_path, capfd):
    path = os.fsdecode(b"r\xe9")
    Path(path).write_bytes(CONTENT)
    assert main(["add", path, "--as", "toy.data"]) == 0
    assert (tmp_path / "store" / "toy.data.source").read_text() == "by hand r\\udce9\n"
    assert main(["verify", "toy"]) == 0


def test_add_of_wrong_bytes(toy, tmp_path, capsys):
    (tmp_path / "toy.data").write_bytes(b"other")
    assert main(["add", "toy.data"]) == 1
    wrong = "toy.data is not the registered toy.data: wrong bytes (more than 4 bytes"
    assert wrong in sentence(capsys)


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


def own_file(tmp_path, text="u,kind\n1,p\n2,q\n3,p\n4,q\n"):
    """Return the arguments of `prepare` for a file of the user's."""
    (tmp_path / "c.csv").write_text(text)
    return ["prepare", "c", "--file", str(tmp_path / "c.csv"), "--output", str(tmp_path / "c.npz")]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--test", "nan"], "test: nan is not a part between 0 and 1"),
        (["--test", "inf"], "test: inf is not a part"),
        (["--test", "-0.5"], "test: -0.5 is not a part"),
        (["--test", "0"], "test: 0 is not a part"),
        (["--test", "1e300"], r"test: 1e\+300 is not a part"),
        (["--test", "1e-300"], "test: 1e-300: the 0 patterns for testing are not of two"),
        (
            ["--test", "0.5", "--seed", "-1"],
            "The seed is -1, but must be a whole number, 0 or more",
        ),
        (["--output", ""], "--output: '' is not the name of a file"),
        (["--output", "/"], "--output: '/' is not the name of a file"),
        (["--output", "made.csv"], "--output: 'made.csv' does not end in .npz"),
        (["--attempt", "0"], "--attempt: 0 is below 1, the first attempt"),
        (["--label", ""], "no column ''; there are u, kind"),
        (["--positive", ""], "has no class ''"),
        (["--columns", ""], "no column ''"),
        (["--drop=u"], "no attributes are left"),
        (["--separator", ""], "separator: '' is not one of"),
        (["--decimal", "x"], "decimal: 'x' is not one of"),
    ],
)
def test_options_that_are_wrong_are_one_sentence(tmp_path, options, said, capsys):
    assert main([*own_file(tmp_path), *options]) == 1
    assert re.search(said, sentence(capsys))
    assert not (tmp_path / "c.npz").exists()


@pytest.mark.parametrize("option", ["--test=x", "--test=", "--seed=1.5", "--seed=", "--scale=x"])
def test_options_that_are_no_numbers_are_usage_errors(tmp_path, option, capsys):
    with pytest.raises(SystemExit) as stop:
        main([*own_file(tmp_path), option])
    assert stop.value.code == 2 and option.partition("=")[0] in capsys.readouterr().err


def test_a_file_does_not_take_the_name_of_a_data_set(tmp_path, capsys):
    assert main([*own_file(tmp_path)[:1], "sonar", *own_file(tmp_path)[2:]]) == 1
    said = sentence(capsys)
    assert said.startswith("error: 'sonar' is the name of a data set of the suite: choose another")
    assert not (tmp_path / "c.npz").exists()


@pytest.mark.parametrize("file", ["", ".", "no.csv"])
def test_a_file_that_cannot_be_read_is_one_sentence(tmp_path, file, capsys):
    assert main(["prepare", "c", "--output", str(tmp_path / "c.npz"), "--file", file]) == 1
    assert sentence(capsys).startswith("error: ")


def test_how_a_table_is_read_is_recorded(tmp_path, capsys):
    text = "id;u;t;kind\n1;1,5;x;p\n2;2,5;y;q\n3;3,5;z;p\n"
    how = ["--separator", ";", "--decimal", ",", "--drop", "t", "--head"]
    assert main([*own_file(tmp_path, text), *how]) == 0
    assert "Hint: the attribute 'id' counts the rows" in sentence(capsys)
    record = read_record(tmp_path / "c.npz")
    assert record["fingerprint"]["n"] == 2
    assert record["read_as"] == read_as(separator=";", decimal=",", drop=["t"], head=True)
    assert record["read_as"]["drop"] == ["t"] and record["read_as"]["columns"] is None
