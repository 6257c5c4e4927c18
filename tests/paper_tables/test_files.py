"""The files of results."""

import pytest

from paper_tables.errors import TableError
from paper_tables.files import read_online
from records.errors import RecordError
from records.run_files import DRAWS
from tests.paper_tables.examples import ONLINE_COLUMNS, write_online

ROW = dict.fromkeys(ONLINE_COLUMNS, "") | {"run": "a", "hypothesis": "last", "class": "all"}


def read(path):
    return read_online(path, path.with_name("draws.csv"))


def test_online_runs_are_found_by_run_epoch_hypothesis_and_class(tmp_path):
    rows = [
        ROW | {"permutation": permutation, "epoch": epoch, "test_error": f"0.0{epoch}{permutation}"}
        for permutation in "012"
        for epoch in "12"
    ]
    online = read(write_online(tmp_path / "online.csv", rows))
    assert set(online) == {("a", "1", "last", "all"), ("a", "2", "last", "all")}
    found = [row["test_error"] for row in online["a", "2", "last", "all"]]
    assert found == ["0.020", "0.021", "0.022"]


def test_a_permutation_that_stands_twice_is_named(tmp_path):
    row = ROW | {"permutation": "7", "epoch": "1"}
    path = write_online(tmp_path / "online.csv", [row, row])
    with pytest.raises(TableError) as error:
        read(path)
    assert str(error.value) == (
        f"{path}: there are two rows for run a, permutation 7, epoch 1, hypothesis last, class all."
    )


def test_a_column_that_is_missing_is_named(tmp_path):
    path = tmp_path / "online.csv"
    path.write_text("run,permutation,epoch,hypothesis,class,train_error,test_error,updates\n")
    with pytest.raises(RecordError, match="online.csv: has no column 'support_vectors'"):
        read(path)


def test_draws_are_as_permutations_of_one_epoch(tmp_path):
    write_online(tmp_path / "online.csv", [])
    head = ",".join(DRAWS.header) + "\n"
    draws = tmp_path / "draws.csv"
    draws.write_text(head + "b,1,converged,70,,,,0.1,0.2\nb,2,max_epochs,90,,,,-0.1,0.4\n")
    found = read(tmp_path / "online.csv")["b", "1", "last", "all"]
    names = ("fraction_of_maximum", "converged", "updates")
    assert [[row[name] for name in names] for row in found] == [
        ["0.5", "1", "70"],
        ["-0.25", "0", "90"],
    ]
    draws.write_text(head + "b,1,converged,70,,,,0.1,0.2\nb,1,converged,70,,,,0.1,0.2\n")
    with pytest.raises(TableError, match="draws.csv: b has draw 1 twice"):
        read(tmp_path / "online.csv")
    draws.write_text(head + "b,1,stopped,70,,,,,0.2\n")
    with pytest.raises(TableError, match="draws.csv: draw 1 of b has no margin"):
        read(tmp_path / "online.csv")
