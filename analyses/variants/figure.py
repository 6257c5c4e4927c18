"""Variants beside the papers' learners, and all learners on the user's own data: margin reached
against updates made.

Each panel is a problem on which variants, or all learners, were run, and shows every run on it that
converged. The unit is the maximum margin, from the exact solver. Variants are the thick lines;
their dashed lines above the maximum are the certified bounds ‖a‖/Σα. What is beyond the panel is
not shown.
"""

from itertools import count

import numpy as np
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import LogLocator, NullFormatter, PercentFormatter

from figures.style import INK, LOOKS, WIDTH, Look
from figures.tables import is_used_by
from records.entries import OWN_DATA, VARIANTS
from records.problems import EXACT_SOLVER, exact_maxima, problem_of
from records.statuses import Status

EXPLAINS = ("variants",)
COLUMNS = 3
SHOWN = (0.5, 1.2)  # of the maximum margin
OTHERS = [
    Look("", colour, marker)
    for marker in "<>pdh*"
    for colour in ("#7B3294", "#A6611A", "#117733", "#999933", "#AA4499", "#44AA99", "#661100")
]


def draw(tables):
    """The figure, from tables.runs. Raises LookupError if there are no variants and no own data."""
    runs = tables.runs
    runs = runs[(runs["status"] == Status.CONVERGED) & (runs["directional_margin"] > 0)]
    runs = runs.assign(problem=[problem_of(run) for run in runs.to_dict("records")])
    exact = exact_maxima(runs.to_dict("records"))
    runs = runs[(runs["algorithm"] != EXACT_SOLVER) & runs["updates"].notna()]
    is_variant = is_used_by(runs, VARIANTS)
    compared = runs[is_variant | is_used_by(runs, OWN_DATA)]
    problems = [problem for problem in compared["problem"].unique() if problem in exact]
    if not problems:
        raise LookupError("runs: no run of a variant or on the user's own data converged.")
    variants = set(runs.loc[is_variant, "algorithm"])
    looks = looks_of(runs["algorithm"].unique())
    lines = -(-len(problems) // COLUMNS)
    figure = Figure(figsize=(WIDTH, 2.3 * lines + 1.0), layout="constrained")
    panels = figure.subplots(lines, COLUMNS, sharey=True, squeeze=False).flat
    drawn = {}
    for problem, axes in zip(problems, panels, strict=False):
        here = runs[[own == problem for own in runs["problem"]]]
        maximum = exact[problem]["directional_margin"]
        for name, own in here.groupby("algorithm", sort=False):
            _draw(axes, own, maximum, looks[name], name in variants)
            drawn[name] = looks[name]
        _label(axes, problem)
    for axes in list(panels):
        axes.axis("off")
    for axes in figure.axes[::COLUMNS]:
        axes.set_ylabel("margin (% of the maximum)")
        axes.yaxis.set_major_formatter(PercentFormatter(1.0, decimals=0, symbol=""))
    figure.legend(handles=_handles(drawn, variants), loc="outside lower center", ncols=4)
    return figure


def looks_of(algorithms):
    """Name -> `Look` of all these algorithms; those without one in figures/style.py get one."""
    others = count()
    return {
        name: LOOKS.get(name) or OTHERS[next(others) % len(OTHERS)]._replace(label=name)
        for name in algorithms
    }


def _draw(axes, own, maximum, look, is_variant):
    own = own.sort_values("directional_margin")
    updates = np.maximum(own["updates"].to_numpy(float), 1.0)
    width = 1.8 if is_variant else 0.7
    style = {"color": look.colour, "marker": look.marker, "ms": 3.5, "mew": 0, "lw": width}
    axes.plot(updates, own["directional_margin"].to_numpy(float) / maximum, **style)
    if is_variant:
        bounds = own["upper_bound"].to_numpy(float) / maximum
        axes.plot(updates, bounds, color=look.colour, ls=(0, (3, 1.5)), lw=0.8)


def _label(axes, problem):
    data, augment, extend, *_ = problem
    axes.axhline(1.0, color=INK, lw=0.8)
    axes.set_xscale("log")
    axes.xaxis.set_major_locator(LogLocator(numticks=6))
    axes.xaxis.set_minor_formatter(NullFormatter())
    axes.set_ylim(*SHOWN)
    axes.set_title(rf"{data}, $\rho = {augment:g}$, $\Delta = {extend:g}$", loc="left", fontsize=8)
    axes.set_xlabel("updates")


def _handles(drawn, variants):
    handles = [
        Line2D(
            *([], []),
            color=look.colour,
            marker=look.marker,
            ms=3.5,
            mew=0,
            lw=1.8 if name in variants else 0.7,
            label=look.label,
        )
        for name, look in drawn.items()
    ]
    return [*handles, Line2D([], [], color=INK, lw=0.8, label="maximum margin")]
