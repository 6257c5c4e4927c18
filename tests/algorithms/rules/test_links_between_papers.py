"""The papers say that some of their algorithms are the same, or belong to one family."""

import warnings
from math import sqrt

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning

from maxmargin import ALMA, NORMA, MaximumMargin, Perceptron, PerceptronWithMargin
from maxmargin.bounds.alma import updates_whatever_the_patterns
from tests.algorithms.p_norm_reference import NORMS, f, norm, unit_rows
from tests.algorithms.problems import separable

SPACE = {"augment": 1.0, "max_epochs": 30, "max_updates": None}


def fitted(model, problem):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)  # a limit of epochs
        return model.fit(*problem)


@pytest.mark.parametrize("rate", [0.01, 0.3, 4.0])
@pytest.mark.parametrize("seed", range(5))
def test_unregularised_gradient_descent_is_the_perceptron_with_margin(rate, seed):
    """The Margitron paper, Section 1: without regularisation and with a constant learning rate."""
    problem = separable(seed, m=60, n=4, margin=0.02)
    descent = fitted(NORMA(lam=0.0, rate=rate, **SPACE), problem)
    perceptron = fitted(PerceptronWithMargin(b=1 / rate, **SPACE), problem)
    assert descent.n_updates_ == perceptron.n_updates_ > 20
    scale = rate / descent.squared_radius_
    np.testing.assert_allclose(descent.coef_, scale * perceptron.coef_, rtol=1e-12)
    assert descent.directional_margin_ == pytest.approx(perceptron.directional_margin_, rel=1e-9)
    regularised = fitted(NORMA(lam=1e-3, rate=rate, **SPACE), problem)
    assert not np.allclose(regularised.coef_, descent.coef_, rtol=1e-9)


def micra_that_counts_from(first, Y, beta, eta, epochs):
    """Run MICRA with ε = ζ = 1/2 in plain Python, with t = `first` after the first pattern.

    `beta` and `eta` are for patterns divided by R. Returns the weight, of norm 1, and the updates.
    """
    a, t = Y[0] / np.linalg.norm(Y[0]), first
    for epoch in range(epochs):
        for y in Y[1:] if epoch == 0 else Y:
            if a @ y <= beta / sqrt(t):
                a = a + eta / sqrt(t) * y
                a, t = a / np.linalg.norm(a), t + 1
    return a, t - first + 1


@pytest.mark.parametrize("alpha", [0.9, 0.5, 0.2])
@pytest.mark.parametrize("seed", range(5))
def test_alma_with_weights_of_constant_length_is_a_micra(alpha, seed):
    """The MICRA paper, Example 1: ε = ζ = 1/2, with t counted from 2 instead of 1."""
    X, labels = separable(seed, m=60, n=4, margin=0.02)
    alma = fitted(ALMA(alpha, projection="always", **SPACE), (X, labels))
    Y = labels[:, None] * np.hstack([X, np.ones((len(X), 1))])
    Y /= np.linalg.norm(Y, axis=1).max()
    beta, eta = (1 - alpha) * sqrt(8) / alpha, sqrt(2)
    a, updates = micra_that_counts_from(2, Y, beta, eta, alma.n_epochs_)
    assert alma.n_updates_ == updates > 20
    weight = np.append(alma.coef_.ravel(), alma.intercept_)
    np.testing.assert_allclose(weight / np.linalg.norm(weight), a, rtol=1e-9, atol=1e-12)
    other, _ = micra_that_counts_from(1, Y, beta, eta, alma.n_epochs_)
    assert not np.allclose(other, a, rtol=1e-9)


@pytest.mark.parametrize("seed", range(5))
def test_the_directional_maximum_tends_to_the_geometric_one_as_rho_grows(seed):
    """The MICRA paper, Section 4: γ_d approaches γ only in the limit ρ → ∞."""
    X, labels = separable(seed, m=40, n=3, margin=0.05)
    free = MaximumMargin(free_threshold=True).fit(X, labels).geometric_margin_
    missing = [
        1 - MaximumMargin(augment=rho).fit(X, labels).directional_margin_ / free
        for rho in (1.0, 10.0, 100.0, 1000.0)
    ]
    assert all(a > b for a, b in zip(missing[:-1], missing[1:], strict=True))
    assert missing[0] > 1e-5 and 0 <= missing[-1] < 1e-5


def uneven_margins(X, labels, margins, rate, epochs):
    """Run the Perceptron with uneven margins (Li et al. 2002) in plain Python.

    margins: label -> τ. Returns the weight and the threshold after each update.
    """
    w, b, found = np.zeros(X.shape[1]), 0.0, []
    squared_radius = max(x @ x for x in X)
    for _ in range(epochs):
        for x, label in zip(X, labels, strict=True):
            if label * (w @ x + b) <= margins[label]:
                w, b = w + rate * label * x, b + rate * label * squared_radius
                found.append((w, b))
    return found


