"""The theorems about the Perceptron with margin and the Margitron hold for every run."""

from math import sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maxmargin import LEARNERS, Margitron, MaximumMargin
from maxmargin.bounds import margitron as bounds
from tests.algorithms.problems import separable
from tests.algorithms.strategies import problems, spaces

FEW = settings(max_examples=25, derandomize=True)


def maximum(problem, space):
    return MaximumMargin(*space).fit(*problem)


@FEW
@given(problem=problems, space=spaces, b=st.floats(0.1, 20))
def test_perceptron_with_margin(problem, space, b):
    best = maximum(problem, space)
    gamma, squared_radius = best.directional_margin_, best.squared_radius_
    augment, extend = space
    model = LEARNERS["PerceptronWithMargin"](b=b, augment=augment, extend=extend).fit(*problem)
    assert model.n_updates_ <= (squared_radius + 2 * b * squared_radius) / gamma**2 * (1 + 1e-9)
    assert model.directional_margin_ >= gamma * b / (1 + 2 * b) * (1 - 1e-9)
    assert model.guaranteed_fraction_ == pytest.approx(b / (1 + 2 * b))
    bound = sqrt((squared_radius + 2 * b * squared_radius) / model.n_updates_)
    assert model.margin_bound_by_updates_ == pytest.approx(min(bound, sqrt(squared_radius)))


@FEW
@given(
    problem=problems,
    space=spaces,
    epsilon=st.sampled_from([0.05, 0.3, 0.7, 1.0, 1.4, 1.8]),
    threshold=st.sampled_from(["t", "w"]),
    delta=st.sampled_from([0.4, 1.0, 3.0]),
)
def test_margitron(problem, space, epsilon, threshold, delta):
    """The Margitron paper's Theorems 3.1, 3.2, 3.3 and 3.5, before, during and after the run."""
    best = maximum(problem, space)
    gamma, squared_radius = best.directional_margin_, best.squared_radius_
    # (16) and (35) are for ε <= 1; above, any b will do.
    b = squared_radius / delta
    if epsilon <= 1:
        b = bounds.b_for_accuracy(gamma, squared_radius, epsilon, delta, threshold)
    given_b = squared_radius, epsilon, b, threshold
    unit = squared_radius if threshold == "t" else squared_radius ** ((1 + epsilon) / 2)
    augment, extend = space
    model = Margitron(epsilon, b / unit, threshold, augment=augment, extend=extend).fit(*problem)
    fraction = model.directional_margin_ / gamma * (1 + 1e-9)

    assert model.converged_
    assert model.n_updates_ <= bounds.updates_bound(gamma, *given_b) * (1 + 1e-9)
    assert fraction >= bounds.fraction_before_running(gamma, *given_b)
    if epsilon <= 1:
        assert fraction >= bounds.fraction_whatever_the_margin(*given_b)
    if epsilon <= 1 and threshold == "w":
        assert fraction >= bounds.limit_of_fraction(epsilon, threshold) / (1 + delta)

    assert fraction >= model.guaranteed_fraction_
    certified = model.directional_margin_ / model.margin_upper_bound_
    assert model.guaranteed_fraction_ <= certified * (1 + 1e-9)
    assert model.margin_bound_by_updates_ >= model.margin_upper_bound_ * (1 - 1e-9)
    for point in model.history_:
        assert bounds.margin_bound(point.updates, *given_b) >= gamma * (1 - 1e-9)


def test_norms_that_would_overflow_are_rescaled_without_changing_a_count():
    """CRAMMA's weight grows exponentially, but its direction does not.

    Runs with the weight and runs with the direction, as in the MICRA paper's (5), must make the
    same visits.
    """
    X, labels = separable(3, m=30, margin=0.01)
    epsilon, eta, beta, updates = 0.01, 0.5, 0.9, 20_000
    with pytest.warns(UserWarning, match="max_updates"):
        model = LEARNERS["CRAMMA"](epsilon, eta, beta, augment=0.0, max_updates=updates)
        model.fit(X, labels)
    assert np.isfinite(model.coef_).all() and np.isfinite(model.margin_upper_bound_)

    Y = labels[:, None] * X
    radius = sqrt((Y**2).sum(axis=1).max())
    u, t, visits, log_norm = Y[0] / np.linalg.norm(Y[0]), 1, 0, 0.0
    while t <= updates:
        y = Y[visits % len(Y)]
        visits += 1
        if u @ y <= beta * radius * t**-epsilon:
            u = u + eta / radius * y
            log_norm += np.log2(np.linalg.norm(u))
            u /= np.linalg.norm(u)
            t += 1
    assert log_norm > 1024
    assert model.n_visits_ == visits
    direction = model.coef_[0] / np.linalg.norm(model.coef_[0])
    np.testing.assert_allclose(direction, u, atol=1e-9)
