"""Margins and updates of AMIRA and of ROMMA against aggressiveness: the AMIRA paper's Figure 3.

AMIRA makes an update when p ≤ 1 − ε, and aggressive ROMMA with δ = ε when p < 1 − ε. A marker is
the mean over the draws, and a bar goes from the smallest to the largest value. A mean is hollow if
it includes draws stopped by their budget. (a) The geometric margin, without the augmenting
dimension, as a fraction of the draw's maximum γ. The dotted line is the guarantee of Theorem 3 in
the augmented space. (b) Updates. The dotted lines grow like the bounds, 1/ε for AMIRA and 1/ε² for
ROMMA, from the mean at ε = 1.
"""

import json

import numpy as np
from matplotlib.lines import Line2D

from figures.draws import ended_draws
from figures.learner_styles import STYLES
from figures.log_axis import set_log_axis
from figures.page import PanelFigure
from figures.percent import Percent
from figures.style import INK, without_result
from figures.tables import runs_named

EXPLAINS = ("amira/text", "amira/table-1")
RUN_NAMES = (
    "amira-growth-mira",
    "amira-growth-amira-*",
    "amira-growth-romma",
    "amira-growth-romma-*",
)
METHODS = {
    "amira": STYLES["AMIRA"]._replace(label=r"AMIRA($\epsilon$)"),
    "romma": STYLES["AggressiveROMMA"]._replace(
        label=r"ROMMA, aggressive with $\delta = \epsilon$"
    ),
}
# Algorithm -> its method and the name of its parameter ε; None if ε is 1.
ALGORITHMS = {
    "AMIRA": ("amira", "epsilon"),
    "MIRA": ("amira", None),
    "AggressiveROMMA": ("romma", "delta"),
    "ROMMA": ("romma", None),
}
POWERS = {"amira": 1, "romma": 2}  # the bound on the updates grows as this power of 1/ε
POWER_LABELS = {"amira": r"$1/\epsilon$", "romma": r"$1/\epsilon^2$"}
ASIDE = {"amira": -0.006, "romma": 0.006}  # shifts the bars so that they do not overlap
DOTTED = (0, (1, 2))


def draw(tables):
    """Draw the figure from tables.runs and tables.draws. Raise LookupError if it has no runs."""
    named = runs_named(tables.runs, RUN_NAMES)
    named = named.assign(
        method=[ALGORITHMS[algorithm][0] for algorithm in named["algorithm"]],
        epsilon=[_epsilon(run) for _, run in named.iterrows()],
    )
    draws = ended_draws(tables.draws, named).merge(named[["run", "method", "epsilon"]], on="run")
    found = named[named["run"].isin(draws["run"])]
    figure = PanelFigure(1, 2, 3.3)
    margins, updates = figure.panels[0]
    for method in METHODS:
        _draw_means(margins, draws, method, "fraction_of_maximum")
        _draw_means(updates, draws, method, "updates")
    _draw_guarantee(margins)
    set_log_axis(updates, "y")
    _draw_bounds(updates, draws)
    margins.set_ylim(0, 1.02)
    margins.yaxis.set_major_formatter(Percent(".0f"))
    margins.set_ylabel(r"margin reached (% of the maximum $\gamma$)")
    updates.set_ylabel("updates")
    for axes, letter in ((margins, "(a)"), (updates, "(b)")):
        axes.set_title(letter, loc="left")
        axes.set_xlabel(r"aggressiveness $1 - \epsilon$")
        axes.set_xlim(-0.03, 0.93)
    note = without_result(named, found, METHODS)
    figure.add_legend(_handles(found, draws), 2, note)
    return figure


def _epsilon(run):
    """Return ε of a run; at 1 AMIRA is MIRA, and aggressive ROMMA is plain ROMMA."""
    parameter = ALGORITHMS[run["algorithm"]][1]
    return json.loads(run["parameters"])[parameter] if parameter else 1.0


def _draw_means(axes, draws, method, column):
    """Draw means and ranges over the draws of a method's runs, in the order of 1 − ε."""
    style, points = METHODS[method], []
    for epsilon, own in draws[draws["method"] == method].groupby("epsilon"):
        values = own[column].to_numpy(float)
        ends = values.mean(), values.min(), values.max()
        points.append((1 - epsilon, *ends, own["stopped"].any()))
    if not points:
        return
    x, mean, low, high, stopped = map(np.array, zip(*sorted(points), strict=True))
    axes.vlines(x + ASIDE[method], low, high, color=style.colour, lw=0.8)
    axes.plot(x + ASIDE[method], mean, color=style.colour, lw=0.8, gid=method)
    dots = {"color": style.colour, "marker": style.marker, "ms": 4, "ls": ""}
    whole = {"mew": 0, "gid": f"{method}-converged"}
    hollow = {"mfc": "w", "mew": 0.8, "gid": f"{method}-stopped"}
    axes.plot(x[~stopped] + ASIDE[method], mean[~stopped], **dots, **whole)
    axes.plot(x[stopped] + ASIDE[method], mean[stopped], **dots, **hollow)


def _draw_guarantee(axes):
    aggressiveness = np.linspace(0.0, 0.9, 91)
    bound = aggressiveness / (1 + aggressiveness)  # (1 − ε)/(2 − ε)
    axes.plot(aggressiveness, bound, color=INK, lw=0.8, ls=DOTTED, gid="guarantee")


def _draw_bounds(axes, draws):
    """Draw the growth of the bounds on the updates, each from its own learner's mean at ε = 1."""
    epsilon = np.linspace(0.1, 1.0, 91)
    for method, power in POWERS.items():
        at_one = (draws["method"] == method) & (draws["epsilon"] == 1.0)
        first = draws.loc[at_one, "updates"].mean()
        if first > 0:
            line = {"color": METHODS[method].colour, "lw": 0.6, "ls": DOTTED}
            axes.plot(1 - epsilon, first / epsilon**power, gid=f"bound-{method}", **line)
            end = {"xytext": (3, 0), "textcoords": "offset points", "va": "center"}
            text = {"color": METHODS[method].colour, "fontsize": 8, "annotation_clip": False}
            axes.annotate(POWER_LABELS[method], (0.9, first / 0.1**power), **end, **text)


def _handles(found, draws):
    """Return the legend's handles: methods with a result, then other lines and markers."""
    handles = [
        Line2D([], [], color=k.colour, marker=k.marker, ms=4, mew=0, lw=0.8, label=k.label)
        for method, k in METHODS.items()
        if method in set(found["method"])
    ]
    theory = r"(a) guaranteed to AMIRA: $(1 - \epsilon)/(2 - \epsilon)$"
    handles.append(Line2D([], [], color=INK, lw=0.8, ls=DOTTED, label=theory))
    if draws["stopped"].any():
        hollow = {"marker": "o", "ms": 4, "mew": 0.8, "mfc": "w", "ls": ""}
        handles.append(Line2D([], [], color=INK, label="some draws stopped", **hollow))
    return handles
