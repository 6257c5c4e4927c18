"""The list of theorems: what each says about a run, and what the run did."""

from math import sqrt

from maxmargin.bounds import alma, amira, falkowski, margitron, micra, pdm, romma
from maxmargin.bounds.theorem import (
    Theorem,
    all_of,
    least_margin,
    most_updates,
    norm_known,
    norm_of,
    updated,
)

# MICRA -------------------------------------------------------------------------------------------


def _micra(function):
    """(t_b, f_b) of a run."""

    def bounds(facts):
        epsilon, zeta, eta, _ = facts.given
        return function(facts.gamma, facts.radius, epsilon, zeta, eta, facts.scaled.beta)

    return bounds


def _micra_theorems():
    def positive_zeta(facts):
        return 0 < facts.given.zeta <= 1

    def of_remark(facts):
        epsilon, zeta, *_ = facts.given
        return zeta > 0.5 and abs(zeta + 2 * epsilon - 1) < 1e-12

    own = ("MICRA",)
    for name, function, applies in (
        ("Theorem 1", _micra(micra.theorem_1), positive_zeta),
        ("Remark 1", _micra(micra.remark_1), of_remark),
    ):
        yield most_updates("micra", name, "t ≤ t_{b}", own, lambda f, b=function: b(f)[0], applies)
        yield least_margin(
            "micra", name, "γ′_{d} ≥ f_{b} γ_{d}", own, lambda f, b=function: b(f)[1], applies
        )


# The Margitron -----------------------------------------------------------------------------------


def _threshold(facts):
    """(ε, b in the units of the data, "t" or "w")."""
    if facts.algorithm == "PerceptronWithMargin":
        return 1.0, facts.scaled.b, "t"
    epsilon, b, _ = facts.scaled
    return epsilon, b, facts.given.threshold


def _margitron(function):
    return lambda facts: function(facts.gamma, facts.squared_radius, *_threshold(facts))


def _is(threshold, low, high):
    """The condition that it is this margitron, with low < ε <= high."""

    def condition(facts):
        epsilon, b, own = _threshold(facts)
        return own == threshold and low < epsilon <= high and b > 0

    return condition


def _after(facts):
    return margitron.fraction_after_running(
        facts.updates, facts.directional_margin, facts.squared_radius, *_threshold(facts)
    )


def _whatever(facts):
    return margitron.fraction_whatever_the_margin(facts.squared_radius, *_threshold(facts))


def _of_accuracy(facts):
    epsilon, _, threshold = _threshold(facts)
    delta = _margitron(margitron.accuracy_of_b)(facts)
    return margitron.limit_of_fraction(epsilon, threshold) / (1 + delta)


def _updates_for_accuracy(facts):
    epsilon, _, threshold = _threshold(facts)
    delta = _margitron(margitron.accuracy_of_b)(facts)
    return margitron.updates_for_accuracy(
        facts.gamma, facts.squared_radius, epsilon, delta, threshold
    )


def _margitron_theorems():
    root, closed = (
        _margitron(function)
        for function in (margitron.updates_bound, margitron.updates_bound_in_closed_form)
    )
    before = _margitron(margitron.fraction_before_running)
    covered = _margitron(margitron.is_covered_by_lemma_1)
    own, both = ("Margitron",), ("Margitron", "PerceptronWithMargin")
    t, w = _is("t", 0, 1), _is("w", 0, 1)
    most, least = "t ≤ t_{b}", "γ′_{d} ≥ f_{b} γ_{d}"
    yield most_updates("margitron", "Theorem 3.1, (7)", f"{most} in closed form", both, closed, t)
    yield most_updates("margitron", "Theorem 3.1, (12)", most, both, root, t)
    yield least_margin("margitron", "Theorem 3.1, (8)", f"{least}, any γ_{{d}}", both, _whatever, t)
    yield least_margin("margitron", "Theorem 3.1, (9)", f"{least}, after running", both, _after, t)
    yield least_margin("margitron", "Theorem 3.1, (14)", f"{least}, before", both, before, t)
    w_covered = all_of(w, covered)
    name = "Theorem 3.2, (33)"
    yield most_updates("margitron", name, f"{most} in closed form", own, closed, w_covered)
    yield most_updates("margitron", "Theorem 3.2, (24)", most, own, root, w)
    yield least_margin("margitron", "Theorem 3.2, (20)", f"{least}, any γ_{{d}}", own, _whatever, w)
    yield least_margin("margitron", "Theorem 3.2, (21)", f"{least}, after running", own, _after, w)
    yield least_margin("margitron", "Theorem 3.2, (30)", f"{least}, before", own, before, w)
    limit = "γ′_{d} ≥ γ_{d}/((1 + ε)(1 + δ))"
    yield least_margin("margitron", "Theorem 3.3", limit, own, _of_accuracy, w_covered)
    most = "t ≤ x (1 + ε)/(2εδ) (R/γ_{d})^{2}, x = δ + x^{1−ε}"
    yield most_updates("margitron", "Theorem 3.4", most, own, _updates_for_accuracy, w_covered)
    for threshold in ("t", "w"):
        applies, name = _is(threshold, 1, 2), f"Theorem 3.5, {threshold}-margitron"
        yield most_updates("margitron", name, "t ≤ t_{b} in closed form", own, closed, applies)
        yield least_margin("margitron", name, f"{least}, before", own, before, applies)


# ALMA --------------------------------------------------------------------------------------------


