"""Dual coordinate steps reach the maximum, and the exact solver starts with them where they pay."""

from math import gcd

import numpy as np
import pytest
from scipy import sparse

from maxmargin import MaximumMargin
from maxmargin.compilation.binding import bind
from maxmargin.exact import coordinate_steps, newton
from maxmargin.exact.newton_state import Part
from maxmargin.space import make_space

FORMS = {"sparse": 0.5, "binary": 1.0}  # values of the entries
STEP = 7


def little_in_common(m=60, n=80, value=1.0, seed=5):
    """Return sparse patterns with four entries each, and labels."""
    generator = np.random.default_rng(seed)
    X = np.zeros((m, n))
    for x in X:
        x[generator.choice(n, 4, replace=False)] = value
    return sparse.csr_matrix(X), np.where(X @ generator.normal(size=n) < 0.0, -1.0, 1.0)


def swept(space, penalty, sweeps):
    """Return the duals and the weight after some sweeps."""
    kernel = bind(coordinate_steps, storage=space.storage)
    squares = space.squared_norms + (penalty - space.delta**2)
    duals, weights = np.zeros(space.labels.size), np.zeros(space.n + 2)
    part = Part(space.patterns, space.labels, space.rho, 1)
    for _ in range(sweeps):
        kernel.sweep(part, squares, penalty, STEP, duals, weights)
    return duals, weights


def reference(Y, penalty, sweeps):
    """Return what `swept` does, by numpy. Y: the augmented and reflected patterns, (m, n + 1)."""
    m = len(Y)
    duals, weight = np.zeros(m), np.zeros(Y.shape[1])
    for _ in range(sweeps):
        for k in np.arange(m) * STEP % m:
            short = 1.0 - Y[k] @ weight - penalty * duals[k]
            dual = max(0.0, duals[k] + short / (Y[k] @ Y[k] + penalty))
            weight += (dual - duals[k]) * Y[k]
            duals[k] = dual
    return duals, weight


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("form", FORMS)
def test_sweeps_are_those_of_the_reference(form, weighted):
    X, labels = little_in_common(n=20, value=FORMS[form])
    labels = np.where(labels > 0.0, 1.5, -1.0) if weighted else labels
    space = make_space(X, labels, augment=0.5, extend=1.0)
    assert space.storage.__name__.endswith(form)
    Y = labels[:, None] * np.column_stack([X.toarray(), np.full(len(labels), 0.5)])
    for penalty in (1.0, 1.5):
        duals, weights = swept(space, penalty, 3)
        wanted, weight = reference(Y, penalty, 3)
        np.testing.assert_allclose(duals, wanted, rtol=1e-12, atol=1e-15)
        np.testing.assert_allclose(weights, [*weight, 0.0], rtol=1e-12, atol=1e-15)
        assert (duals == 0.0).any()
        np.testing.assert_allclose(Y.T @ duals, weights[:-1], atol=1e-12)


def test_many_sweeps_reach_the_maximum_margin():
    X, labels = little_in_common()
    space = make_space(X, labels, augment=0.5, extend=1.0)
    duals, weights = swept(space, 1.0, 300)
    own = labels * (X @ weights[:-2] + 0.5 * weights[-2]) + duals
    norm = np.sqrt(weights @ weights + duals @ duals)
    exact = MaximumMargin(augment=0.5, extend=1.0).fit(X, labels)
    assert own.min() / norm == pytest.approx(exact.directional_margin_, rel=1e-9)
    assert norm / duals.sum() == pytest.approx(exact.directional_margin_, rel=1e-9)


@pytest.mark.parametrize("free", [False, True])
@pytest.mark.parametrize("weight", [1.0, 2.5])
@pytest.mark.parametrize("form", FORMS)
def test_mean_cosine(form, weight, free):
    X, labels = little_in_common(m=23, n=12, value=FORMS[form])
    labels = np.where(labels > 0.0, weight, -1.0)
    space = make_space(X, labels, augment=0.5, extend=1.0)
    kernel = bind(coordinate_steps, storage=space.storage)
    part, room = Part(space.patterns, space.labels, space.rho, 3), np.zeros(space.n + 2)
    found = kernel.mean_cosine(part, space.squared_norms - 1.0, free, room)
    assert not room.any()
    Z = np.column_stack([X.toarray(), np.full(23, 0.0 if free else 0.5)])[::3]
    norms = np.linalg.norm(Z, axis=1)
    cosines = abs(Z @ Z.T) / np.outer(norms, norms)
    assert found == pytest.approx(cosines[np.triu_indices(len(Z), 1)].mean(), rel=1e-12)


