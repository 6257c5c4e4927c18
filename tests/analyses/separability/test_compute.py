"""Questions of separability get proved answers, rows, files and images."""

import json

import numpy as np
import pytest

from analyses.separability import collect, compute
from analyses.separability.questions import KINDS, questions_of
from analyses.separability.table import several_classes_grid, two_classes_grid
from data import Problem, SplitProblem
from data.prepared import prepare
from maxmargin.separable import load
from records import files
from records.analysis_files import SEPARABILITY, SEPARABILITY_IMAGES


@pytest.fixture
def images():
    """Return 2 × 2 images of three classes; 0 and 2 have the same mean."""
    rows = "9000 0900 5400 4500 0091 0082".split()
    X = np.array([[int(level) for level in row] for row in rows])
    y = np.array([0, 0, 2, 2, 1, 1])
    return SplitProblem("images", X.astype(np.uint8), y, X[4:5].astype(np.uint8), y[4:5])


def test_questions_name_classes_and_patterns(images):
    pairs = list(questions_of(images, ["pairs-train"]))
    assert [q.name for q in pairs] == ["train-0-1", "train-0-2", "train-1-2"]
    assert pairs[1].y.tolist() == [1, 1, -1, -1]
    np.testing.assert_array_equal(pairs[1].X, images.X[:4])
    rest = list(questions_of(images, ["rest-all"]))
    assert [q.name for q in rest] == ["all-0-rest", "all-1-rest", "all-2-rest"]
    assert rest[1].y.tolist() == [-1, -1, -1, -1, 1, 1, 1]
    assert list(questions_of(images)) == []


def test_two_classes_are_asked_about_with_and_without_a_threshold():
    problem = Problem("line", np.array([[1.0], [2.0], [3.0]]), np.array([-1.0, 1.0, 1.0]))
    names = [q.name for q in questions_of(problem, KINDS)]
    assert names == ["train", "train-through-0"]


def test_rows_files_and_images(images, tmp_path):
    rows, pictures = compute.rows_of(images, tmp_path, ["pairs-train"])
    found = {(row["first"], row["second"]): row for row in rows}
    assert {key: row["separable"] for key, row in found.items()} == {
        ("0", "1"): "yes",
        ("0", "2"): "no",
        ("1", "2"): "yes",
    }
    assert {row["proved"] for row in rows} == {"yes"}
    assert found["0", "1"]["margin"] > 0 and found["0", "2"]["margin"] is None
    assert found["0", "2"]["certificate"] <= 4
    answer = load(tmp_path / "train-0-2.json")
    question = list(questions_of(images, ["pairs-train"]))[1]
    assert answer.proof(question.X, question.y)
    assert [(row["first"], row["side"]) for row in pictures] == [("0", "0"), ("0", "2")]
    for row in pictures:
        levels = np.frombuffer(bytes.fromhex(row["pixels"]), dtype=np.uint8)
        pattern = question.X[row["row"]]
        assert levels.size == 4 and levels.argmax() == pattern.argmax() and levels.max() == 255
        assert 0 < float(row["share"]) <= 1


def test_a_wrong_answer_is_not_called_proved(images, tmp_path, monkeypatch):
    def tampered(path):
        content = json.loads(path.read_text())
        if content["separable"] is False:
            content["patterns"] = content["patterns"][:-1]
            path.write_text(json.dumps(content))
        return load(path)

    monkeypatch.setattr(compute, "load", tampered)
    with pytest.raises(ValueError):
        compute.rows_of(images, tmp_path, ["pairs-train"])


def test_an_answer_that_its_file_does_not_prove_is_undecided(images, tmp_path, monkeypatch):
    class Unproved:
        def proof(self, X, y):
            return False

    monkeypatch.setattr(compute, "load", lambda path: Unproved())
    rows, shown = compute.rows_of(images, tmp_path, ["pairs-train"])
    found = {(row["separable"], row["proved"], row["margin"], row["certificate"]) for row in rows}
    assert found == {("undecided", "no", None, None)} and not shown


def test_a_question_without_an_answer_in_time_is_undecided(images, tmp_path):
    rows, _ = compute.rows_of(images, tmp_path, ["pairs-train"], max_seconds=1e-9)
    undecided = [row for row in rows if row["separable"] == "undecided"]
    assert undecided and {row["proved"] for row in undecided} == {"no"}


def test_the_commands_write_and_join_the_files(tmp_path):
    for name in ("sonar", "votes"):
        prepare(name, tmp_path / f"{name}.npz")
        output = str(tmp_path / name)
        assert compute.main([str(tmp_path / f"{name}.npz"), "--output", output]) == 0
    folders = [str(tmp_path / name) for name in ("sonar", "votes")]
    assert collect.main([*folders, "--output", str(tmp_path)]) == 0
    rows = files.read(tmp_path / "separability.csv", SEPARABILITY)
    answers = [(row["data"], row["threshold"], row["separable"]) for row in rows]
    assert answers == [
        ("sonar", "yes", "yes"),
        ("sonar", "no", "yes"),
        ("votes", "yes", "no"),
        ("votes", "no", "no"),
    ]
    assert files.read(tmp_path / "separability_images.csv", SEPARABILITY_IMAGES) == []
    grid = two_classes_grid(rows)
    assert len(grid.rows) == 4 and several_classes_grid(rows).rows == []


def test_data_out_of_reach_are_left_out(tmp_path, monkeypatch, capsys):
    def out_of_reach(path, writeable):
        raise compute.data.Unreachable("not available")

    monkeypatch.setattr(compute.data, "read_problem", out_of_reach)
    assert compute.main(["mnist.npz", "--output", str(tmp_path / "mnist")]) == 0
    assert "mnist.npz: left out, because not available" in capsys.readouterr().out
    assert files.read(tmp_path / "mnist" / "separability.csv", SEPARABILITY) == []


def test_classes_are_counted_in_the_table(images, tmp_path):
    rows, _ = compute.rows_of(images, tmp_path, ["pairs-train", "rest-train"])
    rows = [{key: "" if v is None else str(v) for key, v in row.items()} for row in rows]
    pairs, rest = several_classes_grid(rows).rows
    assert [cell.printed for cell in pairs][2:8] == ["pairs", "3", "2", "1", "0", "0–2"]
    assert rest[2].printed == "one-vs-rest"
