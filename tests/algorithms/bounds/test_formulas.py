"""Each bound equals a slow reference: sums, recurrences, integrals and bisections."""

from decimal import Decimal, localcontext
from fractions import Fraction
from math import exp, floor, inf, log, sqrt

import pytest
from scipy.integrate import quad

from maxmargin.bounds import (
    alma,
    amira,
    batch,
    falkowski,
    margitron,
    micra,
    pdm,
    romma,
    weight_shrinking,
)
from maxmargin.bounds.finite import finite, finite_or_inf
from maxmargin.bounds.roots import root


def approx(value, rel=1e-12):
    return pytest.approx(value, rel=rel, abs=0)


def bisected(function, low=1e-9, high=1e9):
    """Return the root of an increasing function, by bisection in the logarithm."""
    assert function(low) < 0 <= function(high)
    for _ in range(120):
        middle = sqrt(low * high)
        low, high = (middle, high) if function(middle) < 0 else (low, middle)
    return high


# Margitron ----------------------------------------------------------------------------------------

POINTS = [
    (gamma, squared_radius, epsilon, b, threshold)
    for gamma, squared_radius in ((0.5, 4.0), (0.7, 1.5))
    for epsilon in (0.3, 0.75, 1.0, 1.25, 1.8)
    for b in (0.03, 0.6, 5.0)
    for threshold in ("t", "w")
]


def length(t, gamma, squared_radius, epsilon, b, threshold):
    """Return L by trying every N, with (10) or (17) written out."""
    if threshold == "t":
        return sqrt(squared_radius * t + 2 * b * t ** (2 - epsilon) / (2 - epsilon))
    if epsilon > 1:
        b = b * gamma ** (1 - epsilon)
        return sqrt(squared_radius * t + 2 * b * t ** (2 - epsilon) / (2 - epsilon))
    power, tries = 1 + epsilon, [(sqrt(squared_radius) * t) ** (1 + epsilon)]
    for n in range(1, floor(t - 1) + 1):
        shrinks = n ** (epsilon - 1) + ((t - 1) ** epsilon - n**epsilon) / epsilon
        steps = b * (t - n) + squared_radius / 2 / gamma ** (1 - epsilon) * shrinks
        tries.append(sqrt(squared_radius * n * n) ** power + power * steps)
    return min(tries) ** (1 / power)


def theta(t, norm, epsilon, b, threshold):
    return b * {"t": t, "w": norm}[threshold] ** (1 - epsilon)


def most(gamma, *others):
    return bisected(lambda t: gamma * t - length(t, gamma, *others), 1e-3, 1e4)


@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize("updates", [1, 2, 3, 17, 250])
def test_margitron_length(point, updates):
    assert margitron.length_bound(updates, *point) == approx(length(updates, *point))


@pytest.mark.parametrize("point", [point for point in POINTS if point[2] >= 0.75])
def test_margitron_updates_and_fraction_before_running(point):
    gamma, squared_radius, epsilon, b, threshold = point
    t_b = most(*point)
    assert margitron.updates_bound(*point) == approx(t_b, 1e-11)
    fractions = [
        theta(t, length(t, *point), epsilon, b, threshold) / (gamma * length(t, *point))
        for t in (1, t_b)
    ]
    assert margitron.fraction_before_running(*point) == approx(min(fractions), 1e-11)


def test_margitron_fraction_before_running_may_be_lowest_at_the_first_update():
    fraction = 0.03 / (0.5 * sqrt(4.0 + 0.06 / 1.7))
    assert margitron.fraction_before_running(0.5, 4.0, 0.3, 0.03, "t") == approx(fraction)


@pytest.mark.parametrize("point", POINTS)
def test_margitron_after_running(point):
    gamma, squared_radius, epsilon, b, threshold = point
    own = squared_radius, epsilon, b, threshold
    for t in (1, 40):
        norm = length(t, gamma, *own)
        fraction = t * theta(t, norm, epsilon, b, threshold) / norm**2
        assert margitron.fraction_after_running(t, gamma, *own) == approx(fraction)
        crossing = bisected(lambda g, t=t: g * t - length(t, g, *own), 1e-6, 1e6)
        expected = min(sqrt(squared_radius), crossing)
        assert margitron.margin_bound(t, *own) == approx(expected, 1e-11)
    assert margitron.margin_bound(0, *own) == sqrt(squared_radius)


