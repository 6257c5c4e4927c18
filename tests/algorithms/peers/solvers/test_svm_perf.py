"""SVM^perf's algorithm solves the whole problem's dual, and its bounds close in on the optimum."""

import sys
import warnings
from itertools import chain, combinations, pairwise, takewhile

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse
from scipy.optimize import LinearConstraint, minimize
from sklearn.exceptions import ConvergenceWarning
from sklearn.svm import SVC, LinearSVC

from maxmargin import MaximumMargin
from peers import SVMPerf
from peers.optional import NotInstalled
from peers.solvers import svm_perf
from peers.solvers.svm_perf import WorkingSet, optimal_duals, steps
from tests.algorithms.problems import separable

X, Y = separable(1, m=40)


def overlapping(seed, m=12, n=3):
    """Return X, (m, n), and labels that no weight through 0 separates."""
    rng = np.random.default_rng(seed)
    labels = np.where(np.arange(m) % 2, 1.0, -1.0)
    return rng.normal(size=(m, n)) + 0.5 * labels[:, None], labels


def explicit(rows, labels, augment, extend):
    """Return the label-reflected patterns (x_k, ρ, Δ e_k), a dense array."""
    m = len(rows)
    return labels[:, None] * np.hstack([rows, np.full((m, 1), augment), extend * np.eye(m)])


def reference(patterns, C):
    """Return the minimum of ½‖w‖² + C Σ_k ξ_k with y_k·w >= 1 − ξ_k, solved as a whole."""
    ones = np.ones(len(patterns))
    return least_soft(patterns, ones, np.eye(len(patterns)), C * ones)


def master(patterns, sets, price):
    """Return the minimum over the constraints of some sets, which share one slack."""
    sums, losses = sets @ patterns / len(patterns), sets.mean(axis=1)
    return least_soft(sums, losses, np.ones((len(sets), 1)), np.array([price]))


def least_soft(rows, losses, shares, prices):
    """Return the minimum of ½‖w‖² + prices·ξ with rows w + shares ξ >= losses and ξ >= 0."""
    n, slacks = rows.shape[1], prices.size
    found = minimize(
        lambda v: 0.5 * v[:n] @ v[:n] + prices @ v[n:],
        np.append(np.zeros(n), np.ones(slacks)),
        jac=lambda v: np.append(v[:n], prices),
        bounds=[(None, None)] * n + [(0.0, None)] * slacks,
        constraints=LinearConstraint(np.hstack([rows, shares]), losses),
        method="SLSQP",
        options={"ftol": 1e-13, "maxiter": 10_000},
    )
    return found.fun


def quiet_fit(model, rows, labels):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        return model.fit(rows, labels)


def objective(patterns, weight, C):
    """Return ½‖w‖² + C Σ max(0, 1 − y_k·w)."""
    return 0.5 * weight @ weight + C * np.maximum(0.0, 1.0 - patterns @ weight).sum()


def weight_of(model, augment):
    """Return the weight of a fitted model for the patterns of `explicit`."""
    threshold = model.intercept_ / augment if augment else np.zeros(1)
    return np.concatenate([model.coef_[0], threshold, model.slack_coef_])


problems = st.tuples(st.integers(0, 10**6), st.integers(4, 20), st.integers(1, 4))
prices = st.sampled_from([0.01, 1.0, 30.0])
spaces = st.sampled_from([(0.0, 0.0), (1.0, 0.0), (1.0, 0.7), (0.0, 2.0)])


@settings(max_examples=40)
@given(problem=problems, C=prices, space=spaces, tol=st.sampled_from([1e-2, 1e-4, 1e-6]))
def test_the_gap_is_at_most_the_price_of_epsilon(problem, C, space, tol):
    rows, labels = overlapping(*problem)
    augment, extend = space
    patterns = explicit(rows, labels, *space)
    radius = (patterns**2).sum(axis=1).max()
    model = SVMPerf(C=C * radius, tol=tol, augment=augment, extend=extend)
    weight = weight_of(quiet_fit(model, rows, labels), augment)
    least = reference(patterns, C)
    m = len(labels)
    reached = objective(patterns, weight, C)
    assert least * (1 - 1e-6) <= reached <= least + C * m * (tol + 1e-7) + 1e-6 * least


