"""Margin reached against updates made, on the data sets of the MICRA paper's Tables 1, 3 and 4.

The margin is a part of the maximum, which is known from the exact solver's run. Each marker is a
run that converged; the paper's printed points are rings, and the bar over each run ends at its
certified bound ‖a‖/Σα, or at the edge of the panel.
"""

from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import LogLocator, NullFormatter, PercentFormatter

from figures.style import INK, LOOKS, WIDTH
from paper_tables.tables import read_table
from paper_tables.verdicts import printed_number

PANELS = {"sonar": "Sonar", "wbc-11": r"WBC$_{-11}$", "wbc": r"WBC, extended with $\Delta = 1$"}
PRINTED = {"sonar": "micra/table-1", "wbc-11": "micra/table-3", "wbc": "micra/table-4"}
SHOWN = (0.72, 1.06)  # of the maximum margin


def draw(runs, curves):
    """The figure; curves is not needed. LookupError where a data set has no exact solver's run."""
    figure = Figure(figsize=(WIDTH, 3.3), layout="constrained")
    panels = figure.subplots(1, len(PANELS), sharey=True)
    for axes, (data, title) in zip(panels, PANELS.items(), strict=True):
        exact = exact_run(runs, data)
        _draw_panel(axes, _converged(runs, exact), exact["directional_margin"], data)
        margin = f"{exact['directional_margin']:.4g}"
        axes.set_title(rf"{title}  ($\gamma_d = {margin}$)", loc="left")
        axes.set_xlabel("updates")
    panels[0].set_ylabel(r"margin reached  $\gamma'_d\,/\,\gamma_d$")
    handles = [
        *(
            Line2D([], [], color=look.colour, marker=look.marker, ms=3.5, label=look.label)
            for look in LOOKS.values()
        ),
        Line2D([], [], color=INK, marker="o", ms=7, mew=0.7, mfc="none", ls="", label="as printed"),
        Line2D([], [], color=INK, marker="|", ms=9, mew=1.5, alpha=0.3, ls="", label="up to its bound"),
        Line2D([], [], color=INK, lw=0.8, label="maximum margin"),
    ]
    figure.legend(handles=handles, loc="outside lower center", ncols=4)
    return figure


def printed_points(data):
    """(updates, margin) of each printed pair of a data set's table, in the units of the data."""
    points = []
    for cells in read_table(PRINTED[data]).rows.values():
        margins = {cell.run: cell for cell in cells if cell.field == "directional_margin"}
        for cell in cells:
            if cell.field == "updates":
                margin = margins[cell.run]
                points.append(
                    (
                        float(printed_number(cell.printed)),
                        float(printed_number(margin.printed)) / float(margin.scale),
                    )
                )
    return points


def exact_run(runs, data):
    found = runs[runs["run"] == f"maximum-{data}"]
    if found.empty:
        raise LookupError(f"there is no run maximum-{data} to take the maximum margin from.")
    return found.iloc[0]


def _converged(runs, exact):
    """Plain runs on the exact run's problem that reached their margin, by algorithm and updates."""
    same = (runs[["data", "augment", "extend"]] == exact[["data", "augment", "extend"]]).all(axis=1)
    plain = (runs["N"] == 0) & (runs["status"] == "converged") & runs["updates"].notna()
    return runs[same & plain & runs["algorithm"].isin(LOOKS)]


def _draw_panel(axes, runs, maximum, data):
    axes.axhline(1.0, color=INK, lw=0.8)
    for algorithm, look in LOOKS.items():
        own = runs[runs["algorithm"] == algorithm].sort_values("updates")
        updates = own["updates"].to_numpy(float)
        reached = own["directional_margin"].to_numpy(float) / maximum
        bounds = own["upper_bound"].to_numpy(float) / maximum
        axes.vlines(updates, reached, bounds, color=look.colour, lw=1.5, alpha=0.25, zorder=1)
        axes.plot(updates, reached, color=look.colour, marker=look.marker, ms=3.5, mew=0, lw=0.9)
    for updates, margin in printed_points(data):
        axes.plot(
            updates, margin / maximum, "o", ms=7, mew=0.7, mfc="none", color=INK, gid="printed"
        )
    axes.set_xscale("log")
    axes.set_ylim(*SHOWN)
    axes.xaxis.set_major_locator(LogLocator(numticks=12))
    axes.xaxis.set_minor_formatter(NullFormatter())
    axes.yaxis.set_major_formatter(PercentFormatter(1.0, decimals=0))
