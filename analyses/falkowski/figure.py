"""Krauth & Mézard's algorithm after the pocket: Falkowski's open questions, on public data.

(a) The missing fraction of the maximum margin γ_d against c, for starts from zero. γ_d is the
maximum margin of the patterns that the pocket algorithm selects. The marks on the left are the
Perceptron's on the same patterns. The dotted line is the guarantee of the paper's (6), 1 − c/(2c +
1).

(b) Whether another start shortens the computation. The starts are the Perceptron's weight as it is,
the same weight in steps of y/R², and the weight in the pocket. Updates and the missing fraction of
γ_d in the end are divided by the values for a start from zero. The Perceptron's own updates count.
A start that helps is on the left and not above. Runs that their budget stopped are left out.
"""

import numpy as np
from matplotlib.lines import Line2D

from analyses.falkowski.settings import MAXIMUM, PERCEPTRON, RUN_NAMES, ZERO, Setting, setting_of
from figures.page import PanelFigure
from figures.percent import Percent
from figures.style import INK
from figures.tables import runs_named
from records.statuses import Status

EXPLAINS = ("falkowski/text", "falkowski-questions")
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#8A6D00", "#56B4E9")
STARTS = {
    "perceptron": ("the Perceptron's weight", "s"),
    "perceptron-steps": (r"the same in steps of $y/R^2$", "o"),
    "pocket": ("the weight in the pocket", "^"),
}
SIZES = {1: 3, 10: 5, 50: 7}
DOTTED = (0, (1, 2))


def draw(tables):
    """Draw the figure from tables.runs. Raise LookupError if none of its runs is there."""
    used = runs_named(tables.runs, RUN_NAMES)
    converged = used[used["status"] == Status.CONVERGED].to_dict("records")
    runs = {(run["data"], setting_of(run)): run for run in converged}
    names = [data for data, setting in runs if setting == MAXIMUM]
    styles = dict(zip(names, COLOURS, strict=False))
    figure = PanelFigure(1, 2, 3.4)
    growth, starts = figure.panels[0]
    for name, colour in styles.items():
        _draw_growth(growth, runs, name, colour)
        _draw_starts(starts, runs, name, colour)
    c = np.geomspace(0.5, 100, 50)
    growth.plot(c, 1 - c / (2 * c + 1), color=INK, lw=0.8, ls=DOTTED, gid="guarantee")
    growth.set_xscale("log")
    growth.set_yscale("log")
    growth.yaxis.set_major_formatter(Percent("g"))
    growth.set_xlabel("$c$")
    growth.set_ylabel(r"missing from the maximum (% of $\gamma_{\mathrm{d}}$)")
    growth.set_title("(a)", loc="left")
    starts.axhline(1.0, color=INK, lw=0.6)
    starts.axvline(1.0, color=INK, lw=0.6)
    starts.set_xscale("log")
    starts.set_yscale("log")
    starts.set_xlabel("updates, over those from zero")
    starts.set_ylabel(r"missing from $\gamma_{\mathrm{d}}$, over that from zero")
    starts.set_title("(b)", loc="left")
    figure.add_legend(_handles(styles), 4)
    return figure


def _missing(runs, name, setting):
    """Return the fraction of the maximum margin that a run misses; nan without the run."""
    if (name, setting) not in runs:
        return np.nan
    maximum = runs[name, MAXIMUM]["directional_margin"]
    return 1 - runs[name, setting]["directional_margin"] / maximum


def _draw_growth(axes, runs, name, colour):
    settings = sorted(own for data, own in runs if data == name and own.start == ZERO)
    missing = [_missing(runs, name, setting) for setting in settings]
    line = {"color": colour, "marker": "o", "ms": 2.5, "mew": 0, "gid": f"growth-{name}"}
    axes.plot([setting.c for setting in settings], missing, **line)
    axes.plot([0.4], [_missing(runs, name, PERCEPTRON)], color=colour, marker="_", ms=7, ls="")


def _draw_starts(axes, runs, name, colour):
    for start, (_, marker) in STARTS.items():
        for c, size in SIZES.items():
            own, zero = Setting(start, c), Setting(ZERO, c)
            if (name, own) not in runs or (name, zero) not in runs:
                continue
            updates = runs[name, own]["updates"] / runs[name, zero]["updates"]
            missing = _missing(runs, name, own) / _missing(runs, name, zero)
            axes.plot(
                [updates], [missing], color=colour, marker=marker, ms=size, mew=0, ls="", alpha=0.8
            )


def _handles(styles):
    handles = [Line2D([], [], color=colour, label=name) for name, colour in styles.items()]
    grey = {"color": INK, "ls": "", "mew": 0}
    handles += [Line2D([], [], marker=m, ms=5, label=t, **grey) for t, m in STARTS.values()]
    sizes = [Line2D([], [], marker="o", ms=s, label=f"$c = {c}$", **grey) for c, s in SIZES.items()]
    perceptron = Line2D([], [], color=INK, marker="_", ms=7, ls="", label="the Perceptron")
    guarantee = Line2D([], [], color=INK, lw=0.8, ls=DOTTED, label="guaranteed by (6)")
    return [*handles, *sizes, perceptron, guarantee]
