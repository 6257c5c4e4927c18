"""Krauth & Mézard's algorithm after the pocket: what Falkowski's note leaves open, on public data.

(a) What is missing of the maximum margin γ_d of the patterns that the pocket algorithm has right,
against c, from zero; the marks on the left are the Perceptron's on the same patterns, and the
dotted line is what the paper's (6) guarantees, 1 − c/(2c + 1). (b) Whether a start shortens the
computation: updates from the Perceptron's weight as it is, from the same in steps of y/R², and from
the weight in the pocket, over those from zero, against what is missing of γ_d in the end, over the
same. The Perceptron's own updates count. A start that helps lies on the left and not above. Runs
that their budget stopped are left out.
"""

import json

import numpy as np
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import FuncFormatter

from figures.style import INK, WIDTH

EXPLAINS = ("falkowski/text", "falkowski-questions")
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#8A6D00", "#56B4E9")
STARTS = {
    "perceptron": ("the Perceptron's weight", "s"),
    "steps": (r"the same in steps of $y/R^2$", "o"),
    "pocket": ("the weight in the pocket", "^"),
}
SIZES = {1: 3, 10: 5, 50: 7}
DOTTED = (0, (1, 2))


def draw(tables):
    """The figure, from tables.runs. LookupError where none of its runs is there."""
    named = tables.runs[tables.runs["run"].str.startswith("falkowski-")]
    if named.empty:
        raise LookupError("runs: there are none of falkowski/text.")
    runs = named[named["status"] == "converged"].set_index("run")
    names = [
        name for name in dict.fromkeys(runs["data"]) if f"falkowski-{name}-maximum" in runs.index
    ]
    looks = dict(zip(names, COLOURS, strict=False))
    figure = Figure(figsize=(WIDTH, 3.4), layout="constrained")
    growth, starts = figure.subplots(1, 2)
    for name, colour in looks.items():
        _draw_growth(growth, runs, name, colour)
        _draw_starts(starts, runs, name, colour)
    c = np.geomspace(0.5, 100, 50)
    growth.plot(c, 1 - c / (2 * c + 1), color=INK, lw=0.8, ls=DOTTED, gid="guarantee")
    growth.set_xscale("log")
    growth.set_yscale("log")
    growth.yaxis.set_major_formatter(FuncFormatter(lambda part, _: f"{100 * part:g}"))
    growth.set_xlabel("$c$")
    growth.set_ylabel(r"missing of the maximum (% of $\gamma_{\mathrm{d}}$)")
    growth.set_title("(a)", loc="left")
    starts.axhline(1.0, color=INK, lw=0.6)
    starts.axvline(1.0, color=INK, lw=0.6)
    starts.set_xscale("log")
    starts.set_yscale("log")
    starts.set_xlabel("updates, over those from zero")
    starts.set_ylabel(r"missing of $\gamma_{\mathrm{d}}$, over that from zero")
    starts.set_title("(b)", loc="left")
    figure.legend(handles=_handles(looks), loc="outside lower center", ncols=4)
    return figure


def _missing(runs, name, run):
    """What a run lacks of the maximum margin, as a part of it; nan where it is not there."""
    run = f"falkowski-{name}-{run}"
    if run not in runs.index:
        return np.nan
    maximum = runs.at[f"falkowski-{name}-maximum", "directional_margin"]
    return 1 - runs.at[run, "directional_margin"] / maximum


def _draw_growth(axes, runs, name, colour):
    rows = runs[runs.index.str.startswith(f"falkowski-{name}-zero-c")]
    found = {json.loads(row.parameters)["c"]: run for run, row in rows.iterrows()}
    c = sorted(found)
    missing = [_missing(runs, name, found[value].removeprefix(f"falkowski-{name}-")) for value in c]
    axes.plot(c, missing, color=colour, marker="o", ms=2.5, mew=0, gid=f"growth-{name}")
    axes.plot([0.4], [_missing(runs, name, "perceptron")], color=colour, marker="_", ms=7, ls="")


def _draw_starts(axes, runs, name, colour):
    for start, (_, marker) in STARTS.items():
        for c, size in SIZES.items():
            run, zero = (f"falkowski-{name}-{s}-c{c}" for s in (start, "zero"))
            if run not in runs.index or zero not in runs.index:
                continue
            updates = runs.at[run, "updates"] / runs.at[zero, "updates"]
            missing = _missing(runs, name, f"{start}-c{c}") / _missing(runs, name, f"zero-c{c}")
            axes.plot(
                [updates], [missing], color=colour, marker=marker, ms=size, mew=0, ls="", alpha=0.8
            )


def _handles(looks):
    handles = [Line2D([], [], color=colour, label=name) for name, colour in looks.items()]
    grey = {"color": INK, "ls": "", "mew": 0}
    handles += [Line2D([], [], marker=m, ms=5, label=t, **grey) for t, m in STARTS.values()]
    sizes = [Line2D([], [], marker="o", ms=s, label=f"$c = {c}$", **grey) for c, s in SIZES.items()]
    perceptron = Line2D([], [], color=INK, marker="_", ms=7, ls="", label="the Perceptron")
    guarantee = Line2D([], [], color=INK, lw=0.8, ls=DOTTED, label="guaranteed by (6)")
    return [*handles, *sizes, perceptron, guarantee]
