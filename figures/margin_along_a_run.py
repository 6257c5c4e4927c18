"""Margin and certified bound along single runs on sonar: the last row of the MICRA paper's Table 1.

At every moment the maximum margin is between the margin of the weight and ‖a‖/Σα, which is an upper
bound on every directional margin. Both are drawn against the updates up to this moment. The
distance from the maximum, below or above it, has a logarithmic scale. The marker is the end of the
run; it is hollow if its budget stopped the run.
"""

from matplotlib.lines import Line2D

from figures.accuracy import DASHES, LABEL, set_accuracy_axis
from figures.learner_styles import STYLES
from figures.log_axis import set_log_axis
from figures.margin_against_updates import NO_MAXIMUM, maximum_of
from figures.page import PanelFigure
from figures.style import INK
from figures.tables import runs_named
from records.statuses import Status

EXPLAINS = ("micra/table-1",)
RUN_NAMES = ("micra-table-1-*-4",)
SHOWN = (0.1, 1.9)  # range of the axis, in units of the maximum margin


def draw(tables):
    """Draw the figure from tables.runs and tables.curves.

    Raise LookupError if one of its runs, or the exact solver's run, is not there.
    """
    curves = tables.curves
    drawn = runs_named(tables.runs, RUN_NAMES)
    figure = PanelFigure(1, len(drawn), 3.2, sharex=True, sharey=True)
    panels = figure.panels[0]
    maximum = maximum_of(drawn, tables.runs)
    if maximum is None:
        raise LookupError(NO_MAXIMUM.format("sonar"))
    first, last = [], []
    for axes, (_, run) in zip(panels, drawn.iterrows(), strict=True):
        curve = curves[(curves["run"] == run["run"]) & (curves["updates"] > 0)]
        if curve.empty:
            raise LookupError(f"curves: the run {run['run']} has no rows.")
        updates = curve["updates"].to_numpy(float)
        margin = curve["directional_margin"].to_numpy(float) / maximum
        bound = curve["upper_bound"].to_numpy(float) / maximum
        _draw_panel(axes, run, updates, margin, bound)
        first += list(updates[bound < SHOWN[1]][:1])
        last.append(updates[-1])
    panels[0].set_xlim(min(first, default=1) / 2, max(last) * 2)
    panels[0].set_ylabel(LABEL)
    handles = [
        Line2D([], [], color=INK, lw=1.4, label=r"margin $\gamma_d'$"),
        Line2D([], [], color=INK, ls=DASHES, label=r"certified bound $\|a\|/\sum\alpha$"),
        Line2D([], [], color=INK, lw=0.8, label=r"maximum margin $\gamma_d$"),
    ]
    figure.add_legend(handles, 3)
    return figure


def _draw_panel(axes, run, updates, margin, bound):
    style = STYLES[run["algorithm"]]
    end = {
        "marker": style.marker,
        "ms": 4,
        "mfc": style.colour if run["status"] == Status.CONVERGED else "w",
    }
    set_accuracy_axis(axes, SHOWN)
    axes.axhline(1.0, color=INK, lw=0.8)
    axes.fill_between(updates, margin, bound, color=style.colour, alpha=0.12, lw=0)
    axes.plot(updates, bound, color=style.colour, ls=DASHES)
    axes.plot(updates, margin, color=style.colour, lw=1.4)
    axes.plot(updates[-1:], margin[-1:], color=style.colour, **end)
    axes.set_title(style.label, loc="left", color=style.colour)
    axes.set_xlabel("updates")
    set_log_axis(axes, "x")
