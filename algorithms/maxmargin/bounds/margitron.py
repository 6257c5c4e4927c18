"""What Section 3 of the Margitron paper (Panagiotakopoulos & Tsampouka 2008) proves.

The available text has lost its formulas, so they are derived again here; the numbers of the paper's
equations say where each belongs. Everything rests on two facts about the weight a after t updates:
‖a‖ >= γ_d t (6), since every update adds at least γ_d along the best direction, and ‖a‖ <= L, since
an update made at p <= θ, the threshold, adds at most R² + 2θ to ‖a‖². So γ_d t <= L for any run,
which bounds t in terms of γ_d and γ_d in terms of t. At the end of a run the margin is at least
θ/‖a‖ >= θ/L; the fraction of γ_d that this is follows from γ_d itself before a run, and from
γ_d <= L/t after it.

gamma is γ_d and margin the γ'_d reached; these, squared_radius = R² and b are in the units of the
data, not normalised. threshold is "t", for θ = b t^(1−ε), or "w", for θ = b ‖a‖^(1−ε). 0 < ε < 2.
"""

from math import floor, inf, log, log1p, sqrt

from maxmargin.bounds.finite import finite, finite_or_inf
from maxmargin.bounds.roots import root


@finite
def length_bound(updates, gamma, squared_radius, epsilon, b, threshold):
    """L, an upper bound on ‖a‖ after so many updates. gamma may be any lower bound on γ_d.

    t-margitron: the sum of R² + 2θ, with the sum of k^(1−ε), k < t, at most t^(2−ε)/(2−ε) (10).
    w-margitron, ε > 1: the same with θ <= b (γ_d k)^(1−ε), by (6) (Theorem 3.5).
    w-margitron, ε <= 1: ‖a‖^(1+ε) grows by at most (1+ε)(b + R² ‖a‖^(ε−1)/2), as (1 + x)^c is at
    most 1 + c x for c = (1+ε)/2 (17); ‖a‖ >= γ_d k bounds the last term, and ‖a‖ <= R N the first N
    updates (23). The best integer N is used.
    """
    t = updates
    if threshold == "t" or epsilon > 1:
        theta = b if threshold == "t" else b * gamma ** (1 - epsilon)
        return sqrt(squared_radius * t + 2 * theta * t ** (2 - epsilon) / (2 - epsilon))
    radius, c = sqrt(squared_radius), 0.5 * squared_radius * gamma ** (epsilon - 1)

    def power(n):
        # The sum of k^(ε−1) over n <= k < t: its first term, and an integral for the rest.
        total = n ** (epsilon - 1) + ((t - 1) ** epsilon - n**epsilon) / epsilon
        return (radius * n) ** (1 + epsilon) + (1 + epsilon) * (b * (t - n) + c * total)

    def slope(n):
        return (
            radius ** (1 + epsilon) * n**epsilon
            - b
            - c * (n ** (epsilon - 1) + (1 - epsilon) * n ** (epsilon - 2))
        )

    start = max(1, floor(min(root(slope, 1.0), t)))  # no N is best beyond t: only the last term is
    candidates = [power(n) for n in (start, start + 1) if n <= t - 1]
    return min([*candidates, (radius * t) ** (1 + epsilon)]) ** (1 / (1 + epsilon))


@finite_or_inf
def updates_bound(gamma, squared_radius, epsilon, b, threshold):
    """t_b, the most updates that a run can make: the t with L = γ_d t ((12), (24)). Raises
    ValueError if t_b² overflows; inf if t_b is beyond 1e300.
    """

    def excess(t):
        return gamma * t - length_bound(t, gamma, squared_radius, epsilon, b, threshold)

    return root(excess, 1.0)


@finite
def updates_bound_in_closed_form(gamma, squared_radius, epsilon, b, threshold):
    """A looser t_b ((7), Theorem 3.5; for the w-margitron with ε <= 1 by (33) instead of (19)).

    Where `is_covered_by_lemma_1`, t_b is at most the root of t = A + B t^(1−ε), and that is at most
    A/ε + B^(1/ε) for ε <= 1 and A + B^(1/ε) for ε >= 1 (Lemma 1).
    """
    A, B = _lemma_1(gamma, squared_radius, epsilon, b, threshold)
    return A / min(epsilon, 1.0) + B ** (1 / epsilon)


