"""Seconds and updates against the number of training patterns, on the subsets of Adult and of Web.

The line through a method's points is c m^x, fitted by least squares in the logarithms to the runs
that converged. It is dotted beyond these runs. At the end of the line are x and the number of these
runs, which is at least three. m is the number of patterns. A run that its budget stopped is hollow:
the true value is at least as large, and the run is left out of the fit. Only learners make updates;
the updates of a procedure are the sum over its stages.
"""

import numpy as np
from matplotlib.lines import Line2D
from matplotlib.ticker import FixedLocator, NullLocator

from data.register import data_set_entry
from figures.learner_styles import STYLES
from figures.log_axis import set_log_axis
from figures.page import PanelFigure
from figures.style import INK, ended, was_stopped, without_result
from figures.tables import runs_named
from records.statuses import Status

EXPLAINS = ("micra/table-6", "micra/table-7")
RUN_NAMES = (
    "micra-table-[67]-*-libsvm-*",
    "micra-table-[67]-*-svmlight-*",
    "micra-table-[67]-*-liblinear",
    "micra-table-[67]-*-micra",
    "adult-subset-*",
    "web-subset-*",
)
FAMILIES = {"Adult": "a", "Web": "w"}  # title -> the first letter of its subsets' names
METHODS = {
    "micra": STYLES["MICRA"]._replace(label="red-MICRA, as in the paper"),
    "continued-micra": STYLES["ContinuedMICRA"]._replace(label="ContinuedMICRA, 99 % certified"),
    "two-stage-margitron": STYLES["TwoStageMargitron"]._replace(label="TwoStageMargitron, 90 %"),
    "liblinear": STYLES["LIBLINEAR"]._replace(label="LIBLINEAR at 0.01"),
    "libsvm-tight": STYLES["LIBSVM"]._replace(label="LIBSVM at 0.001"),
    "libsvm-loose": STYLES["LIBSVM"]._replace(label="LIBSVM at 0.03", colour="#7B68B5", marker="d"),
    "svmlight-tight": STYLES["SVMlight"]._replace(label=r"SVM$^{light}$ at 0.001"),
    "svmlight-loose": STYLES["SVMlight"]._replace(
        label=r"SVM$^{light}$ at 0.025 (Adult), 0.02 (Web)", colour="#E6BCD3", marker="*"
    ),
}
QUANTITIES = ("seconds", "updates")
FEWEST = 3  # the fewest runs to which a line is fitted
SIZES = (2000, 5000, 10000, 20000, 50000)  # ticks of the axis
APART = 0.075  # the smallest distance between two labels, as a fraction of a panel's height


def draw(tables):
    """Draw the figure from tables.runs. Raise LookupError if none of its runs is there."""
    named = runs_named(tables.runs, RUN_NAMES)
    named = named[named["series"].isin(METHODS)].assign(
        method=lambda runs: runs["series"], family=lambda runs: runs["data"].str[0]
    )
    points = ended(named)
    points = points.assign(m=[_size(data) for data in points["data"]])
    figure = PanelFigure(len(QUANTITIES), len(FAMILIES), 5.6, sharex="col", sharey="row")
    panels = figure.panels
    exits = {}
    for row, quantity in zip(panels, QUANTITIES, strict=True):
        row[0].set_ylabel(quantity)
        for axes, family in zip(row, FAMILIES.values(), strict=True):
            exits[axes] = _draw_panel(axes, points[points["family"] == family], quantity)
    for axes, family in zip(panels[0], FAMILIES, strict=True):
        axes.set_title(family, loc="left")
    for axes in panels[-1]:
        axes.set_xlabel("training patterns $m$")
    for axes, ends in exits.items():  # labels come last, because they need the final limits
        _label(axes, ends)
    note = without_result(named, points, METHODS)
    figure.add_legend(_handles(points), 3, note)
    return figure


def exponent(sizes, values):
    """Return (x, c) of the line c m^x, by least squares in the logarithms."""
    x, logarithm = np.polyfit(np.log(sizes), np.log(values), 1)
    return x, np.exp(logarithm)


def _size(data):
    return data_set_entry(data)["facts"]["m"]


def _draw_panel(axes, points, quantity):
    """Draw points and lines; return (value at the panel's edge, text, colour) for each line."""
    axes.set_xscale("log")
    set_log_axis(axes, "y")
    ends = []
    for method, style in METHODS.items():
        own = points[(points["method"] == method) & (points[quantity] > 0)].sort_values("m")
        stopped = own[was_stopped(own)]
        own = own[own["status"] == Status.CONVERGED]
        dots = {"color": style.colour, "marker": style.marker, "ls": "", "ms": 4}
        hollow = {"mew": 0.8, "mfc": "w", "gid": f"stopped-{method}"}
        axes.plot(own["m"], own[quantity], mew=0, gid=method, **dots)
        axes.plot(stopped["m"], stopped[quantity], **hollow, **dots)
        if len(own) >= FEWEST:
            x, c = exponent(own["m"].to_numpy(float), own[quantity].to_numpy(float))
            span = np.array([own["m"].min(), own["m"].max(), points["m"].max()], float)
            line = c * span**x
            axes.plot(span[:2], line[:2], color=style.colour, lw=0.8, gid=f"fit-{method}")
            axes.plot(span[1:], line[1:], color=style.colour, lw=0.8, ls=(0, (1, 2)))
            ends.append((line[-1], rf"$m^{{{x:.2f}}}$ ({len(own)})", style.colour))
    axes.xaxis.set_major_locator(FixedLocator(SIZES))
    axes.xaxis.set_major_formatter(lambda m, _: f"{m:.0f}")
    axes.xaxis.set_minor_locator(NullLocator())
    return ends


def _label(axes, ends):
    """Write the exponents beside the panel, at the heights of their lines, without overlaps."""
    low, high = np.log(axes.get_ylim())
    height = -np.inf
    for value, text, colour in sorted(ends):
        height = max((np.log(value) - low) / (high - low), height + APART)
        place = {"xy": (1.02, height), "xycoords": "axes fraction", "va": "center"}
        axes.annotate(text, color=colour, fontsize=8, **place)


def _handles(points):
    present = set(points["method"])
    handles = [
        Line2D([], [], color=k.colour, marker=k.marker, ms=4, mew=0, lw=0.8, label=k.label)
        for method, k in METHODS.items()
        if method in present
    ]
    if was_stopped(points).any():
        hollow = {"marker": "o", "ms": 4, "mew": 0.8, "mfc": "w", "ls": ""}
        handles.append(Line2D([], [], color=INK, label="stopped: at least this", **hollow))
    return handles
