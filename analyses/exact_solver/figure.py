"""How long until a stranger could check the maximum margin.

Each line is a problem. The dot is the time of the exact solver until its certificate shows the
fraction of the maximum. The circle is the time until the weight of the fastest other solver reaches
the fraction. The square is the time until the weight and the duals of another solver show it; the
solver's name stands beside it. Where the square is right of the dot, a stranger can check the exact
solver's answer first.
"""

from math import inf

from matplotlib.lines import Line2D

from analyses.exact_solver.measured import PERCENTS, REACHED, SHOWN, THRESHOLDS, read_measured
from figures.page import PanelFigure
from figures.style import INK

EXPLAINS = ("exact-solver",)
OURS = {"color": "#D55E00", "marker": "o", "ms": 3.5, "mew": 0, "ls": "", "zorder": 4}
OTHERS = {
    REACHED: {"color": "#0072B2", "marker": "o", "ms": 5, "mfc": "white", "ls": ""},
    SHOWN: {"color": "#0072B2", "marker": "s", "ms": 4, "mew": 0, "ls": ""},
}
BESIDE = {
    "xytext": (5, 0),
    "textcoords": "offset points",
    "va": "center",
    "fontsize": 6,
    "color": INK,
}
LABELS = {
    REACHED: "fastest other solver, until its weight reaches the fraction",
    SHOWN: "fastest other solver, until its duals show it",
}


def draw(_tables):
    """Draw the figure from measured.csv."""
    rows, _ = read_measured()
    found = {row[:4]: row for row in rows}
    problems = list(dict.fromkeys(row.problem for row in rows))
    problems.sort(key=lambda name: found[name, THRESHOLDS[0], PERCENTS[0], SHOWN].ours)
    figure = PanelFigure(len(PERCENTS), len(THRESHOLDS), 8.0, sharex=True, sharey=True)
    for panels, percent in zip(figure.panels, PERCENTS, strict=True):
        for axes, threshold in zip(panels, THRESHOLDS, strict=True):
            rows = [{g: found[name, threshold, percent, g] for g in OTHERS} for name in problems]
            _draw_panel(axes, rows)
            axes.set_yticks(range(len(problems)), problems, fontsize=7)
            words = "with ρ" if threshold == THRESHOLDS[0] else "with a free threshold"
            axes.set_title(f"to {percent} %, {words}", loc="left", fontsize=8)
    for axes in figure.panels[-1]:
        axes.set_xlabel("milliseconds")
    handles = [Line2D([], [], label="exact solver, until its certificate shows it", **OURS)]
    handles += [Line2D([], [], label=LABELS[goal], **style) for goal, style in OTHERS.items()]
    figure.add_legend(handles, 1)
    return figure


def _draw_panel(axes, problems):
    """Draw the problems of a panel: for each a dict of its `Row`s by goal."""
    axes.set_xscale("log")
    for y, rows in enumerate(problems):
        name, shown = rows[SHOWN].first
        times = [ms for row in rows.values() for ms in (row.ours, row.first[1]) if ms < inf]
        axes.plot([min(times), max(times)], [y, y], color=INK, lw=0.4, alpha=0.4, zorder=1)
        if shown < inf:
            axes.annotate(name, (max(times), y), **BESIDE)
    axes.plot([rows[SHOWN].ours for rows in problems], range(len(problems)), gid="ours", **OURS)
    for goal, style in OTHERS.items():
        places = [(rows[goal].first[1], y) for y, rows in enumerate(problems)]
        places = [place for place in places if place[0] < inf]
        axes.plot(*zip(*places, strict=True), gid=goal, zorder=2, **style)
    axes.margins(x=0.2)
