"""Theorems of Section 3 of the Margitron paper (Panagiotakopoulos & Tsampouka 2008).

The available text has lost its formulas, so they are derived again here. The paper's equation
numbers say where each formula belongs. All theorems rest on two facts about the weight a after t
updates. First, ‖a‖ >= γ_d t (6), because every update adds at least γ_d along the best direction.
Second, ‖a‖ <= L, because an update at p <= θ, the threshold, adds at most R² + 2θ to ‖a‖². So
γ_d t <= L for any run. This bounds t in terms of γ_d, and γ_d in terms of t.

At the end of a run the margin is at least θ/‖a‖ >= θ/L. Before a run γ_d itself gives the fraction
of γ_d. After a run γ_d <= L/t gives it.

gamma is γ_d, and margin is the γ'_d reached. Both, squared_radius = R² and b are in the units of
the data, not normalised. threshold is "t" for θ = b t^(1−ε), or "w" for θ = b ‖a‖^(1−ε). 0 < ε < 2.
"""

from math import expm1, floor, inf, log, log1p, sqrt

from maxmargin.bounds.finite import finite, finite_or_inf
from maxmargin.bounds.roots import root

LARGEST_RATIO = 1 - 1e-12  # of γ_d to R, in `updates_bound`


@finite
def length_bound(updates, gamma, squared_radius, epsilon, b, threshold):
    """Return L, an upper bound on ‖a‖ after these updates. gamma may be any lower bound on γ_d.

    t-margitron: L² is the sum of R² + 2θ, and the sum of k^(1−ε), k < t, is at most
    t^(2−ε)/(2−ε) (10). w-margitron with ε > 1: the same with θ <= b (γ_d k)^(1−ε), by (6)
    (Theorem 3.5).

    w-margitron with ε <= 1: ‖a‖^(1+ε) grows by at most (1+ε)(b + R² ‖a‖^(ε−1)/2), as (1 + x)^c is
    at most 1 + c x for c = (1+ε)/2 (17). ‖a‖ >= γ_d k bounds the last term. For the first N updates
    ‖a‖ <= R N is used instead (23), with the best integer N.
    """
    t = updates
    if threshold == "t" or epsilon > 1:
        theta = b if threshold == "t" else b * gamma ** (1 - epsilon)
        return sqrt(squared_radius * t + 2 * theta * t ** (2 - epsilon) / (2 - epsilon))
    radius, c = sqrt(squared_radius), 0.5 * squared_radius * gamma ** (epsilon - 1)

    def power(n):
        # The sum of k^(ε−1) over n <= k < t is at most its first term plus an integral.
        integral = n**epsilon * expm1(epsilon * log((t - 1) / n)) / epsilon
        total = n ** (epsilon - 1) + integral
        return (radius * n) ** (1 + epsilon) + (1 + epsilon) * (b * (t - n) + c * total)

    def slope(n):
        return (
            radius ** (1 + epsilon) * n**epsilon
            - b
            - c * (n ** (epsilon - 1) + (1 - epsilon) * n ** (epsilon - 2))
        )

    start = max(1, floor(min(root(slope, 1.0), t)))  # the best N is at most t
    candidates = [power(n) for n in (start, start + 1) if n <= t - 1]
    return min([*candidates, (radius * t) ** (1 + epsilon)]) ** (1 / (1 + epsilon))


@finite_or_inf
def updates_bound(gamma, squared_radius, epsilon, b, threshold):
    """Return t_b, the most updates of a run: the largest t with L = γ_d t ((12), (24)).

    The bound is inf if t_b exceeds 1e300. Raises ValueError if t_b² overflows.
    """
    # For the first N updates of the w-margitron L is R t. With γ_d = R this is γ_d t for all of
    # them, so that the search could end there. A slightly smaller γ_d prevents that: then γ_d t is
    # below L there, and t_b is a little larger.
    gamma = min(gamma, LARGEST_RATIO * sqrt(squared_radius))

    def excess(t):
        return gamma * t - length_bound(t, gamma, squared_radius, epsilon, b, threshold)

    return root(excess, 1.0)


@finite
def updates_bound_in_closed_form(gamma, squared_radius, epsilon, b, threshold):
    """Return a looser t_b in closed form ((7), Theorem 3.5).

    For the w-margitron with ε <= 1 it uses (33) instead of (19). If `is_covered_by_lemma_1`, t_b is
    at most the root of t = A + B t^(1−ε). The root is at most A/ε + B^(1/ε) for ε <= 1, and at most
    A + B^(1/ε) for ε >= 1 (Lemma 1).
    """
    A, B = _lemma_1(gamma, squared_radius, epsilon, b, threshold)
    return A / min(epsilon, 1.0) + B ** (1 / epsilon)


