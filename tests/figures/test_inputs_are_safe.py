"""No command writes its result over the file that it reads."""

import pytest

from data.__main__ import main as data
from figures.__main__ import main as figures
from figures.animation.__main__ import main as animation
from maxmargin.separable.__main__ import main as separable
from records.files import RESULT_FILES

PATTERNS = "x,y,label\n1,2,1\n2,1,1\n-1,-2,-1\n-2,-1,-1\n"


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (data, ["prepare", "mine", "--file", "mine.csv", "--output", "./mine.csv"]),
        (separable, ["mine.csv", "--save", "mine.csv"]),
        (separable, ["mine.csv", "--save", "linked.csv"]),
        (animation, ["MICRA", "--data", "mine.csv", "--output", "mine.csv"]),
    ],
)
def test_an_output_that_is_the_input_is_refused(tmp_path, monkeypatch, capsys, command, words):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.csv").write_text(PATTERNS)
    (tmp_path / "linked.csv").symlink_to("mine.csv")
    assert command(words) != 0
    said = capsys.readouterr().err
    assert said == f"error: {words[-1]}: this is a file to read; name another file to write\n"
    assert (tmp_path / "mine.csv").read_text() == PATTERNS


@pytest.mark.parametrize("name", ["overview", "rates", "separability", "theory"])
def test_a_figure_does_not_replace_a_result_file(tmp_path, monkeypatch, capsys, name):
    monkeypatch.chdir(tmp_path)
    for result in RESULT_FILES:
        (tmp_path / f"{result}.csv").write_text("as it was\n")
    for output in ([], ["--output", str(tmp_path / name)]):
        assert figures([name, "--results", ".", *output]) != 0
        assert "this is a file to read" in capsys.readouterr().err
    assert {path.read_text() for path in tmp_path.iterdir()} == {"as it was\n"}
