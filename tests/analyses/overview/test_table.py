"""The overview's tables have the best run of each learner, and put the fastest first."""

from analyses.overview.best import best_of
from analyses.overview.table import advice_grid, overview_grid, overview_summary_grid
from tests.analyses.overview.rows import NUMBERS, overview_rows


def texts(grid):
    return [[cell.printed for cell in row] for row in grid.rows]


def test_the_best_of_a_learners_runs_counts_for_each_measure():
    best = best_of(*overview_rows(NUMBERS))
    assert best["sonar", "MICRA", "seconds", "0.9"] == 1
    assert best["sonar", "MICRA", "seconds", "0.95"] == 3
    assert best["sonar", "MICRA", "visits", "0.99"] == 1600
    assert best["sonar", "MICRA", "updates", "0.999"] == 500
    assert ("wbc", "ROMMA", "seconds", "0.95") not in best


def test_grid():
    rows = texts(overview_grid(*overview_rows(NUMBERS)))
    assert [row[:3] for row in rows] == [
        ["sonar", "PDM", "99.99"],
        ["sonar", "MICRA", "99.90"],
        ["sonar", "ROMMA", "50.00"],
        ["wbc", "MICRA", "99.00"],
        ["wbc", "PDM", "99.00"],
        ["wbc", "ROMMA", "90.00"],
        ["wbc", "LIBSVM", "50.00"],
    ]
    assert rows[1][3:] == [
        "10",
        "100",
        "1",
        "30",
        "300",
        "3",
        "160",
        "1,600",
        "16",
        "500",
        "5,000",
        "50",
        "",
        "",
        "",
    ]
    assert rows[2][3:] == [""] * 15


def test_summary():
    rows = texts(overview_summary_grid(*overview_rows(NUMBERS)))
    # To 99 % MICRA takes 16/4 and 1 times the best, PDM 1 and 9 times: geometric means 2 and 3.
    assert rows == [
        ["MICRA", "yes", "2", "2", "2", "1", "0", "2", "2", "2", "2"],
        ["PDM", "", "2", "2", "2", "1", "1", "3", "3", "2", "2"],
        ["ROMMA", "", "1", "0", "0", "0", "0", "", "", "1", "0"],
        ["LIBSVM", "", "0", "0", "0", "0", "0", "", "", "0", "0"],
    ]


def test_advice():
    rows = texts(advice_grid(*overview_rows(NUMBERS)))
    found = {row[0]: row[1:] for row in rows}
    assert found["the margin, by any learner"] == [
        "MICRA",
        "2 of 2",
        "1",
        "MICRA",
        "2 of 2",
        "2",
    ]
    # ROMMA has the fewest certified seconds nowhere; PDM is certified on both to 99 %.
    assert found["a single-pattern learner"] == ["MICRA", "2 of 2", "1", "MICRA", "2 of 2", "2"]
    assert found["the same, without knowledge of the maximum"] == [
        "PDM",
        "2 of 2",
        "4",
        "PDM",
        "2 of 2",
        "3",
    ]
    assert found["the same, at most 2,000 patterns"][3:] == ["PDM", "1 of 1", "1"]
    assert found["one epoch"] == ["ROMMA", "1 of 2", "1", "–", "0 of 2", ""]
    assert found["scikit-learn, river or Vowpal Wabbit"] == [
        "ROMMA",
        "1 of 2",
        "3",
        "–",
        "0 of 2",
        "",
    ]
    assert found["parameters chosen automatically"][0] == "–"


def test_a_problem_without_data_has_a_row_with_the_reason():
    overview, timings = overview_rows(NUMBERS)
    lost = dict.fromkeys(overview[0], "") | {"problem": "a9a", "reason": "a9a: not available."}
    grid = overview_grid([*overview, lost], [*timings, dict.fromkeys(timings[0], "")])
    assert texts(grid)[-1][:2] == ["a9a", "a9a: not available."]
    assert texts(overview_summary_grid([*overview, lost], timings)) == texts(
        overview_summary_grid(overview, timings)
    )
