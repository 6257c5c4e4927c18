"""The table of the fastest learners is right for made-up rows of the overview."""

from analyses.first_choice.table import first_choice_grid, firsts, hardness_grid
from tests.analyses.overview.rows import NUMBERS, overview_rows


def test_the_first_has_the_fewest_seconds_of_its_best_setting():
    found = firsts(*overview_rows(NUMBERS), "seconds")
    assert found["sonar", "0.9"] == ("MICRA", 2.0)
    assert found["sonar", "0.95"] == ("PDM", 1.5)
    assert found["sonar", "0.999"] == ("MICRA", 2.0)
    assert found["wbc", "0.99"] == ("MICRA", 9.0)
    assert ("wbc", "0.999") not in found


def test_kinds_and_those_alone():
    found = firsts(*overview_rows(NUMBERS), "seconds", ("third-party",))
    assert found == {("wbc", "0.9"): ("ROMMA", None)}


def test_the_table():
    overview, timings = overview_rows(NUMBERS)
    overview = [{**row, "maximum_margin": "0.5"} for row in overview]
    rows = [[cell.printed for cell in row] for row in first_choice_grid(overview, timings).rows]
    assert rows[0][:6] == ["sonar", "104", "60", "100", "4", "all, by seconds"]
    assert rows[0][6:] == ["MICRA (2)", "PDM (1.5)", "PDM (4)", "MICRA (2)", "PDM"]
    assert rows[1][:6] == [*[""] * 5, "certified by then"] and rows[1][-1] == "–"
    assert len(rows) == 6


def test_hard_problems_apart_from_easy_ones():
    numbers = NUMBERS | {("wbc", "MaximumMargin", "a"): (0.5, 0.5, 0.5, 0.5)}
    overview, timings = overview_rows(numbers)
    hard = {"wbc": "0.01"}
    overview = [{**r, "maximum_margin": hard.get(r["problem"], "0.5")} for r in overview]
    rows = [[cell.printed for cell in row] for row in hardness_grid(overview, timings).rows]
    single = ["1", "1", "1", "1", "1", "1 (1)", "1 of 1"]
    assert rows[0] == ["below 15", "1", *single, *["0"] * 5, "–", "0 of 1"]
    exact = ["1", "1", "1", "1", "0", "1 (1)", "1 of 1"]
    assert rows[1] == ["50 and above", "1", *["0"] * 5, "2 (2)", "1 of 1", *exact]
