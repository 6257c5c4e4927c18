"""The bounds' closed forms, limits and orders agree with slow derivations."""

from math import exp, floor, inf, nan, sqrt

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from maxmargin import MaximumMargin
from maxmargin.bounds import alma, amira, falkowski, margitron, micra, pdm, romma
from maxmargin.bounds.roots import root
from tests.algorithms.problems import separable

FEW = settings(max_examples=60, derandomize=True)
ratios = st.floats(1.05, 1e3)  # R/γ_d


def test_root():
    assert root(lambda x: x**3 - 5) == pytest.approx(5 ** (1 / 3), rel=1e-11)
    assert root(lambda x: x - 1e-7, 1.0) == pytest.approx(1e-7, rel=1e-11)
    assert root(lambda x: -1.0) == inf
    assert root(lambda x: 1.0) == 0.0


def recurrence(epsilon, updates):
    """Return N(t), (updates + 1,), by its definition; N(0) is not defined."""
    n = [nan, 1.0]
    for t in range(1, updates):
        n.append(n[t] * (1 + 2 * (1 - epsilon) / t) + 1)
    return np.array(n)


@pytest.mark.parametrize("epsilon", [1.0, 0.9, 0.5 + 1e-4, 0.5, 0.5 - 1e-4, 0.3, 0.1, 0.01])
def test_dynamic_margin_length_is_the_recurrence(epsilon):
    n = recurrence(epsilon, 2000)
    own = [pdm.length_factor(t, epsilon) for t in range(1, 2001)]
    np.testing.assert_allclose(own, n[1:], rtol=1e-8)


@pytest.mark.parametrize("epsilon", [1.0, 0.7, 0.5, 0.3])
def test_dynamic_margin_updates_are_where_the_lengths_cross(epsilon):
    gamma, squared_radius = 0.21, 3.0
    n = recurrence(epsilon, 100_000)
    t = np.arange(len(n))
    last = t[1:][gamma**2 * t[1:] ** 2 <= squared_radius * n[1:]].max()
    assert last <= pdm.updates_bound(gamma, squared_radius, epsilon) < last + 1


def test_dynamic_margin_at_the_ends_of_epsilon():
    assert pdm.updates_bound(0.1, 2.0, 1.0) == pytest.approx(200.0)  # the Perceptron's
    assert pdm.updates_bound(0.1, 2.0, 1e-6) == inf
    assert pdm.margin_part(0.25) == 0.75


def krauth_mezard(Y, c, multipliers):
    """Return (w_M, M) by the paper's (1), from w_0 = Σ λ_j y_j."""
    x = (Y**2).sum(axis=1).max()
    w, updates = multipliers @ Y, 0
    while (Y @ w).min() < c:
        w = w + Y[np.argmin(Y @ w)] / x
        updates += 1
    return w, updates


@settings(max_examples=25, derandomize=True)
@given(
    seed=st.integers(0, 10**6), c=st.sampled_from([0.2, 1.0, 10.0]), most=st.sampled_from([0, 0.5])
)
def test_falkowski_with_and_without_a_start(seed, c, most):
    X, labels = separable(seed, m=12, n=3, margin=0.3)
    Y = labels[:, None] * X
    best = MaximumMargin(augment=0.0).fit(X, labels)
    gamma, squared_radius = best.directional_margin_, best.squared_radius_
    multipliers = np.random.default_rng(seed).uniform(0, most, size=12) / squared_radius
    w, updates = krauth_mezard(Y, c, multipliers)
    u = best.coef_.ravel() / np.linalg.norm(best.coef_)
    w0, length = multipliers @ Y, np.linalg.norm(w)
    start = np.linalg.norm(w0)
    orthogonal = np.linalg.norm(w0 - (w0 @ u) * u)
    tiny = 1 + 1e-9
    assert updates <= falkowski.updates_bound(gamma, squared_radius, c, start) * tiny
    if updates:
        whole = squared_radius * multipliers.sum()
        factor = falkowski.performance_factor(length, updates, squared_radius, c, whole)
        assert (Y @ w).min() / length >= gamma / factor / tiny
        assert factor <= falkowski.factor_bound(updates, squared_radius, c, start) * tiny
        assert (
            length <= falkowski.length_bound(updates, gamma, squared_radius, c, orthogonal) * tiny
        )


