"""The figure of test errors against updates draws the right points in each panel."""

import numpy as np
import pytest

from figures import online_errors
from figures.tables import Tables
from tests.figures.examples import completed, error_example, online_rows, tables


@pytest.fixture
def made_up():
    rows, online = error_example()
    return tables(rows, online=online)


def lines(axes):
    """Return the lines of measurements, by name."""
    drawn = {line.get_gid(): line for line in axes.get_lines()}
    return {name: line for name, line in drawn.items() if not name.startswith("printed-")}


def legend(figure):
    texts = figure.legends[0].get_texts()
    return figure.legends[0].get_title().get_text(), [text.get_text() for text in texts]


def test_a_line_joins_the_means_over_the_permutations_after_each_epoch(made_up):
    letter = lines(online_errors.draw(made_up).axes[3])
    assert set(letter) == {
        f"alma-letter-{name}-{h}"
        for name in ("perceptron", "alpha-08")
        for h in ("last", "average")
    }
    updates, error = letter["alma-letter-alpha-08-last"].get_data()
    np.testing.assert_allclose(updates, [13000, 19500])
    np.testing.assert_allclose(error, [0.08, 0.04])
    np.testing.assert_allclose(letter["alma-letter-alpha-08-average"].get_ydata(), [0.06, 0.03])


def test_rings_are_what_the_papers_print_of_the_runs_drawn(made_up):
    drawn = {line.get_gid(): line for line in online_errors.draw(made_up).axes[3].get_lines()}
    rings = {name for name in drawn if name.startswith("printed-")}
    assert rings == {
        f"printed-alma-letter-{learner}-{hypothesis}-{epoch}"
        for learner in ("perceptron", "alpha-08")
        for hypothesis in ("last", "average")
        for epoch in (1, 2, 3)
    }
    (updates,), (error,) = drawn["printed-alma-letter-alpha-08-average-1"].get_data()
    assert (updates, error) == (11258, pytest.approx(0.036))


def test_bars_are_a_standard_error_to_each_side(made_up):
    letter = online_errors.draw(made_up).axes[3]
    segments = [s for c in letter.collections for s in c.get_segments()]
    assert len(segments) == 2 * 2 * 2  # runs, hypotheses, epochs
    # 0.001 to each side of the mean: a deviation of 0.001 √2, over the root of 2 permutations
    assert [np.ptp(segment[:, 1]) for segment in segments] == pytest.approx([0.002] * 8)


def test_one_permutation_has_no_bar(made_up):
    one = made_up.online[made_up.online["permutation"] == 1]
    letter = online_errors.draw(Tables(**vars(made_up) | dict(online=one))).axes[3]
    assert all(np.ptp(s[:, 1]) == 0 for c in letter.collections for s in c.get_segments())


def test_the_last_hypothesis_is_hollow_and_the_average_filled(made_up):
    letter = lines(online_errors.draw(made_up).axes[3])
    average = letter["alma-letter-perceptron-average"]
    assert letter["alma-letter-perceptron-last"].get_markerfacecolor() == "w"
    assert average.get_markerfacecolor() == average.get_color()


def test_a_learner_looks_the_same_in_all_panels(made_up):
    smoothed, raw = (lines(axes) for axes in online_errors.draw(made_up).axes[:2])
    ours, theirs = smoothed["alma-usps-alpha-09-last"], raw["amira-usps-alma-last"]
    assert ours.get_color() == theirs.get_color() and ours.get_marker() == theirs.get_marker()
    different = raw["amira-usps-kbest-mira-last"]
    assert different.get_color() != theirs.get_color()


def test_what_crowds_the_figure_is_left_out(made_up):
    raw = lines(online_errors.draw(made_up).axes[1])
    assert "amira-usps-perceptron-last" in raw and "amira-usps-mira-last" not in raw
    assert not any(name.endswith("voted") for name in raw)


def test_a_data_set_without_results_is_an_empty_panel_and_named(made_up):
    kept = made_up.online[~made_up.online["run"].str.contains("mnist|alma-letter-perceptron")]
    figure = online_errors.draw(Tables(**vars(made_up) | {"online": kept}))
    titles = [axes.get_title(loc="left") for axes in figure.axes]
    assert [title.endswith(": no result") for title in titles] == [False, False, True, False]
    assert not figure.axes[2].get_lines()
    note, labels = legend(figure)
    assert note == "without a result: mnist, alma-letter-perceptron"
    assert "ROMMA" not in labels and labels[-3:-1] == ["last hypothesis", "average hypothesis"]


@pytest.mark.long
@pytest.mark.parametrize("updates", [[1050, 3000], [520, 28000], [2, 300000]])
def test_the_axis_of_updates_has_a_few_numbers(updates):
    name = "alma-letter-perceptron"
    online = online_rows(name, updates, {"last": [0.1, 0.05]})
    figure = online_errors.draw(tables(completed([name], "letter"), online=online))
    assert 2 <= len(figure.axes[3].get_xticks()) <= 7


def test_none_of_its_runs_is_an_error(made_up):
    others = completed(["alma-letter-svm"], "letter")
    with pytest.raises(LookupError, match="has no run with a name"):
        online_errors.draw(tables(others))
