"""What is proved of the learners holds for every run: bounds, certificates, invariances."""

import warnings
from math import sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse
from sklearn.exceptions import ConvergenceWarning

from algorithms import LEARNERS, Margitron, MaximumMargin
from algorithms.bounds import margitron as bounds
from tests.algorithms.problems import separable
from tests.algorithms.test_against_reference import CASES

PARAMETERS = dict(CASES)
FEW = settings(max_examples=25, deadline=None, derandomize=True)
problems = st.builds(
    separable,
    seed=st.integers(0, 10**6),
    m=st.integers(4, 40),
    n=st.integers(2, 6),
    margin=st.sampled_from([0.02, 0.1, 0.5]),
)
# (augment, extend) of spaces in which the problems are separable.
spaces = st.sampled_from([(0.0, 0.0), (1.0, 0.0), (0.0, 0.5), (2.0, 1.0)])


def fitted(name, problem, space, values=None, **options):
    augment, extend = space
    options = {"augment": augment, "extend": extend, "max_updates": 200_000} | options
    model = LEARNERS[name](*(values or PARAMETERS[name]), **options)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)  # of those that need never converge
        return model.fit(*problem)


def maximum(problem, space):
    return MaximumMargin(*space).fit(*problem)


@pytest.mark.parametrize("name", LEARNERS)
@FEW
@given(problem=problems, space=spaces, mini_epochs=st.sampled_from([0, 5]))
def test_certificate_brackets_the_maximum_margin(name, problem, space, mini_epochs):
    gamma = maximum(problem, space).directional_margin_
    presented = {} if name == "KrauthMezard" else {"mini_epochs": mini_epochs}
    model = fitted(name, problem, space, **presented)
    for point in model.history_:
        assert point.directional_margin <= gamma * (1 + 1e-9)
        assert point.upper_bound >= gamma * (1 - 1e-9)


@FEW
@given(problem=problems, space=spaces)
def test_maximum_margin_is_exact(problem, space):
    best = maximum(problem, space)
    assert best.converged_
    assert best.margin_upper_bound_ == pytest.approx(best.directional_margin_, rel=1e-9)
    assert (best.dual_coef_ >= 0).all()


@FEW
@given(problem=problems, space=spaces, b=st.floats(0.1, 20))
def test_perceptron_with_margin(problem, space, b):
    best = maximum(problem, space)
    gamma, r2 = best.directional_margin_, best.squared_radius_
    augment, extend = space
    model = LEARNERS["PerceptronWithMargin"](b=b, augment=augment, extend=extend).fit(*problem)
    assert model.n_updates_ <= (r2 + 2 * b * r2) / gamma**2 * (1 + 1e-9)
    assert model.directional_margin_ >= gamma * b / (1 + 2 * b) * (1 - 1e-9)
    assert model.guaranteed_fraction_ == pytest.approx(b / (1 + 2 * b))
    bound = sqrt((r2 + 2 * b * r2) / model.n_updates_)
    assert model.margin_bound_by_updates_ == pytest.approx(min(bound, sqrt(r2)))


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
    gamma, r2 = best.directional_margin_, best.squared_radius_
    # (16) and (35) are for ε <= 1; above, any b will do.
    b = r2 / delta
    if epsilon <= 1:
        b = bounds.b_for_accuracy(gamma, r2, epsilon, delta, threshold)
    given_b = r2, epsilon, b, threshold
    unit = r2 if threshold == "t" else r2 ** ((1 + epsilon) / 2)
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


@pytest.mark.parametrize("name", LEARNERS)
@FEW
@given(problem=problems, space=spaces, power=st.sampled_from([-40, -3, 1, 30]))
def test_scale_changes_no_bit(name, problem, space, power):
    """A power of two rounds nothing, and all parameters but Pegasos's λ are in normalised units."""
    c = 2.0**power
    X, labels = problem
    model = fitted(name, problem, space)
    values = [c**2 * value for value in PARAMETERS[name]] if name == "Pegasos" else None
    scaled = fitted(name, (c * X, labels), (c * space[0], c * space[1]), values)
    assert scaled.n_updates_ == model.n_updates_ and scaled.n_visits_ == model.n_visits_
    assert scaled.directional_margin_ == pytest.approx(c * model.directional_margin_, rel=1e-12)


@pytest.mark.parametrize("name", LEARNERS)
@FEW
@given(problem=problems, space=spaces)
def test_label_swap_changes_no_bit(name, problem, space):
    X, labels = problem
    model, swapped = fitted(name, problem, space), fitted(name, (X, -labels), space)
    assert swapped.history_[-1]._replace(seconds=0) == model.history_[-1]._replace(seconds=0)
    assert (swapped.coef_ == -model.coef_).all()


@pytest.mark.parametrize("name", LEARNERS)
@FEW
@given(problem=problems, space=spaces)
def test_storage_changes_no_count(name, problem, space):
    if name == "PassiveAggressive":
        pytest.skip("a pattern that comes back has p = 1 but for rounding, which decides")
    X, labels = problem
    model, compressed = (
        fitted(name, (X, labels), space),
        fitted(name, (sparse.csr_matrix(X), labels), space),
    )
    assert compressed.history_[-1][:4] == model.history_[-1][:4]
    np.testing.assert_allclose(compressed.dual_coef_, model.dual_coef_, rtol=1e-8)


def test_norms_that_would_overflow_are_rescaled_without_changing_a_count():
    """CRAMMA's weight grows exponentially; its direction alone, as in the MICRA paper's (5), does
    not, and has to make the same visits."""
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
