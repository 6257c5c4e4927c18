"""The bounds agree with the Margitron paper's printed numbers; our copy lacks their formulas."""

from itertools import product
from math import inf, sqrt

import numpy as np
import pytest

from maxmargin import LEARNERS, Margitron
from maxmargin.bounds.margitron import (
    accuracy_of_b,
    b_for_accuracy,
    fraction_after_running,
    fraction_before_running,
    fraction_whatever_the_margin,
    length_bound,
    limit_of_fraction,
    margin_bound,
    sharper_accuracy_of_b,
    sharper_b_for_accuracy,
    updates_bound,
    updates_for_accuracy,
    updates_for_sharper_accuracy,
)
from tests.algorithms.cases import ENDLESS
from tests.algorithms.models import fit
from tests.algorithms.problems import public, separable

ADULT, WEB, COVER = 15.0, 115.01, 188.722341  # R²
R2, GAMMA, B = 2.0, 0.03, 0.7  # any numbers
EPSILONS = [0.02, 0.3, 0.5, 0.8, 1.0, 1.5, 1.9]


def test_upper_bound_of_the_first_stage():
    """Table 4, Adult and Covertype: the number of updates implies an upper bound on γ_d."""
    for threshold in "tw":
        assert f"{1000 * margin_bound(1_280_458, ADULT, 1, 5 * ADULT, threshold):.3f}" == "11.352"
        assert f"{1000 * margin_bound(5_422_732, COVER, 1, 5 * COVER, threshold):.3f}" == "19.566"


@pytest.mark.parametrize(
    ("squared_radius", "printed_b", "updates", "margin", "estimate"),
    [(ADULT, 577, 8_891_067, 8.3274e-3, "0.838"), (WEB, 551, 18_758_078, 20.677e-3, "0.864")],
)
def test_estimate_of_the_second_stage(squared_radius, printed_b, updates, margin, estimate):
    """Table 4, by (21)."""
    b = printed_b * 1e-5 * squared_radius**0.55
    assert f"{fraction_after_running(updates, margin, squared_radius, 0.1, b, 'w'):.3f}" == estimate


@pytest.mark.parametrize(
    ("squared_radius", "gamma", "printed_b"),
    [(ADULT, 11.352e-3, 577), (WEB, 29.840e-3, 551), (COVER, 19.566e-3, 301)],
)
def test_b_of_the_second_stage(squared_radius, gamma, printed_b):
    """Table 4, by (35) with δ = 1/(1+ε)²."""
    b = b_for_accuracy(gamma, squared_radius, 0.1, 1.1**-2, "w")
    assert round(b / squared_radius**0.55 * 1e5) == printed_b


@pytest.mark.parametrize(
    ("epsilon", "threshold", "printed"),
    [(0.001, "t", 0.9995), (0.2, "t", 0.9), (0.1, "t", 0.95), (0.01, "t", 0.995)]
    + [(0.0005, "w", 0.9995), (0.2, "w", 0.8333), (0.1, "w", 0.9091), (0.005, "w", 0.995)],
)
def test_asymptotic_fractions_of_table_3(epsilon, threshold, printed):
    assert round(limit_of_fraction(epsilon, threshold), 4) == printed
    # It is the estimate's limit for large b.
    b = b_for_accuracy(GAMMA, R2, epsilon, 1e-5, threshold)
    updates = updates_bound(GAMMA, R2, epsilon, b, threshold)
    estimate = fraction_after_running(updates, GAMMA, R2, epsilon, b, threshold)
    assert estimate == pytest.approx(limit_of_fraction(epsilon, threshold), rel=1e-3)


@pytest.mark.parametrize(
    ("length", "epsilon", "b"), [(1.0, 0.5, 10.0), (5.0, 0.1, 0.01), (4.0, 0.3, 21.2)]
)
@pytest.mark.parametrize("threshold", "tw")
def test_bounds_of_patterns_whose_margin_is_their_length(length, epsilon, b, threshold):
    """γ_d = R. Up to N updates (23) is R t, which is γ_d t as well."""
    model = Margitron(epsilon=epsilon, b=b, threshold=threshold, augment=0.0)
    model.fit([[length], [-length]], [1, -1])
    unit = length**2 if threshold == "t" else length ** (1 + epsilon)
    known = (length, length**2, epsilon, b * unit, threshold)
    assert model.n_updates_ <= updates_bound(*known)
    fraction = fraction_before_running(*known)
    assert fraction <= 1.0 + 1e-9
    nearly = updates_bound(length * (1 - 1e-9), *known[1:])
    assert updates_bound(*known) == pytest.approx(nearly, rel=1e-3)


