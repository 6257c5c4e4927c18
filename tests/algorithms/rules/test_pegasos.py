"""Pegasos agrees with a slow reference in every weight, visit by visit."""

import numpy as np
import pytest

from maxmargin import Pegasos
from tests.algorithms.problems import separable


def reference(X, y, lam, epochs):
    """Follow the paper in the order of X; return (w, updates, projections)."""
    w, i, updates, projections = np.zeros(X.shape[1]), 0, 0, 0
    for _ in range(epochs):
        for x, label in zip(X, y, strict=True):
            i += 1
            violates = label * (w @ x) < 1.0
            w = (1.0 - 1.0 / i) * w
            if violates:
                w = w + label * x / (lam * i)
                updates += 1
            length = np.sqrt(w @ w)
            if length > 1.0 / np.sqrt(lam):
                w = w / length / np.sqrt(lam)
                projections += 1
    return w, updates, projections


@pytest.mark.parametrize("lam", [1e-4, 1e-2, 1.0])
@pytest.mark.parametrize("seed", range(5))
def test_as_the_paper_has_it(seed, lam):
    X, y = separable(seed, m=40)
    epochs = 7
    w, updates, projections = reference(X, y, lam, epochs)
    with pytest.warns(UserWarning, match="reached max_epochs"):
        model = Pegasos(lam=lam, max_epochs=epochs, augment=0).fit(X, y)
    assert projections > 0 and model.n_updates_ == updates
    visits = epochs * len(X)
    np.testing.assert_allclose(model.coef_[0] / (lam * visits), w, rtol=1e-9, atol=1e-12)


def test_the_weight_is_never_longer_than_it_may_be():
    X, y = separable(3, m=40)
    lam = 1e-3
    with pytest.warns(UserWarning, match="reached max_epochs"):
        model = Pegasos(lam=lam, max_epochs=50, augment=0).fit(X, y)
    assert np.linalg.norm(model.coef_) / (lam * model.n_visits_) <= (1 + 1e-12) / np.sqrt(lam)
