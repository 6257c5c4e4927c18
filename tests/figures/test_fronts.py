"""The front of a learner has the runs that no other run beats, and estimates between them."""

import numpy as np
import pytest

from figures.fronts import front_of, frontier, margin_at, position


def test_no_run_on_the_frontier_is_beaten_and_every_other_one_is():
    random = np.random.default_rng(0)
    for n in (1, 2, 30):
        updates, margins = random.integers(1, 9, n).astype(float), random.integers(0, 9, n) / 9
        kept = frontier(updates, margins)
        assert (np.diff(updates[kept]) > 0).all() and (np.diff(margins[kept]) > 0).all()
        for i in set(range(n)) - set(kept):
            assert any(updates[j] <= updates[i] and margins[j] >= margins[i] for j in kept)


def test_a_front_estimates_on_the_line_that_figures_draw():
    front = front_of([100, 1000, 5000, 10], [0.9, 0.99, 0.98, 0.5])
    assert (front.least, front.most) == (0.5, 0.99)  # 5000 updates are beaten by 1000
    np.testing.assert_allclose(front.updates_at([0.5, 0.9, 0.99]), [10, 100, 1000])
    half = margin_at((position(0.9) + position(0.99)) / 2)
    assert front.updates_at(half) == pytest.approx(np.sqrt(100 * 1000))
    assert front.updates_at(0.1) == pytest.approx(10)  # the coarsest run reaches this too
    assert front.updates_at(0.991) == np.inf


def test_a_run_without_an_update_has_a_logarithm():
    assert front_of([0], [0.5]).updates_at(0.5) == 1