@pytest.mark.long
@pytest.mark.parametrize("rate", [0.3, 1.0])
@pytest.mark.parametrize("seed", range(3))
def test_even_margins_give_the_perceptron_with_margin(seed, rate):
    """The Margitron paper, [10]: τ₊ = τ₋ = τ is b = τ/η, with ρ the longest pattern's length."""
    X, labels = separable(seed, m=60, n=4, margin=0.02)
    squared_radius = max(x @ x for x in X)
    trail = uneven_margins(X, labels, {1.0: 2.0, -1.0: 2.0}, rate, epochs=10)
    assert len(trail) > 40
    b, space = 2.0 / rate / (2 * squared_radius), SPACE | {"augment": sqrt(squared_radius)}
    for updates, (w, threshold) in enumerate(trail, start=1):
        own = space | {"max_epochs": 10, "max_updates": updates}
        model = fitted(PerceptronWithMargin(b=b, **own), (X, labels))
        assert model.n_updates_ == updates
        np.testing.assert_allclose(rate * model.coef_.ravel(), w, rtol=1e-12, atol=1e-12)
        assert rate * model.intercept_ == pytest.approx(threshold, rel=1e-12, abs=1e-9)
    whole = fitted(PerceptronWithMargin(b=b, **space | {"max_epochs": 10}), (X, labels))
    assert whole.n_updates_ == len(trail)


@pytest.mark.long
@pytest.mark.parametrize("harder", [1.0, -1.0])
@pytest.mark.parametrize("times", [1, 3])
@pytest.mark.parametrize("seed", range(3))
def test_uneven_margins_give_the_perceptron_with_their_mean_from_another_threshold(
    seed, times, harder
):
    """With δ = (τ₊ − τ₋)/2, y (w·x + b) <= τ_y is y (w·x + b − δ) <= (τ₊ + τ₋)/2.

    So the Perceptron with the mean margin makes the same updates if it starts from the threshold
    −δ. One zero pattern whose label is the easier class's, seen first, adds a threshold of R². The
    patterns are presented once, since the zero patterns are to be seen once.
    """
    X, labels = separable(seed, m=100, n=4, margin=0.02)
    squared_radius = max(x @ x for x in X)
    delta, mean = harder * times * squared_radius, (times + 0.5) * squared_radius
    margins = {1.0: mean + delta, -1.0: mean - delta}
    trail = uneven_margins(X, labels, margins, 1.0, epochs=1)
    even = uneven_margins(X, labels, {1.0: mean, -1.0: mean}, 1.0, epochs=1)
    assert len(trail) > 25 and not np.allclose(trail[-1][0], even[-1][0])
    zeros = np.zeros((times, X.shape[1]))
    problem = np.vstack([zeros, X]), np.append(np.full(times, -harder), labels)
    for updates, (w, threshold) in enumerate(trail, start=1):
        model = fitted(
            PerceptronWithMargin(
                b=mean / (2 * squared_radius),
                augment=sqrt(squared_radius),
                max_epochs=1,
                max_updates=times + updates,
            ),
            problem,
        )
        assert model.n_updates_ == times + updates
        np.testing.assert_allclose(model.coef_.ravel(), w, rtol=1e-12, atol=1e-12)
        own = model.intercept_ + delta
        assert own == pytest.approx(threshold, rel=1e-12, abs=1e-9 * squared_radius)


def p_norm_perceptron(p, Y, epochs):
    """Run the p-norm Perceptron on label-reflected patterns. Returns θ, the mistakes and θ's trail.

    It violates when w·y <= 0 for w = f⁻¹(θ); the update adds y to θ.
    """
    theta, mistakes, trail = np.zeros(Y.shape[1]), [], []
    for _ in range(epochs):
        for k, y in enumerate(Y):
            if f(theta, p) @ y <= 0:
                theta = theta + y
                mistakes.append(k)
                trail.append(theta)
    return mistakes, trail


@pytest.mark.parametrize("seed", range(5))
def test_the_p_norm_perceptron_is_the_perceptron_for_p_2(seed):
    """The ALMA paper, footnote 2. For another p it is another algorithm."""
    X, labels = separable(seed, m=60, n=4, margin=0.02)
    Y, space = labels[:, None] * X, SPACE | {"augment": 0.0}
    mistakes, trail = p_norm_perceptron(2.0, Y, 30)
    assert len(mistakes) > 5
    for updates, theta in enumerate(trail, start=1):
        model = fitted(Perceptron(**space | {"max_updates": updates}), (X, labels))
        assert model.n_updates_ == updates
        np.testing.assert_allclose(model.coef_.ravel(), theta, rtol=1e-12, atol=1e-12)
    assert fitted(Perceptron(**space), (X, labels)).n_updates_ == len(mistakes)
    assert p_norm_perceptron(4.0, Y, 30)[0] != mistakes


@pytest.mark.parametrize("p", NORMS)
@pytest.mark.parametrize("seed", range(5))
def test_alma_for_alpha_1_has_nearly_the_p_norm_perceptrons_bound(seed, p):
    """The ALMA paper, Section 3: part 2 of Theorem 3, with α = C = 1, is very close to it.

    The p-norm Perceptron's mistakes m satisfy m γ − D <= √(m (p − 1)), since ‖θ‖_p² grows by at
    most p − 1. ALMA's bound has m + 1 under the root, which allows at most one mistake more.
    """
    X, labels = separable(seed, m=60, n=4, margin=0.02)
    labels = np.where(np.random.default_rng(seed).random(60) < 0.1, -labels, labels)
    Y = labels[:, None] * unit_rows(X, p)
    mistakes, _ = p_norm_perceptron(p, Y, 5)
    u = f(Y.mean(axis=0), p)
    u = u / norm(u, p / (p - 1))
    for gamma in (0.03, 0.1, 0.3):
        deviation = np.maximum(0, gamma - Y[mistakes] @ u).sum()
        rho = sqrt(p - 1) / gamma
        own = deviation / gamma + rho**2 / 2 + rho * sqrt(rho**2 / 4 + deviation / gamma)
        almas = updates_whatever_the_patterns(gamma, deviation, 1.0, p)
        assert len(mistakes) <= own * (1 + 1e-12)
        assert own < almas <= own + 1
