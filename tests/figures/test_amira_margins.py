"""The figure of AMIRA's margins over draws counts the right draws in each row."""

import numpy as np
import pytest

from figures import amira_margins
from tests.figures.examples import completed, draw_example, draw_rows, tables


def rows_of(figure):
    """Return row -> (heights, edges), by the learner's series."""
    steps = {}
    for axes in figure.axes:
        for patch in axes.patches:
            if patch.get_gid():
                steps[patch.get_gid()] = patch.get_data()
    return steps


def beside(figure):
    """Return the texts beside the rows, by label."""
    return {axes.get_ylabel(): [text.get_text() for text in axes.texts] for axes in figure.axes}


def drawn(*replaced):
    runs, draws = draw_example()
    draws = [row for row in draws if row[0] not in {new[0] for new in replaced}]
    return amira_margins.draw(tables(runs, draws=[*draws, *replaced]))


def test_a_row_is_the_histogram_of_the_parts_of_the_maximum():
    name = "amira-synthetic-amira-01"
    figure = drawn(*draw_rows(name, [0.951, 0.953, 0.957, 0.911], [1] * 4))
    steps = rows_of(figure)["amira-0.1"]
    full = {round(float(steps.edges[i]), 2): h for i, h in enumerate(steps.values) if h}
    assert full == {0.94: 1.0, 0.90: pytest.approx(1 / 3)}
    assert steps.edges[0] == pytest.approx(-0.02) and steps.edges[-1] == pytest.approx(1.0)


def test_each_draw_is_measured_by_its_own_maximum():
    name = "amira-synthetic-mira"
    draws = [*draw_rows(name, [0.5], [1], maximum=0.1), *draw_rows(name, [0.5], [1], maximum=3.0)]
    assert beside(drawn(*draws))["MIRA = AMIRA(1.0)"] == ["mean 50 %"]


def test_rows_go_from_the_least_aggressive_down_with_their_means():
    notes = beside(drawn())
    assert list(notes) == [
        "Perceptron",
        "Pegasos",
        "MIRA = AMIRA(1.0)",
        *(f"AMIRA({epsilon})" for epsilon in (0.9, 0.7, 0.5, 0.3, 0.1)),
    ]
    assert notes["Perceptron"] == ["mean 12 %"] and notes["AMIRA(0.1)"] == ["mean 94 %"]


def test_negative_margins_are_in_the_bin_left_of_0_and_stopped_draws_are_counted():
    figure = drawn()
    heights = rows_of(figure)["pegasos"].values
    np.testing.assert_array_equal(np.flatnonzero(heights), [0, 13])
    assert beside(figure)["Pegasos"] == ["1 of 2 below 0\n1 of 2 stopped"]


def test_failed_draws_do_not_count():
    name = "amira-synthetic-perceptron"
    failed = draw_rows(name, [0.9, 0.1], [1, 1], ["failed", "converged"])
    assert beside(drawn(*failed))["Perceptron"] == ["mean 10 %"]


def test_a_learner_without_draws_is_an_empty_row_and_named():
    runs, draws = draw_example()
    kept = [row for row in draws if row[0] != "amira-synthetic-pegasos"]
    figure = amira_margins.draw(tables(runs, draws=kept))
    assert beside(figure)["Pegasos"] == ["no result"]
    assert figure.legends[0].get_title().get_text() == "without a result: Pegasos"
    assert len(rows_of(figure)) == 7


def test_none_of_its_runs_is_an_error():
    other = completed(["amira-growth-mira"], "amira-synthetic")
    with pytest.raises(LookupError, match="has no run with a name"):
        amira_margins.draw(tables(other))
