"""Margin distributions on USPS, of the Perceptron and ALMA_2(0.9): the ALMA paper's Figure 3.

The margin of a pattern is half of what the output for its class has over the best other one, with
weights and patterns of norm 1; left of 0 it is classified wrongly. The curves are means over the
permutations of Table 1.
"""

from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from figures.distributions import AXIS, VALUE, draw_curve, finish, with_distribution
from figures.style import LOOKS, WIDTH, without_result

EXPLAINS = ("alma/table-1",)
METHODS = {
    "alma-usps-perceptron": LOOKS["Perceptron"],
    "alma-usps-alpha-09": LOOKS["ALMA"]._replace(label=r"ALMA$_2$(0.9)"),
}
DASHES = {"alma-usps-perceptron": (0, (3, 1.5)), "alma-usps-alpha-09": "-"}
HYPOTHESES = ("last", "average")
EPOCHS = {1: "1 epoch", 3: "3 epochs"}


def draw(tables):
    """The figure, from tables.runs and distributions. LookupError where no run of it is there."""
    named = tables.runs[tables.runs["run"].isin(METHODS)]
    if named.empty:
        raise LookupError("runs: there are none of alma/table-1.")
    named = named.assign(method=named["run"])
    found = with_distribution(named, tables.distributions)
    figure = Figure(figsize=(WIDTH, 4.4), layout="constrained")
    panels = figure.subplots(len(EPOCHS), len(HYPOTHESES), sharex=True, sharey=True)
    for row, (epoch, epochs) in zip(panels, EPOCHS.items(), strict=True):
        row[0].set_ylabel(VALUE)
        for axes, hypothesis in zip(row, HYPOTHESES, strict=True):
            axes.set_title(f"{hypothesis}, {epochs}", loc="left")
            for run in found["run"]:
                line = {"color": METHODS[run].colour, "ls": DASHES[run]}
                draw_curve(axes, tables.distributions, run, epoch, hypothesis, **line)
    finish(list(panels.flat))
    for axes in panels[-1]:
        axes.set_xlabel(AXIS)
    handles = [
        Line2D([], [], color=METHODS[run].colour, ls=DASHES[run], label=METHODS[run].label)
        for run in found["run"]
    ]
    note = without_result(named, found, METHODS)
    figure.legend(handles=handles, title=note, loc="outside lower center", ncols=2)
    return figure