@pytest.mark.parametrize("point", POINTS)
def test_margitron_in_closed_form(point):
    gamma, squared_radius, epsilon, b, threshold = point
    radius = sqrt(squared_radius)
    if threshold == "w" and epsilon <= 1:
        A = (1 + epsilon) * squared_radius / (2 * epsilon * gamma * gamma)
        B = (1 + epsilon) * b / gamma**epsilon / gamma
        limit = 1 / (1 + epsilon)
    else:
        A = squared_radius / gamma / gamma
        B = 2 * b / (2 - epsilon) / gamma**2
        B /= gamma ** (epsilon - 1) if threshold == "w" else 1
        limit = 1 - epsilon / 2
    assert margitron.limit_of_fraction(epsilon, threshold) == approx(limit)
    closed = (A / epsilon if epsilon <= 1 else A) + B ** (1 / epsilon)
    assert margitron.updates_bound_in_closed_form(*point) == approx(closed)
    first = radius ** (1 + epsilon)
    spare = (1 + epsilon) * b
    spare += (1 - epsilon**2) / (2 * epsilon) * squared_radius / gamma ** (1 - epsilon)
    covered = threshold == "t" or epsilon >= 1 or first <= spare
    assert margitron.is_covered_by_lemma_1(*point) == covered
    looser = A / B ** (1 / epsilon)
    assert margitron.accuracy_of_b(*point) == approx(looser)
    if epsilon > 1:
        return
    if threshold == "t":
        fraction = b / (squared_radius + 2 * b / (2 - epsilon))
    else:
        fraction = b / (first + b + epsilon * b)
    assert margitron.fraction_whatever_the_margin(*point[1:]) == approx(fraction)
    sharper = bisected(lambda d: d * (1 + d) ** (1 / epsilon - 1) - looser)
    assert margitron.sharper_accuracy_of_b(*point) == approx(sharper, 1e-11)


@pytest.mark.parametrize("threshold", ["t", "w"])
@pytest.mark.parametrize("epsilon", [0.3, 0.75, 1.0])
@pytest.mark.parametrize("delta", [0.2, 1.0, 3.0])
def test_margitron_for_an_accuracy(epsilon, delta, threshold):
    gamma, squared_radius = 0.4, 4.0
    point = gamma, squared_radius, epsilon, delta, threshold
    if threshold == "t":
        A, limit, unit = 25.0, 1 - epsilon / 2, gamma**2
    else:
        A, limit, unit = 12.5 * (1 + epsilon) / epsilon, 1 / (1 + epsilon), gamma ** (1 + epsilon)
    b = limit * unit * (A / delta) ** epsilon
    assert margitron.b_for_accuracy(*point) == approx(b)
    B = b / limit / unit
    t = bisected(lambda t: t - A - B * t ** (1 - epsilon))
    assert margitron.updates_for_accuracy(*point) == approx(t, 1e-11)
    sharper = margitron.sharper_b_for_accuracy(*point)
    B = sharper / limit / unit
    t = bisected(lambda t: t - A - B * t ** (1 - epsilon))
    assert A * t ** (epsilon - 1) / B == approx(delta, 1e-11)
    assert margitron.updates_for_sharper_accuracy(*point) == approx(t, 1e-11)
    for bound in (margitron.updates_for_accuracy, margitron.updates_for_sharper_accuracy):
        assert bound(gamma, squared_radius, epsilon, 0.0, threshold) == inf


