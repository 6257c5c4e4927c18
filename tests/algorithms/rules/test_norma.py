"""NORMA agrees with a slow reference in every weight, visit by visit."""

import numpy as np
import pytest

from maxmargin import NORMA
from tests.algorithms.problems import separable


def reference(X, y, shrinking, rate, epochs):
    """Visit one pattern at a time in the order of X; return (w, updates)."""
    w, updates = np.zeros(X.shape[1]), 0
    for _ in range(epochs):
        for x, label in zip(X, y, strict=True):
            violates = label * (w @ x) < 1.0
            w = (1.0 - shrinking) * w
            if violates:
                w = w + rate * label * x
                updates += 1
    return w, updates


@pytest.mark.parametrize("lam, rate", [(1e-4, 0.1), (0.03, 1.0), (0.5, 1.9)])
@pytest.mark.parametrize("seed", range(3))
def test_as_the_paper_has_it(seed, lam, rate):
    X, y = separable(seed, m=40)
    squared_radius = (X**2).sum(axis=1).max()
    w, updates = reference(X, y, lam * rate, rate / squared_radius, 7)
    with pytest.warns(UserWarning, match="reached max_epochs"):
        model = NORMA(lam=lam, rate=rate, max_epochs=7, augment=0).fit(X, y)
    assert model.n_updates_ == updates > 0
    # What was shrunk since the last update is only a factor.
    unit = model.coef_[0] / np.linalg.norm(model.coef_)
    np.testing.assert_allclose(unit, w / np.linalg.norm(w), rtol=1e-9, atol=1e-12)


def test_a_weight_that_would_vanish_is_refused():
    X, y = separable(1, m=10)
    with pytest.raises(ValueError, match=r"lam=2 times rate=0.5 has to be below 1"):
        NORMA(lam=2.0, rate=0.5, max_epochs=1).fit(X, y)
