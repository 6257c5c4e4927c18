"""Data sets of installed packages, in which one column names the class."""

import numpy as np
import pytest
from sklearn import datasets

import data
from data import DataError
from data.loaders import columns
from data.sources import SourceFailed, installed

OTHERS = {
    "iris": datasets.load_iris,
    "wine": datasets.load_wine,
    "wdbc": datasets.load_breast_cancer,
    "digits": datasets.load_digits,
}


@pytest.mark.parametrize("name", OTHERS)
def test_the_arrays_are_those_that_scikit_learn_reads(name, tmp_path):
    problem = data.load(name, store=tmp_path, mirror="")
    X, y = OTHERS[name](return_X_y=True)
    np.testing.assert_array_equal(problem.X, X)
    np.testing.assert_array_equal(problem.y, y if len(np.unique(y)) > 2 else 2.0 * y - 1.0)
    assert [path for path in tmp_path.glob("*.source")][0].read_text().startswith("installed")


def test_a_class_has_its_name_and_its_column(tmp_path):
    table = tmp_path / "table.csv"
    table.write_text("1,2,b,9\n3,4,a,9\n")
    X, y = columns.load(table, n=2, label=2, classes=["a", "b"])
    assert X.tolist() == [[1, 2], [3, 4]] and y.tolist() == [1.0, -1.0]
    with pytest.raises(DataError, match="line 1: 'b' is not one of a, c"):
        columns.load(table, n=2, label=2, classes=["a", "c"])
    with pytest.raises(DataError, match="line 1: 'b' in column .* is not a number"):
        columns.load(table, n=3, classes=["9", "8"])


@pytest.mark.parametrize("token", ["1e-999", "-1e-400", "0.0e0", "-0", "0e-999", "5e-324"])
def test_a_number_that_is_0_only_in_float64_is_refused(tmp_path, token):
    table = tmp_path / "table.csv"
    table.write_text(f"1,2,b\n3,{token},a\n")
    if token.strip("-")[0] == "1":
        said = f"line 2: '{token}' in column 2 is too small for a number in float64; write 0 if it"
        with pytest.raises(DataError, match=said):
            columns.load(table, n=2, classes=["a", "b"])
    else:
        assert columns.load(table, n=2, classes=["a", "b"])[0][1, 1] == float(token)


def test_a_package_or_file_that_is_not_there(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "empty_folder").mkdir()
    for package in ("no_such_package", "empty_folder"):
        with pytest.raises(SourceFailed, match="not installed"):
            installed({"package": package, "path": "a.csv"})
    with pytest.raises(SourceFailed, match="no file no/such.csv"):
        installed({"package": "sklearn", "path": "no/such.csv"})
