"""The Ballseptron agrees with its definition: Perceptron updates with a ball's worst point."""

import numpy as np
import pytest

from maxmargin import Ballseptron, MaximumMargin
from tests.algorithms.problems import separable


def reference(Y, radius):
    """Run to the end; return (a, updates). Y: (m, n), label-reflected."""
    a, updates, again = np.zeros(Y.shape[1]), 0, True
    while again:
        again = False
        for y in Y:
            if y @ a <= 0.0:
                added = y
            elif y @ a <= radius * np.linalg.norm(a):
                added = y - radius * a / np.linalg.norm(a)
            else:
                continue
            a, updates, again = a + added, updates + 1, True
    return a, updates


@pytest.mark.parametrize("part", [0.0, 0.5, 0.9])
@pytest.mark.parametrize("seed", range(3))
def test_as_the_paper_has_it(seed, part):
    X, y = separable(seed, m=40)
    best = MaximumMargin(augment=0.0).fit(X, y)
    radius = part * best.directional_margin_
    a, updates = reference(y[:, None] * X, radius)
    model = Ballseptron(radius / np.sqrt(best.squared_radius_), augment=0.0).fit(X, y)
    assert model.converged_ and model.n_updates_ == updates > 0
    assert model.directional_margin_ > radius
    np.testing.assert_allclose(model.coef_[0], a, rtol=1e-9)


def test_beyond_the_maximum_margin_a_run_does_not_end():
    X, y = separable(1, m=40)
    best = MaximumMargin(augment=0.0).fit(X, y)
    radius = 1.01 * best.directional_margin_ / np.sqrt(best.squared_radius_)
    with pytest.warns(UserWarning, match="reached max_updates"):
        Ballseptron(radius, augment=0.0, max_updates=100_000).fit(X, y)