def _alma_theorems():
    def of_part_1(facts):
        alpha, B, C = facts.given
        as_proved = C == sqrt(2.0) and (B is None or abs(B * alpha / sqrt(8.0) - 1) < 1e-12)
        euclidean = facts.parameters.get("p", 2) == 2
        radius = facts.parameters.get("normalise", "radius") == "radius"
        return as_proved and euclidean and radius

    def updates(facts):
        gamma = facts.gamma / facts.radius
        return alma.updates_where_separable(gamma, facts.given.alpha, 2)

    def last_estimate(facts):
        return alma.margin_bound(facts.updates, facts.given.alpha, 2) * facts.radius

    def remaining(facts):
        return 1 - facts.given.alpha

    own, name = ("ALMA",), "Theorem 3, part 1"
    statement = "|M| ≤ 2/γ*^{2} (2/α − 1)^{2} + 8/α − 4"
    yield most_updates("alma", name, statement, own, updates, of_part_1)
    yield Theorem(
        *("alma", name, "γ_{k} of the last update", False, "γ_{k} ≥ γ*", own),
        *(lambda facts: facts.gamma, last_estimate, all_of(updated, of_part_1)),
    )
    yield least_margin("alma", name, "γ′ ≥ (1 − α) γ*", own, remaining, of_part_1)


# Krauth–Mézard -----------------------------------------------------------------------------------


def _falkowski_theorems():
    own = ("KrauthMezard",)

    def worst_first(facts):
        return norm_known(facts) and facts.parameters.get("worst_first", True)

    def length(facts):
        return facts.norm / facts.squared_radius

    def factor(facts):
        return falkowski.performance_factor(
            length(facts), facts.updates, facts.squared_radius, facts.given.c
        )

    def updates(facts):
        return falkowski.updates_bound(facts.gamma, facts.squared_radius, facts.given.c)

    def factor_bound(facts):
        return falkowski.factor_bound(facts.updates, facts.squared_radius, facts.given.c)

    def length_bound(facts):
        return falkowski.length_bound(
            facts.updates, facts.gamma, facts.squared_radius, facts.given.c
        )

    def before(facts):
        return falkowski.fraction_before_running(facts.gamma, facts.squared_radius, facts.given.c)

    def by_factor(facts):
        return 1 / factor(facts)

    yield most_updates("falkowski", "(4)", "M ≤ (2c + 1) (R/Δ_{opt})^{2}", own, updates)
    name, statement = "(5)", "Δ_{c} ≥ Δ_{opt}/A"
    yield least_margin("falkowski", name, statement, own, by_factor, norm_known)
    yield Theorem(
        *("falkowski", "(6)", "A", True, "A ≤ 2 + 1/c", own),
        *(factor_bound, factor, norm_known),
    )
    yield Theorem(
        *("falkowski", "(13)", "‖w_{M}‖", True, "‖w_{M}‖ ≤ ‖w*‖ (1 + O(√M/c))", own),
        *(length_bound, length, worst_first),
    )
    yield least_margin("falkowski", "(14)", "Δ_{c} → Δ_{opt} as c → ∞", own, before, worst_first)


# AMIRA -------------------------------------------------------------------------------------------


def _aggressiveness(facts):
    """ε."""
    if facts.algorithm == "AMIRA":
        return facts.given.epsilon
    return 1.0 if facts.algorithm == "MIRA" else 0.0


def _amira_theorems():
    own = ("AMIRA", "MIRA", "PassiveAggressive")

    def updates(facts):
        epsilon = _aggressiveness(facts)
        return amira.updates_where_separable(facts.gamma, facts.radius, epsilon)

    def norm(facts):
        return amira.norm_where_separable(facts.gamma, _aggressiveness(facts))

    def part(facts):
        return amira.margin_part(_aggressiveness(facts))

    statement = "t ≤ (2 − ε)/ε (R/γ)^{2}"
    yield most_updates("amira", "Theorem 1", statement, own, updates)
    yield Theorem(
        *("amira", "Corollary 1", "‖w‖", True, "‖w‖ ≤ (2 − ε)/γ", own),
        *(norm, norm_of, norm_known),
    )
    yield least_margin("amira", "Theorem 3", "γ′ ≥ (1 − ε)/(2 − ε) γ", own, part)


# Others ------------------------------------------------------------------------------------------


def _delta(facts):
    return facts.given.delta if facts.algorithm == "AggressiveROMMA" else 1.0


def _other_theorems():
    def novikoff(facts):
        return facts.squared_radius / facts.gamma**2

    yield most_updates("novikoff", "Perceptron", "t ≤ (R/γ_{d})^{2}", ("Perceptron",), novikoff)
    own = ("ROMMA", "AggressiveROMMA")
    yield most_updates(
        *("romma", "ROMMA", "t ≤ (R/(δγ_{d}))^{2}; δ = 1 for ROMMA", own),
        lambda facts: romma.updates_bound(facts.gamma, facts.radius, _delta(facts)),
    )
    yield Theorem(
        *("romma", "ROMMA", "‖w‖", True, "‖w‖ ≤ 1/γ_{d}", own),
        *(lambda facts: romma.norm_bound(facts.gamma), norm_of, norm_known),
    )
    yield least_margin(
        *("romma", "ROMMA", "γ′_{d} ≥ (1 − δ) γ_{d}", own),
        lambda facts: romma.margin_part(_delta(facts)),
    )
    own = ("PDM",)
    yield most_updates(
        *("pdm", "derived here", "γ_{d}^{2} t^{2} ≤ R^{2} N(t)", own),
        lambda facts: pdm.updates_bound(facts.gamma, facts.squared_radius, facts.given.epsilon),
    )
    yield least_margin(
        *("pdm", "derived here", "γ′_{d} ≥ (1 − ε) γ_{d}", own),
        lambda facts: pdm.margin_part(facts.given.epsilon),
    )


THEOREMS = (
    *_micra_theorems(),
    *_margitron_theorems(),
    *_alma_theorems(),
    *_falkowski_theorems(),
    *_amira_theorems(),
    *_other_theorems(),
)
