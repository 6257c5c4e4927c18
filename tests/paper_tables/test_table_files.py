"""A table's file is read with its facts; an error names the file and the key."""

import pytest

from paper_tables.errors import TableError
from paper_tables.permutations import Quantity
from paper_tables.tables import read_table, table_from_file

SMALL = """
title: A table
groups:
  - head: MICRA
    run: small-{row}
    columns:
      - {name: updates, head: upds, field: updates}
rows:
  "1": ["12"]
"""


def write(folder, text):
    path = folder / "table.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_cell_may_differ_from_its_column(tmp_path):
    text = SMALL.replace('["12"]', '[{printed: "√13", field: squared_radius}]')
    cell = table_from_file(write(tmp_path, text)).cells[0]
    assert (cell.printed, cell.field, cell.run) == ("√13", "squared_radius", "small-1")


AVERAGED = """
title: A table
averaged_over: 10
groups:
  - head: ALMA
    run: small-{learner}
    columns:
      - {name: error, head: err, average: {of: "{of}", epoch: 1, hypothesis: "{hypothesis}"}}
rows:
  "1":
    facts: {learner: alma, of: test_error, hypothesis: voted}
    cells: ["12"]
"""


def test_an_average_is_read_with_its_facts(tmp_path):
    (cell,) = table_from_file(write(tmp_path, AVERAGED)).cells
    assert (cell.run, cell.averaged_over, cell.is_claim) == ("small-alma", 10, True)
    assert cell.quantity == Quantity("average", "test_error", ("1",), ("voted",))


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("averaged_over: 10", "", "rows.1: column error needs averaged_over"),
        ("averaged_over: 10", "averaged_over: 0", "averaged_over: 0 is not at least 1"),
        ("of: test_error", "of: errors", "nothing is called 'errors'; there are train_error, "),
        ("hypothesis: voted", "hypothesis: first", "no hypothesis is called 'first'"),
        ("learner: alma,", "", "small-{learner} needs a fact learner; there are row, of"),
        ("learner: alma", "learner: null", "the fact with its run is null"),
        ("epoch: 1", 'epoch: "{of}"', "the epoch 'test_error' is not a whole number from 1"),
        ("epoch: 1", "epochs: 1", "groups.0.columns.0"),
        ("{learner: alma", "{row: alma", "rows.1"),
        ('cells: ["12"]', 'cells: ["12", "13"]', "rows.1 has 2 cells for 1 columns"),
        ("    cells:", "    colour: red\n    cells:", "rows.1"),
    ],
)
def test_malformed_averages_are_refused_by_name_of_file_and_key(tmp_path, old, new, complaint):
    assert old in AVERAGED
    with pytest.raises(TableError, match="table.yaml") as error:
        table_from_file(write(tmp_path, AVERAGED.replace(old, new)))
    assert complaint in str(error.value)


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("title: A table", "titel: A table", "titel"),
        ("head: upds,", "head: upds, unit: 3,", "groups.0.columns.0"),
        ("field: updates", "field: updats", "groups.0.columns.0"),
        ('["12"]', '["12", "13"]', "rows.1 has 2 cells for 1 columns"),
        ('["12"]', '[{printed: "12", colour: red}]', "rows.1.0"),
        ("rows:", "seconds_relative_to: updates\nrows:", "seconds_relative_to"),
        ("field: updates", "seconds: true", "seconds_relative_to"),
        ("      - {", "      - {name: updates, head: h, label: true}\n      - {", "two columns"),
        ("title: A table", "title: [", "cannot be read as YAML"),
    ],
)
def test_malformed_tables_are_refused_by_name_of_file_and_key(tmp_path, old, new, complaint):
    path = write(tmp_path, SMALL.replace(old, new))
    with pytest.raises(TableError, match="table.yaml") as error:
        table_from_file(path)
    assert complaint in str(error.value)


def test_an_unknown_table_is_answered_with_the_known_ones():
    with pytest.raises(TableError, match="there are alma/accuracy, .*micra/table-1, "):
        read_table("micra/table-0")
