"""The exact solver beside the fastest other solver, from measured.csv."""

from math import exp, inf, log
from statistics import mean

from analyses.exact_solver.measured import (
    AUGMENTED,
    GOALS,
    PERCENTS,
    THRESHOLDS,
    read_measured,
)
from paper_tables.grids import Grid, GridCell
from records.analysis_files import OVERVIEW

PAGE = "overview"


def grids(results):
    """Return the tables, which stand beside an overview: none without one in a `Results`."""
    rows, made_by = read_measured()
    return [factors_grid(rows, made_by), firsts_grid(rows)] if results.rows(OVERVIEW) else []


def factors_grid(rows, made_by):
    """Return a table with one row for each problem, from `Row`s and what measured.json says."""
    found = {row[:4]: row for row in rows}
    problems, lines = list(dict.fromkeys(row.problem for row in rows)), []
    for problem in problems:
        ours = [found[problem, AUGMENTED, percent, GOALS[0]].ours for percent in PERCENTS]
        cells = [problem, " / ".join(f"{ms:.3g}" for ms in ours)]
        for threshold in THRESHOLDS:
            for goal in GOALS:
                own = [found[problem, threshold, percent, goal] for percent in PERCENTS]
                cells.append(" / ".join(_factor(row) for row in own))
        lines.append([GridCell(text) for text in cells])
    return Grid(
        name="exact-solver",
        title="Milliseconds of the exact solver, and the factor by which the fastest other solver "
        "is slower",
        note="Each cell has two numbers: to 99 and to 99.9 % of the maximum margin. The factors "
        "are the time of the fastest other solver, divided by ours: a factor below 1 is a loss. A "
        "weight reaches the fraction if its margin is that large. It is shown to reach it if the "
        "solver's own duals bound the maximum closely enough; for the exact solver both times are "
        "the same, since it stops when its certificate shows the fraction. "
        f"{where(made_by)}",
        groups=[("", 2), ("with ρ", len(GOALS)), ("free threshold", len(GOALS))],
        columns=[
            ("problem", "problem"),
            ("ours", "ours (ms)"),
            *((f"augmented-{goal}", f"× {goal}") for goal in GOALS),
            *((f"free-{goal}", f"× {goal}") for goal in GOALS),
        ],
        rows=lines,
    )


def _factor(row):
    return f"{row.factor:.3g}" if row.factor < inf else "–"


def where(made_by):
    """Return a sentence on where and when the times were measured."""
    return (
        f"Measured at commit {made_by['commit'][:7]}, {made_by['date']}, on "
        f"{made_by['processor']}, with one thread. The other solvers were "
        f"{', '.join(made_by['solvers'][:-1])} and {made_by['solvers'][-1]}."
    )


def firsts_grid(rows):
    """Return a table that counts the problems on which the exact solver is the fastest."""
    lines = []
    for threshold in THRESHOLDS:
        for goal in GOALS:
            cells = [threshold, goal]
            for percent in PERCENTS:
                own = [row for row in rows if row[1:4] == (threshold, percent, goal)]
                factors = [row.factor for row in own if row.factor < inf]
                worst = min(own, key=lambda row: row.factor)
                cells += [
                    f"{sum(row.factor > 1.0 for row in own)} of {len(own)}",
                    f"{exp(mean(map(log, factors))):.3g}",
                    f"{worst.factor:.2g} ({worst.problem}, {worst.first[0]})",
                ]
            lines.append([GridCell(text) for text in cells])
    head = (("first", "first on"), ("mean", "mean factor"), ("least", "least factor"))
    return Grid(
        name="exact-solver-firsts",
        title="On how many problems the exact solver is the fastest",
        note="The mean is geometric, over the problems that another solver solves. The least "
        "factor names the problem and the fastest solver there.",
        groups=[("", 2), *((f"to {percent} %", len(head)) for percent in PERCENTS)],
        columns=[
            ("threshold", "threshold"),
            ("goal", "until the fraction is"),
            *((f"{percent}-{key}", text) for percent in PERCENTS for key, text in head),
        ],
        rows=lines,
    )
