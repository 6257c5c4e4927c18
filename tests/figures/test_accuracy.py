"""The axis of margins around the maximum."""

import numpy as np
from matplotlib.figure import Figure

from figures.accuracy import set_accuracy_axis


def test_each_power_of_ten_that_is_missing_takes_the_same_room():
    axes = Figure().subplots()
    set_accuracy_axis(axes, (0.5, 1.5))
    place = axes.transData.transform([(0.0, 1 + side) for side in (-0.1, -0.01, 0.0, 0.01, 0.1)])
    steps = np.diff(place[:, 1])
    np.testing.assert_allclose(steps, steps[::-1])  # below and above the maximum alike
    shown = [tick for tick in axes.get_yticks() if 0.5 <= tick <= 1.5]
    labels = [axes.yaxis.get_major_formatter()(tick, 0) for tick in shown]
    assert labels == ["50", "90", "99", "99.9", "100", "100.1", "101", "110", "150"]