def gap_of(point, free):
    return point.upper_bound / (point.geometric_margin if free else point.directional_margin) - 1


def test_a_pattern_of_zero_has_nothing_in_common():
    X = sparse.csr_matrix([[0.5, 0.5], [0.0, 0.0], [0.5, 0.5]])
    space = make_space(X, np.array([1.0, -1.0, 1.0]), extend=1.0)
    mean_cosine = bind(coordinate_steps, storage=space.storage).mean_cosine
    part = Part(space.patterns, space.labels, 0.0, 1)
    found = mean_cosine(part, space.squared_norms - 1.0, False, np.zeros(4))
    assert found == pytest.approx(1 / 3)


def test_patterns_that_are_equal_up_to_their_sign_have_much_in_common():
    X, labels = little_in_common()
    equal = sparse.csr_matrix(labels[:, None] * X[0].toarray())
    run = newton._Run(make_space(equal, labels, extend=0.01), False, None, None)
    assert not run._have_little_in_common()


@pytest.mark.parametrize("free", [False, True])
@pytest.mark.parametrize("extend", [0.03, 1.0])
def test_solver_starts_with_them_if_patterns_have_little_in_common(extend, free, monkeypatch):
    calls, sweeps = [], newton._Run._by_coordinates

    def counted(run, weights):
        sweeps(run, weights)
        calls.append(weights.any())

    def margin(X):
        space = make_space(X, labels, augment=0.5, extend=extend)
        history = newton.newton(space, free, 1e-9, None).history
        found = history[-1].geometric_margin if free else history[-1].directional_margin
        assert history[-1].upper_bound / found < 1 + 1e-8
        assert all(point.upper_bound / found > 1 - 1e-9 for point in history)
        return found

    monkeypatch.setattr(newton._Run, "_by_coordinates", counted)
    X, labels = little_in_common()
    found = margin(X)
    assert calls == [True]
    assert margin(X.toarray()) == pytest.approx(found, rel=1e-8)  # dense patterns start without
    assert calls == [True]
    margin(sparse.hstack([X, np.ones((X.shape[0], 20))], format="csr"))
    assert calls == [True]


def test_sweeps_pass_every_pattern_once():
    for m in (*range(1, 200), 2477, 49749):
        step = newton.coprime(int(newton.GOLDEN * m), m)
        assert gcd(step, m) == 1
        assert 1 <= step <= max(m - 1, 1)


@pytest.mark.parametrize("free", [False, True])
def test_copies_of_patterns_leave_no_active_pattern_and_steps_go_on(free):
    """One step for each copy of a pattern brings w·y_k to 1, up to rounding."""
    generator = np.random.default_rng(7)
    kinds = generator.permutation(np.repeat(np.arange(50), 60))
    X = sparse.csr_matrix((np.ones(3000), kinds, np.arange(3001)), shape=(3000, 2100))
    labels = np.where(generator.random(50) < 0.5, 1.0, -1.0)[kinds]
    space = make_space(X, labels, augment=0.5 if free else 0.0, extend=0.3)
    run = newton._Run(space, free, 1e-9, None)
    assert run._have_little_in_common()
    run.solve()
    assert gap_of(run.history[-1], free) < 1e-9
    assert free or run.history[0].upper_bound < np.inf


def test_rough_steps_that_lose_a_class_go_on():
    """If the threshold is free, rough steps may leave a class without active patterns."""
    X, labels = little_in_common()
    space = make_space(X.toarray(), labels, augment=0.5, extend=0.03)
    run = newton._Run(space, True, 1e-9, None)
    run.solve()
    assert gap_of(run.history[-1], True) < 1e-9
