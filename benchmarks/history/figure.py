"""Draws docs/history.svg: a panel for each row, its ratio against the measured commits.

The rows with one reference are a column of panels. Columns end together, above the hashes.
"""

from matplotlib.lines import Line2D
from matplotlib.ticker import FixedLocator, MaxNLocator, NullLocator

from benchmarks.history.entries import SLOWER, date, histories
from figures.page import PanelFigure
from figures.style import INK, empty

PREFIX = "ratio to "  # of units
HEIGHT, BELOW = 0.8, 0.9  # inches: a panel; the hashes and the legend
LABELS = 25  # the most labelled commits
NEAR_ONE, FAR = (0.8, 1, 1.25), (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50)  # ticks
SPAN = 1.35  # the axis goes at least this factor up and down from 1
COLOURS = ("#0072B2", "#009E73", "#CC79A7", "#56B4E9")  # of processors, from Okabe & Ito
OVER = "#D55E00"
ONE = {"color": INK, "lw": 0.8, "ls": (0, (4, 2))}
MARK = {"color": OVER, "marker": "^", "ms": 6, "mew": 0, "ls": ""}


def draw(entries):
    """Return the figure of the entries: processor -> its entries, oldest first."""
    together = sorted((entry for own in entries.values() for entry in own), key=date)
    commits = list(dict.fromkeys(entry["commit"]["id"] for entry in together))
    if not commits:
        return empty("No commit has been measured.")
    units = {}  # unit -> name -> its (colour, places on the axis, row of the history)
    for i, own in enumerate(entries.values()):
        for row in histories(own):
            places = [commits.index(own[place]["commit"]["id"]) for place in row.places]
            part = COLOURS[i % len(COLOURS)], places, row
            units.setdefault(row.unit, {}).setdefault(row.name, []).append(part)
    lines = max(map(len, units.values()))
    figure = PanelFigure(lines, len(units), lines * HEIGHT + BELOW, sharex="col")
    for panels, (unit, rows) in zip(figure.panels.T, units.items(), strict=True):
        unused = lines - len(rows)
        for axes in panels[:unused]:
            axes.axis("off")
        for axes, (name, parts) in zip(panels[unused:], rows.items(), strict=True):
            axes.set_title(f"{name} / {unit.removeprefix(PREFIX)}", loc="left", fontsize=8, pad=3)
            _draw_row(axes, parts)
        _label_commits(panels[-1], commits)
    figure.add_legend(_handles(entries), 3)
    return figure


def _draw_row(axes, parts):
    """Draw a row's ratios, with a line for each processor and the last ratio beside it."""
    for colour, places, row in parts:
        axes.plot(places, row.ratios, color=colour, marker="o", ms=3, mew=0)
        over = [i for i in range(len(places)) if row.is_slower(i)]
        axes.plot([places[i] for i in over], [row.ratios[i] for i in over], gid="over", **MARK)
        beside = {"xytext": (5, 0), "textcoords": "offset points", "va": "center", "fontsize": 7}
        axes.annotate(f"{row.ratios[-1]:.3g}", (places[-1], row.ratios[-1]), color=colour, **beside)
    ratios = [ratio for *_, row in parts for ratio in row.ratios]
    if min(ratios) > FAR[-1]:  # of a reference that is only a unit of time
        axes.set_ylim(0.0, 1.2 * max(ratios))
        axes.yaxis.set_major_locator(MaxNLocator(3))
        return
    axes.axhline(1.0, zorder=1, **ONE)
    low, high = min(*ratios, 1 / SPAN), max(*ratios, SPAN)
    axes.set_yscale("log")
    axes.set_ylim(low / 1.1, high * 1.1)
    axes.yaxis.set_major_locator(FixedLocator(NEAR_ONE if high / low < 2 else FAR))
    axes.yaxis.set_major_formatter(lambda ratio, _: f"{ratio:g}")
    axes.yaxis.set_minor_locator(NullLocator())


def _label_commits(axes, commits):
    """Label a column's last panel with the commits' hashes: with the last, and all that fit."""
    places = range(len(commits) - 1, -1, len(commits) // -LABELS)
    axes.set_xticks(places, [commits[i][:7] for i in places], rotation=90, fontsize=7)
    axes.set_xlim(-0.5, len(commits) - 0.5)
    axes.tick_params(labelbottom=True)


def _handles(entries):
    lines = [
        Line2D([], [], color=COLOURS[i % len(COLOURS)], marker="o", ms=3, mew=0, label=processor)
        for i, processor in enumerate(entries)
    ]
    limit = f"over {100 * SLOWER - 100:.0f} % above the usual ratio"
    one = Line2D([], [], label="as fast as the reference", **ONE)
    return [*lines, one, Line2D([], [], label=limit, **MARK)]
