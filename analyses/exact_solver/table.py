"""The exact solver beside the fastest other solvers, from measured.csv and growth.csv."""

from math import exp, inf, log
from statistics import mean

from analyses.exact_solver.growth import (
    AXES,
    FEWEST,
    LEAST,
    MILLISECONDS,
    exponent,
    measured_points,
    memory_line,
    read_growth,
)
from analyses.exact_solver.measured import (
    AUGMENTED,
    FREE,
    GOALS,
    PERCENTS,
    REACHED,
    SHOWN,
    THRESHOLDS,
    read_measured,
)
from paper_tables.grids import Grid, GridCell
from records.analysis_files import OVERVIEW

PAGE = "overview"
WORDS = {AUGMENTED: ("with-rho", "with ρ"), FREE: ("free", "with a free threshold")}


def grids(results):
    """Return the tables, which stand beside an overview: none without one in a `Results`."""
    if not results.rows(OVERVIEW):
        return []
    rows, made_by = read_measured()
    growth, growth_made_by = read_growth()
    return [
        factors_grid(rows, made_by),
        firsts_grid(rows),
        times_grid(rows, AUGMENTED, made_by),
        times_grid(rows, FREE, made_by),
        growth_grid(growth, growth_made_by),
        ends_grid(growth),
    ]


def factors_grid(rows, made_by):
    """Return a table with one row for each problem, from `Row`s and what measured.json says."""
    found = {row[:4]: row for row in rows}
    problems, lines = list(dict.fromkeys(row.problem for row in rows)), []
    for problem in problems:
        ours = [found[problem, AUGMENTED, percent, GOALS[0]] for percent in PERCENTS]
        cells = [problem, " / ".join(f"{row.ours:.3g}" for row in ours)]
        cells.append(f"{ours[0].whole_call:.3g}")
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
        "solver's own duals bound the maximum closely enough. A solver without duals gets ours, "
        "and the time to make them counts. For the exact solver both times are the same, since it "
        "stops when its certificate shows the fraction. The whole call of fit, with ρ and to a gap "
        f"of 0.05 %, has checks, conversions and a proof, too. {where(made_by)}",
        groups=[("", 3), ("with ρ", len(GOALS)), ("free threshold", len(GOALS))],
        columns=[
            ("problem", "problem"),
            ("ours", "ours (ms)"),
            ("whole-call", "whole call (ms)"),
            *((f"augmented-{goal}", f"× {goal}") for goal in GOALS),
            *((f"free-{goal}", f"× {goal}") for goal in GOALS),
        ],
        rows=lines,
    )


def _factor(row):
    return f"{row.factor:.3g}" if row.factor < inf else "–"


def where(made_by):
    """Return a sentence on where and when the times were measured, and by which versions."""
    *others, last = (f"{name} ({made_by['versions'][name]})" for name in made_by["solvers"])
    return (
        f"Measured at commit {made_by['commit'][:7]}, {made_by['date']}, on "
        f"{made_by['processor']}, with one thread. The other solvers were "
        f"{', '.join(others)} and {last}."
    )


def times_grid(rows, threshold, made_by):
    """Return a table of the times of all solvers with one kind of threshold."""
    own = {(row.problem, row.percent, row.goal): row for row in rows if row.threshold == threshold}
    lines = []
    for (problem, percent, goal), row in own.items():
        if goal == REACHED:
            shown = own[problem, percent, SHOWN].milliseconds
            times = [_pair(ms, shown[name]) for name, ms in row.milliseconds.items()]
            lines.append([GridCell(text) for text in (problem, percent, *times)])
    name, words = WORDS[threshold]
    return Grid(
        name=f"exact-solver-times-{name}",
        title=f"Milliseconds of each solver until its weight can be checked, {words}",
        note="The first number is the time until the weight reaches the fraction of the maximum "
        "margin. The second is the time until duals show it, too; there is one number if both are "
        "equal. A dash is a solver that does not solve the problem, or not within its time. "
        f"{where(made_by)}",
        groups=[("", 2 + len(rows[0].milliseconds))],
        columns=[
            ("problem", "problem"),
            ("percent", "%"),
            *((name, name) for name in rows[0].milliseconds),
        ],
        rows=lines,
    )


