"""PrimalSVM encloses the minimum of the primal objective, and stops at its tolerance."""

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning
from sklearn.svm import LinearSVC

from maxmargin import Pegasos, PrimalSVM
from tests.algorithms.models import fit
from tests.algorithms.problems import separable


def objective(X, labels, w, lam):
    return lam / 2 * w @ w + np.maximum(0.0, 1.0 - labels * (X @ w)).mean()


@pytest.mark.parametrize("shuffle", [False, True])
@pytest.mark.parametrize("lam", [1e-3, 1e-2, 0.1])
@pytest.mark.parametrize("seed", range(3))
def test_it_encloses_the_minimum(seed, lam, shuffle):
    X, labels = separable(seed, m=60, n=4)
    scaled = lam * (X**2).sum(axis=1).max()
    options = {"C": 1 / (scaled * 60), "loss": "hinge", "fit_intercept": False}
    exact = LinearSVC(**options, tol=1e-10, max_iter=10**6).fit(X, labels).coef_.ravel()
    least = objective(X, labels, exact, scaled)
    model = PrimalSVM(lam, gap=0.01, shuffle=shuffle, random_state=1, augment=0.0)
    fit(model.set_params(max_updates=None), (X, labels))
    separated = model.directional_margin_ > 0.0
    assert model.status_ == ("converged" if separated else "optimal")
    assert model.converged_ == separated and model.relative_gap_ <= 0.01
    assert model.dual_objective_ <= least * (1 + 1e-6)
    assert model.primal_objective_ >= least * (1 - 1e-6)
    w = model.coef_[0] / (scaled * model.n_visits_)
    assert objective(X, labels, w, scaled) == pytest.approx(model.primal_objective_)
    assert model.primal_objective_ <= (1 + model.gap) * model.dual_objective_


@pytest.mark.parametrize("extend", [0.0, 0.7])
def test_an_extended_space_counts_in_both_objectives(extend):
    X, labels = separable(1, m=40, n=3)
    explicit = np.hstack([X, np.full((40, 1), 2.0), extend * np.eye(40)])
    one = PrimalSVM(1e-2, gap=0.05, augment=2.0, extend=extend)
    other = PrimalSVM(1e-2, gap=0.05, augment=0.0)
    one, other = fit(one, (X, labels)), fit(other, (explicit, labels))
    assert one.n_updates_ == other.n_updates_
    assert one.primal_objective_ == pytest.approx(other.primal_objective_, rel=1e-9)
    assert one.dual_objective_ == pytest.approx(other.dual_objective_, rel=1e-9)


def test_without_projections_it_is_pegasos():
    """Pegasos makes no projection if its weight is short at the start."""
    X, labels = separable(2, m=40)
    X *= 0.01 / np.linalg.norm(X, axis=1).max()
    first = PrimalSVM(1e4, max_epochs=5, augment=0.0)
    second = Pegasos(1e4 * (X**2).sum(axis=1).max(), max_epochs=5, augment=0.0)
    first, second = fit(first, (X, labels)), fit(second, (X, labels))
    assert first.n_updates_ == second.n_updates_
    np.testing.assert_allclose(first.coef_, second.coef_, rtol=1e-12)


def test_what_has_no_plain_epochs_is_refused():
    X, labels = separable(2, m=10)
    with pytest.raises(ValueError, match="gap needs plain epochs"):
        PrimalSVM(gap=0.1, mini_epochs=3).fit(X, labels)


def test_near_the_minimum_a_weight_may_misclassify_what_the_minimum_does_not():
    X = [[4, -2], [1, -4], [3, -3], [4, 1], [-3, -3], [4, 2], [2, -4], [2, 2]]
    y, lam = [1, 0, 0, 1, 0, 1, 0, 1], 0.13464167431648622
    with pytest.warns(ConvergenceWarning, match="brought its objective within gap=0.01 of the min"):
        near = PrimalSVM(lam, gap=0.01).fit(X, y)
    assert near.status_ == "optimal" and near.directional_margin_ < 0
    assert PrimalSVM(lam, gap=1e-4).fit(X, y).status_ == "converged"
