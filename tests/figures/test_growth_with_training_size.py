"""The figure of growth finds the exponents of exact power laws and leaves out the right runs."""

import re

import numpy as np
import pytest

from figures import growth_with_training_size
from tests.figures.examples import GROWTH, growth_runs, tables


def drawn(figure):
    """Return the panels as [seconds, updates] × [Adult, Web], each with its lines by name."""
    names = {line.get_gid(): line for axes in figure.axes for line in axes.get_lines()}
    assert len(figure.axes) == 4 and names
    return np.array(figure.axes).reshape(2, 2)


@pytest.fixture(scope="module")
def figure():
    return growth_with_training_size.draw(tables(growth_runs()))


def line(axes, name):
    return next(line for line in axes.get_lines() if line.get_gid() == name)


def exponents(axes):
    """Return (exponent, number of runs) of the labels, by colour."""
    pattern = r"\$m\^\{(.*)\}\$ \((\d+)\)"
    found = {text.get_color(): re.fullmatch(pattern, text.get_text()) for text in axes.texts}
    return {colour: (float(match[1]), int(match[2])) for colour, match in found.items()}


def legend(figure):
    texts = figure.legends[0].get_texts()
    return figure.legends[0].get_title().get_text(), [text.get_text() for text in texts]


@pytest.mark.parametrize("row", [0, 1])
@pytest.mark.parametrize(("column", "count"), [(0, 7), (1, 5)])
def test_exponents_of_exact_power_laws(figure, row, column, count):
    axes = drawn(figure)[row, column]
    expected = {
        growth_with_training_size.METHODS[method].colour: (powers[row], count)
        for method, (_, *powers) in GROWTH.items()
        if powers[row] is not None
    }
    assert exponents(axes) == expected


def test_a_stopped_run_is_hollow_and_left_out_of_the_fit():
    made_up = tables(growth_runs())
    runs = made_up.runs
    stopped = runs["run"] == "micra-table-6-a9a-libsvm-tight"
    runs.loc[stopped, ["status", "seconds"]] = ["max_seconds", 1.0]
    figure = growth_with_training_size.draw(made_up)
    seconds = drawn(figure)[0, 0]
    hollow = line(seconds, "stopped-libsvm-tight")
    np.testing.assert_array_equal(hollow.get_data(), [[32561], [1.0]])
    assert hollow.get_markerfacecolor() == "w"
    colour = growth_with_training_size.METHODS["libsvm-tight"].colour
    assert exponents(seconds)[colour] == (2.0, 6)
    assert "stopped: at least this" in legend(figure)[1]


def test_two_runs_make_no_line():
    def kept(row):
        return "continued" not in row["run"] or row["data"] in ("a1a", "a9a")

    few = tables(filter(kept, growth_runs()))
    seconds = drawn(growth_with_training_size.draw(few))[0, 0]
    assert len(line(seconds, "continued-micra").get_xdata()) == 2
    assert growth_with_training_size.METHODS["continued-micra"].colour not in exponents(seconds)


def test_what_has_no_result_is_named(figure):
    note, labels = legend(figure)
    assert note == r"without a result: a5a, SVM$^{light}$ at 0.001"
    assert labels[0] == "red-MICRA, as in the paper" and len(labels) == 5


def test_other_runs_are_not_drawn():
    rows = growth_runs()
    other = {**rows[0], "run": "other", "data": "a9a"}
    reference = {**rows[0], "run": "reference", "data": "a9a", "series": "reference"}
    plain = growth_with_training_size.draw(tables(rows))
    more = growth_with_training_size.draw(tables([*rows, other, reference]))
    for one, two in zip(plain.axes, more.axes, strict=True):
        ours, theirs = one.get_lines(), two.get_lines()
        for a, b in zip(ours, theirs, strict=True):
            np.testing.assert_array_equal(a.get_data(), b.get_data())
