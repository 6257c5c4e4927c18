"""The papers say that some of their algorithms are the same, or belong to one family."""

import warnings
from math import sqrt

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning

from maxmargin import ALMA, NORMA, MaximumMargin, PerceptronWithMargin
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
