"""Margin reached against updates made, on the data sets of the MICRA paper's Tables 1, 3 and 4.

The unit is the maximum margin, from the exact solver's run. A marker is a run that converged, with
parameters that become stricter along the line; rings are the points that the paper prints, and
variants named in the config have stars. Above the maximum, the dashed line joins the certified
bounds ‖a‖/Σα of the same runs: each run proves that the maximum is between its margin and its
bound. Bounds above the panel are not shown.
"""

import pandas as pd
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import LogLocator, NullFormatter, PercentFormatter

from figures.style import INK, LOOKS, RING, WIDTH, Look
from figures.tables import is_used_by, used_by
from paper_tables.tables import read_table
from paper_tables.verdicts import printed_number
from records.entries import VARIANTS
from records.problems import EXACT_SOLVER, exact_maxima, problem_of
from records.statuses import Status

EXPLAINS = ("micra/table-1", "micra/table-3", "micra/table-4")
PANELS = {"sonar": "Sonar", "wbc-11": r"WBC$_{-11}$", "wbc": r"WBC, extended with $\Delta = 1$"}
COLOURS = ("#7B3294", "#A6611A", "#44AA99")  # for variants
TABLES = ("micra/table-1", "micra/table-2", "micra/table-3", "micra/table-4", "micra/text")
ALGORITHMS = ("PerceptronWithMargin", "AggressiveROMMA", "ALMA", "CRAMMA", "MICRA")
SHOWN = (0.7, 1.2)  # of the maximum margin


def draw(tables):
    """The figure, from tables.runs: panels of the data sets that have runs.

    Raises LookupError if none has, or if one has no exact solver's run.
    """
    runs = tables.runs
    own = used_by(runs, "margin_against_updates")
    shown = {data: title for data, title in PANELS.items() if data in set(own["data"])}
    figure = Figure(figsize=(WIDTH, 3.4), layout="constrained")
    panels = figure.subplots(1, len(shown), sharey=True, squeeze=False)[0]
    printed = printed_points()
    of_variants = runs[is_used_by(runs, VARIANTS)]
    variants = of_variants["algorithm"].unique()
    variants = [name for name in variants if name not in (*ALGORITHMS, EXACT_SOLVER)]
    drawn = pd.concat([own, of_variants])
    looks = {name: LOOKS[name] for name in ALGORITHMS}
    looks |= {
        name: Look(name, colour, "*") for name, colour in zip(variants, COLOURS, strict=False)
    }
    for axes, (data, title) in zip(panels, shown.items(), strict=True):
        here = own[own["data"] == data]
        maximum = maximum_of(here, runs, data)
        reached = (drawn["data"] == data) & (drawn["status"] == Status.CONVERGED)
        _draw_panel(axes, drawn[reached], maximum, looks)
        for name, (updates, margin) in printed.items():
            if name in set(here["run"]):
                axes.plot(updates, margin / maximum, gid=f"printed-{name}", **RING)
        axes.set_title(title, loc="left")
        axes.set_xlabel("updates")
        offset = {"xytext": (3, -3), "textcoords": "offset points", "ha": "left", "va": "top"}
        place = {"xy": (0, 1), "xycoords": ("axes fraction", "data"), **offset}
        axes.annotate(rf"$\gamma_d = {maximum:.4g}$", color=INK, fontsize=8, **place)
    panels[0].set_ylim(*SHOWN)
    panels[0].set_ylabel(r"margin reached (% of the maximum $\gamma_d$)")
    panels[0].yaxis.set_major_formatter(PercentFormatter(1.0, decimals=0, symbol=""))
    figure.legend(handles=_handles(looks), loc="outside lower center", ncols=4)
    return figure


def maximum_of(own, runs, data):
    """The maximum margin, from the exact solver, of the problem of these runs on a data set.

    Raises LookupError if it is not known.
    """
    exact = exact_maxima(runs.to_dict("records"))
    for run in own.to_dict("records"):
        if problem_of(run) in exact:
            return exact[problem_of(run)]["directional_margin"]
    raise LookupError(f"runs: no run of the exact solver on {data} has converged.")


def printed_points():
    """Run -> (updates, margin) if the paper prints both, the margin in the units of the data."""
    printed = {}
    for table in TABLES:
        for cell in read_table(table).cells:
            if cell.printed is not None and cell.field and not cell.above:
                value = float(printed_number(cell.printed)) / float(cell.scale)
                printed.setdefault(cell.run, {})[cell.field] = value
    return {
        run: (values["updates"], values["directional_margin"])
        for run, values in printed.items()
        if {"updates", "directional_margin"} <= set(values)
    }


def _draw_panel(axes, runs, maximum, looks):
    axes.axhline(1.0, color=INK, lw=0.8)
    for algorithm, look in looks.items():
        own = runs[runs["algorithm"] == algorithm].sort_values("directional_margin")
        updates = own["updates"].to_numpy(float)
        bounds = own["upper_bound"].to_numpy(float) / maximum
        reached = own["directional_margin"].to_numpy(float) / maximum
        axes.plot(updates, bounds, color=look.colour, ls=(0, (3, 1.5)), lw=0.8)
        axes.plot(updates, reached, color=look.colour, marker=look.marker, ms=3.5, mew=0)
    axes.set_xscale("log")
    axes.xaxis.set_major_locator(LogLocator(numticks=12))
    axes.xaxis.set_minor_formatter(NullFormatter())


def _handles(looks):
    """The legend's: the algorithms, then what is drawn for them."""
    algorithms = [
        Line2D([], [], color=look.colour, marker=look.marker, ms=3.5, mew=0, label=look.label)
        for look in looks.values()
    ]
    return [
        *algorithms,
        Line2D([], [], label="printed in the paper", **RING),
        Line2D([], [], color=INK, ls=(0, (3, 1.5)), lw=0.8, label="certified bound"),
        Line2D([], [], color=INK, lw=0.8, label=r"maximum margin $\gamma_d$"),
    ]