@finite
def is_covered_by_lemma_1(gamma, squared_radius, epsilon, b, threshold):
    """Return whether t_b is at most the root of t = A + B t^(1−ε), as the closed forms require.

    This always holds, except for the w-margitron with ε < 1. There it is derived from (23) with
    N = 1, which has R^(1+ε) for the first update. The surplus of A and B over the needs of the
    other updates, (1+ε)(b + (1−ε)/(2ε) R² γ_d^(ε−1)), has to be as large. It is large enough unless
    both b and R/γ_d are small.
    """
    if threshold == "t" or epsilon >= 1:
        return True
    surplus = (1 + epsilon) * (
        b + (1 - epsilon) / (2 * epsilon) * squared_radius * gamma ** (epsilon - 1)
    )
    return squared_radius ** (0.5 * (1 + epsilon)) <= surplus


def _lemma_1(gamma, squared_radius, epsilon, b, threshold):
    """Return A and B, without units, of t_b <= A + B t_b^(1−ε): (13), (33)."""
    if threshold == "w" and epsilon <= 1:
        A = (1 + epsilon) / (2 * epsilon) * squared_radius / gamma**2
        return A, (1 + epsilon) * b / gamma ** (1 + epsilon)
    theta = b if threshold == "t" else b * gamma ** (1 - epsilon)
    return squared_radius / gamma**2, 2 * theta / ((2 - epsilon) * gamma**2)


@finite
def margin_bound(updates, squared_radius, epsilon, b, threshold):
    """Return an upper bound on γ_d, given the updates of a run, converged or not.

    The bound is the root of γ_d t = L, which is sqrt((R² + 2b)/t) for ε = 1 (Section 4). It never
    exceeds R, which is the bound without updates.
    """
    if not updates:
        return sqrt(squared_radius)

    def excess(gamma):
        return gamma * updates - length_bound(updates, gamma, squared_radius, epsilon, b, threshold)

    return min(sqrt(squared_radius), root(excess, sqrt(squared_radius)))


@finite
def fraction_after_running(updates, margin, squared_radius, epsilon, b, threshold):
    """Return a lower bound on γ'_d/γ_d at the end of a run: t θ/L², since γ_d <= L/t ((9), (21)).

    The bound decreases with L, so that γ'_d may replace γ_d in L.
    """
    length = length_bound(updates, margin, squared_radius, epsilon, b, threshold)
    return updates * _theta(updates, length, epsilon, b, threshold) / length**2


@finite
def fraction_before_running(gamma, squared_radius, epsilon, b, threshold):
    """Return a lower bound on γ'_d/γ_d before a run: the least θ/(γ_d L) up to t_b ((14), (30)).

    As a function of t, θ/(γ_d L) falls, or first rises and then falls. So it is smallest at an end
    of the range. At t_b it is (15) or (34).
    """

    most = updates_bound(gamma, squared_radius, epsilon, b, threshold)
    return min(
        fraction_at(updates, gamma, squared_radius, epsilon, b, threshold) for updates in (1, most)
    )


@finite
def fraction_at(updates, gamma, squared_radius, epsilon, b, threshold):
    """Return θ/(γ_d L) after these updates: a lower bound on γ'_d/γ_d if the run then ends."""
    length = length_bound(updates, gamma, squared_radius, epsilon, b, threshold)
    return _theta(updates, length, epsilon, b, threshold) / (gamma * length)


@finite
def fraction_at_the_end(gamma, squared_radius, epsilon, b, threshold):
    """Return θ/(γ_d L) at t_b, (15) of the t-margitron.

    It is a lower bound on γ'_d/γ_d if ε >= 1/2, since θ/(γ_d L) then falls. It is one too if
    θ/(γ_d L) is at least 1 after an update: θ/(γ_d L) has a single maximum, and no run ends while
    it is above 1 (Remark 2).
    """
    most = updates_bound(gamma, squared_radius, epsilon, b, threshold)
    return fraction_at(most, gamma, squared_radius, epsilon, b, threshold)


@finite
def fraction_whatever_the_margin(squared_radius, epsilon, b, threshold):
    """Return a lower bound on γ'_d/γ_d before a run, for any γ_d and ε <= 1 ((8), (20)).

    t-margitron: (9) at t = 1. w-margitron: L may also be a norm that starts from R and has a square
    that grows by R² + 2θ each time. With R for the norm in the last term of (17), L^(1+ε) is at
    most t (R^(1+ε) + (1+ε) b).
    """
    if threshold == "t":
        return b / (squared_radius + 2 * b / (2 - epsilon))
    return b / (squared_radius ** (0.5 * (1 + epsilon)) + (1 + epsilon) * b)


