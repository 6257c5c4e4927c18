"""Another method for the exact solver's margin, and the proof that it is the maximum."""

import numpy as np
import pytest
from scipy.optimize import nnls

from maxmargin import MaximumMargin

ROUNDING = 1e-14  # of the gap


def fitted(problem, space):
    return MaximumMargin(*space).fit(*problem)


def margin(model):
    return model.geometric_margin_ if model.free_threshold else model.directional_margin_


def reflected(problem, space):
    """Return the patterns of the augmented and extended space, (m, n + 1 + m)."""
    X, labels = problem
    augment, extend, free_threshold = space
    column = np.full((len(X), 1), 0.0 if free_threshold else augment)
    return np.hstack([labels[:, None] * np.hstack([X, column]), extend * np.eye(len(X))])


def by_nnls(problem, space):
    """Return the maximum margin by Lawson & Hanson's active sets; not for a free threshold."""
    Y = reflected(problem, space)
    system = np.vstack([Y.T, np.ones(len(Y))])
    duals, _ = nnls(system, np.append(np.zeros(Y.shape[1]), 1.0))
    return np.linalg.norm(Y.T @ duals) / duals.sum()


def assert_certified(problem, space):
    """Recompute both sides of the gap from the attributes alone."""
    X, labels = problem
    augment, extend, free_threshold = space
    model = fitted(problem, space)
    Y = reflected(problem, space)
    slacks = labels * model.slack_coef_
    threshold = model.intercept_[0]
    augmenting = 0.0 if free_threshold or not augment else threshold / augment
    norm = np.sqrt((model.coef_**2).sum() + augmenting**2 + slacks @ slacks)
    reached = (labels * (X @ model.coef_[0] + threshold) + extend * slacks).min() / norm
    assert (model.dual_coef_ >= 0).all()
    bound = np.linalg.norm(model.dual_coef_ @ Y) / model.dual_coef_.sum()
    if free_threshold:
        assert model.dual_coef_ @ labels == pytest.approx(0.0, abs=1e-15)
        assert not hasattr(model, "directional_margin_")
    assert margin(model) == pytest.approx(reached, rel=1e-9)
    assert model.margin_upper_bound_ == pytest.approx(bound, rel=1e-9)
    assert model.relative_gap_ == model.margin_upper_bound_ / margin(model) - 1
    assert -1e-12 < model.relative_gap_ < 1e-9 and model.converged_
    weight = np.concatenate([model.coef_[0], [augmenting], slacks])
    # Let z = Σ α_k y_k. As z·w/‖w‖ is at least the margin, ‖z/‖z‖ − w/‖w‖‖² <= 2 gap.
    combination = model.dual_coef_ @ Y
    apart = np.linalg.norm(combination / np.linalg.norm(combination) - weight / norm)
    assert apart <= np.sqrt(2.0 * max(model.relative_gap_, ROUNDING)) + 1e-9
