"""Test error against updates, epoch by epoch, of the learners in both online papers' tables.

A point is the mean over the permutations after an epoch, and its bar is a standard error. The
standard error of the updates is smaller than a marker. Rings are printed points, where a paper
prints both numbers. Four groups are left out so that the figure stays readable: (1) the SVMs, which
have no epochs; (2) on MNIST, the kernels of degree 5 and 6; (3) on the raw images of USPS, ROMMA
and MIRA, which coincide with the Perceptron; (4) on the raw images of USPS, our own readings of
Table 2.
"""

import pandas as pd
from matplotlib.lines import Line2D
from matplotlib.ticker import FixedLocator, MaxNLocator, NullLocator

from figures.learner_styles import STYLES
from figures.page import PanelFigure
from figures.percent import Percent
from figures.style import INK, RING, ended, without_result
from figures.tables import runs_named
from paper_tables.permutations import AVERAGE
from paper_tables.tables import read_table
from paper_tables.verdicts import printed_number

EXPLAINS = ("alma/table-1", "alma/table-3", "alma/table-5", "amira/table-2")
RUN_NAMES = (
    "alma-usps-perceptron",
    "alma-usps-alpha-*",
    "alma-mnist-perceptron",
    "alma-mnist-romma",
    "alma-mnist-aggressive-romma",
    "alma-mnist-alpha-*-d4",
    "alma-letter-perceptron",
    "alma-letter-alpha-*",
    "amira-usps-perceptron",
    "amira-usps-alma",
    "amira-usps-aggressive-romma",
    "amira-usps-pegasos",
    "amira-usps-amira-*",
    "amira-usps-kbest-mira",
    "amira-usps-kbest-amira-*",
)
PANELS = {
    "usps-alma": "USPS, smoothed (ALMA, Table 1)",
    "usps-raw": "USPS, raw (AMIRA, Table 2)",
    "mnist": "MNIST, $d = 4$ (ALMA, Table 3)",
    "letter": "Letter (ALMA, Table 5)",
}
# Among related methods, a darker colour means a more aggressive method.
METHODS = {
    "perceptron": STYLES["Perceptron"],
    "romma": STYLES["ROMMA"],
    "aggressive-romma": STYLES["AggressiveROMMA"],
    "pegasos": STYLES["Pegasos"],
    "alpha-1": STYLES["ALMA"]._replace(label=r"ALMA$_2$(1.0)", colour="#E3A5C8"),
    "alpha-095": STYLES["ALMA"]._replace(label=r"ALMA$_2$(0.95)", colour="#C9609B"),
    "alpha-09": STYLES["ALMA"]._replace(label=r"ALMA$_2$(0.9)", colour="#99306C"),
    "alpha-08": STYLES["ALMA"]._replace(label=r"ALMA$_2$(0.8)", colour="#52123A"),
    "amira-09": STYLES["AMIRA"]._replace(label="AMIRA(0.9)"),
    "amira-05": STYLES["AMIRA"]._replace(label="AMIRA(0.5)", colour="#004D38"),
    "kbest-mira": STYLES["MIRA"]._replace(label="k-best MIRA", colour="#C9A400"),
    "kbest-amira-085": STYLES["MIRA"]._replace(label="k-best AMIRA(0.85)", colour="#8A6D00"),
    "kbest-amira-05": STYLES["MIRA"]._replace(label="k-best AMIRA(0.5)", colour="#463700"),
}
# Hypothesis -> options of its line and its markers.
HYPOTHESES = {"last": {"ls": (0, (1, 1)), "mfc": "w"}, "average": {"ls": "-"}}