def _pair(reached, shown):
    """Return the milliseconds of a weight and of its proof as text, once if they are equal."""
    return " / ".join(dict.fromkeys(map(_milliseconds, (reached, shown))))


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
                    f"{worst.factor:#.3g} ({worst.problem}, {worst.first[0]})",
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


def growth_grid(rows, made_by):
    """Return a table with one row for each solver, from `Growth`s and what growth.json says."""
    lines = []
    for solver in rows[0].numbers:
        cells = [solver, *(_exponent(rows, axis, solver) for axis in AXES)]
        if line := memory_line(rows, solver):
            millions = line.rows_that_fill(made_by["memory"]) / 1e6
            cells += [_number(line.per_row), _number(millions)]
        else:
            cells += ["–", "–"]
        lines.append([GridCell(text) for text in cells])
    columns = next(row.n for row in rows if row.axis == "m")
    return Grid(
        name="exact-solver-growth",
        title="Exponents with which the time of exact solvers grows, and where memory ends",
        note="The time is until 99.9 % of the maximum margin is reached, on drawn problems with "
        f"flipped labels. An exponent is fitted to at least {FEWEST} sizes, by least squares in "
        f"the logarithms. Times below {LEAST:g} ms are left out, because the overhead of a call "
        "hides the growth. A size in brackets is the largest that a solver managed, if that is not "
        "the axis's largest. The memory is what a solver needs beside X until its peak, such as "
        f"copies of X; its line is fitted along m, for {columns} columns of 8 bytes each. The rows "
        "that fill the machine's memory are extrapolated by this line, not tried. "
        f"{where(made_by)}",
        groups=[("", 3 + len(AXES))],
        columns=[
            ("solver", "solver"),
            *((axis, f"exponent of {label}") for axis, label in AXES.items()),
            ("bytes", f"bytes beside X, per row of {columns} numbers"),
            ("rows", f"million rows that fill {made_by['memory'] / 1e9:.3g} GB"),
        ],
        rows=lines,
    )


def _exponent(rows, axis, solver):
    """Return a solver's exponent as text, with its largest size if others have a larger one."""
    sizes, milliseconds = measured_points(rows, axis, MILLISECONDS, solver)
    found = exponent(sizes, milliseconds)
    text = f"{found[0]:.2f}" if found else "–"
    largest = max(row.size for row in rows if (row.axis, row.quantity) == (axis, MILLISECONDS))
    is_largest = len(sizes) and sizes[-1] == largest
    return text if is_largest else f"{text} ({_number(max(sizes, default=0.0))})"


def _milliseconds(ms):
    """Return milliseconds as text, a dash for inf."""
    return _number(ms) if ms < inf else "–"


def _number(number):
    """Return a number as text with three digits, without a power of ten below a million."""
    return f"{float(f'{number:.3g}'):g}"


def ends_grid(rows):
    """Return a table of the times at the smallest and the largest size of each axis."""
    lines = []
    for axis, label in AXES.items():
        own = [row for row in rows if (row.axis, row.quantity) == (axis, MILLISECONDS)]
        for row in (min(own, key=lambda row: row.size), max(own, key=lambda row: row.size)):
            times = [_milliseconds(ms) for ms in row.numbers.values()]
            lines.append([GridCell(text) for text in [label, _number(row.size), *times]])
    return Grid(
        name="exact-solver-ends",
        title="Milliseconds of exact solvers on the smallest and the largest drawn problems",
        note="The time is until 99.9 % of the maximum margin is reached. A dash is a solver that "
        "took more than 100 seconds or more memory than the machine has.",
        groups=[("", 2 + len(rows[0].numbers))],
        columns=[("axis", "axis"), ("size", "size"), *((name, name) for name in rows[0].numbers)],
        rows=lines,
    )