def test_margitron_where_lemma_1_does_not_hold():
    assert not margitron.is_covered_by_lemma_1(0.9, 1.0, 0.9, 0.01, "w")
    assert margitron.is_covered_by_lemma_1(0.9, 1.0, 0.9, 0.01, "t")
    assert margitron.is_covered_by_lemma_1(0.9, 1.0, 1.0, 1e-6, "w")
    needed = 2**1.75 / 1.75 - 0.25 / 1.5 * 4.0 / 0.7**0.25  # b, where R = 2
    assert margitron.is_covered_by_lemma_1(0.7, 4.0, 0.75, needed * (1 + 1e-9), "w")
    assert not margitron.is_covered_by_lemma_1(0.7, 4.0, 0.75, needed * (1 - 1e-9), "w")


# MICRA --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("epsilon", "zeta", "eta", "beta"),
    [(0.5, 0.5, 1.0, 0.5), (0.2, 0.6, 0.7, 0.6), (1.0, 1.0, 0.3, 0.9), (0.3, 0.9, 2.0, 1.5)],
)
def test_micra_theorem_1(epsilon, zeta, eta, beta):
    """The reference computes the integrals in (11) to (13) as areas."""
    gamma, radius = 0.4, 1.3
    t0 = (beta / gamma) ** (1 / epsilon)
    rate = eta / t0**zeta
    omega = gamma / radius * (2 * rate + rate**2) + (rate**2 + rate**3) / 2

    def area(theta, tau):
        return quad(lambda z: exp((1 - theta) * z), 0, log(1 + tau), epsabs=0, epsrel=1e-13)[0]

    def excess(tau):
        gained = area(zeta, tau) - area(zeta + epsilon, tau) - rate * area(2 * zeta + epsilon, tau)
        half = radius * rate / gamma / 2
        lost = half * (area(2 * zeta, tau) + rate * area(3 * zeta, tau))
        return gained - lost - (1 + omega) * radius / gamma / eta * t0 ** (zeta - 1)

    tau = bisected(excess, 1e-3, 1e9)
    t_b, f_b = micra.theorem_1(gamma, radius, epsilon, zeta, eta, beta)
    assert t_b == approx(t0 + t0 * tau, 1e-10)
    assert f_b == approx(1 / (1 + tau + 1 / t0) ** epsilon, 1e-10)


@pytest.mark.parametrize(("epsilon", "eta", "beta"), [(0.2, 0.7, 0.6), (0.1, 2.0, 0.3)])
def test_micra_in_closed_form(epsilon, eta, beta):
    gamma, radius = 0.4, 1.3
    g, r = gamma / beta, radius / beta
    t0 = g ** (-1 / epsilon)
    rate = eta * t0 ** (2 * epsilon - 1)
    omega = gamma / radius * (2 * rate + rate**2) + (rate**2 + rate**3) / 2
    squared = epsilon * r * (
        2 * g * (1 + omega) / eta
        + eta * g ** (1 / epsilon - 3) / (1 - 4 * epsilon)
        + eta**2 * g ** (2 / epsilon - 5) / (2 - 6 * epsilon)
    ) + 2 * epsilon * eta * g ** (1 / epsilon - 2) / (1 - 3 * epsilon)
    grown = (1 + sqrt(squared)) ** (1 / epsilon)
    t_b, f_b = micra.remark_1(gamma, radius, epsilon, 1 - 2 * epsilon, eta, beta)
    assert t_b == approx(t0 * grown)
    assert f_b == approx((grown + 1 / t0) ** -epsilon)
    assert micra.example_1(radius, eta, beta) == approx(
        eta * beta / (eta * beta + radius + 2 * eta**2 * radius)
    )


# ALMA, AMIRA, ROMMA -------------------------------------------------------------------------------


