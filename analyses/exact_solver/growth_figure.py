"""How the time of exact solvers grows with the size of a problem.

Each panel changes one property of drawn problems with flipped labels: the rows m of an array, its
columns n, the density of sparse rows, or R/γ by way of Δ. The time is until 99.9 % of the maximum
margin is reached; the exact solver shows the fraction at the same time. A line ends before a size
at which a solver took more than 100 seconds or more memory than the machine has. A panel's numbers
are the exponents of the lines, fitted to the times above the dotted line. Below it the overhead of
a call hides the growth.
"""

from matplotlib.lines import Line2D

from analyses.exact_solver.growth import (
    AXES,
    LEAST,
    MILLISECONDS,
    exponent,
    measured_points,
    read_growth,
)
from figures.log_axis import set_log_axis
from figures.page import PanelFigure
from figures.style import INK

EXPLAINS = ("exact-solver-growth", "exact-solver-ends")
STYLES = {
    "MaximumMargin": ("#D55E00", "o"),
    "LIBLINEAR": ("#0072B2", "s"),
    "LIBLINEAR dual": ("#56B4E9", "D"),
    "ReHLine": ("#009E73", "^"),
}
OVERHEAD = {"color": INK, "lw": 0.6, "ls": ":"}
LABELS = {"m": "rows $m$", "n": "columns $n$", "density": "density", "margin": r"$R/\gamma$"}


def draw(_tables):
    """Draw the figure from growth.csv."""
    rows, _ = read_growth()
    figure = PanelFigure(2, 2, 6.4, sharey=True)
    for axes, axis in zip(figure.panels.flat, AXES, strict=True):
        _draw_panel(axes, rows, axis)
    for axes in figure.panels[:, 0]:
        axes.set_ylabel("milliseconds")
    handles = [_line(solver, solver) for solver in STYLES]
    handles.append(Line2D([], [], label=f"{LEAST:g} ms", **OVERHEAD))
    figure.add_legend(handles, 5)
    return figure


def _draw_panel(axes, rows, axis):
    set_log_axis(axes, "x")
    set_log_axis(axes, "y")
    exponents = []
    for solver, (colour, marker) in STYLES.items():
        sizes, milliseconds = measured_points(rows, axis, MILLISECONDS, solver)
        axes.plot(sizes, milliseconds, color=colour, marker=marker, ms=4, mew=0, gid=solver)
        if found := exponent(sizes, milliseconds):
            exponents.append(_line(solver, f"{found[0]:.2f}"))
    axes.axhline(LEAST, **OVERHEAD)
    axes.set_xlabel(LABELS[axis])
    axes.legend(handles=exponents, loc="upper left", fontsize=7, title="exponent")


def _line(solver, label):
    """Return a solver's line for a legend."""
    colour, marker = STYLES[solver]
    return Line2D([], [], color=colour, marker=marker, ms=4, mew=0, label=label)
