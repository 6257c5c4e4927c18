"""The chosen learner beside the first, of made-up rows."""

from math import inf

from analyses.choice.table import choice_grid, factors
from analyses.overview.best import best_of
from tests.analyses.overview.rows import CHOICE_ROWS, NUMBERS, overview_rows


def test_factors():
    best = best_of(*overview_rows(NUMBERS))
    found = [factors(CHOICE_ROWS, best)["sonar", part] for part in ("0.9", "0.95", "0.99", "0.999")]
    assert found == [2.0, 2.0, 1.0, inf]
    assert factors([{**CHOICE_ROWS[0], "seconds": "0.5"}], best) == {("sonar", "0.9"): 1.0}


def test_the_table():
    grid = choice_grid(CHOICE_ROWS, best_of(*overview_rows(NUMBERS)))
    rows = [[cell.printed for cell in row] for row in grid.rows]
    assert rows == [
        ["sonar", "", "PDM", "2", "2", "1", "inf", "1"],
        ["median, problems of the advice", "", "", "2", "2", "1", "inf", ""],
        ["largest, problems of the advice", "", "", "2", "2", "1", "inf", ""],
    ]


def test_problems_that_were_held_out_come_last():
    held_out = [{**row, "problem": "wine"} for row in CHOICE_ROWS]
    rows = choice_grid(held_out + CHOICE_ROWS, {}).rows
    assert [row[0].printed for row in rows][:2] == ["sonar", "wine"]
    assert rows[-1][0].printed == "largest, held out" and rows[1][1].printed == "yes"