@pytest.mark.parametrize("alpha", [0.1, 0.5, 1.0])
@pytest.mark.parametrize("p", [2, 5])
def test_alma(alpha, p):
    gamma = 0.3
    ratio = (2 - alpha) / alpha
    updates = 2 * (p - 1) * ratio**2 / 0.09 + 8 / alpha - 4
    assert alma.updates_where_separable(gamma, alpha, p) == approx(updates)
    golden = (1 + sqrt(5)) / 2
    assert alma.updates_by_remark_4(gamma, alpha, p) == approx(golden * (p - 1) / 0.09 / alpha)
    assert alma.estimate(7, 1.5, p) == approx(1.5 * sqrt(p - 1) / sqrt(7))
    assert alma.estimate(1, 1.5, p) == approx(1.5 * sqrt(p - 1))
    assert alma.margin_bound(7, alpha, p) == approx(sqrt(8 * (p - 1) / 7) / alpha)
    assert alma.margin_bound(0, alpha, p) == alma.estimate(0, 1.5, p) == inf
    for deviations in (0.0, 2.5):
        squared = (p - 1) / (alpha * alpha * 0.09)
        # Part 2's t is the root of (t − D/γ)² = ρ² (t + 1).
        t = bisected(
            lambda t, d=deviations / gamma, s=squared: -1.0 if t < d else (t - d) ** 2 - s * (t + 1)
        )
        found = alma.updates_whatever_the_patterns(gamma, deviations, alpha, p)
        assert found == approx(t, 1e-11)


@pytest.mark.parametrize("epsilon", [0.1, 0.5, 1.0])
def test_amira(epsilon):
    factor = 2 / epsilon - 1
    assert amira.updates_where_separable(0.3, 1.5, epsilon) == approx(25 * factor)
    assert amira.norm_where_separable(0.25, epsilon) == approx(8 - 4 * epsilon)
    assert amira.margin_part(epsilon) == approx(1 - 1 / (2 - epsilon))
    found = amira.mistakes_whatever_the_patterns(0.5, 1.5, 6.25, epsilon)
    assert found == approx(64 * factor)


def test_amira_without_aggressiveness():
    assert amira.updates_where_separable(0.3, 1.5, 0.0) == inf
    assert amira.mistakes_whatever_the_patterns(0.5, 1.5, 6.25, 0.0) == inf
    assert amira.margin_part(0.0) == 0.5


def test_romma():
    assert romma.updates_bound(0.3, 1.5) == approx(25)
    assert romma.updates_bound(0.3, 1.5, 0.2) == approx(625)
    assert romma.norm_bound(0.3) == approx(10 / 3)
    assert romma.margin_part(0.3) == approx(0.7)


# PDM, Krauth & Mézard, batch methods --------------------------------------------------------------


# Near ½ a formula and its limit meet: 1.1 − 0.6 is the next number above ½.
NEAR_HALF = [
    1.1 - 0.6,
    0.5 - 1e-15,
    0.5 + 1e-12,
    0.5 - 1e-8,
    0.5001,
    0.4501,
    0.5499,
    0.4499,
    0.5501,
]


@pytest.mark.parametrize("epsilon", [1.0, 0.75, 0.5, 0.25, 0.0625, *NEAR_HALF])
def test_pdm_in_fractions(epsilon):
    s, n = 2 * (1 - Fraction(epsilon)), Fraction(1)
    for t in range(1, 60):
        assert pdm.length_factor(t, epsilon) == approx(float(n), 1e-11)
        n = n * (1 + s / t) + 1
    assert pdm.margin_part(epsilon) == 1 - epsilon


@pytest.mark.parametrize("epsilon", [0.9, 0.56, 0.44, 0.3, 0.001])
def test_pdm_after_many_updates(epsilon):
    with localcontext() as context:
        context.prec = 40
        s, n = 2 * (1 - Decimal(epsilon)), Decimal(1)
        for t in range(1, 10**5):
            n = n * (1 + s / t) + 1
    assert pdm.length_factor(10**5, epsilon) == approx(float(n), 1e-12)


@pytest.mark.parametrize("epsilon", [1.0, 0.75, 0.5, *NEAR_HALF])
def test_pdm_updates(epsilon):
    """The largest t with R² N(t) >= (γ t)² is the bound, rounded down."""
    gamma, squared_radius, s, n, t = 0.4, 2.0, 2 * (1 - Fraction(epsilon)), Fraction(1), 1
    bound = pdm.updates_bound(gamma, squared_radius, epsilon)
    assert (gamma * bound) ** 2 == approx(squared_radius * pdm.length_factor(bound, epsilon), 1e-10)
    while Fraction(squared_radius) * n >= (Fraction(gamma) * t) ** 2:
        n, t = n * (1 + s / t) + 1, t + 1
    assert int(bound) == t - 1