@pytest.mark.parametrize(("epsilon", "threshold"), [*product(EPSILONS, "tw")])
def test_bounds_on_updates_and_on_the_margin_are_inverse(epsilon, threshold):
    updates = updates_bound(GAMMA, R2, epsilon, B, threshold)
    assert margin_bound(updates, R2, epsilon, B, threshold) == pytest.approx(GAMMA, rel=1e-3)


@pytest.mark.parametrize("epsilon", EPSILONS)
def test_lemma_1_brackets_the_updates(epsilon):
    """The root of t = A + C t^(1−ε) lies between C^(1/ε) + A and C^(1/ε) + A/ε."""
    A, C = R2 / GAMMA**2, 2 * B / ((2 - epsilon) * GAMMA**2)
    low, high = sorted([C ** (1 / epsilon) + A, C ** (1 / epsilon) + A / epsilon])
    updates = updates_bound(GAMMA, R2, epsilon, B, "t")
    assert low * (1 - 1e-9) <= updates <= high * (1 + 1e-9)


@pytest.mark.parametrize("epsilon", [0.02, 0.3, 0.8, 1.0])
def test_length_bound_takes_the_best_whole_number(epsilon):
    """The reference tries all N in (23), with the sum that (23) bounds written out."""
    updates, radius = 500, sqrt(R2)

    def power(n):
        k = np.arange(n, updates, dtype=float)
        growth = B + 0.5 * R2 * (GAMMA * k) ** (epsilon - 1)
        return (radius * n) ** (1 + epsilon) + (1 + epsilon) * growth.sum()

    smallest = min(power(n) for n in range(1, updates + 1)) ** (1 / (1 + epsilon))
    bound = length_bound(updates, GAMMA, R2, epsilon, B, "w")
    assert smallest <= bound * (1 + 1e-12)
    assert bound == pytest.approx(smallest, rel=0.01)


@pytest.mark.parametrize(("epsilon", "delta"), [*product([0.02, 0.3, 0.6, 1.0], [0.1, 1.0, 4.0])])
def test_b_for_accuracy_keeps_its_promise(epsilon, delta):
    """Theorem 3.3 for the w-margitron holds for any ε ≤ 1 and any larger b."""
    promised = limit_of_fraction(epsilon, "w") / (1 + delta)
    for factor in (1.0, 1.5):
        b = factor * b_for_accuracy(GAMMA, R2, epsilon, delta, "w")
        assert fraction_before_running(GAMMA, R2, epsilon, b, "w") >= promised


@pytest.mark.parametrize(
    ("epsilon", "delta"), [*product([0.0005, 0.02, 0.3, 0.6, 1.0], [0.1, 1.0, 4.0])]
)
def test_a_smaller_b_keeps_the_promise_too(epsilon, delta):
    """Remark 4: at t = A (1 + δ)/δ, the fraction in (34) is the promised fraction."""
    b = sharper_b_for_accuracy(GAMMA, R2, epsilon, delta, "w")
    assert b <= b_for_accuracy(GAMMA, R2, epsilon, delta, "w")
    promised = limit_of_fraction(epsilon, "w") / (1 + delta)
    assert fraction_before_running(GAMMA, R2, epsilon, b, "w") >= promised * (1 - 1e-9)
    assert sharper_accuracy_of_b(GAMMA, R2, epsilon, b, "w") == pytest.approx(delta, rel=1e-9)
    if epsilon > 0.001:  # else it overflows
        assert accuracy_of_b(GAMMA, R2, epsilon, b, "w") >= delta * (1 - 1e-12)
    t = updates_for_sharper_accuracy(GAMMA, R2, epsilon, delta, "w")
    A, B = (1 + epsilon) / (2 * epsilon) * R2 / GAMMA**2, (1 + epsilon) * b / GAMMA ** (1 + epsilon)
    assert t == pytest.approx(A + B * t ** (1 - epsilon))
    assert (
        updates_bound(GAMMA, R2, epsilon, b, "w")
        <= t
        <= updates_for_accuracy(GAMMA, R2, epsilon, delta, "w") * (1 + 1e-12)
    )


