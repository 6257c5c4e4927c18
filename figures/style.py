"""Fonts and line widths of all figures, the selection of runs with a result, and saving."""

import csv
from io import BytesIO

import matplotlib as mpl

from data.files import replacing
from figures.page import PanelFigure, set_page
from figures.plotted import COLUMNS, plotted
from records.statuses import HAS_RESULT, LIMITS

mpl.use("agg")
mpl.rcdefaults()  # undoes the settings of a file matplotlibrc in the current folder
mpl.rcParams.update(
    {
        "font.size": 9,
        "axes.labelsize": 9,
        "axes.titlesize": 9,
        "xtick.labelsize": 8,
        "ytick.labelsize": 8,
        "legend.fontsize": 8,
        "legend.title_fontsize": 8,
        "axes.linewidth": 0.6,
        "xtick.major.width": 0.6,
        "ytick.major.width": 0.6,
        "xtick.minor.width": 0.4,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "legend.frameon": False,
        "lines.linewidth": 1.0,
        "savefig.dpi": 300,
        "svg.hashsalt": "figures",  # otherwise every drawing gets different identifiers
        "svg.fonttype": "path",
        "pdf.fonttype": 42,
    }
)
set_page("two-columns")
FORMATS = ("svg", "pdf", "png", "csv")
UNDATED = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}
INK = "#333333"
# Style of the ring around a printed point.
RING = {"marker": "o", "ms": 7, "mew": 0.7, "mfc": "none", "ls": "", "color": INK}


def was_stopped(runs):
    """Return which rows of `runs` a budget stopped."""
    return runs["status"].isin(LIMITS)


def ended(runs):
    """Return the rows of `runs` with a result: the runs that ended well or that a limit stopped."""
    return runs[runs["status"].isin(HAS_RESULT)]


def without_result(runs, drawn, styles):
    """Return a note on data sets, methods and single runs in `runs` but not in `drawn`, or "".

    `runs` and `drawn` are tables with a column `method`, a key of `styles`.
    """
    missing = runs[~runs["run"].isin(drawn["run"])]
    data = sorted(set(missing["data"]) - set(drawn["data"]))
    missing = missing[~missing["data"].isin(data)]
    methods = [name for name in missing["method"].unique() if name not in set(drawn["method"])]
    missing = missing[~missing["method"].isin(methods)]
    names = [*data, *(styles[name].label for name in methods), *missing["run"]]
    return f"without a result: {', '.join(names)}" if names else ""


def empty(sentence):
    """Return a figure that consists of a sentence."""
    figure = PanelFigure(1, 1, 0.8)
    figure.panels[0, 0].axis("off")
    figure.text(0.5, 0.5, sentence, ha="center", va="center", wrap=True)
    return figure


def save(figure, base, formats=FORMATS):
    """Write base.svg, .pdf, .png and .csv, or only the given formats.

    The bytes of the images depend only on the drawing. base.csv has every number that is drawn.
    """
    figure.complete_labels()
    figure.get_layout_engine().execute(figure)
    figure.set_layout_engine("none")  # every format has the same layout
    for kind in formats:
        with replacing(f"{base}.{kind}") as unfinished:
            if kind == "csv":
                _write_numbers(figure, unfinished)
            else:
                drawn = BytesIO()  # on a full disk matplotlib hides the error by another
                figure.savefig(drawn, format=kind, metadata=UNDATED.get(kind))
                unfinished.write_bytes(drawn.getbuffer())


def _write_numbers(figure, path):
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows(plotted(figure))
