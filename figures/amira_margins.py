"""Margins on random draws of artificial data, over the maximum: the AMIRA paper's Figure 2.

Each row is the histogram of a learner's final geometric margins over the draws. γ is the maximum of
the same draw, from LIBSVM. Margins leave out the augmenting dimension in which the learners work.
The first bin, left of 0, contains all negative margins: some patterns are on the wrong side. The
text beside a row gives the mean, or the number of negative margins. It also gives the number of
draws that were stopped before the learner converged. The tallest bins have equal heights.
"""

import numpy as np

from figures.draws import ended_draws
from figures.learner_styles import STYLES
from figures.page import PanelFigure
from figures.percent import Percent
from figures.style import INK, without_result
from figures.tables import runs_named

EXPLAINS = ("amira/text",)
RUN_NAMES = (
    "amira-synthetic-perceptron",
    "amira-synthetic-pegasos",
    "amira-synthetic-mira",
    "amira-synthetic-amira-0[13579]",
)
METHODS = {
    "perceptron": STYLES["Perceptron"],
    "pegasos": STYLES["Pegasos"],
    "mira": STYLES["MIRA"]._replace(label="MIRA = AMIRA(1.0)"),
} | {
    f"amira-{epsilon}": STYLES["AMIRA"]._replace(label=f"AMIRA({epsilon})")
    for epsilon in ("0.9", "0.7", "0.5", "0.3", "0.1")
}
BIN = 0.02
EDGES = np.arange(-1, 51) * BIN


def draw(tables):
    """Draw the figure from tables.runs and tables.draws. Raise LookupError if it has no runs."""
    named = runs_named(tables.runs, RUN_NAMES)
    named = named.assign(method=named["series"])
    draws = ended_draws(tables.draws, named)
    found = named[named["run"].isin(draws["run"])]
    figure = PanelFigure(len(METHODS), 1, 4.4, sharex=True)
    rows = figure.panels[:, 0]
    for axes, (method, style) in zip(rows, METHODS.items(), strict=True):
        of_method = named.loc[named["method"] == method, "run"]
        _draw_row(axes, draws[draws["run"].isin(of_method)], method, style)
    rows[-1].spines["bottom"].set_visible(True)
    rows[-1].tick_params(bottom=True)
    rows[-1].set_xlim(EDGES[0], EDGES[-1])
    rows[-1].xaxis.set_major_formatter(Percent(".0f"))
    rows[-1].set_xlabel(r"margin reached (% of the maximum $\gamma$ of the draw)")
    figure.supylabel("draws (each row to its own scale)", fontsize=9)
    note = without_result(named, found, METHODS)
    if note:
        figure.add_legend([], 1, note)
    return figure


def _draw_row(axes, draws, method, style):
    axes.spines[["left", "bottom"]].set_visible(False)
    axes.tick_params(left=False, labelleft=False, bottom=False)
    axes.axhline(0.0, color=INK, lw=0.4)
    axes.set_ylabel(style.label, color=style.colour, rotation=0, ha="right", va="center")
    beside = {"xycoords": "axes fraction", "va": "center", "fontsize": 8}
    if draws.empty:
        axes.annotate("no result", (1.01, 0.5), color=INK, **beside)
        return
    fractions = draws["fraction_of_maximum"].clip(EDGES[0] + BIN / 2, EDGES[-1] - BIN / 2)
    heights, _ = np.histogram(fractions, EDGES)
    axes.stairs(heights / heights.max(), EDGES, fill=True, color=style.colour, alpha=0.25, lw=0)
    axes.stairs(heights / heights.max(), EDGES, color=style.colour, lw=0.8, gid=method)
    axes.set_ylim(0, 1.1)
    axes.annotate(_summary(draws), (1.01, 0.5), color=style.colour, **beside)


def _summary(draws):
    fractions, stopped = draws["fraction_of_maximum"], int(draws["stopped"].sum())
    n, negative = len(draws), int((fractions < 0).sum())
    lines = [f"{negative} of {n} below 0" if negative else f"mean {100 * fractions.mean():.0f} %"]
    lines += [f"{stopped} of {n} stopped"] if stopped else []
    return "\n".join(lines)
