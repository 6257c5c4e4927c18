"""Margin distributions on USPS, of the Perceptron and ALMA_2(0.9): the ALMA paper's Figure 3.

The margin of a pattern is half the difference between the output for its class and the best other
output, with weights and patterns of norm 1. A pattern left of 0 is classified wrongly. The curves
are means over the permutations of Table 1.
"""

from matplotlib.lines import Line2D

from figures.distributions import AXIS, VALUE, draw_curve, finish, with_distribution
from figures.learner_styles import STYLES
from figures.page import PanelFigure
from figures.style import without_result
from figures.tables import runs_named

EXPLAINS = ("alma/table-1",)
RUN_NAMES = (
    "alma-usps-perceptron",
    "alma-usps-alpha-09",
)
METHODS = {
    "perceptron": STYLES["Perceptron"],
    "alpha-09": STYLES["ALMA"]._replace(label=r"ALMA$_2$(0.9)"),
}
DASHES = {"perceptron": (0, (3, 1.5)), "alpha-09": "-"}
HYPOTHESES = ("last", "average")
EPOCHS = {1: "1 epoch", 3: "3 epochs"}


def draw(tables):
    """Draw the figure from tables.runs and distributions. Raise LookupError if it has no runs."""
    named = runs_named(tables.runs, RUN_NAMES)
    named = named.assign(method=named["series"])
    found = with_distribution(named, tables.distributions)
    figure = PanelFigure(len(EPOCHS), len(HYPOTHESES), 4.4, sharex=True, sharey=True)
    panels = figure.panels
    for row, (epoch, epochs) in zip(panels, EPOCHS.items(), strict=True):
        row[0].set_ylabel(VALUE)
        for axes, hypothesis in zip(row, HYPOTHESES, strict=True):
            axes.set_title(f"{hypothesis}, {epochs}", loc="left")
            for _, run in found.iterrows():
                line = {"color": METHODS[run["method"]].colour, "ls": DASHES[run["method"]]}
                draw_curve(axes, tables.distributions, run["run"], epoch, hypothesis, **line)
    finish(list(panels.flat))
    for axes in panels[-1]:
        axes.set_xlabel(AXIS)
    handles = [
        Line2D([], [], color=METHODS[name].colour, ls=DASHES[name], label=METHODS[name].label)
        for name in found["method"]
    ]
    figure.add_legend(handles, 2, without_result(named, found, METHODS))
    return figure
