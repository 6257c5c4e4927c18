"""Margin reached against seconds, on the full sets of Adult, Web and Covertype.

The unit is the maximum geometric margin γ, from LIBLINEAR's solution at tolerance 1e-8, which is
itself one of the points. What is missing to γ is drawn on a logarithmic scale; points that miss
less than the scale shows stand at its upper edge. A line joins the runs of a method whose accuracy
grows, but those of the Margitron are the two stages of its paper's Table 4, each timed by itself. A
run that its budget stopped is hollow, at the lower edge where it left no margin. Above a panel
stands which method is first past 99 % of γ.
"""

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import FixedLocator, LogLocator, NullFormatter, NullLocator

from figures.style import INK, LOOKS, WIDTH, ended, was_stopped, without_result

# Data set -> (title, the runs drawn, the run that gives γ).
PANELS = {
    "a9a": (
        "Adult",
        r"(micra-table-6|adult-subset|full-set)-a9a-|margitron-table-4-a9a-stage-",
        "micra-table-6-a9a-reference",
    ),
    "w8a": (
        "Web",
        r"(micra-table-7|web-subset|full-set)-w8a-|margitron-table-4-w8a-stage-",
        "micra-table-7-w8a-reference",
    ),
    "covertype": (
        "Covertype",
        r"(micra-table-8|full-set)-covertype-|margitron-table-4-covertype-stage-",
        "micra-table-8-covertype-reference",
    ),
}
ALGORITHMS = (
    "MICRA",
    "ContinuedMICRA",
    "Margitron",
    "TwoStageMargitron",
    "LIBSVM",
    "SVMlight",
    "LIBLINEAR",
)
LABELS = {"MICRA": "red-MICRA, as in the paper", "Margitron": "Margitron, stages 1 and 2"}
MISSING = (0.5, 1e-5)  # shown, as fractions of γ
TICKS = (0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 1e-3, 1e-4, 1e-5)
NEARLY = 0.99  # of γ


def draw(runs, curves):
    """The figure; curves is not needed. LookupError where no panel has γ and a run."""
    named = pd.concat(_named(runs, data) for data in PANELS)
    found = {data: _reached(named, data) for data in PANELS}
    if all(points.empty for points in found.values()):
        raise LookupError(
            f"runs: no run {' or '.join(run for _, _, run in PANELS.values())} has converged to "
            "the maximum margin."
        )
    figure = Figure(figsize=(WIDTH, 3.9), layout="constrained")
    panels = figure.subplots(1, len(PANELS), sharey=True)
    for axes, (data, (title, _, _)) in zip(panels, PANELS.items(), strict=True):
        _draw_panel(axes, found[data])
        axes.set_title("\n".join((title, *_first(found[data]))), loc="left")
        axes.set_xlabel("seconds")
    panels[0].set_yscale("log")
    panels[0].set_ylim(*MISSING)
    panels[0].yaxis.set_major_locator(FixedLocator(TICKS))
    panels[0].yaxis.set_minor_locator(NullLocator())
    panels[0].yaxis.set_major_formatter(lambda missing, _: f"{100 * (1 - missing):.6g}")
    panels[0].set_ylabel(r"margin reached (% of the maximum $\gamma$)")
    points = pd.concat(found.values())
    handles = _handles(points, without_result(named, points, LOOKS))
    figure.legend(handles=handles, loc="outside lower center", ncols=3)
    return figure


def _named(runs, data):
    """The runs of a panel."""
    named = runs["run"].str.match(PANELS[data][1]) & runs["algorithm"].isin(ALGORITHMS)
    return runs[named].assign(method=runs["algorithm"])


def _reached(named, data):
    """Those of a panel's runs that ended, with what they miss to γ; none where γ is not known."""
    own = ended(named[named["data"] == data])
    gamma = own.loc[own["run"] == PANELS[data][2], ["status", "geometric_margin"]]
    if list(gamma["status"]) != ["converged"]:
        return own.iloc[:0].assign(missing=[])
    return own.assign(missing=1 - own["geometric_margin"] / gamma["geometric_margin"].item())


def _first(points):
    """Two lines: which method is the first past nearly all of γ, and which the next."""
    if points.empty:
        return "no result", ""
    near = points[(points["status"] == "converged") & (points["missing"] <= 1 - NEARLY)]
    fastest = near.groupby("algorithm")["seconds"].min().sort_values()
    first = [f"by {LOOKS[name].label} in {s:.2g} s" for name, s in fastest.head(2).items()]
    first += ["by no method", ""][len(first) :]
    return f"{100 * NEARLY:g} % {first[0]}", first[1] and f"then {first[1]}"


def _draw_panel(axes, points):
    axes.set_xscale("log")
    axes.axhline(1 - NEARLY, color=INK, lw=0.5, ls=(0, (1, 2)))
    for algorithm in ALGORITHMS:
        look = LOOKS[algorithm]
        own = points[points["algorithm"] == algorithm].sort_values("missing", ascending=False)
        own = own.assign(missing=own["missing"].fillna(np.inf).clip(*sorted(MISSING)))
        stopped = own[was_stopped(own)]
        own = own[own["status"] == "converged"]
        dots = {"color": look.colour, "marker": look.marker, "ms": 4.5, "clip_on": False}
        axes.plot(own["seconds"], own["missing"], mew=0, gid=algorithm, **dots)
        hollow = {"mfc": "w", "mew": 0.8, "ls": "", "gid": f"stopped-{algorithm}"}
        axes.plot(stopped["seconds"], stopped["missing"], **hollow, **dots)
    axes.xaxis.set_major_locator(LogLocator(numticks=12))
    axes.xaxis.set_minor_formatter(NullFormatter())


def _handles(points, lost):
    """Of the legend: the methods that have a result, then what else is drawn."""
    dots = {"ms": 4.5, "color": INK}
    looks = {name: LOOKS[name] for name in ALGORITHMS if name in set(points["algorithm"])}
    handles = [
        Line2D([], [], **dots | {"color": k.colour}, marker=k.marker, mew=0, label=_label(name))
        for name, k in looks.items()
    ]
    if was_stopped(points).any():
        hollow = {"marker": "o", "mfc": "w", "mew": 0.8, "ls": ""}
        handles.append(Line2D([], [], **dots, **hollow, label="stopped: not finished"))
    if lost:
        handles.append(Line2D([], [], ls="", label=f"no result: {', '.join(lost)}"))
    return handles


def _label(algorithm):
    return LABELS.get(algorithm, LOOKS[algorithm].label)
