"""The details of a cell: anchor, difference, command."""

import pytest

from paper_tables.grids import GridCell, paper_grid
from paper_tables.tables import read_table
from tests.paper_tables.examples import TABLES, results_of
from workflows.report.cells import CellDetails, PageCell, difference, paper_rows


@pytest.mark.parametrize(
    ("printed", "measured", "expected"),
    [
        ("327,468", "327,469", "+1 (+0.00031 %)"),
        ("206,469", "206468", "−1 (−0.00048 %)"),
        ("√1716", "1716", "0"),
        ("0.8405", "0.8387219", "−0.0017781 (−0.21 %)"),
        ("5.43%", "5.57 ± 0.07 (+1.8 se)", "+0.14 (+2.6 %)"),
        ("about 0.12%", "0.38 ± 0.09", "+0.26 (+217 %)"),
        ("larger than 99%", "99.468 % and 100.227 %", ""),
        ("≥ 0.1", "0.4 ± 0.01", ""),
        ("0.17", "×0.5 (×0.0472)", ""),
        ("", "4.42", ""),
        ("7.27", "", ""),
    ],
)
def test_the_difference_is_that_from_the_print(printed, measured, expected):
    assert difference(printed, measured) == expected


@pytest.mark.parametrize(
    ("measured", "verdict", "by", "shown", "below"),
    [
        ("5.19 ± 0.05 (-3.4 se)", "differs", "−0.24 (−4.4 %)", "5.19 ± 0.05", "−3.4 se"),
        ("6.16 ± 0.01 (epoch 5, +0.0 se)", "exact", "0", "6.16 ± 0.01", "epoch 5, +0.0 se"),
        ("0.8387219", "close", "−0.0017781 (−0.21 %)", "0.8387219", "−0.21 %"),
        ("206468", "close", "−1 (−0.00048 %)", "206468", "−1"),
        ("7.27012", "exact", "+0.00012 (+0.0017 %)", "7.27012", ""),
        ("×0.5 (×0.0472)", "", "", "×0.5 (×0.0472)", ""),
    ],
)
def test_a_cell_shows_by_how_much_it_is_off(measured, verdict, by, shown, below):
    details = CellDetails("a", "1", "head", "1", measured, by, verdict, "", "run", "command")
    cell = PageCell(GridCell("1", measured, verdict), details)
    assert (cell.measured, cell.difference) == (shown, below)


def test_no_two_cells_have_the_same_anchor():
    anchors = []
    for name in TABLES:
        table = read_table(name)
        grid = paper_grid(table, results_of())
        claims = [
            {"paper": table.paper, "table": table.name, "row": c.row, "column": c.column}
            | {"verdict": "exact", "reason": ""}
            for c in table.cells
        ]
        cells = (cell for row in paper_rows(table, grid, claims) for cell in row)
        anchors += [cell.details.anchor for cell in cells]
    assert len(anchors) > 1000 and len(set(anchors)) == len(anchors)


def test_a_cell_tells_where_it_is_and_how_to_repeat_it():
    table = read_table("micra/table-1")
    claim = {"paper": "micra", "table": "table-1", "row": "2", "column": "micra-updates"}
    grid = paper_grid(table, results_of())
    rows = paper_rows(table, grid, [claim | {"verdict": "not measured", "reason": "no run"}])
    (details,) = (cell.details for row in rows for cell in row if cell.details)
    assert details.anchor == "micra-table-1-2-micra-updates"
    assert (
        details.command == "python -m workflows.repeat micra/table-1 --row 2 --column micra-updates"
    )
    assert (details.printed, details.run) == ("706,274", "micra-table-1-micra-2")
    assert (details.reason, details.head) == ("no run", "MICRA^{0.05, 0.9} upds")


def test_rows_behind_those_of_the_table_are_shown_as_they_are():
    table = read_table("micra/table-1")
    grid = paper_grid(table, results_of())
    grid.rows.append([GridCell("", "17")] * len(grid.columns))
    rows = paper_rows(table, grid, [])
    assert len(rows) == len(table.rows) + 1
    assert [(part.measured, part.details) for part in rows[-1]] == [("17", None)] * len(
        grid.columns
    )
