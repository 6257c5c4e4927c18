"""ALMA_p makes the updates of the slow reference, and Theorem 3 holds for every run."""

from math import sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linprog

from maxmargin import ALMA
from maxmargin.bounds import alma as bounds
from maxmargin.drivers.p_norm import driver as p_norm
from maxmargin.drivers.p_norm.space import q_norm
from maxmargin.rules.alma import Parameters
from tests.algorithms.p_norm_reference import (
    FEW,
    FORMS,
    NORMS,
    f,
    maximum,
    norm,
    norms,
    obvious,
    orders,
    presented,
    problems,
    unit_rows,
)
from tests.algorithms.problems import separable


@FEW
@given(w=st.lists(st.floats(-5, 5), min_size=1, max_size=8), p=st.sampled_from([2, 2.5, 4, 10]))
def test_lemma_2(w, p):
    """f with q is the inverse of f with p, and preserves the norm."""
    w, q = np.array(w), p / (p - 1)
    assert norm(f(w, q), p) == pytest.approx(norm(w, q), rel=1e-9)
    np.testing.assert_allclose(f(f(w, q), p), w, rtol=1e-6, atol=1e-9 * np.abs(w).max())


@pytest.mark.long
@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
@pytest.mark.parametrize("p", [*NORMS, 30.0])
@pytest.mark.parametrize(
    ("alpha", "B", "C", "projection"),
    [
        (0.5, None, sqrt(2), "outside"),
        (1.0, None, 1.0, "outside"),
        (0.1, None, 1.4, "outside"),
        (0.9, 1.1, 1e9, "outside"),
        (0.9, 1.1, 0.1, "always"),
    ],
)
def test_same_hypotheses_as_reference(alpha, B, C, projection, p, form):
    X, labels = separable(3, m=60, n=7, margin=0.05)
    X[np.random.default_rng(0).random(X.shape) < 0.3] = 0.0
    X[5] = 0.0
    m = 40
    parameters = Parameters(alpha, B, C, projection)
    epochs = orders(1, m, 20)
    learner = presented(parameters, p, form(X[:m]), labels[:m], epochs, form(X[m:]))
    X = unit_rows(X, p)
    Y = labels[:m, None] * X[:m]
    corrected, weights = obvious(parameters, p, Y, epochs)
    assert learner.updates == len(corrected) and 5 not in corrected
    assert learner.support_vectors == len(set(corrected))
    scores = X @ weights.T
    np.testing.assert_allclose(learner.last(), scores[:, -1], atol=1e-10)
    np.testing.assert_allclose(learner.average(), scores.mean(axis=1), atol=1e-10)
    safe = (np.abs(scores) > 1e-12).all(axis=1)
    assert safe.sum() > 10
    votes = np.sign(scores).mean(axis=1)
    np.testing.assert_allclose(learner.voted()[safe], votes[safe], atol=1e-12)
    q = p / (p - 1)
    for hypothesis, w in (("last", weights[-1]), ("average", weights.mean(axis=0))):
        output = getattr(learner, hypothesis)()
        assert learner.norm_of(hypothesis, output) == pytest.approx(norm(w, q), rel=1e-10)


@pytest.mark.parametrize("p", NORMS)
def test_long_runs_keep_their_precision(p):
    """The scale has fallen by many powers of ten when the run ends."""
    X, labels = separable(8, m=50, n=5, margin=0.02)
    parameters = Parameters(0.1, None, sqrt(2))
    epochs = orders(2, 50, 200)
    learner = presented(parameters, p, X, labels, epochs)
    X = unit_rows(X, p)
    corrected, weights = obvious(parameters, p, labels[:, None] * X, epochs)
    assert learner.updates == len(corrected) > 2000
    np.testing.assert_allclose(learner.last(), X @ weights[-1], atol=1e-9)
    np.testing.assert_allclose(learner.average(), X @ weights.mean(axis=0), atol=1e-9)


def test_votes_may_be_asked_for_at_any_time(monkeypatch):
    X, labels = separable(4, m=40)
    epochs = orders(4, 40, 6)
    once = presented(Parameters(0.3), 4.0, X, labels, epochs)
    monkeypatch.setattr(p_norm, "BLOCK", 3)
    often = presented(Parameters(0.3), 4.0, X, labels, epochs[:2])
    often.voted()
    for order in epochs[2:]:
        often.present(order)
        often.voted()
    assert once.updates > 20
    np.testing.assert_array_equal(once.voted(), often.voted())


