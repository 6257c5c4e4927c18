"""The table of results after one pass is right for made-up rows of the overview."""

import pytest

from analyses.one_pass.table import best_after_one_pass, one_pass_grid
from tests.analyses.overview.rows import NUMBERS, overview_rows


def test_the_best_setting_counts():
    shares = best_after_one_pass(*overview_rows(NUMBERS), "one_pass_fraction")
    assert shares["sonar", "MICRA"] == 0.3 and shares["sonar", "PDM"] == -0.5
    seconds = best_after_one_pass(*overview_rows(NUMBERS), "one_pass_seconds")
    assert seconds["sonar", "MICRA"] == pytest.approx(0.001)
    assert ("wbc", "PDM") not in shares


def test_the_table():
    rows = [[c.printed for c in row] for row in one_pass_grid(*overview_rows(NUMBERS)).rows]
    assert rows == [
        ["MICRA", "yes", "2", "12.50", "2", "2", "1", "0", "1", "4.9"],
        ["ROMMA", "", "1", "12.50", "1", "1", "1", "1", "1", "0.2"],
        ["PDM", "", "1", "25.00", "0", "0", "0", "0", "0", "9.6"],
    ]