@pytest.mark.parametrize("start", [0.0, 0.5])
def test_falkowski(start):
    gamma, squared_radius, c = 0.4, 2.0, 3.0
    bound = (7 * squared_radius + squared_radius**2 * start**2) / 0.16
    assert falkowski.updates_bound(gamma, squared_radius, c, start) == approx(bound)
    factor = (7 + squared_radius * start**2 / 5) / c
    assert falkowski.factor_bound(5, squared_radius, c, start) == approx(factor)
    own = falkowski.performance_factor(2.5, 5, squared_radius, c, start)
    assert own == approx(12.5 / (15 + 3 * start))
    best = c / gamma
    grown = sqrt(4 + squared_radius * start**2)
    along = best + best * grown / c + 1 / sqrt(squared_radius)
    norm = along + sqrt(5 / squared_radius + start**2)
    assert falkowski.length_bound(5, gamma, squared_radius, c, start) == approx(norm)


def test_falkowski_defaults_and_limit():
    gamma, squared_radius, c = 0.4, 2.0, 3.0
    assert falkowski.updates_bound(gamma, squared_radius, c) == approx(87.5)
    assert falkowski.factor_bound(5, squared_radius, c) == approx(7 / 3)
    assert falkowski.performance_factor(2.5, 5, squared_radius, c) == approx(12.5 / 15)
    most_length = 7.5 + 2.5 * sqrt(86.5) + sqrt(0.5) + sqrt(43.75)
    assert falkowski.length_bound(87.5, gamma, squared_radius, c) == approx(most_length)
    fraction = 7.5 / most_length
    assert falkowski.fraction_before_running(gamma, squared_radius, c) == approx(fraction)


def test_batch():
    assert batch.excess_of_gilbert(6, 3.0) == approx(6.0)
    assert batch.excess_of_away_steps(16, 3.0) == approx(2.0)
    for factor in (8, 16):
        missed = factor * log(5) * 3.0 / 0.36 / (30 * 31)
        found = batch.fraction_of_squares(30, 5, 0.6, 3.0, factor)
        assert found == approx(sqrt(1 - missed))
        assert batch.fraction_of_squares(1, 5, 0.6, 3.0, factor) == 0.0
    missed = 4 * (1 + log(5)) * (1 + 2 * log(31)) * 3.0 / 0.36 / 961
    assert batch.fraction_of_momentum(30, 5, 0.6, 3.0) == approx(1 - missed)
    missed = (0.5 + log(5) / 0.2) * 3.0 / 0.36 / 30
    found = batch.fraction_of_normalised_gradient(30, 5, 0.6, 3.0, 0.2)
    assert found == approx(1 - missed)


# Weight shrinking ---------------------------------------------------------------------------------

SHRINKS = [
    (0.5, 4.0, 0.3, 1e-3),
    (0.5, 4.0, 3.0, 0.01),
    (0.9, 1.0, 0.2, 0.25),
    (0.5, 4.0, 0.3, 0.08),
]  # the last has 1 < K < 2


@pytest.mark.parametrize(("gamma", "squared_radius", "b", "shrinking"), SHRINKS)
def test_constant_shrinking(gamma, squared_radius, b, shrinking):
    own = gamma, squared_radius, b, shrinking
    r = 1 - shrinking
    M = squared_radius + 2 * r * b
    K = gamma**2 / (shrinking * M / (1 + r))
    assert weight_shrinking.excess_of_constant(*own) == approx(K)
    assert K > 1
    # ‖a‖ is at least `low` and at most `high`; they meet at t_b.
    t = weight_shrinking.updates_of_constant(*own)
    low, high = gamma * (1 - r**t) / (1 - r), sqrt(M * (1 - r ** (2 * t)) / (1 - r * r))
    assert low == approx(high, 1e-10)
    assert weight_shrinking.fraction_of_constant(*own) == approx(b / high / gamma, 1e-10)
    for updates in (1, 2, 9):
        weights = sum(r**k for k in range(updates))
        squares = sum(r ** (2 * k) for k in range(updates))
        found = weight_shrinking.margin_bound_of_constant(updates, *own[1:])
        assert found == approx(sqrt(M * squares) / weights, 1e-11)
    assert weight_shrinking.margin_bound_of_constant(0, *own[1:]) == sqrt(squared_radius)


