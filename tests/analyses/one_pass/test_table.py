"""Shares of the maximum after one pass, of made-up rows of the overview."""

import pytest

from analyses.one_pass.table import best_after_one_pass, one_pass_grid
from tests.analyses.overview.rows import NUMBERS, overview_rows


def test_the_best_setting_counts():
    shares, seconds = best_after_one_pass(*overview_rows(NUMBERS))
    assert shares["sonar", "MICRA"] == 0.3 and shares["sonar", "PDM"] == -0.5
    assert seconds["sonar", "MICRA"] == pytest.approx(0.001)
    assert ("wbc", "PDM") not in shares


def test_the_table():
    rows = [[c.printed for c in row] for row in one_pass_grid(*overview_rows(NUMBERS)).rows]
    assert rows == [
        ["ROMMA", "", "95.0", "1", "1", "1", "1", "1", "0.2"],
        ["MICRA", "yes", "45.0", "2", "2", "1", "0", "1", "4.9"],
        ["PDM", "", "-50.0", "1", "0", "0", "0", "0", "9.6"],
    ]