@settings(max_examples=40)
@given(problem=problems, C=prices, space=spaces)
def test_the_optimum_of_the_constraints_found_grows_up_to_the_optimum_of_all(problem, C, space):
    rows, labels = overlapping(*problem)
    augment, extend = space
    patterns = explicit(rows, labels, augment, extend)
    m = len(labels)
    shared = sparse.csr_array(patterns[:, : rows.shape[1] + 1])
    run = takewhile(lambda step: step.loss > step.slack + 1e-6, steps(shared, extend, C * m))
    found = list(run)
    least = reference(patterns, C)
    rounding = 1e-7 * (least + C * m)
    for earlier, later in pairwise(found):
        assert later.lower >= earlier.lower - rounding
    for step in found:
        assert step.lower <= least + rounding and step.upper >= least - rounding
        assert step.price <= C * m * (1 + 1e-6) and (step.duals >= 0).all()


@pytest.mark.parametrize("seed", range(5))
def test_each_step_is_the_optimum_of_its_constraints(seed):
    rows, labels = overlapping(seed)
    patterns = explicit(rows, labels, 1.0, 0.5)
    sets = []
    for step in steps(sparse.csr_array(patterns[:, :4]), 0.5, 12.0):
        if sets:
            best = master(patterns, np.array(sets, dtype=float), 12.0)
            assert step.lower == pytest.approx(best, rel=1e-6)
            assert 0.5 * np.square(step.duals @ patterns).sum() + 12.0 * step.slack == (
                pytest.approx(best, rel=1e-5)
            )
        if step.loss <= step.slack + 1e-8:
            break
        sets.append(step.added)
    assert len(sets) > 5


def test_the_added_constraint_is_the_most_violated_one():
    rows, labels = overlapping(3, m=8)
    patterns = explicit(rows, labels, 1.0, 0.5)
    indices = chain.from_iterable(combinations(range(8), size) for size in range(9))
    subsets = np.array([np.isin(np.arange(8), subset) for subset in indices], dtype=float)
    for step in takewhile(
        lambda step: step.loss > step.slack + 1e-6,
        steps(sparse.csr_array(patterns[:, :4]), 0.5, 8.0),
    ):
        lacking = 1.0 - patterns @ (step.duals @ patterns)
        violations = subsets @ lacking / 8
        assert step.added @ lacking / 8 == pytest.approx(violations.max(), abs=1e-12)
        assert step.loss == pytest.approx(violations.max(), abs=1e-12)


def test_the_inner_products_are_those_of_explicit_vectors():
    """The extending coordinates are never stored, and constraints are removed and added."""
    rng = np.random.default_rng(1)
    rows, labels = overlapping(1, m=30)
    patterns = explicit(rows, labels, 1.0, 0.5)
    found = WorkingSet(sparse.csr_array(patterns[:, :4]), 0.5)
    sets = rng.random((200, 30)) < 0.5
    for members in sets[:150]:
        found.add(members)
    stay = rng.random(150) < 0.7
    found.retain(np.flatnonzero(stay))
    for members in sets[150:]:
        found.add(members)
    left = np.vstack([sets[:150][stay], sets[150:]]).astype(float)
    vectors = left @ patterns / 30
    np.testing.assert_allclose(found.gram, vectors @ vectors.T, rtol=1e-12, atol=1e-14)
    np.testing.assert_array_equal(found.losses, left.mean(axis=1))
    np.testing.assert_array_equal(found.members.toarray(), left)
    found.duals = rng.random(found.size)
    np.testing.assert_allclose(found.pattern_duals(), left.T @ found.duals / 30)
    np.testing.assert_allclose(found.weight(), (found.duals @ vectors)[:4])


def test_constraints_without_a_dual_are_removed_after_50_steps():
    rows, labels = separable(2, m=60, n=6)
    patterns = explicit(rows, labels, 1.0, 0.0)[:, :7]
    found = WorkingSet(sparse.csr_array(patterns), 0.0)
    rng = np.random.default_rng(2)
    before = -np.inf
    for _ in range(120):
        found.add(rng.random(60) < 0.5)
        found.optimise(1e3)
        value = found.losses @ found.duals - 0.5 * found.duals @ found.gram @ found.duals
        assert value >= before * (1 - 1e-9)
        before = value
    assert 50 <= found.size < 120


