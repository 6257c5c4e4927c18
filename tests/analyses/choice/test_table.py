"""The table of chosen learners is right for made-up rows."""

from math import inf

from analyses.choice.table import choice_grid, factors
from analyses.overview.best import best_of
from records.analysis_files import FRACTIONS
from tests.analyses.overview.rows import CHOICE_ROWS, NUMBERS, overview_rows


def test_factors():
    best = best_of(*overview_rows(NUMBERS))
    found = [factors(CHOICE_ROWS, best)["sonar", part] for part in FRACTIONS]
    assert found == [(2.0, 2.001), (2.0, 2.0005), (1.0, 1.00025), (inf, inf), (inf, inf)]
    faster = [{**CHOICE_ROWS[0], "seconds": "0.5"}]
    assert factors(faster, best) == {("sonar", "0.9"): (1.0, 1.002)}
    assert factors([{**CHOICE_ROWS[0], "seconds": ""}], {}) == {("sonar", "0.9"): None}


def test_the_table():
    grid = choice_grid(CHOICE_ROWS, best_of(*overview_rows(NUMBERS)))
    rows = [[cell.printed for cell in row] for row in grid.rows]
    ratios = ["2 (2)", "2 (2)", "1 (1)", "inf (inf)", "inf (inf)"]
    assert rows == [
        ["sonar", "", "PDM", *ratios, "1"],
        ["median, problems of the advice", "", "", *ratios, ""],
        ["largest, problems of the advice", "", "", *ratios, ""],
    ]


def test_problems_that_were_held_out_come_last():
    held_out = [{**row, "problem": "wine"} for row in CHOICE_ROWS]
    assert [cell.printed for cell in choice_grid(held_out, {}).rows[0]][-2:] == ["nobody", "1"]
    rows = choice_grid(held_out + CHOICE_ROWS, {}).rows
    assert [row[0].printed for row in rows][:2] == ["sonar", "wine"]
    assert rows[-1][0].printed == "largest, held out" and rows[1][1].printed == "yes"
