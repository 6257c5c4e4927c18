"""AMIRA's theorems hold for every run, with two classes and with several."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maxmargin import AMIRA, MIRA, MaximumMargin
from maxmargin.bounds import amira as bounds
from maxmargin.drivers.dual.kernel_rows import KernelRows
from maxmargin.drivers.dual.learner import KernelSpace, present
from maxmargin.drivers.several_classes.learner import MulticlassLearner
from maxmargin.kernels import Linear
from maxmargin.rules import all_rules
from tests.algorithms.strategies import problems

FEW = settings(max_examples=40, derandomize=True)
epsilons = st.sampled_from([1.0, 0.9, 0.5, 0.2, 0.05])


def learner(epsilon, **options):
    return MIRA(**options) if epsilon == 1 else AMIRA(epsilon, **options)


@FEW
@given(problem=problems, epsilon=epsilons, mini_epochs=st.sampled_from([0, 4]))
def test_theorems_1_and_3(problem, epsilon, mini_epochs):
    gamma = MaximumMargin(augment=1.0).fit(*problem).directional_margin_
    model = learner(epsilon, max_updates=None, mini_epochs=mini_epochs).fit(*problem)
    radius = np.sqrt(model.squared_radius_)
    assert model.converged_
    bound = bounds.updates_where_separable(gamma, radius, epsilon)
    assert model.n_updates_ <= bound * (1 + 1e-9)
    norm = np.sqrt((model.coef_**2).sum() + model.intercept_[0] ** 2)
    assert norm <= bounds.norm_where_separable(gamma, epsilon) * (1 + 1e-9)
    assert model.directional_margin_ >= bounds.margin_part(epsilon) * gamma * (1 - 1e-9)


@pytest.mark.parametrize("k_best", [1, 3])
@FEW
@given(seed=st.integers(0, 10**6), epsilon=epsilons)
def test_theorem_2_and_its_corollary(seed, epsilon, k_best):
    """γ is the margin that another run reached, which only weakens the bounds."""
    rng = np.random.default_rng(seed)
    codes = np.concatenate([np.arange(4), rng.integers(0, 4, 26)])
    X = 3.0 * np.eye(4)[codes] + rng.uniform(-0.5, 0.5, size=(30, 4))
    gamma = together(X, codes, 0.02, 3)[1]
    run, margin = together(X, codes, epsilon, k_best)
    radius = np.sqrt(2.0) * np.linalg.norm(X, axis=1).max()
    assert run.updates <= bounds.updates_where_separable(gamma, radius, epsilon)
    norm = run.norm_of("last", run.last())
    assert norm <= bounds.norm_where_separable(gamma, epsilon)
    assert margin >= bounds.margin_part(epsilon) * gamma


def together(X, codes, epsilon, k_best):
    """Return a converged learner of all classes, and its margin."""
    rows = KernelRows(("product", 1.0), X, None, 1e8)
    rule = all_rules()["MIRA" if epsilon == 1 else "AMIRA"]
    parameters = rule.Parameters(*([epsilon] if epsilon < 1 else []))
    run = MulticlassLearner(rule, parameters, codes, 4, k_best, KernelSpace(Linear(), rows))
    updates = -1
    while run.updates > updates:
        updates = run.updates
        present([run], np.arange(len(codes), dtype=np.int32))
    scores = run.last()
    own = scores[codes, np.arange(len(codes))]
    scores[codes, np.arange(len(codes))] = -np.inf
    return run, (own - scores.max(axis=0)).min() / run.norm_of("last", run.last())