@settings(max_examples=40, derandomize=True)
@given(
    seed=st.integers(0, 10**6),
    c=st.sampled_from([0.2, 1.0, 10.0]),
    size=st.sampled_from([0.3, 3.0]),
    any_start=st.booleans(),
)
def test_falkowski_10_to_12_after_every_update(seed, c, size, any_start):
    X, labels = separable(seed, m=12, n=3, margin=0.3)
    Y = labels[:, None] * X
    best = MaximumMargin(augment=0.0).fit(X, labels)
    gamma, x = best.directional_margin_, best.squared_radius_
    u = best.coef_.ravel() / np.linalg.norm(best.coef_)
    w = np.random.default_rng(seed).uniform(-size if any_start else 0.0, size, size=12) @ Y / x
    start, orthogonal = np.linalg.norm(w), np.linalg.norm(w - (w @ u) * u)
    if any_start:
        orthogonal = falkowski.orthogonal_from_any_start(gamma, x, start)
    tiny, updates, along = 1 + 1e-9, 0, [w @ u]
    while (Y @ w).min() < c:
        w = w + Y[np.argmin(Y @ w)] / x
        updates += 1
        along.append(w @ u)
        across = np.linalg.norm(w - (w @ u) * u)
        assert across <= falkowski.orthogonal_bound(updates, x, orthogonal) * tiny
    if updates:
        last_but_one, last = np.array(along[-2:]) * gamma / c  # a(M − 1), a(M)
        assert last_but_one <= falkowski.last_but_one_bound(updates, x, c, orthogonal) * tiny
        assert last <= falkowski.last_bound(updates, gamma, x, c, orthogonal) * tiny
    most = falkowski.updates_bound_from_any_start(gamma, x, c, start)
    assert updates <= most * tiny
    # (4) holds from any start with at most one update more.
    assert most <= (falkowski.updates_bound(gamma, x, c, start) + 1) * tiny


def test_falkowski_in_closed_form_and_as_c_grows():
    gamma, squared_radius = 0.1, 4.0
    assert falkowski.updates_bound(gamma, squared_radius, 3.0) == pytest.approx(7 * 400)
    assert falkowski.factor_bound(17, squared_radius, 4.0) == pytest.approx(2.25)
    parts = [falkowski.fraction_before_running(gamma, squared_radius, 10.0**k) for k in range(13)]
    assert parts == sorted(parts) and parts[0] < 0.1 and 0.999 < parts[-1] < 1
    for start in (0.0, 3.0):
        parts = [
            falkowski.fraction_from_any_start(gamma, squared_radius, 10.0**k, start)
            for k in range(13)
        ]
        assert parts == sorted(parts) and parts[0] < 0.1 and 0.999 < parts[-1] < 1


def test_falkowski_2_needs_a_start_in_units_of_the_step():
    """The printed theorem with w_0 = Σ λ_j y_j fails if R < 1: c(M + Λ)/x exceeds w*·w_M."""
    Y, c = np.array([[0.5, 0.0]]), 1.0
    best = c / 0.5 * np.array([1.0, 0.0])  # w*
    w, updates = krauth_mezard(Y, c, np.array([8.0]))
    assert updates == 0
    assert best @ w < c * (updates + 8.0) / 0.25
    assert best @ w >= c * (updates + 8.0 * 0.25) / 0.25


margitrons = {
    "ratio": ratios,
    "epsilon": st.floats(0.05, 1.0),
    "b": st.floats(1e-4, 20.0),  # over R^(1+ε) or R²
    "threshold": st.sampled_from(["t", "w"]),
}


