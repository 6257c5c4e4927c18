"""Margin reached against updates made, on the data sets of the MICRA paper's Tables 1, 3 and 4.

The unit is the maximum margin, from the exact solver's run; the missing part is drawn on a
logarithmic scale. A marker is a run that converged. The line joins the runs that no other run of
the learner beats, in margin and in updates. Rings are the points that the paper prints. Variants
named in the config are drawn too. Above the maximum, the dashed line joins the smallest certified
bounds ‖a‖/Σα of the same runs: each run proves that the maximum is between its margin and its
bound. Runs outside the panel are not shown.
"""

import pandas as pd
from matplotlib.lines import Line2D

from figures.accuracy import DASHES, LABEL, draw_bounds, draw_ladder, set_accuracy_axis
from figures.learner_styles import styles_of
from figures.log_axis import set_log_axis
from figures.page import PanelFigure
from figures.style import INK, RING
from figures.tables import is_added_by, runs_named
from paper_tables.tables import read_table
from paper_tables.verdicts import printed_number
from records.entries import VARIANTS
from records.problems import EXACT_SOLVER, exact_maxima, problem_of
from records.statuses import Status

EXPLAINS = ("micra/table-1", "micra/table-3", "micra/table-4")
RUN_NAMES = (
    "micra-table-1-*",
    "micra-table-2-alma",
    "micra-table-[34]-*",
    "sweep-*",
)
PANELS = {"sonar": "Sonar", "wbc-11": r"WBC$_{-11}$", "wbc": r"WBC, extended with $\Delta = 1$"}
TABLES = ("micra/table-1", "micra/table-2", "micra/table-3", "micra/table-4", "micra/text")
ALGORITHMS = ("PerceptronWithMargin", "AggressiveROMMA", "ALMA", "CRAMMA", "MICRA")
NO_MAXIMUM = "runs: no run of the exact solver on {} has converged."
SHOWN = (0.5, 1.5)  # range of the axis, in units of the maximum margin


def draw(tables):
    """Draw the figure from tables.runs: one panel for each data set with runs and a known maximum.

    Raise LookupError if there is no such data set.
    """
    runs = tables.runs
    own = runs_named(runs, RUN_NAMES)
    present = [data for data in PANELS if data in set(own["data"])]
    maxima = {data: maximum_of(own[own["data"] == data], runs) for data in present}
    shown = {data: PANELS[data] for data, maximum in maxima.items() if maximum is not None}
    if not shown:
        raise LookupError(NO_MAXIMUM.format(" and ".join(present)))
    figure = PanelFigure(1, len(shown), 4.0, sharey=True)
    panels = figure.panels[0]
    printed = printed_points()
    of_variants = runs[is_added_by(runs, VARIANTS)]
    variants = of_variants["algorithm"].unique()
    variants = [name for name in variants if name not in (*ALGORITHMS, EXACT_SOLVER)]
    drawn = pd.concat([own, of_variants])
    styles = styles_of([*ALGORITHMS, *variants])
    for axes, (data, title) in zip(panels, shown.items(), strict=True):
        here = own[own["data"] == data]
        maximum = maxima[data]
        reached = (drawn["data"] == data) & (drawn["status"] == Status.CONVERGED)
        _draw_panel(axes, drawn[reached], maximum, styles)
        for name, (updates, margin) in printed.items():
            if name in set(here["run"]):
                axes.plot(updates, margin / maximum, gid=f"printed-{name}", **RING)
        axes.set_title(f"{title}\n" rf"$\gamma_d = {maximum:.4g}$", loc="left")
        axes.set_xlabel("updates")
    panels[0].set_ylabel(LABEL)
    figure.add_legend(_handles([styles[k] for k in styles if k in set(drawn["algorithm"])]), 4)
    return figure


def maximum_of(own, runs):
    """Return the exact maximum margin of the problem of these runs on a data set, or None."""
    exact = exact_maxima(runs.to_dict("records"))
    for run in own.to_dict("records"):
        if problem_of(run) in exact:
            return exact[problem_of(run)]["directional_margin"]
    return None


def printed_points():
    """Return run -> (updates, margin) if the paper prints both, the margin in the data's units."""
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


def _draw_panel(axes, runs, maximum, styles):
    axes.axhline(1.0, color=INK, lw=0.8)
    for algorithm, style in styles.items():
        own = runs[runs["algorithm"] == algorithm]
        updates = own["updates"].to_numpy(float)
        draw_bounds(axes, updates, own["upper_bound"].to_numpy(float) / maximum, style)
        draw_ladder(axes, updates, own["directional_margin"].to_numpy(float) / maximum, style, 1.0)
    set_accuracy_axis(axes, SHOWN)
    set_log_axis(axes, "x")


def _handles(styles):
    """Return the legend's handles: the algorithms, then the other lines and markers."""
    algorithms = [
        Line2D([], [], color=style.colour, marker=style.marker, ms=3.5, mew=0, label=style.label)
        for style in styles
    ]
    return [
        *algorithms,
        Line2D([], [], label="printed in the paper", **RING),
        Line2D([], [], color=INK, ls=DASHES, lw=0.8, label="certified bound"),
        Line2D([], [], color=INK, lw=0.8, label=r"maximum margin $\gamma_d$"),
    ]