def test_constant_shrinking_beyond_the_largest():
    assert weight_shrinking.updates_of_constant(0.1, 4.0, 3.0, 0.5) == inf
    assert weight_shrinking.fraction_of_constant(0.1, 4.0, 3.0, 0.5) == 0.0
    exactly = 1.0, 1.0, 3.0, 1.0  # K = 1
    assert weight_shrinking.excess_of_constant(*exactly) == 1.0
    assert weight_shrinking.updates_of_constant(*exactly) == inf
    assert weight_shrinking.fraction_of_constant(*exactly) == 0.0
    for squared_gamma, b in ((0.25, 3.0), (0.01, 0.3)):
        largest = weight_shrinking.largest_shrinking(squared_gamma, 4.0, b)
        # λ (R² + 2b) − 2 b λ² = γ² (2 − λ), by the smaller root of the quadratic.
        linear = 4.0 + 2 * b + squared_gamma
        quadratic = 4 * squared_gamma / (linear + sqrt(linear**2 - 16 * b * squared_gamma))
        assert largest == approx(quadratic, 1e-11)
    assert weight_shrinking.largest_shrinking(9.0, 4.0, 0.0) == 1.0


@pytest.mark.parametrize("n", [0.5, 1.0, 3.0])
def test_variable_shrinking(n):
    gamma, squared_radius, b = 0.5, 4.0, 3.0
    M = squared_radius + 2 * b

    def norm(t):
        return sqrt(squared_radius + t * M / (2 * n + 1))

    t = bisected(lambda t: gamma * t / (n + 1) - norm(t))
    own = gamma, squared_radius, b, n
    assert weight_shrinking.updates_of_variable(*own) == approx(t, 1e-11)
    assert weight_shrinking.fraction_of_variable(*own) == approx(b / norm(t) / gamma, 1e-11)
    for updates in (1, 8):
        found = weight_shrinking.margin_bound_of_variable(updates, *own[1:])
        assert found == approx(norm(updates) * (n + 1) / updates)
    assert weight_shrinking.margin_bound_of_variable(0, *own[1:]) == sqrt(squared_radius)


# Roots and ranges ---------------------------------------------------------------------------------


@pytest.mark.parametrize("exact", [1e-290, 1e-7, 0.5, 1.0, 1.5, 2.0, 1e7, 1e290])
@pytest.mark.parametrize("start", [1e-3, 1.0, 1e3])
def test_root(exact, start):
    assert root(lambda x: x / exact - 1, start) == approx(exact, 1e-11)


def test_root_of_nothing():
    assert root(lambda x: -1.0) == inf
    assert root(lambda x: x - 2e300) == inf
    assert root(lambda x: 0.0) == 0.0


def test_the_sentence_of_a_bound_that_leaves_the_range():
    with pytest.raises(ValueError) as raised:
        romma.updates_bound(1e-200, radius=1.0)
    assert str(raised.value) == (
        "updates_bound leaves the range of floating-point numbers for gamma=1e-200, radius=1.0: "
        "use less extreme parameters, or scale the patterns to norms nearer to 1."
    )
    assert finite_or_inf(lambda: (1.0, inf))() == (1.0, inf)
    with pytest.raises(ValueError, match="leaves the range"):
        finite_or_inf(lambda: (1.0, inf - inf))()
    pair = finite(lambda gamma, radius: (gamma, radius))
    assert pair(1.0, radius=2.0) == (1.0, 2.0)
    with pytest.raises(ValueError, match="^<lambda> leaves the range"):
        pair(1.0, inf)