@pytest.mark.parametrize(("epsilon", "b"), [(0.01, 1e5), (0.001, 100.0)])
def test_a_b_that_is_far_too_large_promises_all_and_bounds_nothing(epsilon, b):
    assert accuracy_of_b(GAMMA, R2, epsilon, b, "w") == 0.0
    assert 0.0 <= sharper_accuracy_of_b(GAMMA, R2, epsilon, b, "w") < 1e-100
    assert updates_for_accuracy(GAMMA, R2, epsilon, 0.0, "w") == inf
    assert updates_for_sharper_accuracy(GAMMA, R2, epsilon, 0.0, "w") == inf


def test_limits_of_remark_4():
    """With δ = ε → 0 the whole margin is reached, in at most (R/(εγ_d))²/2 updates."""
    for epsilon in (1e-2, 1e-4, 1e-6):
        unit = R2 / (epsilon * GAMMA) ** 2
        t = updates_for_sharper_accuracy(GAMMA, R2, epsilon, epsilon, "w")
        assert t / unit == pytest.approx(0.5, rel=3 * epsilon)
        looser = updates_for_accuracy(GAMMA, R2, epsilon, epsilon, "w")
        assert 0.5 < t / unit < looser / unit < 1


@pytest.mark.parametrize(("epsilon", "threshold"), [*product([0.3, 0.6, 1.0], "tw")])
def test_knowing_the_margin_promises_more(epsilon, threshold):
    assert fraction_before_running(GAMMA, R2, epsilon, B, threshold) >= (
        fraction_whatever_the_margin(R2, epsilon, B, threshold) * (1 - 1e-9)
    )


def test_guarantees_are_of_the_run():
    X, y = separable(4, m=30)
    model = Margitron(0.5, 2.0, "t", extend=0.5).fit(X, y)
    squared_radius = model.squared_radius_
    assert model.margin_bound_by_updates_ == margin_bound(
        model.n_updates_, squared_radius, 0.5, 2 * squared_radius, "t"
    )
    assert model.guaranteed_fraction_ == fraction_after_running(
        model.n_updates_, model.directional_margin_, squared_radius, 0.5, 2 * squared_radius, "t"
    )


def test_a_run_that_was_ended_guarantees_a_bound_only():
    X, y = separable(4, m=30)
    with pytest.warns(UserWarning, match="max_updates=20"):
        model = Margitron(0.5, 100.0, "t", max_updates=20).fit(X, y)
    assert np.isnan(model.guaranteed_fraction_)
    assert model.margin_bound_by_updates_ > model.margin_upper_bound_


GUARANTEED = {"Margitron", "PerceptronWithMargin", "AdaTron"}
GUARANTEED |= {"Ballseptron", "ConstantShrinking", "VariableShrinking"}


@pytest.mark.parametrize("name", sorted({*LEARNERS} - GUARANTEED))
def test_no_theorem_no_guarantee(name):
    # Those that never converge make updates for a long time.
    model = LEARNERS[name](max_epochs=1000 if name in ENDLESS else None)
    fit(model, separable(4, m=30, margin=0.5))
    assert np.isnan([model.guaranteed_fraction_, model.margin_bound_by_updates_]).all()


TABLE_3 = [
    ("a9a", 0, 50, Margitron(0.001, 4.911e-6, "t"), "8.4917", "0.9898"),
    ("a9a", 0, 50, Margitron(0.0005, 0.002204, "w"), "8.4903", "0.9420"),
    ("w8a", 0.1, 10, Margitron(0.2, 8.4e-5, "t"), "20.574", "0.8645"),
    ("w8a", 0.1, 10, Margitron(0.2, 0.0125, "w"), "20.573", "0.7561"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "augment", "N", "model", "margin", "estimate"), TABLE_3)
def test_margins_and_estimates_of_table_3(name, augment, N, model, margin, estimate):
    problem = public(name)
    model.set_params(augment=augment, extend=1, mini_epochs=N, max_updates=None)
    model.fit(problem.X, problem.y)
    digits = len(margin.partition(".")[2])
    assert f"{1000 * model.directional_margin_:.{digits}f}" == margin
    assert f"{model.guaranteed_fraction_:.4f}" == estimate


@pytest.mark.parametrize("epsilon", [1e-12, 1e-14, 1e-17, 1e-30])
def test_lengths_for_a_small_epsilon_are_near_each_other(epsilon):
    """They tend to the length for ε = 0. A difference of powers over ε would lose all digits."""
    found = length_bound(1000, 0.05, 1.0, epsilon, 1e-3, "w")
    assert found == pytest.approx(length_bound(1000, 0.05, 1.0, 1e-9, 1e-3, "w"), rel=1e-7)