@pytest.mark.long
@pytest.mark.parametrize("p", [*NORMS, 40.0, 300.0])
@FEW
@given(problem=problems, alpha=st.floats(0.05, 1), C=st.sampled_from([0.1, 1.4, 1e5]))
def test_weights_stay_in_the_ball(p, problem, alpha, C):
    """The weights also agree with their duals.

    p is too large for the reference, where small weights underflow.
    """
    X, labels = problem
    X = unit_rows(X, p)
    learning = p_norm.PNormWeight(Parameters(alpha, None, C), p, labels, X)
    w, total, visits = learning.last(), np.zeros(X.shape[1]), 0
    for update in range(1, 80):
        learning.advance(np.arange(len(X), dtype=np.int32), at_update=update)
        before, w = w, learning.last()
        corrected = int(learning.state["updates"] == update)
        passed = learning.state["visits"] - visits
        total += (passed - corrected) * before + corrected * w
        visits += passed
        assert q_norm(w, p) <= 1 + 1e-12
        assert learning.theta_norm() == pytest.approx(q_norm(w, p), rel=1e-12)
        np.testing.assert_allclose(f(learning.duals() * labels @ X, p), w, atol=1e-9)
        np.testing.assert_allclose(learning.average(), total / visits, atol=1e-12)
        if not corrected:
            break


@pytest.mark.long
@pytest.mark.parametrize("normalise", ["radius", "instance"])
@pytest.mark.parametrize("p", NORMS)
@FEW
@given(problem=problems, alpha=st.floats(0.2, 1))
def test_theorem_3_where_separable(p, normalise, problem, alpha):
    """Part 1 and footnote 4 bound updates, margin and γ_k.

    The certificate needs no theorem.
    """
    X, labels = problem
    units = np.array([norm(x, p) for x in X])
    if normalise == "radius":
        units[:] = units.max()
    low, high = maximum(labels[:, None] * X / units[:, None], p)
    assert low >= 0.98 * high  # it is near the maximum
    for projection in ("outside", "always"):
        own = {"p": p, "normalise": normalise, "projection": projection, "augment": 0.0}
        model = ALMA(alpha, **own).fit(X, labels)
        assert model.converged_
        assert model.n_updates_ <= bounds.updates_where_separable(low, alpha, p)
        unit = sqrt(model.squared_radius_)
        assert model.directional_margin_ >= (1 - alpha) * low * unit * (1 - 1e-9)
        for point in model.history_:
            assert bounds.margin_bound(point.updates, alpha, p) >= low
            assert point.directional_margin <= high * unit * (1 + 1e-9)
            assert point.upper_bound >= low * unit * (1 - 1e-9)


@pytest.mark.parametrize("p", NORMS)
@FEW
@given(
    seed=st.integers(0, 10**6),
    alpha=st.floats(0.1, 1),
    gamma=st.floats(0.01, 1),
    sparsity=st.integers(1, 5),
)
def test_theorem_3_whatever_the_patterns(p, seed, alpha, gamma, sparsity):
    """Part 2 holds with B and C of Remark 4, for a good and a bad comparison weight.

    The good weight of the ball knows the labels, the bad weight does not. The deviations are those
    of visits with an update.
    """
    X, labels = separable(seed, m=30, n=5)
    rng = np.random.default_rng(seed)
    labels = np.where(rng.random(30) < 0.2, -labels, labels)
    parameters = Parameters(alpha, 1 / (2 * sqrt(alpha)), sqrt(alpha))
    _, B, C, *_ = parameters
    assert C**2 + 2 * (1 - alpha) * B * C == pytest.approx(1)
    epochs = orders(seed, 30, 5)
    learner = presented(parameters, p, X, labels, epochs)
    Y = labels[:, None] * unit_rows(X, p)
    corrected, _ = obvious(parameters, p, Y, epochs)
    assert learner.updates == len(corrected)
    informed = f(Y.mean(axis=0), p)
    ignorant = np.where(np.arange(5) < sparsity, rng.normal(size=5), 0.0)
    for u in (informed, ignorant):
        u = u / norm(u, p / (p - 1))
        deviations = np.maximum(0, gamma - Y[corrected] @ u).sum()
        bound = bounds.updates_whatever_the_patterns(gamma, deviations, C, p)
        assert learner.updates <= bound * (1 + 1e-12)