@FEW
@given(**margitrons)
def test_closed_forms_are_looser(ratio, epsilon, b, threshold):
    numbers = 1.0, ratio**2, epsilon
    b *= ratio ** (1 + epsilon) if threshold == "w" else ratio**2
    assume(margitron.is_covered_by_lemma_1(*numbers, b, threshold))
    exact = floor(margitron.updates_bound(*numbers, b, threshold))  # of whole updates
    closed = margitron.updates_bound_in_closed_form(*numbers, b, threshold)
    assert exact <= closed * (1 + 1e-9)
    delta = margitron.accuracy_of_b(*numbers, b, threshold)
    by_accuracy = margitron.updates_for_accuracy(*numbers, delta, threshold)
    assert exact <= by_accuracy * (1 + 1e-9)
    assert by_accuracy <= closed * (1 + 1e-9)


def test_lemma_1_does_not_always_cover_the_w_margitron():
    """The root of t = A + B t^(1−ε) may be below t_b. So (33) needs more than ε ≤ 1."""
    numbers = 1.0, 1.18**2, 0.99, 1e-4, "w"
    assert not margitron.is_covered_by_lemma_1(*numbers)
    delta = margitron.accuracy_of_b(*numbers)
    by_accuracy = margitron.updates_for_accuracy(*numbers[:3], delta, "w")
    assert by_accuracy < 1.5 < floor(margitron.updates_bound(*numbers))


@FEW
@given(
    **{key: margitrons[key] for key in ("ratio", "epsilon", "threshold")}, delta=st.floats(0.01, 5)
)
def test_b_and_accuracy_are_each_others_inverse(ratio, epsilon, threshold, delta):
    b = margitron.b_for_accuracy(1.0, ratio**2, epsilon, delta, threshold)
    assert margitron.accuracy_of_b(1.0, ratio**2, epsilon, b, threshold) == pytest.approx(delta)


def test_margitron_at_epsilon_1_is_the_perceptron_with_margin():
    for threshold in ("t", "w"):
        numbers = 0.1, 4.0, 1.0, 3.0, threshold
        closed = margitron.updates_bound_in_closed_form(*numbers)
        assert closed == pytest.approx((4.0 + 6.0) / 0.01)
    # (23) is a little better for the w-margitron, as N² R² <= N R² + 2bN for its N
    assert margitron.updates_bound(*numbers[:4], "t") == pytest.approx(closed)
    assert 0.999 * closed < margitron.updates_bound(*numbers) < closed


@pytest.mark.parametrize(("epsilon", "x"), [(1.0, 2.0), (0.5, 1.8660254), (1e-7, 1.7632228)])
def test_theorem_3_4_updates(epsilon, x):
    updates = margitron.updates_for_accuracy(0.1, 4.0, epsilon, epsilon, "w")
    assert updates == pytest.approx(x * (1 + epsilon) / (2 * epsilon**2) * 400, rel=1e-6)


@FEW
@given(
    ratio=ratios, epsilon=st.floats(0.05, 0.24), eta=st.floats(0.1, 20), factor=st.floats(0.8, 4)
)
def test_remark_1_is_looser_than_theorem_1(ratio, epsilon, eta, factor):
    numbers = 1.0, ratio, epsilon, 1 - 2 * epsilon, eta, factor
    t_b, f_b = micra.theorem_1(*numbers)
    loose_t_b, loose_f_b = micra.remark_1(*numbers)
    assert t_b <= loose_t_b * (1 + 1e-9)
    assert f_b >= loose_f_b * (1 - 1e-9)
    assert 0 <= f_b < 1


def test_micra_reaches_the_maximum_as_beta_grows():
    """The limit needs η = η₀ (β/R)^−δ and 0 < εδ + ζ < 1 (14). It fails for εδ + ζ > 1."""
    radius, epsilon, zeta = 10.0, 0.2, 0.6

    def fractions(bounds, delta):
        for beta in (1e1, 1e3, 1e5):
            eta = (beta / radius) ** -delta
            yield bounds(1.0, radius, epsilon, zeta, eta, beta)[1]

    for bounds in (micra.theorem_1, micra.remark_1):
        parts = list(fractions(bounds, delta=0.5))
        assert parts == sorted(parts) and parts[-1] > 0.99
        assert list(fractions(bounds, delta=2.5))[-1] < 0.5


