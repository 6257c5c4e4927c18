"""The figure of AMIRA beside ROMMA has the right means, ranges and lines of theory."""

import numpy as np
import pytest

from figures import amira_and_romma
from tests.figures.examples import draw_example, draw_rows, tables

EPSILON = np.arange(10, 0, -1) / 10


def drawn(change=lambda draws: draws):
    """Return (margins, updates, figure) of the example's draws with changes."""
    runs, draws = draw_example()
    figure = amira_and_romma.draw(tables(runs, draws=change(draws)))
    return *figure.axes, figure


def line(axes, name):
    return next(line for line in axes.get_lines() if line.get_gid() == name)


def bars(axes):
    """Return (low, high) of the bars in the order of drawing."""
    collections = [c for c in axes.collections if len(c.get_segments())]
    return [[tuple(segment[:, 1]) for segment in c.get_segments()] for c in collections]


def legend(figure):
    texts = figure.legends[0].get_texts()
    return figure.legends[0].get_title().get_text(), [text.get_text() for text in texts]


def test_means_over_the_draws_against_aggressiveness():
    margins, updates, _ = drawn()
    x, mean = line(margins, "amira").get_data()
    np.testing.assert_allclose(x, 1 - EPSILON, atol=0.01)
    np.testing.assert_allclose(mean, [0.5, *(1 - EPSILON[1:] / 2 - 0.01)])
    np.testing.assert_allclose(line(updates, "amira").get_ydata(), 100 / EPSILON)
    np.testing.assert_allclose(line(updates, "romma").get_ydata(), 40 / EPSILON**2)


def test_bars_go_from_the_smallest_to_the_largest():
    margins, updates, _ = drawn()
    amira, romma = bars(margins)
    np.testing.assert_allclose(amira[0], (0.4, 0.6))
    np.testing.assert_allclose(amira[-1], (0.9, 0.98))
    np.testing.assert_allclose(romma[0], (0.3, 0.5))
    np.testing.assert_allclose(bars(updates)[0][0], (90, 110))


def test_the_lines_of_theory():
    margins, updates, _ = drawn()
    aggressiveness, bound = line(margins, "guarantee").get_data()
    epsilon = 1 - aggressiveness
    np.testing.assert_allclose(bound, (1 - epsilon) / (2 - epsilon))
    # the example's means are 100/ε and 40/ε², so that they lie on the lines
    for method, at_one, power in (("amira", 100, 1), ("romma", 40, 2)):
        x, y = line(updates, f"bound-{method}").get_data()
        np.testing.assert_allclose(y, at_one / (1 - x) ** power)
    assert [text.get_text() for text in updates.texts] == [r"$1/\epsilon$", r"$1/\epsilon^2$"]


def test_a_mean_with_a_stopped_draw_is_hollow():
    def stop(draws):
        name = "amira-growth-romma-01"
        stopped = draw_rows(name, [0.5, 0.7], [1000, 5000], ["converged", "max_updates"])
        return [*(row for row in draws if row[0] != name), *stopped]

    _, updates, figure = drawn(stop)
    hollow = line(updates, "romma-stopped")
    np.testing.assert_allclose(hollow.get_data(), [[0.9], [3000]], atol=0.01)
    assert hollow.get_markerfacecolor() == "w"
    assert len(line(updates, "romma-converged").get_xdata()) == 9
    assert not len(line(updates, "amira-stopped").get_xdata())
    assert legend(figure)[1][-1] == "some draws stopped"


def test_what_is_missing_is_named_and_the_rest_drawn():
    def lose(draws):
        return [row for row in draws if "growth-romma" not in row[0]]

    margins, updates, figure = drawn(lose)
    note, labels = legend(figure)
    # all made-up data sets are the data set of AMIRA's runs
    assert note == r"without a result: ROMMA, aggressive with $\delta = \epsilon$"
    assert labels[0] == r"AMIRA($\epsilon$)" and len(labels) == 2
    assert not any("romma" in str(line.get_gid()) for line in updates.get_lines())
    assert len(line(margins, "amira").get_xdata()) == 10


def test_none_of_its_runs_is_an_error():
    runs, draws = draw_example()
    others = [row for row in runs if "growth" not in row["run"]]
    with pytest.raises(LookupError, match="has no run with a name"):
        amira_and_romma.draw(tables(others, draws=draws))
