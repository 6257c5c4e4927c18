"""Describes the times of the exact solver and of other solvers, from analyses/exact_solver/."""

from analyses.exact_solver.growth import read_growth
from analyses.exact_solver.measured import THRESHOLDS, read_measured
from analyses.exact_solver.table import (
    ends_grid,
    factors_grid,
    firsts_grid,
    growth_grid,
    times_grid,
    where,
)
from docs.from_code.markdown import table


def factors():
    """Return the table of the problems, and where it was measured."""
    rows, made_by = read_measured()
    return f"{_table(factors_grid(rows, made_by))}\n\n{where(made_by)}"


def firsts():
    """Return the table of the problems on which the exact solver is the fastest."""
    return _table(firsts_grid(read_measured()[0]))


def times():
    """Return the tables of the times of all solvers."""
    rows, made_by = read_measured()
    tables = [_table(times_grid(rows, threshold, made_by)) for threshold in THRESHOLDS]
    return "\n\n".join([*tables, where(made_by)])


def growth():
    """Return the tables of the growth with the size of a problem, and where it was measured."""
    rows, made_by = read_growth()
    parts = _table(growth_grid(rows, made_by)), _table(ends_grid(rows)), where(made_by)
    return "\n\n".join(parts)


def _table(grid):
    groups = [name for name, size in grid.groups for _ in range(size)]
    head = [
        f"{text}, {group}" if group else text
        for (_, text), group in zip(grid.columns, groups, strict=True)
    ]
    return f"{grid.title}:\n\n{table(head, [[cell.printed for cell in row] for row in grid.rows])}"
