"""Margin and certified bound along single runs on sonar: the last row of the MICRA paper's Table 1.

At every moment the maximum margin is between the margin of the weight and ‖a‖/Σα, which no
directional margin exceeds; both are drawn against the updates made so far. The marker is the end of
the run, hollow if its budget stopped it.
"""

from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import LogLocator, NullFormatter, PercentFormatter

from figures.margin_against_updates import maximum_of
from figures.style import INK, LOOKS, WIDTH
from figures.tables import used_by
from records.statuses import Status

EXPLAINS = ("micra/table-1",)
SHOWN = (0.0, 2.0)  # of the maximum margin
BOUND = (0, (3, 1.5))  # dashes


def draw(tables):
    """The figure, from tables.runs and tables.curves.

    Raises LookupError if one of its runs, or the exact solver's, is not there.
    """
    curves = tables.curves
    drawn = used_by(tables.runs, "margin_along_a_run")
    figure = Figure(figsize=(WIDTH, 2.7), layout="constrained")
    panels = figure.subplots(1, len(drawn), sharex=True, sharey=True, squeeze=False)[0]
    maximum = maximum_of(drawn, tables.runs, "sonar")
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
    panels[0].set_xscale("log")
    panels[0].set_xlim(min(first, default=1) / 2, max(last) * 2)
    panels[0].set_ylim(*SHOWN)
    panels[0].yaxis.set_major_formatter(PercentFormatter(1.0, decimals=0, symbol=""))
    panels[0].set_ylabel(r"% of the maximum margin $\gamma_d$")
    handles = [
        Line2D([], [], color=INK, lw=1.4, label=r"margin $\gamma_d'$"),
        Line2D([], [], color=INK, ls=BOUND, label=r"certified bound $\|a\|/\sum\alpha$"),
        Line2D([], [], color=INK, lw=0.8, label=r"maximum margin $\gamma_d$"),
    ]
    figure.legend(handles=handles, loc="outside lower center", ncols=3)
    return figure


def _draw_panel(axes, run, updates, margin, bound):
    look = LOOKS[run["algorithm"]]
    end = {
        "marker": look.marker,
        "ms": 4,
        "mfc": look.colour if run["status"] == Status.CONVERGED else "w",
    }
    axes.axhline(1.0, color=INK, lw=0.8)
    axes.fill_between(updates, margin, bound, color=look.colour, alpha=0.12, lw=0)
    axes.plot(updates, bound, color=look.colour, ls=BOUND)
    axes.plot(updates, margin, color=look.colour, lw=1.4)
    axes.plot(updates[-1:], margin[-1:], color=look.colour, **end)
    axes.set_title(look.label, loc="left", color=look.colour)
    axes.set_xlabel("updates")
    axes.xaxis.set_major_locator(LogLocator(numticks=12))
    axes.xaxis.set_minor_formatter(NullFormatter())