def test_micra_far_below_the_margin_has_no_bound_worth_a_number():
    for bounds, zeta in ((micra.theorem_1, 0.9), (micra.remark_1, 0.998)):
        with pytest.raises(ValueError, match="leaves the range"):
            bounds(1.0, 10.0, 0.001, zeta, 5.0, 0.5)


@FEW
@given(gamma=st.floats(1e-4, 1.0), alpha=st.floats(0.01, 1.0))
def test_alma_ends_with_an_estimate_above_the_maximum(gamma, alpha):
    """After one update more than the bound allows, γ_k would be ≥ γ*, so 1 − α of γ* is reached."""
    updates = alma.updates_where_separable(gamma, alpha, 2)
    assert alma.margin_bound(updates + 1, alpha, 2) >= gamma * (1 - 1e-12)


def test_amira_mistakes_with_the_printed_losses_fall_to_nothing():
    """For 100 arbitrary patterns with ‖x‖ ≤ 1 and all γ, the losses sum to at most 100 (γ + 1)."""
    gammas = 10.0 ** np.arange(7)
    printed, squared = (
        [
            amira.mistakes_whatever_the_patterns(gamma, 1.0, 100 * (gamma + 1) ** power, 1.0)
            for gamma in gammas
        ]
        for power in (1, 2)
    )
    assert printed[-1] < 1  # although w = 0 makes a mistake on the first pattern
    assert min(squared) >= 100


def test_amira_and_romma_in_closed_form():
    assert amira.updates_where_separable(0.1, 2.0, 0.5) == pytest.approx(3 * 400)
    assert amira.updates_where_separable(0.1, 2.0, 0.0) == inf
    assert amira.norm_where_separable(0.1, 0.5) == pytest.approx(15)
    assert amira.margin_part(0.5) == pytest.approx(1 / 3)
    assert romma.updates_bound(0.1, 2.0) == pytest.approx(400)
    assert romma.updates_bound(0.1, 2.0, 0.5) == pytest.approx(1600)
    assert romma.norm_bound(0.1) == pytest.approx(10)
    assert romma.margin_part(0.25) == 0.75
    assert sqrt(amira.updates_where_separable(1.0, 3.0, 1.0)) == 3.0


def test_bounds_without_an_exponent_of_accuracy():
    """Two bounds grow as (R/γ_d)^(1/ε): PDM's, and the t-margitron's with b = γ_d R.

    The t-margitron's bound with b of (16) grows as 1/ε.
    """
    ratio = 10.0
    for epsilon in (0.02, 0.01):
        growth = ratio ** (1 / epsilon)
        # (s − 1)Γ(s) with s = 2 − 2ε, to the power of −1/(2ε)
        assert pdm.updates_bound(1.0, ratio**2, epsilon) / growth == pytest.approx(
            exp(2 - np.euler_gamma), rel=0.01
        )
        found = margitron.updates_bound_in_closed_form(1.0, ratio**2, epsilon, ratio, "t")
        assert found / growth == pytest.approx(exp(0.5), rel=0.01)
        b = margitron.b_for_accuracy(1.0, ratio**2, epsilon, epsilon, "t")
        found = margitron.updates_bound_in_closed_form(1.0, ratio**2, epsilon, b, "t")
        assert found == pytest.approx(2 * ratio**2 / epsilon)


def test_a_of_remark_1_is_small_for_a_beta_that_is_not_large():
    """The MICRA paper, after Remark 1: it suffices that γ_d/R and ε are small."""

    def a(ratio, epsilon, eta, beta):
        t_b, _ = micra.remark_1(ratio, 1.0, epsilon, 1 - 2 * epsilon, eta, beta)
        t_0 = (beta / ratio) ** (1 / epsilon)
        return (t_b / t_0) ** epsilon - 1

    assert a(1e-4, 0.02, 1.0, 1.0) == pytest.approx(0.002, rel=1e-3)
    assert a(1e-2, 0.02, 1.0, 1.0) > 0.01 and a(1e-4, 0.2, 1.0, 1.0) > 0.005
    assert a(0.00841 / 3.8121, 0.05, 50.0, 4.43e-3) == pytest.approx(0.48, abs=0.01)