@pytest.mark.parametrize("extend", [0.0, 0.5])
def test_libsvm_and_liblinear_find_the_same_soft_margin(extend):
    """Without a threshold LIBSVM's problem is LIBLINEAR's, because the patterns have one more 1."""
    rows, labels = overlapping(7, m=60)
    patterns = labels[:, None] * explicit(rows, labels, 1.0, extend)
    radius = (patterns**2).sum(axis=1).max()
    C = 0.3
    model = quiet_fit(SVMPerf(C=C * radius, tol=1e-7, extend=extend), rows, labels)
    weight = weight_of(model, 1.0)
    linear = LinearSVC(C=C, loss="hinge", fit_intercept=False, tol=1e-8, max_iter=10**6)
    np.testing.assert_allclose(linear.fit(patterns, labels).coef_[0], weight, atol=2e-3)
    np.testing.assert_allclose(
        objective(labels[:, None] * patterns, linear.coef_[0], C),
        objective(labels[:, None] * patterns, weight, C),
        rtol=1e-5,
    )
    doubled = np.vstack([patterns, -patterns])  # so that LIBSVM's free threshold is 0
    libsvm = SVC(C=C / 2, kernel="linear", tol=1e-8).fit(doubled, np.append(labels, -labels))
    np.testing.assert_allclose(libsvm.intercept_, 0.0, atol=1e-6)
    np.testing.assert_allclose(libsvm.coef_[0], weight, atol=2e-3)
    assert not model.converged_  # slacks are left


@pytest.mark.parametrize("form", [np.asarray, sparse.csr_matrix])
@pytest.mark.parametrize("extend", [0.0, 0.5])
def test_the_hard_margin_and_its_bound(extend, form):
    best = MaximumMargin(extend=extend).fit(X, Y)
    model = SVMPerf(C=1e5, tol=1e-8, extend=extend).fit(form(X), Y)
    assert model.converged_
    assert model.directional_margin_ == pytest.approx(best.directional_margin_, rel=1e-5)
    assert model.directional_margin_ <= best.directional_margin_ * (1 + 1e-9)
    assert model.margin_upper_bound_ >= best.directional_margin_ * (1 - 1e-12)
    assert model.margin_upper_bound_ == pytest.approx(best.directional_margin_, rel=1e-5)
    patterns = explicit(X, Y, 1.0, extend)
    np.testing.assert_allclose(model.dual_coef_ @ patterns, weight_of(model, 1.0), atol=1e-9)


@pytest.mark.parametrize("tol", [0.3, 0.03, 1e-3, 1e-5])
def test_the_bound_holds_at_every_accuracy(tol):
    best = MaximumMargin(extend=0.5).fit(X, Y).directional_margin_
    model = quiet_fit(SVMPerf(C=1e5, tol=tol, extend=0.5), X, Y)
    assert model.directional_margin_ <= best * (1 + 1e-9) <= model.margin_upper_bound_ * (1 + 1e-8)
    assert model.converged_ == (model.directional_margin_ > 0)


def test_a_small_price_leaves_slacks():
    with pytest.warns(ConvergenceWarning, match="SVMPerf stopped before it converged"):
        model = SVMPerf(C=0.01, tol=1e-6).fit(X, Y)
    assert not model.converged_


def test_a_run_is_stopped_in_time():
    rng = np.random.default_rng(1)
    rows, labels = rng.normal(size=(3000, 40)), rng.choice([-1.0, 1.0], 3000)
    with pytest.raises(TimeoutError, match="SVMPerf with tol=1e-09 .* after 0.2 s on 3000 patt"):
        SVMPerf(tol=1e-9, extend=0.1, max_seconds=0.2).fit(rows, labels)


def test_daqp_that_gives_up_is_reported(monkeypatch):
    monkeypatch.setattr(svm_perf, "MOST", 1)
    vectors = np.random.default_rng(1).random((3, 2))
    with pytest.raises(ArithmeticError, match="problem of 3 constraints: exit flag"):
        optimal_duals(vectors @ vectors.T, np.ones(3), 0.1)


def test_daqp_that_is_not_installed_is_reported(monkeypatch):
    monkeypatch.setitem(sys.modules, "daqp", None)
    with pytest.raises(NotInstalled, match="daqp is not installed"):
        SVMPerf().fit(X, Y)


@settings(max_examples=60)
@given(seed=st.integers(0, 10**6), price=st.sampled_from([0.1, 10.0, 1e3, 1e5]))
def test_the_duals_are_optimal_even_if_the_inner_products_are_singular(seed, price):
    rng = np.random.default_rng(seed)
    m, n, size = rng.integers(5, 30), rng.integers(1, 4), rng.integers(1, 40)
    sets = np.unique(rng.random((size, m)) < 0.6, axis=0)
    sets = sets[sets.any(axis=1)].astype(float)
    vectors = sets @ rng.normal(size=(m, n)) / m
    gram, losses = vectors @ vectors.T, sets.mean(axis=1)
    duals = optimal_duals(gram, losses, price)
    slack = (losses - gram @ duals).max(initial=0.0)
    half = 0.5 * duals @ gram @ duals
    assert (duals >= 0).all() and duals.sum() <= price * (1 + 1e-12)
    assert half + price * slack - (losses @ duals - half) <= 1e-4 * price
