"""Margin reached against seconds, on the full sets of Adult, Web and Covertype.

The unit is the maximum geometric margin γ, from LIBLINEAR's solution at tolerance 1e-8, which is
itself one of the points. The missing fraction of γ is drawn on a logarithmic scale. Points too near
to γ for the scale are at the upper edge. A line joins the runs of a method in order of accuracy.
The runs of the Margitron are the two stages of its paper's Table 4, each timed separately. A run
that its budget stopped is hollow and not joined; without a margin it is at the lower edge.
Stochastic gradient descent never converges: all its runs are hollow, each with a number of epochs
fixed in advance. The text above a panel names the method that first passes 99 % of γ.

Of the third-party learners, river's ALMA and PA are left out: they take one pattern per call, in
Python, and would be thousands of times too slow.
"""

import numpy as np
import pandas as pd
from matplotlib.lines import Line2D
from matplotlib.ticker import FixedLocator, NullLocator

from figures.learner_styles import STYLES
from figures.log_axis import set_log_axis
from figures.page import PanelFigure
from figures.percent import Percent
from figures.style import INK, ended, was_stopped, without_result
from figures.tables import REFERENCE, runs_named
from records.statuses import Status

EXPLAINS = ("micra/table-8", "micra/table-6", "micra/table-7", "margitron/table-4")
RUN_NAMES = (
    "micra-table-6-a9a-libsvm-*",
    "micra-table-6-a9a-svmlight-*",
    "micra-table-6-a9a-micra",
    "micra-table-6-a9a-reference",
    "micra-table-7-w8a-libsvm-*",
    "micra-table-7-w8a-svmlight-*",
    "micra-table-7-w8a-micra",
    "micra-table-7-w8a-reference",
    "micra-table-8-covertype-svmlight",
    "micra-table-8-covertype-micra",
    "micra-table-8-covertype-reference",
    "margitron-table-4-a9a-stage-*",
    "margitron-table-4-w8a-stage-*",
    "margitron-table-4-covertype-stage-*",
    "full-set-*",
)
PANELS = {"a9a": "Adult", "w8a": "Web", "covertype": "Covertype"}
ALGORITHMS = (
    "MICRA",
    "ContinuedMICRA",
    "Margitron",
    "TwoStageMargitron",
    "LIBSVM",
    "SVMlight",
    "LIBLINEAR",
    "ScikitLearnPerceptron",
    "ScikitLearnSGD",
)
LABELS = {"MICRA": "red-MICRA, as in the paper", "Margitron": "Margitron, stages 1 and 2"}
MISSING = (0.5, 1e-5)  # range of the axis: the missing part, as a fraction of γ
TICKS = (0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 1e-3, 1e-4, 1e-5)
DOTTED = {"color": INK, "lw": 0.5, "ls": (0, (1, 2))}
EDGES = {MISSING[0]: r"$\leq$", MISSING[1]: r"$\geq$"}
NEARLY = 0.99  # the fraction of γ that the first method has to reach


def draw(tables):
    """Draw the figure from tables.runs. Raise LookupError if none of its runs is there."""
    named = runs_named(tables.runs, RUN_NAMES)
    named = named.assign(method=named["algorithm"])
    found = {data: _reached(named, data) for data in PANELS}
    figure = PanelFigure(1, len(PANELS), 3.9, sharey=True)
    panels = figure.panels[0]
    for axes, (data, title) in zip(panels, PANELS.items(), strict=True):
        _draw_panel(axes, found[data])
        axes.set_title("\n".join((title, *_first(found[data]))), loc="left", fontsize=8)
        axes.set_xlabel("seconds")
    panels[0].set_yscale("log")
    panels[0].set_ylim(*MISSING)
    panels[0].yaxis.set_major_locator(FixedLocator(TICKS))
    panels[0].yaxis.set_minor_locator(NullLocator())
    panels[0].yaxis.set_major_formatter(
        Percent(number=lambda missing: 100 * (1 - missing), edges=EDGES)
    )
    panels[0].set_ylabel(r"margin reached (% of the maximum $\gamma$)")
    points = pd.concat(found.values())
    note = without_result(named, points, STYLES)
    figure.add_legend(_handles(points), 3, note)
    return figure


def _reached(named, data):
    """Return a panel's runs with a result and their missing fraction; no runs if γ is not known."""
    own = ended(named[named["data"] == data])
    reference = own[own["series"] == REFERENCE]
    if list(reference["status"]) != [Status.CONVERGED]:
        return own.iloc[:0].assign(missing=[])
    return own.assign(missing=1 - own["geometric_margin"] / reference["geometric_margin"].item())


def _first(points):
    """Return two lines: the method that first passes nearly all of γ, and the next."""
    if points.empty:
        return "no result", ""
    near = points[(points["status"] == Status.CONVERGED) & (points["missing"] <= 1 - NEARLY)]
    fastest = near.groupby("algorithm")["seconds"].min().sort_values()
    first = [f"{STYLES[name].label}, {_two_digits(s)} s" for name, s in fastest.head(2).items()]
    first += ["no method", "no other"][len(first) :]
    return f"{100 * NEARLY:g} %: {first[0]}", f"then {first[1]}"


def _draw_panel(axes, points):
    set_log_axis(axes, "x")
    axes.axhline(1 - NEARLY, **DOTTED)
    for algorithm in ALGORITHMS:
        style = STYLES[algorithm]
        own = points[points["algorithm"] == algorithm].sort_values("missing", ascending=False)
        own = own.assign(missing=own["missing"].fillna(np.inf).clip(*sorted(MISSING)))
        stopped = own[was_stopped(own)]
        own = own[own["status"] == Status.CONVERGED]
        # Markers at the edges are drawn whole. The layout ignores them, because it would take an
        # empty line for a point in the corner.
        dots = {"color": style.colour, "marker": style.marker, "ms": 4.5}
        dots |= {"clip_on": False, "in_layout": False}
        axes.plot(own["seconds"], own["missing"], mew=0, gid=algorithm, **dots)
        hollow = {"mfc": "w", "mew": 0.8, "ls": "", "gid": f"stopped-{algorithm}"}
        axes.plot(stopped["seconds"], stopped["missing"], **hollow, **dots)


def _handles(points):
    """Return the legend's handles: the methods that have a result, the hollow marker, the line."""
    dots = {"ms": 4.5, "color": INK}
    styles = {name: STYLES[name] for name in ALGORITHMS if name in set(points["algorithm"])}
    handles = [
        Line2D([], [], **dots | {"color": k.colour}, marker=k.marker, mew=0, label=_label(name))
        for name, k in styles.items()
    ]
    if was_stopped(points).any():
        hollow = {"marker": "o", "mfc": "w", "mew": 0.8, "ls": ""}
        handles.append(Line2D([], [], **dots, **hollow, label="stopped: not finished"))
    return [*handles, Line2D([], [], **DOTTED, label=rf"{100 * NEARLY:g} % of $\gamma$")]


def _label(algorithm):
    return LABELS.get(algorithm, STYLES[algorithm].label)


def _two_digits(seconds):
    """Write two significant digits, without a power of ten."""
    return f"{float(f'{seconds:.2g}'):g}"