@finite
def is_covered_by_lemma_1(gamma, squared_radius, epsilon, b, threshold):
    """Whether t_b is at most the root of t = A + B t^(1−ε), as the closed forms require.

    It always is, except for the w-margitron with ε < 1. There it is derived from (23) with N = 1,
    which has R^(1+ε) for the first update; the surplus of A and B over what the other updates need,
    (1+ε)(b + (1−ε)/(2ε) R² γ_d^(ε−1)), has to be as large. It is, unless b and R/γ_d are both
    small.
    """
    if threshold == "t" or epsilon >= 1:
        return True
    surplus = (1 + epsilon) * (
        b + (1 - epsilon) / (2 * epsilon) * squared_radius * gamma ** (epsilon - 1)
    )
    return squared_radius ** (0.5 * (1 + epsilon)) <= surplus


def _lemma_1(gamma, squared_radius, epsilon, b, threshold):
    """(A, B), each without a unit, of t_b <= A + B t_b^(1−ε): (13), (33)."""
    if threshold == "w" and epsilon <= 1:
        A = (1 + epsilon) / (2 * epsilon) * squared_radius / gamma**2
        return A, (1 + epsilon) * b / gamma ** (1 + epsilon)
    theta = b if threshold == "t" else b * gamma ** (1 - epsilon)
    return squared_radius / gamma**2, 2 * theta / ((2 - epsilon) * gamma**2)


@finite
def margin_bound(updates, squared_radius, epsilon, b, threshold):
    """An upper bound on γ_d, given that a run made so many updates, converged or not: the root of
    γ_d t = L, for ε = 1 sqrt((R² + 2b)/t) (Section 4); and never more than R, as without updates.
    """
    if not updates:
        return sqrt(squared_radius)

    def excess(gamma):
        return gamma * updates - length_bound(updates, gamma, squared_radius, epsilon, b, threshold)

    return min(sqrt(squared_radius), root(excess, sqrt(squared_radius)))


@finite
def fraction_after_running(updates, margin, squared_radius, epsilon, b, threshold):
    """A lower bound on γ'_d/γ_d at the end of a run: t θ/L², since γ_d <= L/t ((9), (21)).

    It decreases with L, so γ'_d may stand for γ_d in L.
    """
    length = length_bound(updates, margin, squared_radius, epsilon, b, threshold)
    return updates * _theta(updates, length, epsilon, b, threshold) / length**2


@finite
def fraction_before_running(gamma, squared_radius, epsilon, b, threshold):
    """A lower bound on γ'_d/γ_d before a run: the smallest θ/(γ_d L) for t up to t_b ((14), (30)).

    As a function of t that either falls, or first rises and then falls, so it is lowest at an end
    of the range; at t_b it is (15) or (34).
    """

    def fraction(t):
        length = length_bound(t, gamma, squared_radius, epsilon, b, threshold)
        return _theta(t, length, epsilon, b, threshold) / (gamma * length)

    return min(fraction(1), fraction(updates_bound(gamma, squared_radius, epsilon, b, threshold)))


@finite
def fraction_whatever_the_margin(squared_radius, epsilon, b, threshold):
    """A lower bound on γ'_d/γ_d before a run, for any γ_d and ε <= 1 ((8), (20)).

    t-margitron: (9) at t = 1. w-margitron: L may also be the norm that starts from R and whose
    square grows by R² + 2θ each time; with R for it in the last term of (17), L^(1+ε) is at most
    t (R^(1+ε) + (1+ε) b).
    """
    if threshold == "t":
        return b / (squared_radius + 2 * b / (2 - epsilon))
    return b / (squared_radius ** (0.5 * (1 + epsilon)) + (1 + epsilon) * b)


@finite
def limit_of_fraction(epsilon, threshold):
    """The fraction guaranteed as b goes to infinity (Theorems 3.1, 3.2 and 3.5)."""
    return 1 / (1 + epsilon) if threshold == "w" and epsilon <= 1 else 1 - epsilon / 2


