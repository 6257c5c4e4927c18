"""The figure of rates draws lines of updates against both accuracies."""

from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

from analyses.rates import figure as rates
from analyses.rates.table import METHODS
from records.analysis_files import RATE_POINTS


def drawn(rows):
    return rates.draw(SimpleNamespace(rate_points=pd.DataFrame(rows, columns=RATE_POINTS.header)))


def example():
    rows = []
    for data in ("sonar", "wbc"):
        for epsilon in (0.8, 0.2, 0.1):
            rows.append((data, "amira", "a", epsilon, epsilon / 2, 10 / epsilon))
            rows.append((data, "micra", "m", np.nan, epsilon / 4, 20 / epsilon))
    return rows


def line(axes, name):
    return next((line for line in axes.get_lines() if line.get_gid() == name), None)


def test_lines_of_a_data_set():
    figure = drawn(example())
    nominal, _, measured, _ = figure.axes
    np.testing.assert_allclose(line(nominal, "amira").get_data(), [[1.25, 5, 10], [12.5, 50, 100]])
    np.testing.assert_allclose(line(measured, "amira").get_xdata(), [2.5, 10, 20])
    assert line(nominal, "micra") is None
    np.testing.assert_allclose(line(measured, "micra").get_data(), [[5, 20, 40], [25, 100, 200]])
    assert [axes.get_title(loc="left") for axes in figure.axes] == ["(a) sonar", "wbc"] + [
        "(b) sonar",
        "wbc",
    ]


def test_slopes():
    for axes in drawn(example()).axes:
        for slope in (1, 2):
            x, y = line(axes, f"slope-{slope}").get_data()
            assert np.diff(np.log(y)) / np.diff(np.log(x)) == pytest.approx(slope)


def test_legend_names_what_is_drawn():
    texts = [text.get_text() for text in drawn(example()).legends[0].get_texts()]
    assert texts == ["AMIRA", "MICRA", "slopes 1 and 2"]
    assert set(rates.METHODS) == set(METHODS)


def test_nothing_to_draw():
    with pytest.raises(LookupError, match="no run of theory/rates"):
        drawn([])


def test_a_panel_without_a_point_says_so():
    """MICRA has no nominal accuracy."""
    figure = drawn([row for row in example() if row[1] == "micra"])
    assert [text.get_text() for text in figure.axes[0].texts] == ["no run"]
    assert len(line(figure.axes[2], "micra").get_xdata()) == 3
