"""A map of the fastest learners: problems by size and difficulty, for each accuracy.

A mark is a problem of the overview. Its place is the number of entries and R/γ, the length of the
longest pattern divided by the maximum margin. Its style shows the fastest learner. The rows of
panels compare seconds, seconds to a certified margin, and visits (single-pattern learners only). A
large mark means that the learner is the fastest by a factor of 2. A hollow mark is a problem of
sparse patterns.
"""

from matplotlib.lines import Line2D

from analyses.first_choice.table import CHOICES, directional_maxima, firsts
from analyses.overview.figure import SHOWN
from figures.learner_styles import Style, styles_of
from figures.log_axis import set_log_axis
from figures.page import PanelFigure
from records.analysis_files import FRACTIONS

EXPLAINS = ("first-choice",)
OTHERS = Style("others", "#C8C8C8", "o")
SPARSE = 0.25  # patterns with a smaller fraction of nonzero entries are called sparse


def draw(tables):
    """Draw the figure from tables.overview. Raise LookupError if it is empty."""
    runs = tables.overview
    if runs.empty or not runs["learner"].notna().any():
        raise LookupError("overview: it has no runs.")
    runs = runs[runs["learner"].notna()]
    directional = directional_maxima(runs.to_dict("records"))
    places = {
        row["problem"]: (row["entries"], row["radius"] / directional[row["problem"]])
        for row in runs.to_dict("records")
    }
    sparse = {
        row["problem"]
        for row in runs.to_dict("records")
        if row["entries"] < SPARSE * row["patterns"] * row["columns"]
    }
    rows = [
        {key: "" if value != value else str(value) for key, value in row.items()}
        for row in runs.to_dict("records")
    ]
    found = [firsts(rows, rows, *choice[1:]) for choice in CHOICES]
    figure = PanelFigure(len(CHOICES), len(FRACTIONS), 6.4, sharex=True, sharey=True)
    panels = figure.panels
    names = [learner for of in found for learner, _ in of.values()]
    names = sorted(set(names), key=lambda name: (-names.count(name), name))
    styles = styles_of(names[:SHOWN])
    for row, of in zip(panels, found, strict=True):
        for axes, part in zip(row, FRACTIONS, strict=True):
            for problem, place in places.items():
                if (problem, part) in of:
                    learner, factor = of[problem, part]
                    _, colour, marker = styles.get(learner, OTHERS)
                    size = 7 if factor is None or factor >= 2 else 4
                    fill = "white" if problem in sparse else colour
                    axes.plot(*place, marker, color=colour, mfc=fill, ms=size, mew=1, clip_on=False)
    for axes, part in zip(panels[0], FRACTIONS, strict=True):
        axes.set_title(f"to {100 * float(part):g} %", loc="left", fontsize=8)
    for axes in panels.flat:
        set_log_axis(axes, "x")
        set_log_axis(axes, "y")
    for axes in panels[-1]:
        axes.set_xlabel("entries")
    for axes, (name, *_) in zip(panels[:, 0], CHOICES, strict=True):
        axes.set_ylabel(f"{name}\n" + r"$R/\gamma$")
    shown = [*styles.values(), *([OTHERS] if len(names) > len(styles) else [])]
    marks = [Line2D([], [], color=c, marker=m, ls="", label=text) for text, c, m in shown]
    figure.add_legend(marks, 4)
    return figure
