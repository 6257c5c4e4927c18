"""The performance profiles are those of Dolan and Moré."""

import numpy as np
import pytest

from analyses.overview import figure as performance_profile
from figures.tables import Tables
from tests.figures.examples import overview_example


def test_profile():
    profile = performance_profile.profile(overview_example(), "seconds_0.99")
    np.testing.assert_allclose(profile["MICRA"][0], [1, 4])
    np.testing.assert_allclose(profile["PDM"][0], [1, 9])
    np.testing.assert_allclose(profile["PDM"][1], [0.5, 1.0])
    assert "ROMMA" not in profile


def test_problems_that_nobody_solves_count():
    profile = performance_profile.profile(overview_example(), "seconds_0.999")
    np.testing.assert_allclose(profile["MICRA"], [[1], [0.5]])
    np.testing.assert_allclose(profile["PDM"], [[2], [0.5]])


def test_area():
    largest = performance_profile.LARGEST
    assert performance_profile.area(np.array([1.0]), np.array([1.0])) == pytest.approx(1)
    half = performance_profile.area(np.array([largest**0.5]), np.array([1.0]))
    assert half == pytest.approx(0.5)
    assert performance_profile.area(np.array([10 * largest]), np.array([1.0])) == 0


def test_curves():
    figure = performance_profile.draw(Tables(overview=overview_example()))
    seconds = figure.axes[1]
    assert seconds.get_title("left") == "seconds to 99 %"
    line = next(line for line in seconds.lines if line.get_gid() == "PDM")
    x, y = line.get_data()
    assert [y[x <= tau].max() for tau in (1, 8.9, 9)] == [0.5, 0.5, 1.0]


def test_empty():
    with pytest.raises(LookupError, match="has no runs"):
        performance_profile.draw(Tables(overview=overview_example().iloc[:0]))