@finite
def limit_of_fraction(epsilon, threshold):
    """Return the guaranteed fraction as b goes to infinity (Theorems 3.1, 3.2 and 3.5)."""
    return 1 / (1 + epsilon) if threshold == "w" and epsilon <= 1 else 1 - epsilon / 2


@finite
def b_for_accuracy(gamma, squared_radius, epsilon, delta, threshold):
    """Return the b with which a run surely reaches 1/(1 + δ) of `limit_of_fraction` ((16), (35)).

    ε is at most 1. gamma may be any upper bound on γ_d, because a larger b is no worse. For the
    t-margitron with ε < 1/2 the guarantee also needs θ >= γ_d L at t = 1 (Remark 2).

    Let A = R²/γ_d² or (1+ε)/(2ε) R²/γ_d², and let B = b/γ_d² or b/γ_d^(1+ε), each over the limit of
    the fraction. t_b is at most the root of t = A + B t^(1−ε). There the fraction is its limit over
    1 + A t^(ε−1)/B (33, 34). The root is at least B^(1/ε) (Lemma 1), so that δ = A B^(−1/ε)
    suffices.
    """
    limit = limit_of_fraction(epsilon, threshold)
    if threshold == "t":
        return limit * gamma**2 * (squared_radius / (delta * gamma**2)) ** epsilon
    ratio = (1 + epsilon) / (2 * epsilon * delta) * squared_radius / gamma**2
    return limit * gamma ** (1 + epsilon) * ratio**epsilon


@finite
def accuracy_of_b(gamma, squared_radius, epsilon, b, threshold):
    """Return the δ of `b_for_accuracy` that belongs to b (Theorem 3.3, (36)).

    If `is_covered_by_lemma_1`, a run reaches at least the fraction limit/(1 + δ) of γ_d.
    """
    A, B = _lemma_1(gamma, squared_radius, epsilon, b, threshold)
    return A * B ** (-1 / epsilon)


@finite_or_inf
def updates_for_accuracy(gamma, squared_radius, epsilon, delta, threshold):
    """Return the most updates of a run with the b of `b_for_accuracy`, ε <= 1, by (33).

    The bound holds if `is_covered_by_lemma_1`. It is inf for δ = 0, which belongs to a much too
    large b. With t = x A/δ, t = A + B t^(1−ε) becomes x = δ + x^(1−ε). So the w-margitron with δ =
    ε reaches γ_d/(1 + ε)² within x (1 + ε)/(2ε²) (R/γ_d)² updates. x is 2 at ε = 1 and tends to
    1.76 as ε goes to 0.
    """
    if not delta:
        return inf
    b = b_for_accuracy(gamma, squared_radius, epsilon, delta, threshold)
    A, _ = _lemma_1(gamma, squared_radius, epsilon, b, threshold)
    return A / delta * root(lambda x: x - delta - x ** (1 - epsilon))


@finite
def sharper_b_for_accuracy(gamma, squared_radius, epsilon, delta, threshold):
    """Return a smaller b than `b_for_accuracy`, with the same guarantee.

    This b is derived here in place of Remark 4, whose formulas are lost. At the root of
    t = A + B t^(1−ε) the fraction is its limit over 1 + δ if A t^(ε−1)/B = δ. Then t = A (1 + δ)/δ,
    and B is the B of (35) times (1 + δ)^(ε−1).
    """
    b = b_for_accuracy(gamma, squared_radius, epsilon, delta, threshold)
    return b * (1 + delta) ** (epsilon - 1)


@finite
def sharper_accuracy_of_b(gamma, squared_radius, epsilon, b, threshold):
    """Return the δ of `sharper_b_for_accuracy` that belongs to b, below that of `accuracy_of_b`."""
    A, B = _lemma_1(gamma, squared_radius, epsilon, b, threshold)
    looser = log(A) - log(B) / epsilon  # logarithms, because powers of 1/ε overflow
    return root(lambda delta: log(delta) + (1 / epsilon - 1) * log1p(delta) - looser)


@finite_or_inf
def updates_for_sharper_accuracy(gamma, squared_radius, epsilon, delta, threshold):
    """Return the most updates of a run with the b of `sharper_b_for_accuracy`; inf for δ = 0.

    The bound holds if `is_covered_by_lemma_1`. For the w-margitron it is
    (1 + ε)(1 + δ)/(2εδ) (R/γ_d)². The paper derives Theorem 3.4 from Remark 4 by a choice of δ that
    is lost. δ = ε gives ((1 + ε) R/(εγ_d))²/2.
    """
    A, _ = _lemma_1(gamma, squared_radius, epsilon, 0.0, threshold)
    return A * (1 + delta) / delta if delta else inf


def _theta(updates, length, epsilon, b, threshold):
    """Return the threshold at the end of a run."""
    return b * (updates if threshold == "t" else length) ** (1 - epsilon)
