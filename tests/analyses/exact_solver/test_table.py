"""The stored times are read as they were written, and the counts and factors follow from them."""

from math import inf

import pytest

from analyses.exact_solver import measured
from analyses.exact_solver.figure import draw
from analyses.exact_solver.measured import OURS, Row, read_measured, write_measured
from analyses.exact_solver.table import factors_grid, firsts_grid, times_grid

MADE_BY = {"commit": "0123456789", "date": "2026-01-02", "processor": "P", "solvers": ["A", "B"]}
MADE_BY |= {"versions": {"A": "1.2", "B": "3"}}


def row(problem, threshold, percent, goal, *times):
    milliseconds = dict(zip((OURS, "A", "B"), times, strict=True))
    return Row(problem, threshold, percent, goal, 3.0, milliseconds)


ROWS = [
    row(problem, threshold, percent, goal, 2.0, *others)
    for problem, others in (("one", (1.0, 8.0)), ("two", (inf, 4.0)), ("three", (inf, inf)))
    for threshold in measured.THRESHOLDS
    for goal in measured.GOALS
    for percent in measured.PERCENTS
]


def test_times_are_read_as_they_were_written(tmp_path, monkeypatch):
    monkeypatch.setattr(measured, "HERE", tmp_path)
    write_measured(ROWS, MADE_BY)
    assert read_measured() == (ROWS, MADE_BY)
    assert (tmp_path / "measured.csv").read_text("utf-8").splitlines()[1] == (
        "one,with ρ,99,reached,3.0,2,1,8"
    )


def test_factors_and_firsts():
    assert [(r.first, r.factor) for r in ROWS[::8]] == [
        (("A", 1.0), 0.5),
        (("B", 4.0), 2.0),
        (("A", inf), inf),
    ]
    cells = [[cell.printed for cell in line] for line in factors_grid(ROWS, MADE_BY).rows]
    assert cells[0] == ["one", "2 / 2", "3", *["0.5 / 0.5"] * 4]
    assert cells[2][3:] == ["– / –"] * 4
    for line in firsts_grid(ROWS).rows:
        shown = [cell.printed for cell in line]
        assert shown[2:5] == shown[5:] == ["2 of 3", "1", "0.500 (one, A)"]


def test_all_times_of_a_kind_of_threshold():
    rows = [*ROWS[:3], row("one", "with ρ", "99.9", "shown", 2.0, 5.0, inf), *ROWS[4:8]]
    lines = [[cell.printed for cell in line] for line in times_grid(rows, "with ρ", MADE_BY).rows]
    assert lines == [["one", "99", "2", "1", "8"], ["one", "99.9", "2", "1 / 5", "8 / –"]]


def test_the_stored_times_are_of_all_goals():
    rows, made_by = read_measured()
    problems = {row.problem for row in rows}
    assert len(rows) == len({row[:4] for row in rows}) == 8 * len(problems)
    assert all(0.0 < row.ours < row.whole_call < inf for row in rows)
    assert set(made_by["solvers"]) <= set(rows[0].milliseconds) - {OURS}
    for one in rows:  # what is shown is reached too
        if one.goal == measured.SHOWN:
            reached = next(r for r in rows if r[:3] == one[:3] and r.goal == measured.REACHED)
            assert reached.ours == one.ours
            for name, ms in one.milliseconds.items():
                assert ms >= reached.milliseconds[name]


@pytest.mark.parametrize("threshold", measured.THRESHOLDS)
def test_the_figure_has_the_times(threshold):
    rows, _ = read_measured()
    panels = draw(None).panels
    axes = panels[0][measured.THRESHOLDS.index(threshold)]
    drawn = {line.get_gid(): sorted(line.get_xdata()) for line in axes.lines if line.get_gid()}
    for goal in measured.GOALS:
        own = [r for r in rows if r[1:4] == (threshold, "99", goal)]
        assert drawn[goal] == sorted(r.first[1] for r in own if r.first[1] < inf)
        assert drawn["ours"] == sorted(r.ours for r in own)
