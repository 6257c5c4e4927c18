"""Theorems beside the runs they apply to: measured over bound, a row per theorem, a point per run.

(a) Bounds from above: a run should be left of 1. (b) Bounds from below: a run should be right of 1.
Points beyond the axis are drawn as arrows at its end. A run that violates a theorem is ringed, and
the row gives the number of these runs.
"""

import re

import numpy as np
from matplotlib.lines import Line2D

from analyses.theory.sources import PAPERS, SOURCES
from figures.learner_styles import styles_of
from figures.log_axis import set_log_axis
from figures.page import WIDE, PanelFigure
from figures.style import INK

EXPLAINS = ("theory",)
# Sense -> (range of the axis, title).
SIDES = {
    "most": ((1e-5, 60.0), "(a) bounds from above"),
    "least": ((0.8, 2e3), "(b) bounds from below"),
}
VIOLATED = "#CC0000"
ROW, FRAME = 0.135, 1.25  # heights in inches: of a row, and of everything around the rows
FEWEST = 8  # rows that always have space


def draw(tables):
    """Draw the figure from tables.theory. Raise LookupError if it is empty."""
    theory = tables.theory
    if theory.empty:
        raise LookupError("theory: no theorem applies to any of the runs.")
    order = theory["paper"].map(PAPERS.index)
    theory = theory.iloc[np.argsort(order, kind="stable")]
    rows = {side: _rows(theory[theory["sense"] == side]) for side in SIDES}
    height = ROW * max(FEWEST, *map(len, rows.values())) + FRAME
    styles = styles_of(theory["algorithm"].unique())
    figure = PanelFigure(1, 2, height, narrowest=WIDE)
    for axes, (side, (limits, title)) in zip(figure.panels[0], SIDES.items(), strict=True):
        _draw_side(axes, rows[side], limits, styles)
        axes.set_title(title, loc="left")
    figure.add_legend(_handles(theory, styles), 5)
    return figure


def _rows(theory):
    """Return (label, rows of theory.csv) of each theorem."""
    groups = theory.groupby(["paper", "theorem", "quantity"], sort=False)
    return [(_label(*key), own) for key, own in groups]


def _label(paper, theorem, quantity):
    text = re.sub(r",? ?derived here$", "", theorem).replace("Theorem", "Thm")
    text = f"{SOURCES[paper]} {text}".strip()
    return re.sub(r"([_^]\{[^}]*\})", r"$\1$", f"{text}: {quantity}")


def _draw_side(axes, rows, limits, styles):
    low, high = limits
    set_log_axis(axes, "x")
    axes.set_xlim(low, high)
    axes.axvline(1.0, color=INK, lw=0.6, zorder=1)
    for y, (label, own) in enumerate(rows):
        axes.axhline(y, color="#DDDDDD", lw=0.4, zorder=0)
        for algorithm, of_it in own.groupby("algorithm", sort=False):
            style, ratios = styles[algorithm], of_it["ratio"].to_numpy(float)
            inside = (ratios > low) & (ratios < high)
            dots = {"color": style.colour, "ls": "", "mew": 0, "alpha": 0.7, "clip_on": False}
            dots["gid"] = label.replace("$", "")
            if inside.any():  # a line without points has no position, and upsets the layout
                x = ratios[inside]
                axes.plot(x, np.full(x.size, y), marker=style.marker, ms=3, **dots)
            for beyond, end, arrow in ((ratios <= low, low, "<"), (ratios >= high, high, ">")):
                if beyond.any():
                    axes.plot([end], [y], marker=arrow, ms=4, **dots)
        violated = own[own["holds"] == "no"]
        if len(violated):
            ring = {"marker": "o", "ls": "", "mfc": "none", "mec": VIOLATED, "mew": 0.8, "ms": 6}
            at = np.clip(violated["ratio"].to_numpy(float), low, high)
            axes.plot(at, np.full(len(at), y), gid="violated", clip_on=False, **ring)
            aside = {"xytext": (4, 0), "textcoords": "offset points", "va": "center"}
            text = {"color": VIOLATED, "fontsize": 7, "annotation_clip": False}
            axes.annotate(f"{len(violated)} of {len(own)}", (high, y), **aside, **text)
    axes.set_yticks(range(len(rows)), [label for label, _ in rows], fontsize=6.5)
    axes.tick_params(axis="y", length=0)
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.spines["left"].set_visible(False)
    axes.set_xlabel("measured / bound")


def _handles(theory, styles):
    """Return the legend's handles: the algorithms that are drawn, then the ring."""
    handles = [
        Line2D([], [], color=k.colour, marker=k.marker, ms=3.5, mew=0, ls="", label=k.label)
        for k in styles.values()
    ]
    if (theory["holds"] == "no").any():
        ring = {"marker": "o", "ls": "", "mfc": "none", "mec": VIOLATED, "mew": 0.8, "ms": 6}
        handles.append(Line2D([], [], label="the theorem is violated", **ring))
    return handles
