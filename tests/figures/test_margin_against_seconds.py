"""The figure of margin against seconds: what is missing to γ, and who is first."""

import numpy as np

from figures import margin_against_seconds
from tests.figures.examples import full_set_runs, tables


def lines(axes):
    return {line.get_gid(): line for line in axes.get_lines()}


def test_what_is_missing_to_the_maximum_against_seconds():
    for axes in margin_against_seconds.draw(tables(full_set_runs())).axes:
        seconds, missing = lines(axes)["ContinuedMICRA"].get_data()
        np.testing.assert_array_equal(seconds, [2, 4, 6])
        np.testing.assert_allclose(missing, [0.2, 0.05, 0.005])
        seconds, missing = lines(axes)["LIBLINEAR"].get_data()
        np.testing.assert_array_equal(seconds, [0.01, 0.02, 0.03, 0.5])
        # the run that γ is from misses nothing, and stands at the edge
        np.testing.assert_allclose(missing, [0.1, 0.001, 1e-4, margin_against_seconds.MISSING[1]])


def test_the_title_says_who_is_first():
    adult = margin_against_seconds.draw(tables(full_set_runs())).axes[0]
    assert adult.get_title(loc="left").splitlines() == [
        "Adult",
        "99 %: LIBLINEAR, 0.02 s",
        "then ContinuedMICRA, 6 s",
    ]


def test_a_stopped_run_is_hollow_and_at_the_lower_edge():
    figure = margin_against_seconds.draw(tables(full_set_runs()))
    hollow = lines(figure.axes[0])["stopped-TwoStageMargitron"]
    edge = margin_against_seconds.MISSING[0]
    np.testing.assert_array_equal(hollow.get_data(), [[60], [edge]])
    assert hollow.get_markerfacecolor() == "w"
    assert not len(lines(figure.axes[0])["TwoStageMargitron"].get_xdata())


def test_a_panel_without_its_maximum_is_empty_and_named():
    made_up = tables(full_set_runs())
    made_up.runs.loc[made_up.runs["data"] == "covertype", "status"] = "unavailable"
    figure = margin_against_seconds.draw(made_up)
    assert figure.axes[2].get_title(loc="left") == "Covertype\nno result\n"
    assert figure.legends[0].get_title().get_text() == "without a result: covertype"
    assert len(lines(figure.axes[1])["LIBLINEAR"].get_xdata()) == 4