def draw(tables):
    """Draw the figure from tables.runs and tables.online. Raise LookupError if it has no runs."""
    named = runs_named(tables.runs, RUN_NAMES)
    named = named.assign(method=named["series"])
    points = _means(tables.online, named)
    found = named[named["run"].isin(points["run"])]
    printed = printed_points()
    figure = PanelFigure(2, 2, 5.8)
    for axes, (data, title) in zip(figure.panels.flat, PANELS.items(), strict=True):
        own = found[found["data"] == data]
        axes.set_title(title if len(own) else f"{title}: no result", loc="left")
        if own.empty:
            axes.set_axis_off()
        for _, run in own.iterrows():
            _draw_run(axes, points[points["run"] == run["run"]], METHODS[run["method"]])
        for (run, hypothesis, epoch), (updates, error) in printed.items():
            if run in set(own["run"]):
                name = f"printed-{run}-{hypothesis}-{epoch}"
                axes.plot(updates, error, gid=name, **{**RING, "ms": 5.5, "mew": 0.5})
        axes.set_xscale("log")
        axes.xaxis.set_major_locator(FixedLocator(_ticks(*axes.get_xlim())))
        axes.xaxis.set_major_formatter(lambda count, _: f"{count:.0f}")
        axes.xaxis.set_minor_locator(NullLocator())
        axes.yaxis.set_major_locator(MaxNLocator(6, steps=[1, 2, 5, 10]))
        axes.yaxis.set_major_formatter(Percent(".1f"))
        axes.set_xlabel("updates, of all classes together")
        axes.set_ylabel("test error (%)")
    figure.add_legend(_handles(found), 4, without_result(named, found, METHODS))
    return figure


def printed_points():
    """Return (run, hypothesis, epoch) -> (updates, test error) where a paper prints both."""
    errors, updates = {}, {}
    for cell in (cell for table in EXPLAINS for cell in read_table(table).cells):
        quantity = cell.quantity
        if cell.printed is None or quantity is None or quantity.statistic != AVERAGE:
            continue
        value = float(printed_number(cell.printed)) / float(cell.scale)
        (epoch,), (hypothesis,) = quantity.epochs, quantity.hypotheses
        if quantity.of == "test_error":
            errors[cell.run, hypothesis, epoch] = value
        elif quantity.of == "updates" and quantity.label == "all":
            updates[cell.run, epoch] = value
    both = ((key, (key[0], key[2])) for key in errors)
    return {key: (updates[place], errors[key]) for key, place in both if place in updates}


def _means(online, named):
    """Return mean updates and mean test error, with its standard error, as a table.

    A row is a run, hypothesis and epoch.
    """
    own = online[online["run"].isin(ended(named)["run"]) & (online["class"] == "all")]
    own = own[own["hypothesis"].isin(HYPOTHESES)]
    groups = own.groupby(["run", "hypothesis", "epoch"], sort=True)
    return pd.DataFrame(
        {
            "updates": groups["updates"].mean(),
            "error": groups["test_error"].mean(),
            "deviation": groups["test_error"].sem().fillna(0.0),  # one permutation has none
        }
    ).reset_index()


def _draw_run(axes, points, style):
    for hypothesis, drawn in HYPOTHESES.items():
        own = points[points["hypothesis"] == hypothesis]
        if own.empty:
            continue
        dots = {"color": style.colour, "marker": style.marker, "ms": 3.5, "mew": 0.7, **drawn}
        x, error, deviation = (own[c] for c in ("updates", "error", "deviation"))
        axes.vlines(x, error - deviation, error + deviation, color=style.colour, lw=0.6)
        axes.plot(x, error, lw=0.8, gid=f"{own['run'].iloc[0]}-{hypothesis}", **dots)


def _ticks(low, high):
    """Return round numbers from low to high, more of them if low and high are close."""
    steps = (1, 1.5, 2, 3, 5, 7) if high < 7 * low else (1, 2, 5) if high < 100 * low else (1,)
    numbers = [step * 10**power for power in range(7) for step in steps]
    return [number for number in numbers if low <= number <= high]


def _handles(found):
    """Return the legend's handles: the methods that have a result, then the hypotheses."""
    methods = [
        Line2D([], [], color=k.colour, marker=k.marker, ms=3.5, mew=0, lw=0.8, label=k.label)
        for method, k in METHODS.items()
        if method in set(found["method"])
    ]
    dots = {"color": INK, "marker": "o", "ms": 3.5, "mew": 0.7, "lw": 0.8}
    return [
        *methods,
        *(
            Line2D([], [], label=f"{hypothesis} hypothesis", **dots, **drawn)
            for hypothesis, drawn in HYPOTHESES.items()
        ),
        Line2D([], [], label="printed in the paper", **RING),
    ]
