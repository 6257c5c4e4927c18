"""Margin distributions of ALMA_p's average on artificial data: the ALMA paper's Figure 4.

The curves are after one epoch, on four of the data sets of Table 6. s is the number of nonzero
components of the target, and ε is the rate of noise in the labels; margins are measured with the
noisy labels. The margin is y w·x/‖x‖_p with ‖w‖_q = 1. ALMA_p(0.5) has B = √8/α, with which more
numbers of Table 6 agree than with B = 1/α: nearly all on the sets without noise. The paper does not
say which four sets it shows; here they are the sets with the extreme s and ε.
"""

from matplotlib.lines import Line2D

from figures.distributions import AXIS, VALUE, draw_curve, finish, with_distribution
from figures.learner_styles import Style
from figures.page import PanelFigure
from figures.style import without_result
from figures.tables import runs_named

EXPLAINS = ("alma/table-6",)
# Data set -> title; the sets with s = 3 are at the left.
PANELS = {
    "alma-artificial-s3-e000": r"$s = 3$, $\epsilon = 0$",
    "alma-artificial-s300-e000": r"$s = 300$, $\epsilon = 0$",
    "alma-artificial-s3-e015": r"$s = 3$, $\epsilon = 0.15$",
    "alma-artificial-s300-e015": r"$s = 300$, $\epsilon = 0.15$",
}
P_COLOURS = {"p2": "#0072B2", "p6": "#E69F00"}
METHODS = {
    f"{p}-{ending}": Style(rf"ALMA$_{p[1:]}$({alpha})", colour, "")
    for p, colour in P_COLOURS.items()
    for ending, alpha in (("alpha-1", "1.0"), ("alpha-05", "0.5"))
}
RUN_NAMES = tuple(
    f"{data}-p[26]-{ending}" for data in PANELS for ending in ("alpha-1", "alpha-05-theorem")
)
DASHES = {method: (0, (3, 1.5)) if "alpha-1" in method else "-" for method in METHODS}


def draw(tables):
    """Draw the figure from tables.runs and distributions. Raise LookupError if it has no runs."""
    named = named_runs(tables.runs)
    found = with_distribution(named, tables.distributions)
    figure = PanelFigure(2, 2, 4.4, sharex="col", sharey=True)
    panels = figure.panels
    for axes, (data, title) in zip(panels.flat, PANELS.items(), strict=True):
        axes.set_title(title, loc="left")
        for _, run in found[found["data"] == data].iterrows():
            line = {"color": METHODS[run["method"]].colour, "ls": DASHES[run["method"]]}
            draw_curve(axes, tables.distributions, run["run"], 1, "average", **line)
    for column in panels.T:
        finish(column)
        column[-1].set_xlabel(AXIS)
    for row in panels:
        row[0].set_ylabel(VALUE)
    handles = [
        Line2D([], [], color=style.colour, ls=DASHES[method], label=style.label)
        for method, style in METHODS.items()
        if method in set(found["method"])
    ]
    figure.add_legend(handles, 4, without_result(named, found, METHODS))
    return figure


def named_runs(runs):
    """Return the rows of `runs` that are drawn, with their method, a key of METHODS.

    Raise LookupError if there is none.
    """
    return runs_named(runs, RUN_NAMES).assign(method=lambda named: named["series"])