@finite
def b_for_accuracy(gamma, squared_radius, epsilon, delta, threshold):
    """The b with which a run surely reaches 1/(1 + δ) of `limit_of_fraction`; ε <= 1 ((16), (35)).

    gamma may be any upper bound on γ_d: a larger b is no worse. For the t-margitron with ε < 1/2
    the guarantee also needs θ/R >= γ_d at t = 1 (Remark 2).

    With A = R²/γ_d² or (1+ε)/(2ε) R²/γ_d², and B = b/γ_d² or b/γ_d^(1+ε), each over the limit of
    the fraction, t_b is at most the root of t = A + B t^(1−ε), at which the fraction is its limit
    over 1 + A t^(ε−1)/B (33, 34). The root is at least B^(1/ε) (Lemma 1): δ = A B^(−1/ε) suffices.
    """
    limit = limit_of_fraction(epsilon, threshold)
    if threshold == "t":
        return limit * gamma**2 * (squared_radius / (delta * gamma**2)) ** epsilon
    ratio = (1 + epsilon) / (2 * epsilon * delta) * squared_radius / gamma**2
    return limit * gamma ** (1 + epsilon) * ratio**epsilon


@finite
def accuracy_of_b(gamma, squared_radius, epsilon, b, threshold):
    """The δ of `b_for_accuracy` that b belongs to: at least the fraction limit/(1 + δ) of γ_d is
    reached if `is_covered_by_lemma_1` (Theorem 3.3, (36)).
    """
    A, B = _lemma_1(gamma, squared_radius, epsilon, b, threshold)
    return A * B ** (-1 / epsilon)


@finite_or_inf
def updates_for_accuracy(gamma, squared_radius, epsilon, delta, threshold):
    """The most updates of a run with the b of `b_for_accuracy`, ε <= 1 (Theorem 3.4), if
    `is_covered_by_lemma_1`; inf for a δ of 0, which a b that is far too large belongs to.

    With t = x A/δ, t = A + B t^(1−ε) is x = δ + x^(1−ε). The w-margitron with δ = ε so reaches
    γ_d/(1 + ε)² within x (1 + ε)/(2ε²) (R/γ_d)² updates, x being 2 at ε = 1 and 1.76 towards 0.
    """
    if not delta:
        return inf
    b = b_for_accuracy(gamma, squared_radius, epsilon, delta, threshold)
    A, _ = _lemma_1(gamma, squared_radius, epsilon, b, threshold)
    return A / delta * root(lambda x: x - delta - x ** (1 - epsilon))


@finite
def sharper_b_for_accuracy(gamma, squared_radius, epsilon, delta, threshold):
    """A smaller b than that of `b_for_accuracy`, with the same promise.

    It stands for Remark 4, whose formulas are lost, and is derived here. At the root of
    t = A + B t^(1−ε) itself the fraction is its limit over 1 + δ if A t^(ε−1)/B = δ. Then
    t = A (1 + δ)/δ, and B is that of (35) times (1 + δ)^(ε−1).
    """
    b = b_for_accuracy(gamma, squared_radius, epsilon, delta, threshold)
    return b * (1 + delta) ** (epsilon - 1)


@finite
def sharper_accuracy_of_b(gamma, squared_radius, epsilon, b, threshold):
    """The δ of `sharper_b_for_accuracy` that b belongs to, less than that of `accuracy_of_b`."""
    A, B = _lemma_1(gamma, squared_radius, epsilon, b, threshold)
    looser = log(A) - log(B) / epsilon  # in logarithms, as powers of 1/ε overflow
    return root(lambda delta: log(delta) + (1 / epsilon - 1) * log1p(delta) - looser)


@finite_or_inf
def updates_for_sharper_accuracy(gamma, squared_radius, epsilon, delta, threshold):
    """The most updates of a run with the b of `sharper_b_for_accuracy`, if `is_covered_by_lemma_1`;
    inf for a δ of 0.

    For the w-margitron that is (1 + ε)(1 + δ)/(2εδ) (R/γ_d)², and with δ = ε it goes to half of
    (R/(εγ_d))² as ε goes to 0.
    """
    A, _ = _lemma_1(gamma, squared_radius, epsilon, 0.0, threshold)
    return A * (1 + delta) / delta if delta else inf


def _theta(updates, length, epsilon, b, threshold):
    """The threshold at the end of a run."""
    return b * (updates if threshold == "t" else length) ** (1 - epsilon)
