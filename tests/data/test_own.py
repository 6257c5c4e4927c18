"""Data of the user's own: what is read, and what is refused with file, line and token."""

import numpy as np
import pytest
from scipy import sparse

from data.__main__ import main
from data.errors import DataError, Unreachable
from data.own import read_own
from data.prepared import read_problem, read_record

CSV = "a,b,kind\n1,2.5,yes\n3,-4,no\n0,1e2,yes\n"


def read(tmp_path, text, name="mine.csv", **options):
    path = tmp_path / name
    path.write_text(text)
    return read_own("mine", path, **options)


def test_csv_with_a_head(tmp_path):
    problem = read(tmp_path, CSV)
    assert problem.X.tolist() == [[1, 2.5], [3, -4], [0, 100]]
    assert problem.y.tolist() == [1, -1, 1]  # yes comes after no


@pytest.mark.parametrize("label", ["kind", "3", 3, None])
def test_the_column_of_classes_by_name_and_place(tmp_path, label):
    expected = read(tmp_path, CSV)
    first = read(tmp_path, "kind,a,b\nyes,1,2.5\nno,3,-4\nyes,0,1e2\n", "f.csv", label="kind")
    assert np.array_equal(read(tmp_path, CSV, label=label).X, expected.X)
    assert np.array_equal(first.X, expected.X) and np.array_equal(first.y, expected.y)


def test_csv_without_a_head_and_with_one_of_numbers(tmp_path):
    assert read(tmp_path, "1,2,-1\n3,4,1\n").y.tolist() == [-1, 1]
    assert read(tmp_path, "1,2,no\n3,4,yes\n").y.tolist() == [-1, 1]
    assert read(tmp_path, "0,1,class\n3,4,1\n5,6,0\n").y.tolist() == [1, -1]  # as pandas writes


def test_classes_in_the_order_of_numbers(tmp_path):
    assert read(tmp_path, "1,10\n2,9\n").y.tolist() == [1, -1]


def test_positive_classes_against_all_others(tmp_path):
    text = "1,red\n2,green\n3,blue\n"
    assert read(tmp_path, text, positive=["red", "blue"]).y.tolist() == [1, -1, 1]
    digits = "7 1:2\n3 2:1\n1 1:5 3:1\n"
    problem = read(tmp_path, digits, "mine.txt", positive=["7", "1"])
    assert problem.y.tolist() == [1, -1, 1]


def test_libsvm(tmp_path):
    problem = read(tmp_path, "+1 1:0.5 4:2\n-1 2:1\n", "mine.libsvm")
    assert sparse.issparse(problem.X) and problem.X.shape == (2, 4)
    assert problem.X.toarray().tolist() == [[0.5, 0, 0, 2], [0, 1, 0, 0]]
    assert problem.y.tolist() == [1, -1]


@pytest.mark.parametrize(
    ("text", "name", "options", "sentence"),
    [
        ("", "m.csv", {}, "m.csv is empty"),
        ("a,b\n1,2,3\n", "m.csv", {}, "m.csv, line 2: 3 columns, where 2 are expected"),
        ("a,k\n1,x\n?,y\n", "m.csv", {}, r"m.csv, line 3: '\?' is not a number"),
        ("a,k\n1,x\nnan,y\n", "m.csv", {}, "m.csv, line 3: 'nan' is not a number"),
        ("k\nx\ny\n", "m.csv", {}, "line 1: there is only one column, that of the classes"),
        ("a,k\n1,x\n2,x\n", "m.csv", {}, "m.csv has patterns of only one class"),
        ("a,k\n1,x\n2,y\n3,z\n", "m.csv", {}, "m.csv has 3 classes, x, y, z: name in positive"),
        (CSV, "m.csv", {"positive": ["maybe"]}, "m.csv has no class 'maybe'; there are no, yes"),
        (CSV, "m.csv", {"positive": ["yes", "no"]}, "m.csv has patterns of only one class"),
        (CSV, "m.csv", {"label": "sort"}, "there is no column 'sort'; there are a, b, kind"),
        (CSV, "m.csv", {"label": 4}, "no column 4; .* places from 1 to 3"),
        ("+1 1:2\n", "m.t", {"label": "k"}, "m.t is not a .csv file, .* leave out label"),
        ("+1 1:2\n-1 0:2\n", "m.t", {}, "m.t, line 2: '0:2' has the index 0"),
        ("+1 1:x\n", "m.t", {}, "m.t, line 1: '1:x' has a value that is not a number"),
    ],
)
def test_what_is_wrong_is_named(tmp_path, text, name, options, sentence):
    with pytest.raises(DataError, match=sentence):
        read(tmp_path, text, name, **options)


def test_the_command(tmp_path, capsys):
    path, output = tmp_path / "mine.csv", tmp_path / "mine.npz"
    path.write_text(CSV)
    options = ["prepare", "mine", "--file", str(path), "--output", str(output)]
    assert main([*options, "--label", "kind", "--positive", "no"]) == 0
    assert read_problem(output).y.tolist() == [-1, 1, -1]
    record = read_record(output)
    assert record["files"]["mine.csv"]["source"] == str(path)
    assert len(record["files"]["mine.csv"]["sha256"]) == 64 and record["fingerprint"]["m"] == 3
    path.write_text("a,k\n1\n")
    assert main([*options, "--strict"]) == 1
    assert capsys.readouterr().err == f"error: {path}, line 2: 1 columns, where 2 are expected.\n"
    assert read_problem(output).y.tolist() == [-1, 1, -1]  # what was made stays
    assert main(options) == 0  # else it is its record, and does not sink the others
    with pytest.raises(Unreachable, match="line 2: 1 columns, where 2 are expected"):
        read_problem(output)
