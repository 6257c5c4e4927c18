"""The loaders follow the papers' conventions, agree with another reader, and are strict."""

import re

import numpy as np
import pandas as pd
import pytest
from scipy import sparse

from data import load
from data.errors import DataError
from data.loaders import german, ionosphere, mushroom, sonar, tic_tac_toe, votes, wbc, wbc_11
from data.sources import BUNDLED

FILES = {
    sonar: "sonar.all-data",
    wbc: "breast-cancer-wisconsin.data",
    wbc_11: "breast-cancer-wisconsin.data",
    ionosphere: "ionosphere.data",
    votes: "house-votes-84.data",
    tic_tac_toe: "tic-tac-toe.data",
    german: "german.data-numeric",
    mushroom: "agaricus-lepiota.data",
}
NAMES = ["sonar", "wbc", "wbc-11", "ionosphere", "votes", "tic-tac-toe", "german", "mushroom"]


def table(loader, separator=","):
    return pd.read_csv(BUNDLED / FILES[loader], header=None, sep=separator, na_filter=False)


@pytest.mark.parametrize("name", NAMES)
def test_types_and_layout(name):
    problem = load(name)
    assert problem.name == name and problem.y.dtype == np.float64
    assert set(problem.y) == {1.0, -1.0} and problem.y.shape == (problem.X.shape[0],)
    if sparse.issparse(problem.X):
        assert problem.X.indices.dtype == problem.X.indptr.dtype == np.int32
        assert problem.X.has_canonical_format and problem.X.data.dtype == np.float64
    else:
        assert problem.X.dtype == np.float64 and problem.X.flags.c_contiguous


def starred(path, prefix):
    """Return the patterns with a star in sonar.mines or sonar.rocks, in file order."""
    pattern = rf"^\*{prefix}\d+:\s*\{{([^}}]*)\}}"
    found = re.findall(pattern, path.read_text(), flags=re.MULTILINE)
    return [[float(token) for token in values.split()] for values in found]


def test_sonar_is_presented_in_the_order_of_the_starred_files(shared_mirror):
    mines = starred(shared_mirror / "sonar.mines", "CM")
    rocks = starred(shared_mirror / "sonar.rocks", "CR")
    assert (len(mines), len(rocks)) == (49, 55)
    _, X, y = load("sonar")
    assert np.array_equal(X, np.array(mines + rocks))
    assert np.array_equal(y, np.repeat([1.0, -1.0], [49, 55]))


def test_sonar_begins_and_ends_with_the_right_patterns():
    _, X, y = load("sonar")
    rows = table(sonar)
    for mine, row in (
        (0, 98),
        (1, 99),
        (2, 101),
        (48, 207),
    ):  # rows counted from 1; 100 has no star
        assert list(X[mine]) == list(rows.iloc[row - 1, :60]) and rows.iloc[row - 1, 60] == "M"
    for rock, row in ((49, 1), (103, 96)):
        assert list(X[rock]) == list(rows.iloc[row - 1, :60]) and rows.iloc[row - 1, 60] == "R"


def test_wbc():
    rows = table(wbc)
    complete = rows[~rows.eq("?").any(axis=1)]
    _, X, y = load("wbc")
    assert np.array_equal(X, complete.iloc[:, 1:10].astype(float))
    assert np.array_equal(y > 0, complete[10] == 4)


def test_wbc_11_leaves_out_the_paper_s_positions():
    _, X, y = load("wbc")
    out = [2, 4, 191, 217, 227, 245, 252, 286, 307, 420, 475]
    kept = [k for k in range(683) if k + 1 not in out]
    _, X_11, y_11 = load("wbc-11")
    assert np.array_equal(X_11, X[kept]) and np.array_equal(y_11, y[kept])


def test_ionosphere():
    rows = table(ionosphere)
    _, X, y = load("ionosphere")
    assert np.array_equal(X, rows.iloc[:, :34].astype(float))
    assert np.array_equal(y > 0, rows[34] == "g")


