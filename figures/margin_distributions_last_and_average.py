"""Margin distributions of ALMA_p's last beside its average hypothesis: the ALMA paper's Figure 5.

The figure has the same runs as margin_distributions_artificial, after one epoch. Each row has one
α.
"""

from matplotlib.lines import Line2D

from figures.distributions import AXIS, VALUE, draw_curve, finish, with_distribution
from figures.margin_distributions_artificial import METHODS, P_COLOURS, PANELS, named_runs
from figures.page import PanelFigure
from figures.style import without_result

EXPLAINS = ("alma/table-6",)
ROWS = {"1.0": "alpha-1", "0.5": "alpha-05"}  # α -> ending of the names of its methods
COLUMNS = sorted(PANELS, key=lambda data: "s300" in data)  # s = 3 first, then without noise
DASHES = {"last": (0, (1, 1)), "average": "-"}


def draw(tables):
    """Draw the figure from tables.runs and distributions. Raise LookupError if it has no runs."""
    named = named_runs(tables.runs)
    found = with_distribution(named, tables.distributions)
    figure = PanelFigure(len(ROWS), len(COLUMNS), 4.2, sharex="col", sharey=True)
    panels = figure.panels
    for row, (alpha, ending) in zip(panels, ROWS.items(), strict=True):
        row[0].set_ylabel(rf"$\alpha = {alpha}$")
        for axes, data in zip(row, COLUMNS, strict=True):
            for p, colour in P_COLOURS.items():
                own = (found["data"] == data) & (found["method"] == f"{p}-{ending}")
                for run in found.loc[own, "run"]:
                    for hypothesis, dashes in DASHES.items():
                        line = {"color": colour, "ls": dashes}
                        draw_curve(axes, tables.distributions, run, 1, hypothesis, **line)
    for column, data in zip(panels.T, COLUMNS, strict=True):
        finish(column)
        column[0].set_title(PANELS[data], loc="left")
        column[-1].set_xlabel(AXIS)
    figure.supylabel(VALUE, fontsize=9)
    handles = [
        Line2D([], [], color=colour, ls=dashes, label=rf"ALMA$_{p[1:]}$, {hypothesis}")
        for p, colour in P_COLOURS.items()
        for hypothesis, dashes in DASHES.items()
        if any(method.startswith(p) for method in found["method"])
    ]
    figure.add_legend(handles, 4, without_result(named, found, METHODS))
    return figure
