"""The files of results."""

import pytest

from paper_tables.errors import TableError
from paper_tables.files import read_online
from tests.paper_tables.examples import ONLINE_COLUMNS, write_online

ROW = dict.fromkeys(ONLINE_COLUMNS, "") | {"run": "a", "hypothesis": "last", "class": "all"}


def test_online_runs_are_found_by_run_epoch_hypothesis_and_class(tmp_path):
    rows = [
        ROW | {"permutation": permutation, "epoch": epoch, "test_error": f"0.0{epoch}{permutation}"}
        for permutation in "012"
        for epoch in "12"
    ]
    online = read_online(write_online(tmp_path / "online.csv", rows))
    assert set(online) == {("a", "1", "last", "all"), ("a", "2", "last", "all")}
    found = [row["test_error"] for row in online["a", "2", "last", "all"]]
    assert found == ["0.020", "0.021", "0.022"]


def test_a_permutation_that_stands_twice_is_named(tmp_path):
    row = ROW | {"permutation": "7", "epoch": "1"}
    path = write_online(tmp_path / "online.csv", [row, row])
    with pytest.raises(TableError) as error:
        read_online(path)
    assert str(error.value) == (
        f"{path}: there are two rows of run a, permutation 7, epoch 1, hypothesis last, class all."
    )


def test_a_column_that_is_missing_is_named(tmp_path):
    path = tmp_path / "online.csv"
    path.write_text("run,permutation,epoch,hypothesis,class,train_error,test_error,corrections\n")
    with pytest.raises(TableError, match="online.csv: has no column 'support_vectors'"):
        read_online(path)