def test_theorem_3_as_remark_4_has_it():
    """In the separable case, part 2 gives (1 + √5)/2 (p − 1)/(γ² α), if this number is large."""
    alpha, gamma, p = 0.5, 1e-4, 6
    bound = bounds.updates_whatever_the_patterns(gamma, 0.0, sqrt(alpha), p)
    assert bound == pytest.approx((p - 1) / (gamma**2 * alpha), rel=1e-6)
    assert bound <= bounds.updates_by_remark_4(gamma, alpha, p)
    assert bounds.updates_by_remark_4(0.1, 0.5, 2) == pytest.approx(100 * (1 + sqrt(5)))
    assert bounds.updates_where_separable(1.0, 1.0, 2) == 2 + 4
    assert bounds.margin_bound(8, 1.0, 2) == pytest.approx(1.0)
    assert bounds.margin_bound(0, 1.0, 2) == np.inf


@FEW
@given(problem=problems)
def test_a_multiplicative_algorithm_by_remark_6(problem):
    """With p = 2 ln n, the margin is at least the margin for ‖w‖_1 and ‖x‖_∞ divided by √e."""
    X, labels = problem
    n, alpha = X.shape[1], 0.5
    p = max(2.0, 2 * np.log(n))
    Y = labels[:, None] * X / np.abs(X).max(axis=1)[:, None]
    # The largest γ with Y (u − v) >= γ and Σ u + v <= 1, for w = u − v.
    found = linprog(
        np.r_[np.zeros(2 * n), -1.0],
        np.vstack([np.hstack([-Y, Y, np.ones((len(Y), 1))]), np.r_[np.ones(2 * n), 0.0]]),
        np.r_[np.zeros(len(Y)), 1.0],
    )
    gamma = -found.fun / n ** (1 / p)
    assert n ** (1 / p) <= sqrt(np.e) * (1 + 1e-12) or p == 2.0
    low, high = maximum(labels[:, None] * unit_rows(X, p), p)
    assert gamma <= high * (1 + 1e-6)
    model = ALMA(alpha, p=p, normalise="instance", augment=0.0).fit(X, labels)
    if gamma > 1e-3:
        assert model.n_updates_ <= bounds.updates_where_separable(gamma, alpha, p)
        assert model.directional_margin_ >= (1 - alpha) * gamma * (1 - 1e-9)


@FEW
@given(problem=problems, p=norms, alpha=st.floats(0.2, 1))
def test_label_swap_changes_no_bit(problem, p, alpha):
    X, labels = problem
    model, swapped = (
        ALMA(alpha, p=p, normalise="instance").fit(X, sign * labels) for sign in (1, -1)
    )
    assert swapped.history_[-1]._replace(seconds=0) == model.history_[-1]._replace(seconds=0)
    assert (swapped.coef_ == -model.coef_).all()


@pytest.mark.long
@pytest.mark.parametrize("p", NORMS)
@FEW
@given(problem=problems, power=st.integers(-60, 60))
def test_scale_of_each_pattern_changes_nothing(p, problem, power):
    X, labels = problem
    factors = np.random.default_rng(power + 60).uniform(0.1, 10.0, size=(len(X), 1))
    model, scaled, same = (
        ALMA(0.5, p=p, normalise="instance", augment=0.0).fit(c * X, labels)
        for c in (1.0, 2.0**power * factors, 2.0**power)
    )
    assert scaled.history_[-1][:4] == model.history_[-1][:4]
    np.testing.assert_allclose(scaled.coef_, model.coef_, atol=1e-9)
    assert same.coef_.tobytes() == model.coef_.tobytes()
    radius = ALMA(0.5, p=p, augment=0.0).fit(X, labels)
    scaled = ALMA(0.5, p=p, augment=0.0).fit(2.0**power * X, labels)
    assert scaled.n_updates_ == radius.n_updates_
    assert scaled.directional_margin_ == pytest.approx(2.0**power * radius.directional_margin_)
