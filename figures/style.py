"""What the figures share: type, what counts as stopped, and saving."""

import csv

import matplotlib as mpl

from data.files import replacing
from figures.page import PanelFigure, set_page
from figures.plotted import COLUMNS, plotted
from records.statuses import HAS_RESULT, LIMITS

mpl.use("agg")
mpl.rcdefaults()  # a file matplotlibrc in the calling folder changes nothing
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


# Around what the papers print.
RING = {"marker": "o", "ms": 7, "mew": 0.7, "mfc": "none", "ls": "", "color": INK}


def was_stopped(runs):
    """Which rows of `runs` were stopped by their budget."""
    return runs["status"].isin(LIMITS)


def ended(runs):
    """The rows of `runs` that have a result: they ended well, or were stopped by a limit."""
    return runs[runs["status"].isin(HAS_RESULT)]


def without_result(runs, drawn, looks):
    """A note on what is in `runs` but not in `drawn`: data sets, methods, single runs; or "".

    runs, drawn: tables with a column `method`, a key of looks.
    """
    missing = runs[~runs["run"].isin(drawn["run"])]
    data = sorted(set(missing["data"]) - set(drawn["data"]))
    missing = missing[~missing["data"].isin(data)]
    methods = [name for name in missing["method"].unique() if name not in set(drawn["method"])]
    missing = missing[~missing["method"].isin(methods)]
    names = [*data, *(looks[name].label for name in methods), *missing["run"]]
    return f"without a result: {', '.join(names)}" if names else ""


def empty(sentence):
    """A figure that consists of a sentence."""
    figure = PanelFigure(1, 1, 0.8)
    figure.panels[0, 0].axis("off")
    figure.text(0.5, 0.5, sentence, ha="center", va="center", wrap=True)
    return figure


def save(figure, base, formats=FORMATS):
    """Writes base.svg, .pdf and .png, whose bytes depend only on the drawing, and base.csv, which
    has every number that is drawn; of these, the formats asked for.
    """
    figure.complete_labels()
    figure.draw_without_rendering()
    figure.set_layout_engine("none")  # laid out once, for every format
    for kind in formats:
        with replacing(f"{base}.{kind}") as unfinished:
            if kind == "csv":
                _write_numbers(figure, unfinished)
            else:
                figure.savefig(unfinished, format=kind, metadata=UNDATED.get(kind))


def _write_numbers(figure, path):
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows(plotted(figure))
