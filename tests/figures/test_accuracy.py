"""The axis of margins around the maximum, and the choice of the undominated runs."""

import numpy as np
from matplotlib.figure import Figure

from figures.accuracy import frontier, set_accuracy_axis


def test_no_run_on_the_frontier_is_beaten_and_every_other_one_is():
    random = np.random.default_rng(0)
    for n in (1, 2, 30):
        updates, margins = random.integers(1, 9, n).astype(float), random.integers(0, 9, n) / 9
        kept = frontier(updates, margins)
        assert (np.diff(updates[kept]) > 0).all() and (np.diff(margins[kept]) > 0).all()
        for i in set(range(n)) - set(kept):
            assert any(updates[j] <= updates[i] and margins[j] >= margins[i] for j in kept)


def test_each_power_of_ten_that_is_missing_takes_the_same_room():
    axes = Figure().subplots()
    set_accuracy_axis(axes, (0.5, 1.5))
    place = axes.transData.transform([(0.0, 1 + side) for side in (-0.1, -0.01, 0.0, 0.01, 0.1)])
    steps = np.diff(place[:, 1])
    np.testing.assert_allclose(steps, steps[::-1])  # below and above the maximum alike
    shown = [tick for tick in axes.get_yticks() if 0.5 <= tick <= 1.5]
    labels = [axes.yaxis.get_major_formatter()(tick, 0) for tick in shown]
    assert labels == ["50", "90", "99", "99.9", "100", "100.1", "101", "110", "150"]
