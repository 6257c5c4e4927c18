"""Updates against accuracy: how fast updates grow from coarse to fine parameters.

There is one column for each data set. Row (a) is against the accuracy requested, 1/ε: 1/α for ALMA,
1/δ for ROMMA and c for Krauth & Mézard; MICRA has none. Row (b) is against the accuracy reached,
1/(1 − γ′/γ). Both axes are logarithmic, and the dotted lines have slopes 1 and 2.
"""

import numpy as np
from matplotlib.lines import Line2D

from figures.learner_styles import STYLES, Style
from figures.log_axis import set_log_axis
from figures.page import PanelFigure
from figures.style import INK

EXPLAINS = ("rates",)
METHODS = {
    "alma": STYLES["ALMA"],
    "aggressive-romma": STYLES["AggressiveROMMA"],
    "amira": STYLES["AMIRA"],
    "micra": STYLES["MICRA"],
    "micra-delta-0": Style(r"MICRA, Example 1, $\delta = 0$", "#004D38", "h"),
    "micra-delta-05": Style(r"MICRA, Example 1, $\delta = 1/2$", "#A6611A", "d"),
    "micra-delta-1": Style(r"MICRA, Example 1, $\delta = 1$", "#CC79A7", "s"),
    "t-margitron": STYLES["t-margitron"],
    "w-margitron": STYLES["w-margitron"],
    "pdm": STYLES["PDM"],
    "krauth-mezard": STYLES["KrauthMezard"],
}
ACCURACIES = {
    "nominal": r"asked for, $1/\epsilon$",
    "missing": r"reached, $1/(1 - \gamma_d^\prime/\gamma_d)$",
}
DOTTED = (0, (1, 2))
MARGIN = 1.3  # factor of the space around the points


def draw(tables):
    """Draw the figure from tables.rate_points. Raise LookupError if it is empty."""
    points = tables.rate_points
    if points.empty:
        raise LookupError("rate_points: no run of theory/rates converged.")
    data = list(points["data"].unique())
    figure = PanelFigure(2, len(data), 4.6)
    for axes_of_row, letter, (key, label) in zip(
        figure.panels, "ab", ACCURACIES.items(), strict=True
    ):
        for axes, name in zip(axes_of_row, data, strict=True):
            _draw_panel(axes, points[points["data"] == name], key)
            axes.set_xlabel(label)
        axes_of_row[0].set_ylabel("updates")
        axes_of_row[0].set_title(f"({letter}) {data[0]}", loc="left")
        for axes, name in zip(axes_of_row[1:], data[1:], strict=True):
            axes.set_title(name, loc="left")
    handles = [
        Line2D([], [], color=k.colour, marker=k.marker, ms=3.5, mew=0, lw=0.8, label=k.label)
        for method, k in METHODS.items()
        if method in set(points["series"])
    ]
    handles.append(Line2D([], [], color=INK, lw=0.6, ls=DOTTED, label="slopes 1 and 2"))
    figure.add_legend(handles, 4)
    return figure


def _draw_panel(axes, points, key):
    set_log_axis(axes, "x")
    set_log_axis(axes, "y")
    for method, style in METHODS.items():
        own = points[(points["series"] == method) & (points[key] > 0)]
        if len(own):
            line = {"color": style.colour, "marker": style.marker, "ms": 3.5, "mew": 0, "lw": 0.8}
            axes.plot(1 / own[key], own["updates"], gid=method, **line)
    accuracies = 1 / points.loc[points[key] > 0, key]
    if accuracies.empty:
        axes.annotate("no run", (0.5, 0.5), xycoords="axes fraction", ha="center", va="center")
        return
    axes.set_xlim(accuracies.min() / MARGIN, accuracies.max() * MARGIN)
    axes.set_ylim(points["updates"].min() / MARGIN, points["updates"].max() * MARGIN)
    _draw_slopes(axes)


def _draw_slopes(axes):
    """Draw lines of slopes 1 and 2 from the lower left corner."""
    (left, right), (low, _) = axes.get_xlim(), axes.get_ylim()
    x = np.array([left, right])
    for slope in (1, 2):
        line = {"color": INK, "lw": 0.6, "ls": DOTTED, "gid": f"slope-{slope}"}
        axes.plot(x, low * (x / left) ** slope, zorder=0, **line)