def test_german():
    rows = pd.read_csv(BUNDLED / FILES[german], header=None, sep=r"\s+")
    _, X, y = load("german")
    assert np.array_equal(X, rows.iloc[:, :24].astype(float))
    assert np.array_equal(y > 0, rows[24] == 1)


def test_votes():
    rows = table(votes)
    _, X, y = load("votes")
    assert np.array_equal(
        X, rows.iloc[:, 1:].replace({"y": "1", "n": "-1", "?": "0"}).astype(float)
    )
    assert np.array_equal(y > 0, rows[0] == "republican")


def test_tic_tac_toe():
    rows = table(tic_tac_toe)
    _, X, y = load("tic-tac-toe")
    assert np.array_equal(
        X, rows.iloc[:, :9].replace({"x": "1", "o": "-1", "b": "0"}).astype(float)
    )
    assert np.array_equal(y > 0, rows[9] == "positive")


def test_mushroom():
    rows = table(mushroom)
    rows = rows[rows[11] != "?"]
    _, X, y = load("mushroom")
    assert np.array_equal(y > 0, rows[0] == "e")
    assert (X.data == 1).all() and (X.getnnz(axis=1) == 22).all()
    # the inner product of two one-hot patterns counts the attributes in which they agree
    values = rows.iloc[:, 1:].to_numpy()
    for k in (0, 1, 2500, 5643):
        agreements = (values == values[k]).sum(axis=1)
        assert np.array_equal((X @ X[k].T).toarray().ravel(), agreements)


def test_mushroom_columns():
    _, X, _ = load("mushroom")
    counts = np.asarray(X.sum(axis=0)).ravel()
    assert X.shape[1] == 125
    assert (counts > 0).sum() == 98
    assert ((counts > 0) & (counts < 5644)).sum() == 97


@pytest.mark.parametrize(
    ("loader", "line", "old", "new", "token"),
    [
        (sonar, 3, "0.0262", "0,0262", "61 are expected"),
        (sonar, 3, "0.0262", "O.0262", "'O.0262'"),
        (sonar, 3, ",R", ",Q", "'Q'"),
        (wbc, 2, "1002945,5", "1002945,five", "'five'"),
        (wbc, 2, ",2\n", ",3\n", "'3'"),
        (wbc_11, 2, "1002945,5", "1002945", "11 are expected"),
        (ionosphere, 1, "0.99539", "nan", "'nan'"),
        (ionosphere, 1, ",g", ",good", "'good'"),
        (votes, 1, "republican", "Republican", "'Republican'"),
        (votes, 1, ",?,", ",,", "''"),
        (tic_tac_toe, 1, "x,x,x", "x,X,x", "'X'"),
        (tic_tac_toe, 1, "positive", "yes", "'yes'"),
        (german, 2, "48", "4 8", "25 are expected"),
        (german, 2, "60", "inf", "'inf'"),
        (mushroom, 1, "p,x,s,n", "p,x,s,q", "'q'"),
        (mushroom, 1, "p,x", "poisonous,x", "'poisonous'"),
    ],
)
def test_a_broken_line_is_named(tmp_path, loader, line, old, new, token):
    lines = (BUNDLED / FILES[loader]).read_text().splitlines(keepends=True)
    assert old in lines[line - 1]
    lines[line - 1] = lines[line - 1].replace(old, new, 1)
    path = tmp_path / FILES[loader]
    path.write_text("".join(lines))
    with pytest.raises(DataError) as error:
        loader.load(path)
    assert f"{path}, line {line}: " in str(error.value) and token in str(error.value)


def test_a_line_that_is_not_ascii_is_named(tmp_path):
    path = tmp_path / FILES[votes]
    path.write_bytes("républicain,y\n".encode())
    with pytest.raises(DataError, match="line 1.*has 2 columns, where 17 are expected"):
        votes.load(path)
