"""Both shrinking Perceptrons agree with their definitions, and shrinking has its effect."""

import numpy as np
import pytest

from maxmargin import ConstantShrinking, MaximumMargin, PerceptronWithMargin, VariableShrinking
from maxmargin.bounds import weight_shrinking
from tests.algorithms.problems import separable


def reference(Y, b, kept):
    """Run to the end; return (a, updates).

    Y: (m, n), label-reflected. kept: the factor s as a function of t.
    """
    a, updates, again = np.zeros(Y.shape[1]), 0, True
    while again:
        again = False
        for y in Y:
            if y @ a <= b:
                a, updates, again = kept(updates) * a + y, updates + 1, True
    return a, updates


@pytest.mark.parametrize(
    ("cls", "value", "kept"),
    [
        (ConstantShrinking, 1e-4, lambda t: 1 - 1e-4),
        (VariableShrinking, 3.0, lambda t: (t / (t + 1)) ** 3),
        (VariableShrinking, 0.5, lambda t: (t / (t + 1)) ** 0.5),
    ],
)
@pytest.mark.parametrize("seed", range(3))
def test_as_defined(seed, cls, value, kept):
    X, y = separable(seed, m=40)
    squared_radius = (X**2).sum(axis=1).max()
    a, updates = reference(y[:, None] * X, 2.0 * squared_radius, kept)
    model = cls(2.0, value, augment=0.0).fit(X, y)
    assert model.converged_ and model.n_updates_ == updates > 0
    np.testing.assert_allclose(model.coef_[0], a, rtol=1e-9)


def test_both_promise_more_than_the_perceptron_with_margin():
    X, y = separable(3, m=40)
    best = MaximumMargin(augment=0.0).fit(X, y)
    gamma, squared_radius = best.directional_margin_, best.squared_radius_
    b = 100.0 * squared_radius
    largest = weight_shrinking.largest_shrinking(gamma**2, squared_radius, b)
    constant = weight_shrinking.fraction_of_constant(gamma, squared_radius, b, 0.99 * largest)
    variable = weight_shrinking.fraction_of_variable(gamma, squared_radius, b, 30.0)
    assert constant > 0.98 and variable > 0.97
    plain = PerceptronWithMargin(100.0, augment=0.0).fit(X, y)
    assert plain.guaranteed_fraction_ < 0.9
    assert weight_shrinking.fraction_of_constant(gamma, squared_radius, b, 1.01 * largest) == 0.0


def test_too_strong_shrinking_goes_on_for_ever():
    """No weight is longer than R/λ, so not all products can exceed b."""
    X, y = separable(3, m=40)
    with pytest.warns(UserWarning, match="reached max_updates"):
        ConstantShrinking(1.0, 0.9, augment=0.0, max_updates=100_000).fit(X, y)
