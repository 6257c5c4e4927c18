"""Margin and certified bound along single runs on sonar: the last row of the MICRA paper's Table 1.

At every moment the maximum margin lies between the margin of the weight and ‖a‖/Σα, which no
directional margin exceeds; both are drawn against the updates made so far.
"""

from matplotlib.figure import Figure
from matplotlib.ticker import LogLocator, NullFormatter, PercentFormatter

from figures.margin_against_updates import exact_run
from figures.style import INK, LOOKS, WIDTH

RUNS = ("micra-table-1-perceptron-4", "micra-table-1-romma-4", "micra-table-1-micra-4")
SHOWN = (0.0, 2.0)  # of the maximum margin


def draw(runs, curves):
    """The figure. LookupError where one of its runs, or the exact solver's, is not there."""
    figure = Figure(figsize=(WIDTH, 2.6), layout="constrained")
    panels = figure.subplots(1, len(RUNS), sharex=True, sharey=True)
    maximum = exact_run(runs, "sonar")["directional_margin"]
    for axes, name in zip(panels, RUNS, strict=True):
        curve = curves[(curves["run"] == name) & (curves["updates"] > 0)]
        if curve.empty:
            raise LookupError(f"there is no curve of the run {name}.")
        look = LOOKS[runs.loc[runs["run"] == name, "algorithm"].iloc[0]]
        updates = curve["updates"].to_numpy(float)
        margin = curve["directional_margin"].to_numpy(float) / maximum
        bound = curve["upper_bound"].to_numpy(float) / maximum
        axes.fill_between(updates, margin, bound, color=look.colour, alpha=0.15, lw=0)
        axes.plot(updates, margin, color=look.colour, gid="margin")
        axes.plot(updates, bound, color=look.colour, ls=(0, (4, 1.5)), gid="bound")
        axes.axhline(1.0, color=INK, lw=0.8)
        axes.set_title(look.label, loc="left", color=look.colour)
        axes.set_xlabel("updates")
        axes.set_xscale("log")
        axes.xaxis.set_major_locator(LogLocator(numticks=12))
        axes.xaxis.set_minor_formatter(NullFormatter())
    panels[0].set_ylim(*SHOWN)
    panels[0].yaxis.set_major_formatter(PercentFormatter(1.0, decimals=0))
    panels[0].set_ylabel(r"part of the maximum margin $\gamma_d$")
    return figure
