"""A map of who is first: problems by size and difficulty, for each accuracy.

A mark is a problem of the overview, at its number of entries and at R/γ, the longest pattern in
units of the maximum margin; its colour is the learner that is first there, in seconds above and,
among perceptron-like ones, in visits of patterns below. A large mark is first by a factor of 2.
"""

from matplotlib.lines import Line2D

from analyses.first_choice.table import CHOICES, directional_maxima, firsts
from analyses.overview.figure import COLOURS
from figures.page import PanelFigure
from records.analysis_files import FRACTIONS

EXPLAINS = ("first-choice",)
SHOWN = (CHOICES[0], CHOICES[2])
MARKERS = "os^vD<>P*X"
OTHERS = "#C8C8C8", "o"


def draw(tables):
    """The figure, from tables.overview. Raises LookupError if it is empty."""
    runs = tables.overview
    if runs.empty or not runs["learner"].notna().any():
        raise LookupError("overview: it has no runs.")
    runs = runs[runs["learner"].notna()]
    directional = directional_maxima(runs.to_dict("records"))
    places = {
        row["problem"]: (row["entries"], row["radius"] / directional[row["problem"]])
        for row in runs.to_dict("records")
    }
    rows = [
        {key: "" if value != value else str(value) for key, value in row.items()}
        for row in runs.to_dict("records")
    ]
    found = [firsts(rows, rows, *choice[1:]) for choice in SHOWN]
    figure = PanelFigure(len(SHOWN), len(FRACTIONS), 4.6, sharex=True, sharey=True)
    panels = figure.panels
    names = [learner for of in found for learner, _ in of.values()]
    names = sorted(set(names), key=lambda name: (-names.count(name), name))
    looks = dict(zip(names, zip(COLOURS, MARKERS, strict=True), strict=False))
    for row, of in zip(panels, found, strict=True):
        for axes, part in zip(row, FRACTIONS, strict=True):
            for problem, place in places.items():
                if (problem, part) in of:
                    learner, factor = of[problem, part]
                    colour, marker = looks.get(learner, OTHERS)
                    size = 7 if factor is None or factor >= 2 else 4
                    axes.plot(*place, marker, color=colour, ms=size, mew=0, alpha=0.85)
        own = {learner for learner, _ in of.values()}
        shown = {name: look for name, look in looks.items() if name in own}
        shown |= {"others": OTHERS} if own - looks.keys() else {}
        marks = [Line2D([], [], color=c, marker=m, ls="", label=n) for n, (c, m) in shown.items()]
        row[-1].legend(handles=marks, loc="center left", bbox_to_anchor=(1.0, 0.5), fontsize=6)
    for axes, part in zip(panels[0], FRACTIONS, strict=True):
        axes.set_title(f"to {100 * float(part):g} %", loc="left", fontsize=8)
    for axes in panels[-1]:
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.set_xlabel("entries")
    for axes, (name, *_) in zip(panels[:, 0], SHOWN, strict=True):
        axes.set_ylabel(f"{name}\n" + r"$R/\gamma$")
    return figure
