"""The figure of Krauth & Mézard's algorithm draws the right lines and points."""

import numpy as np
import pytest

from analyses.falkowski import figure as falkowski
from tests.analyses.falkowski.runs import GRID, made_up_runs
from tests.figures.examples import tables


def drawn(**kinds):
    rows = [row for data, kind in kinds.items() for row in made_up_runs(data, **kind).values()]
    return falkowski.draw(tables([{**row, "seconds": 1.0} for row in rows]))


def test_lines_are_what_is_missing_of_the_maximum():
    growth, starts = drawn(votes={}, sonar={"perceptron": 0.1}).axes
    lines = {line.get_gid(): line for line in growth.lines if line.get_gid()}
    np.testing.assert_allclose(lines["growth-votes"].get_xdata(), GRID)
    np.testing.assert_allclose(lines["growth-votes"].get_ydata(), [0.2 / c for c in GRID])
    c, guarantee = lines["guarantee"].get_data()
    np.testing.assert_allclose(guarantee, (c + 1) / (2 * c + 1))
    marks = [line.get_ydata()[0] for line in growth.lines if line.get_marker() == "_"]
    assert marks == [pytest.approx(0.6), pytest.approx(0.9)]
    points = {tuple(np.round(np.ravel(line.get_data()), 9)) for line in starts.lines}
    assert (0.9, 2.0) in points and len(starts.lines) == 2 + 2 * 3 * len(GRID)


def test_what_was_stopped_is_no_result():
    growth, starts = drawn(votes={"stopped": ("zero-c50", "perceptron-steps-c1")}).axes
    (line,) = [line for line in growth.lines if line.get_gid() == "growth-votes"]
    np.testing.assert_allclose(line.get_xdata(), [1, 10])
    # 3 starts at each c, without all of them at c = 50 and one at c = 1
    assert len(starts.lines) == 2 + 2 * 3 - 1


def test_a_set_without_its_maximum_is_left_out():
    rows = [r for name, r in made_up_runs().items() if not name.endswith("maximum")]
    rows += made_up_runs("sonar").values()
    figure = falkowski.draw(tables([{**row, "seconds": 1.0} for row in rows]))
    assert {line.get_gid() for line in figure.axes[0].lines} >= {"growth-sonar"}
    assert "growth-votes" not in {line.get_gid() for line in figure.axes[0].lines}


def test_no_runs():
    with pytest.raises(LookupError, match="such as falkowski-"):
        falkowski.draw(
            tables([{**r, "run": "other", "seconds": 1.0} for r in made_up_runs().values()])
        )
