"""Variants beside the papers' learners, and all learners on the user's own data: margin reached
against updates made.

Each panel is a problem on which variants, or all learners, were run. It shows every run on the
problem that converged. The unit is the maximum margin, from the exact solver; the missing part is
drawn on a logarithmic scale. A line joins a learner's runs that no other run of the learner beats,
in margin and in updates. Variants have thick lines. Dashed lines above the maximum are the smallest
of their certified bounds ‖a‖/Σα. Runs beyond the panel are not shown, and neither are learners that
count no updates, such as classifiers.
"""

import numpy as np
from matplotlib.lines import Line2D
from matplotlib.ticker import LogLocator, NullFormatter

from figures.accuracy import LABEL, draw_bounds, draw_ladder, set_accuracy_axis
from figures.learner_styles import styles_of
from figures.page import PanelFigure
from figures.style import INK
from figures.tables import is_added_by
from records.entries import OWN_DATA, VARIANTS
from records.problems import EXACT_SOLVER, exact_maxima, problem_of
from records.statuses import Status

EXPLAINS = ("variants",)
COLUMNS = 3
SHOWN = (0.5, 1.5)  # range of the axis, in units of the maximum margin


def draw(tables):
    """Draw the figure from tables.runs. Raise LookupError without variants and own data."""
    runs = tables.runs
    runs = runs[(runs["status"] == Status.CONVERGED) & (runs["directional_margin"] > 0)]
    runs = runs.assign(problem=[problem_of(run) for run in runs.to_dict("records")])
    exact = exact_maxima(runs.to_dict("records"))
    runs = runs[(runs["algorithm"] != EXACT_SOLVER) & runs["updates"].notna()]
    is_variant = is_added_by(runs, VARIANTS)
    compared = runs[is_variant | is_added_by(runs, OWN_DATA)]
    problems = [problem for problem in compared["problem"].unique() if problem in exact]
    if not problems:
        raise LookupError(
            "runs: no run of a variant or on the user's own data converged and counts updates."
        )
    variants = set(runs.loc[is_variant, "algorithm"])
    styles = styles_of(runs["algorithm"].unique())
    columns = min(COLUMNS, len(problems))
    lines = -(-len(problems) // columns)
    figure = PanelFigure(lines, columns, 2.3 * lines + 1.0, sharey=True)
    panels = figure.panels.flat
    drawn = {}
    for problem, axes in zip(problems, panels, strict=False):
        here = runs[[own == problem for own in runs["problem"]]]
        maximum = exact[problem]["directional_margin"]
        for name, own in here.groupby("algorithm", sort=False):
            _draw(axes, own, maximum, styles[name], name in variants)
            drawn[name] = styles[name]
        _label(axes, problem)
    for axes in list(panels):
        axes.axis("off")
    for axes in figure.panels[:, 0]:
        axes.set_ylabel(LABEL)
    figure.add_legend(_handles(drawn, variants), 4)
    return figure


def _draw(axes, own, maximum, style, is_variant):
    updates = np.maximum(own["updates"].to_numpy(float), 1.0)
    margins = own["directional_margin"].to_numpy(float) / maximum
    draw_ladder(axes, updates, margins, style, 1.8 if is_variant else 0.7)
    if is_variant:
        draw_bounds(axes, updates, own["upper_bound"].to_numpy(float) / maximum, style)


def _label(axes, problem):
    data, augment, extend, *_ = problem
    axes.axhline(1.0, color=INK, lw=0.8)
    axes.set_xscale("log")
    axes.xaxis.set_major_locator(LogLocator(numticks=6))
    axes.xaxis.set_minor_formatter(NullFormatter())
    set_accuracy_axis(axes, SHOWN)
    axes.set_title(rf"{data}, $\rho = {augment:g}$, $\Delta = {extend:g}$", loc="left", fontsize=8)
    axes.set_xlabel("updates")


def _handles(drawn, variants):
    handles = [
        Line2D(
            [],
            [],
            color=style.colour,
            marker=style.marker,
            ms=3.5,
            mew=0,
            lw=1.8 if name in variants else 0.7,
            label=style.label,
        )
        for name, style in drawn.items()
    ]
    return [*handles, Line2D([], [], color=INK, lw=0.8, label="maximum margin")]
