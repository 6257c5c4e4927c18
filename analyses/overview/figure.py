"""Performance profiles of every learner (Dolan & Moré 2002), from the overview.

A learner solves a problem when its margin reaches 90, 99 or 99.99 % of the maximum; there is a
column of panels for each. The fastest learner on a problem takes some seconds. A curve shows on how
many problems a learner takes at most τ times these seconds. So its left end, τ = 1, shows how often
the learner is the fastest. Its right end shows how many problems the learner solves at all. The
lower panels count visits of patterns instead of seconds, where visits are known. The best learners
by seconds have a colour and a marker; all others are grey.
"""

import numpy as np
from matplotlib.lines import Line2D

from figures.learner_styles import styles_of
from figures.page import PanelFigure
from figures.percent import Percent

EXPLAINS = ("overview-advice", "overview-summary")
PARTS = {"0.9": "90 %", "0.99": "99 %", "0.9999": "99.99 %"}
MEASURES = ("seconds", "visits")
SHOWN = 10  # the best learners, which have a style of their own
LARGEST = 1e4  # τ
PALE = "#C8C8C8"


def draw(tables):
    """Draw the figure from tables.overview. Raise LookupError if it is empty."""
    runs = tables.overview
    if runs.empty or not runs["learner"].notna().any():
        raise LookupError("overview: it has no runs.")
    profiles = {
        (measure, part): profile(runs, f"{measure}_{part}")
        for measure in MEASURES
        for part in PARTS
    }
    names = list(runs["learner"].dropna().unique())
    # Solvers have no visits, so seconds alone decide what is coloured.
    of_seconds = [p for (measure, _), p in profiles.items() if measure == "seconds"]
    heights = {name: sum(area(*p[name]) for p in of_seconds if name in p) for name in names}
    names.sort(key=lambda name: -heights[name])
    styles = styles_of(names[:SHOWN])
    figure = PanelFigure(len(MEASURES), len(PARTS), 5.4, sharex=True, sharey=True)
    panels = figure.panels
    for (measure, part), axes in zip(profiles, panels.flat, strict=True):
        for name in reversed(names):
            if name in profiles[measure, part]:
                _draw(axes, *profiles[measure, part][name], styles.get(name), name)
        axes.set_xscale("log")
        axes.set_xlim(1, LARGEST)
        axes.set_ylim(0, 1.02)
        axes.yaxis.set_major_formatter(Percent(".0f"))
        axes.set_title(f"{measure} to {PARTS[part]}", loc="left", fontsize=8)
    for axes in panels[-1]:
        axes.set_xlabel(r"at most $\tau$ times the best")
    for axes in panels[:, 0]:
        axes.set_ylabel("problems (%)")
    handles = [
        Line2D([], [], color=colour, marker=marker, ms=4, mew=0, label=label)
        for label, colour, marker in styles.values()
    ]
    if len(names) > len(styles):
        handles.append(Line2D([], [], color=PALE, label="others"))
    figure.add_legend(handles, 4)
    return figure


def profile(overview, column):
    """Return learner -> (τ, fraction of the problems), two ascending arrays, for a column.

    τ is relative to the best learner on a problem. The fraction counts all problems, solved or not.
    """
    best = overview.groupby(["problem", "learner"], sort=False)[column].min().dropna()
    ratios = best / best.groupby("problem").transform("min")
    problems = overview.loc[overview["learner"].notna(), "problem"].nunique()
    found = {}
    for name, own in ratios.groupby("learner", sort=False):
        tau = np.sort(own.to_numpy(float))
        found[name] = tau, np.arange(1, tau.size + 1) / problems
    return found


def area(tau, part):
    """Return the area under a profile, over log τ up to LARGEST, as a fraction of the whole."""
    edges = np.log(np.append(np.minimum(tau, LARGEST), LARGEST)) / np.log(LARGEST)
    return float((np.diff(edges) * part).sum())


def _draw(axes, tau, part, style, name):
    x, y = np.append(tau, LARGEST), np.append(part, part[-1])
    how = {"color": PALE, "lw": 0.6}
    if style:
        # Spaces the marks evenly, independent of the number of steps.
        how = {"color": style.colour, "lw": 1.0, "marker": style.marker, "ms": 4, "mew": 0}
        how["markevery"] = 0.12
    x, y = np.insert(x, 0, x[0]), np.insert(y, 0, 0.0)
    axes.step(x, y, where="post", gid=name, **how)
