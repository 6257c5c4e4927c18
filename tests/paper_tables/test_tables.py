"""The table files: complete, as printed, and refused when malformed."""

from pathlib import Path

import pytest

from paper_tables.errors import TableError
from paper_tables.tables import read_table, table_from_file
from tests.paper_tables.examples import TABLES

PAPERS = Path(__file__).parents[3] / "shared" / "papers"
PAPER = PAPERS / "000_610cb42d7e276bc1.txt"
MARGITRON = PAPERS / "001_a16d54b4b792342c.txt"
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


@pytest.mark.parametrize(
    ("name", "rows", "printed", "claims"),
    [
        ("micra/table-1", 4, 36, 24),
        ("micra/table-2", 8, 23, 8),
        ("micra/table-3", 3, 27, 18),
        ("micra/table-4", 3, 27, 18),
        ("micra/table-5", 7, 112, 70),
        ("micra/table-6", 6, 102, 78),
        ("micra/table-7", 5, 85, 65),
        ("micra/table-8", 1, 10, 6),
        ("micra/text", 8, 33, 21),
        ("margitron/table-2", 2, 6, 4),
        ("margitron/table-3", 5, 35, 30),
        ("margitron/table-4", 5, 60, 45),
    ],
)
def test_every_printed_cell_is_there(name, rows, printed, claims):
    table = read_table(name)
    assert len(table.rows) == rows
    assert sum(cell.printed is not None for cell in table.cells) == printed
    assert sum(cell.is_claim for cell in table.cells) == claims


@pytest.mark.parametrize("number", [1, 3, 4, 5, 6, 7, 8])
def test_rows_stand_in_the_paper_as_in_the_file(number):
    if not PAPER.is_file():
        pytest.skip(f"the paper's text is not at {PAPER}")
    lines = [line.rstrip("\t") for line in PAPER.read_text(encoding="utf-8").splitlines()]
    for cells in read_table(f"micra/table-{number}").rows.values():
        printed = [cell.printed for cell in cells if not cell.ours and not cell.above]
        assert "\t".join(printed) in lines


@pytest.mark.parametrize("number", [2, 3, 4])
def test_rows_of_the_margitron_paper_stand_in_it_as_in_the_file(number):
    if not MARGITRON.is_file():
        pytest.skip(f"the paper's text is not at {MARGITRON}")
    text = MARGITRON.read_text(encoding="utf-8")
    for cells in read_table(f"margitron/table-{number}").rows.values():
        assert " | ".join(cell.printed for cell in cells if not cell.ours) in text


def test_columns_of_table_2_stand_in_the_paper_as_in_the_file():
    if not PAPER.is_file():
        pytest.skip(f"the paper's text is not at {PAPER}")
    lines = [line.split("\t")[1:] for line in PAPER.read_text(encoding="utf-8").splitlines()]
    rows = list(read_table("micra/table-2").rows.values())
    micra = rows[:-1]
    assert [cells[0].printed for cells in micra] + ["ALMA <sub>2</sub>"] in lines
    assert [cells[1].printed for cells in micra] in [line[:7] for line in lines]
    assert [cells[2].printed for cells in rows] in lines


def test_runs_carry_the_names_of_their_rows():
    assert {cell.run for cell in read_table("micra/table-3").cells} == {
        f"micra-table-3-{learner}-{row}"
        for learner in ("perceptron", "romma", "micra")
        for row in (1, 2, 3)
    }


def test_columns_of_ours_have_nothing_printed_and_claim_nothing():
    ours = [cell for name in TABLES for cell in read_table(name).cells if cell.ours]
    assert {"beta", "liblinear-seconds", "micra-fraction"} < {cell.column for cell in ours}
    assert all(cell.printed is None and not cell.is_claim for cell in ours)


def test_a_column_may_have_its_own_run_and_be_relative_to_another():
    cells = {cell.column: cell for cell in read_table("micra/table-6").rows["a1a"]}
    fraction = cells["micra-fraction"]
    assert (fraction.run, fraction.relative_to) == (
        "micra-table-6-a1a-micra",
        "micra-table-6-a1a-reference",
    )
    assert cells["maximum-margin"].run == "micra-table-6-a1a-reference"


def test_every_tolerance_says_why():
    cells = [cell for name in TABLES for cell in read_table(name).cells if cell.close]
    assert len(cells) == 7 + 3 + 28 + 24 + 20 + 1 + 5 + 1
    assert all(len(cell.close["reason"]) > 20 for cell in cells)


def write(folder, text):
    path = folder / "table.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_cell_may_differ_from_its_column(tmp_path):
    text = SMALL.replace('["12"]', '[{printed: "√13", field: r2}]')
    cell = table_from_file(write(tmp_path, text)).cells[0]
    assert (cell.printed, cell.field, cell.run) == ("√13", "r2", "small-1")


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
        ("title: A table", "title: [", "is no YAML"),
    ],
)
def test_malformed_tables_are_refused_by_name_of_file_and_key(tmp_path, old, new, complaint):
    path = write(tmp_path, SMALL.replace(old, new))
    with pytest.raises(TableError, match="table.yaml") as error:
        table_from_file(path)
    assert complaint in str(error.value)


def test_an_unknown_table_is_answered_with_the_known_ones():
    with pytest.raises(TableError, match="known: margitron/table-2, .*micra/table-1, "):
        read_table("micra/table-0")
