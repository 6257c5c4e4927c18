"""The figure of margin against seconds draws the distance from γ and the fastest learner."""

import numpy as np

import peers
from figures import margin_against_seconds
from tests.figures.examples import GAMMA, full_set_runs, row, tables
from workflows.plan.configuration import read_batches


def lines(axes):
    return {line.get_gid(): line for line in axes.get_lines()}


def test_what_is_missing_to_the_maximum_against_seconds():
    for axes in margin_against_seconds.draw(tables(full_set_runs())).axes:
        seconds, missing = lines(axes)["ContinuedMICRA"].get_data()
        np.testing.assert_array_equal(seconds, [2, 4, 6])
        np.testing.assert_allclose(missing, [0.2, 0.05, 0.005])
        seconds, missing = lines(axes)["LIBLINEAR"].get_data()
        np.testing.assert_array_equal(seconds, [0.01, 0.02, 0.03, 0.5])
        # the run that γ is from reaches all of it, and is drawn at the edge
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


def test_third_party_that_never_end_are_hollow_and_never_first():
    sgd = {"algorithm": "ScikitLearnSGD", "status": "max_epochs", "seconds": 0.001}
    gamma = GAMMA["a9a"]
    rows = full_set_runs()
    for i, missing in enumerate((0.3, 0.001, 7.0), 1):
        margin = gamma * (1 - missing)
        rows.append(row(f"full-set-a9a-scikit-learn-sgd-{i}", "a9a", margin=margin, **sgd))
    margin = gamma * 0.6
    name = "full-set-a9a-scikit-learn-perceptron"
    rows.append(row(name, "a9a", "ScikitLearnPerceptron", margin=margin, seconds=0.3))
    figure = margin_against_seconds.draw(tables(rows))
    adult = figure.axes[0]
    hollow = lines(adult)["stopped-ScikitLearnSGD"]
    np.testing.assert_allclose(hollow.get_ydata(), [margin_against_seconds.MISSING[0], 0.3, 0.001])
    assert hollow.get_linestyle() == "None" and not len(lines(adult)["ScikitLearnSGD"].get_xdata())
    np.testing.assert_allclose(lines(adult)["ScikitLearnPerceptron"].get_data(), [[0.3], [0.4]])
    assert "99 %: LIBLINEAR" in adult.get_title(loc="left")
    named = [text.get_text() for text in figure.legends[0].get_texts()]
    assert {"scikit-learn's Perceptron", "scikit-learn's SGD, hinge"} < set(named)


def test_third_party_learners_of_the_sweep_are_bounded_and_have_their_own_threshold_coordinate():
    batches = read_batches(["sweeps/full-sets"])
    assert [batch["data"] for batch in batches.values()] == list(margin_against_seconds.PANELS)
    for batch in batches.values():
        third_party = [
            run for run in batch["runs"].values() if run["algorithm"] in peers.THIRD_PARTY
        ]
        assert {run["algorithm"] for run in third_party} == {
            "ScikitLearnPerceptron",
            "ScikitLearnSGD",
        }
        for run in third_party:
            assert run["max_epochs"] <= 1000 and run["augment"] > 0
            peers.THIRD_PARTY[run["algorithm"]]().set_params(**run["parameters"])
