"""The tables of results/separability.csv: two classes, and pairs or single classes of images."""

from analyses.separability.questions import NO, REST, UNDECIDED, YES
from paper_tables.grids import Grid, GridCell
from records.analysis_files import SEPARABILITY

TWO = {
    "data": "data",
    "patterns": "patterns",
    "columns": "columns",
    "threshold": "threshold",
    "separable": "separable",
    "certificate": "patterns that prove it",
    "equal_rows": "equal rows",
    "margin": "a margin of, at least",
}
SEVERAL = {
    "data": "data",
    "part": "patterns",
    "kind": "questions",
    "asked": "asked",
    "separable": "separable",
    "inseparable": "not separable",
    "undecided": "undecided",
    "which": "not separable are",
    "certificate": "patterns that prove it",
}
PROVED = (
    "Every answer is proved in exact arithmetic, and its file is proved again from the data. A "
    "question that reaches its time limit is undecided. A margin is one that some weight surely "
    "has, in the data's units; the maximum may be larger."
)


def grids(results):
    """Return the tables of a `Results`: none if nothing was asked."""
    rows = results.rows(SEPARABILITY)
    return [two_classes_grid(rows), several_classes_grid(rows)] if rows else []


def two_classes_grid(rows):
    """Return the table of data sets with two classes, from rows of separability.csv."""
    shown = [row for row in rows if not row["first"]]
    return Grid(
        name="separability",
        title="Which data sets of two classes a hyperplane separates",
        note=f"With and without a threshold. {PROVED} Two equal rows with opposite labels exclude "
        "every classifier, not only hyperplanes.",
        groups=[("", len(TWO))],
        columns=list(TWO.items()),
        rows=[[GridCell(_two(row, name)) for name in TWO] for row in shown],
    )


def _two(row, name):
    if name == "margin" and row["margin"]:
        return f"{float(row['margin']):.3g}"
    if name == "equal_rows":
        return YES if row["equal_rows"] == YES else ""
    return str(row[name])


def several_classes_grid(rows):
    """Return the table of questions about several classes, from rows of separability.csv."""
    groups = {}
    for row in rows:
        if row["first"]:
            kind = "one-vs-rest" if row["second"] == REST else "pairs"
            groups.setdefault((row["data"], row["part"], kind), []).append(row)
    return Grid(
        name="separability-classes",
        title="Which classes of images and letters a hyperplane separates",
        note=f"Pairs of classes, and one-vs-rest, with a threshold. {PROVED}",
        groups=[("", len(SEVERAL))],
        columns=list(SEVERAL.items()),
        rows=[[GridCell(text) for text in _several(*key, own)] for key, own in groups.items()],
    )


def _several(data, part, kind, rows):
    counts = {
        answer: [row for row in rows if row["separable"] == answer]
        for answer in (YES, NO, UNDECIDED)
    }
    inseparable = counts[NO]
    names = [
        row["first"] if kind == "one-vs-rest" else f"{row['first']}–{row['second']}"
        for row in inseparable
    ]
    which = ", ".join(names) if len(names) < len(rows) else "all"
    sizes = sorted(int(row["certificate"]) for row in inseparable)
    numbers = [str(len(own)) for own in counts.values()]
    size = f"{sizes[0]} to {sizes[-1]}" if sizes else ""
    return [data, part, kind, str(len(rows)), *numbers, which, size]
