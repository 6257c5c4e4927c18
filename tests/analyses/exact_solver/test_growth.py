"""The fits recover known powers and lines, and table and figure show what is stored."""

from math import inf

import numpy as np
import pytest

from analyses.exact_solver import measured
from analyses.exact_solver.growth import (
    AXES,
    FEWEST,
    LEAST,
    MEGABYTES,
    MILLISECONDS,
    Growth,
    exponent,
    measured_points,
    memory_line,
    read_growth,
)
from analyses.exact_solver.growth_figure import STYLES, draw
from analyses.exact_solver.measured import OURS, write_stored
from analyses.exact_solver.table import ends_grid, growth_grid

MADE_BY = {
    "commit": "0123456789",
    "date": "2026-01-02",
    "processor": "P",
    "solvers": ["A", "B"],
    "versions": {"A": "1.2", "B": "3"},
    "memory": 8_001_000_000,
}
MEMORY = [
    Growth("m", MEGABYTES, m, 5, 1.0, 1.0, 9.5, {OURS: 1.0 + 60e-6 * m, "A": inf})
    for m in (1000, 2000, 4000)
]


def times(axis, place, sizes):
    """Return rows of an axis: ours grows with the power 1.5, A stops before the last size."""
    base = {"m": 100, "n": 5, "density": 1.0, "extension": 1.0, "hardness": 9.5}
    return [
        Growth(axis, MILLISECONDS, **(base | {place: size}), numbers={OURS: ms, "A": other})
        for size, ms, other in zip(
            sizes, [2.0 * s**1.5 for s in sizes], [*sizes[:-1], inf], strict=True
        )
    ]


ROWS = [
    *times("m", "m", (10, 20, 40)),
    *times("n", "n", (10, 20, 40, 80)),
    *times("density", "density", (1.0, 2.0, 4.0)),
    *times("margin", "hardness", (10.5, 20.5, 40.5)),
    *MEMORY,
]


def test_an_exponent_is_that_of_the_times_without_overhead():
    sizes = np.array([1.0, 10.0, 1e2, 1e3, 1e4])
    x, c = exponent(sizes, np.maximum(0.4, 3e-2 * sizes**1.25))
    assert (x, c) == pytest.approx((1.25, 3e-2))
    assert exponent(sizes, np.array([0.1, 0.2, 0.3, LEAST, 5.0])) is None
    assert len(sizes) > FEWEST


def test_a_line_of_memory_says_how_many_rows_fill_it():
    line = memory_line(MEMORY, OURS)
    assert (line.start, line.per_row, line.columns) == (pytest.approx(1e6), pytest.approx(60), 5)
    assert line.rows_that_fill(1e6 + 5 * (8 + 12) * 7e4) == pytest.approx(7e4)
    assert memory_line(MEMORY, "A") is None


def test_the_growth_is_read_as_it_was_written(tmp_path, monkeypatch):
    monkeypatch.setattr(measured, "HERE", tmp_path)
    write_stored("growth", MEMORY, MADE_BY)
    assert read_growth() == (MEMORY, MADE_BY)
    head, first, *_ = (tmp_path / "growth.csv").read_text("utf-8").splitlines()
    assert head == "axis,quantity,m,n,density,extension,hardness,MaximumMargin,A"
    assert first == "m,MB,1000,5,1.0,1.0,9.5,1.06,"


def test_the_tables_have_exponents_and_ends():
    ours, other = ([cell.printed for cell in row] for row in growth_grid(ROWS, MADE_BY).rows)
    assert ours == [OURS, "1.50", "1.50", "1.50", "1.50", "60", "80"]
    assert other == ["A", "– (20)", "1.00 (40)", "– (2)", "– (20.5)", "–", "–"]
    ends = [[cell.printed for cell in row] for row in ends_grid(ROWS).rows]
    assert ends[:2] == [["m", "10", "63.2", "10"], ["m", "40", "506", "–"]]
    assert [row[0] for row in ends[::2]] == list(AXES.values())


def test_the_stored_growth_has_all_axes():
    rows, made_by = read_growth()
    assert {row.axis for row in rows} == set(AXES)
    assert len(rows) == len({row[:-1] for row in rows})
    assert [OURS, *made_by["solvers"]] == list(rows[0].numbers)
    assert all(0.0 < row.numbers[OURS] < inf for row in rows)
    for axis in AXES:
        sizes, _ = measured_points(rows, axis, MILLISECONDS, OURS)
        assert len(set(sizes)) == len(sizes) >= 7
    for solver in rows[0].numbers:
        assert memory_line(rows, solver).per_row > 0.0


@pytest.mark.parametrize(("place", "axis"), list(enumerate(AXES)))
def test_the_figure_has_the_stored_times(place, axis):
    rows, _ = read_growth()
    axes = draw(None).panels.flat[place]
    drawn = {line.get_gid(): line.get_xydata() for line in axes.lines if line.get_gid() in STYLES}
    for solver in rows[0].numbers:
        sizes, milliseconds = measured_points(rows, axis, MILLISECONDS, solver)
        assert drawn[solver] == pytest.approx(np.column_stack([sizes, milliseconds]))
