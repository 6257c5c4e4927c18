"""PUMMA agrees with its definition and with the theorems about it."""

import numpy as np
import pytest
from scipy import sparse

from maxmargin import PUMMA, MaximumMargin
from tests.algorithms.models import fit
from tests.algorithms.problems import separable

SPACES = [0.0, 0.7]


def reference(X, labels, delta, extend):
    """Return (w, b, updates) with explicit slacks, by the two constraints of each update."""
    X = np.hstack([X, extend * labels[:, None] * np.eye(len(X))])
    pair = {c: X[labels == c][0] for c in (-1, 1)}
    w, b, updates, again = np.zeros(X.shape[1]), 0.0, 0, True
    while again:
        again = False
        for x, label in zip(X, labels, strict=True):
            if label * (w @ x + b) < 1 - delta:
                pair[label] = x
                z = (pair[1] - pair[-1]) / 2
                new = z / (z @ z)
                if new @ w < w @ w:  # the last weight's constraint is active too
                    both = np.array([w, z])
                    new = both.T @ np.linalg.solve(both @ both.T, [w @ w, 1.0])
                w, b = new, -new @ (pair[1] + pair[-1]) / 2
                updates, again = updates + 1, True
    return w, b, updates


@pytest.mark.parametrize("form", [np.asarray, sparse.csr_matrix])
@pytest.mark.parametrize("extend", SPACES)
@pytest.mark.parametrize("seed", range(3))
def test_as_the_paper_has_it(seed, extend, form):
    X, labels = separable(seed, m=40, n=4)
    w, b, updates = reference(X, labels, 0.2, extend)
    model = PUMMA(0.2, extend=extend).fit(form(X), labels)
    assert model.converged_ and model.n_updates_ == updates > 0
    np.testing.assert_allclose(model.coef_[0], w[:4], rtol=1e-7, atol=1e-9)
    assert model.intercept_[0] == pytest.approx(b, rel=1e-7)
    if extend:
        np.testing.assert_allclose(labels * model.slack_coef_, w[4:], rtol=1e-7, atol=1e-9)


@pytest.mark.parametrize("shuffle", [False, True])
@pytest.mark.parametrize("extend", SPACES)
@pytest.mark.parametrize("delta", [0.5, 0.1, 0.01])
def test_it_keeps_what_is_proved(delta, extend, shuffle):
    problem = X, labels = separable(3, m=40, n=4)
    best = MaximumMargin(extend=extend, free_threshold=True).fit(*problem).geometric_margin_
    model = PUMMA(delta, extend=extend, shuffle=shuffle, random_state=1).fit(*problem)
    assert model.converged_ and model.guaranteed_fraction_ == 1 - delta
    assert (1 - delta) * best <= model.geometric_margin_ <= best * (1 + 1e-9)
    assert all(point.upper_bound >= best * (1 - 1e-9) for point in model.history_)
    positive, negative = X[labels > 0], X[labels < 0]
    longest = np.linalg.norm(positive[:, None] - negative, axis=2).max() ** 2 / 4 + extend**2 / 2
    assert model.n_updates_ <= 4 * longest / (delta * best) ** 2
    sums = [model.dual_coef_[labels == c].sum() for c in (-1, 1)]
    assert sums[0] == pytest.approx(sums[1]) and (model.dual_coef_ >= 0).all()
    np.testing.assert_allclose((labels * model.dual_coef_) @ X, model.coef_[0], atol=1e-9)


def test_a_shift_of_all_patterns_moves_the_threshold_alone():
    X, labels = separable(1, m=40, n=4)
    one, other = PUMMA(0.1).fit(X, labels), PUMMA(0.1).fit(X + 8.0, labels)
    assert one.n_updates_ == other.n_updates_
    np.testing.assert_allclose(one.coef_, other.coef_, rtol=1e-6)


def test_a_budget_or_a_target_ends_it():
    problem = separable(1, m=40, n=4)
    with pytest.warns(UserWarning, match="PUMMA ended with 'max_updates'"):
        assert PUMMA(0.001, max_updates=10).fit(*problem).n_updates_ == 10
    assert fit(PUMMA(0.001, max_epochs=2), problem).n_epochs_ == 2
    assert PUMMA(0.001, certify=0.5).fit(*problem).status_ == "certified"
    assert PUMMA(0.001, enough_margin=1e-3).fit(*problem).status_ == "reached"


@pytest.mark.parametrize("scale", [2.0**-40, 2.0**40])
def test_the_scale_of_the_patterns_does_not_matter(scale):
    X, labels = separable(1, m=40, n=4)
    one, other = PUMMA(0.05).fit(X, labels), PUMMA(0.05).fit(scale * X, labels)
    assert one.n_updates_ == other.n_updates_
    np.testing.assert_allclose(other.coef_ * scale, one.coef_, rtol=1e-12)
