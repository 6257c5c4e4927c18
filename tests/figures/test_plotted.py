"""Every number that is drawn is also written, with its name."""

import numpy as np
from matplotlib.figure import Figure

from figures.plotted import COLUMNS, plotted


def rows(figure):
    return [dict(zip(COLUMNS, row, strict=True)) for row in plotted(figure)]


def test_lines_bars_steps_and_notes():
    figure = Figure()
    axes = figure.subplots()
    axes.set_title("(a)", loc="left")
    axes.set_xlabel("updates")
    axes.set_ylabel("margin")
    axes.plot([1, 2], [0.1, 0.3], color="#0072B2", marker="o", gid="micra")
    axes.vlines([1], [0.05], [0.15], color="#0072B2")
    axes.stairs([5, 6], [0, 1, 2], color="#0072B2", gid="draws")
    axes.axhline(0.5)
    axes.annotate("here", (2, 0.3))
    figure.legend(handles=axes.get_lines()[:1], labels=["MICRA"])
    found = {}
    for row in rows(figure):
        assert (row["panel"], row["x_axis"], row["y_axis"]) == ("(a)", "updates", "margin")
        found.setdefault(row["kind"], []).append(row)
    numbers = {kind: [(r["x"], r["y"]) for r in own] for kind, own in found.items()}
    assert numbers["line"] == [("1", "0.10000000000000001"), ("2", "0.29999999999999999")]
    assert numbers["bar"] == [("1", "0.050000000000000003"), ("1", "0.14999999999999999")]
    assert numbers["step"] == [("0", "5"), ("1", "5"), ("1", "6"), ("2", "6")]
    assert numbers["through"] == [("", "0.5")]
    assert [row["series"] for row in found["line"]] == ["micra", "micra"]
    assert {row["legend"] for row in found["line"] + found["bar"]} == {"MICRA"}
    assert [row["text"] for row in found["text"]] == ["here"]


def test_shared_panels_are_called_by_the_labels_that_they_share():
    figure = Figure()
    panels = figure.subplots(2, 2, sharex="col", sharey="row")
    for axes, title in zip(panels[0], ("Adult", "Web"), strict=True):
        axes.set_title(title, loc="left")
    for axes, label in zip(panels[:, 0], ("seconds", "updates"), strict=True):
        axes.set_ylabel(label)
    for axes in panels[1]:
        axes.set_xlabel("patterns")
    for axes in panels.flat:
        axes.plot([1], [1])
    called = [(row["panel"], row["x_axis"], row["y_axis"]) for row in rows(figure)]
    assert called == [
        ("Adult", "patterns", "seconds"),
        ("Web", "patterns", "seconds"),
        ("Adult", "patterns", "updates"),
        ("Web", "patterns", "updates"),
    ]


def test_lines_of_one_colour_are_told_apart_by_their_dashes():
    figure = Figure()
    axes = figure.subplots()
    lines = [axes.plot([i], [i], color="k", ls=dashes)[0] for i, dashes in enumerate(("-", ":"))]
    figure.legend(handles=lines, labels=["average", "last"])
    assert [row["legend"] for row in rows(figure)] == ["average", "last"]


def test_numbers_are_written_to_the_last_digit():
    figure = Figure()
    figure.subplots().plot([np.pi], [1 / 3])
    (row,) = rows(figure)
    assert (float(row["x"]), float(row["y"])) == (np.pi, 1 / 3)
