"""The list of all theorems, each with its statement about a run and the measured number."""

from math import inf, isfinite, sqrt

from maxmargin.bounds import alma, amira, pdm, romma, weight_shrinking
from maxmargin.theorems.batch import batch_theorems
from maxmargin.theorems.falkowski import falkowski_theorems
from maxmargin.theorems.margitron import margitron_theorems
from maxmargin.theorems.micra import micra_theorems
from maxmargin.theorems.theorem import (
    Theorem,
    all_of,
    converged,
    least_margin,
    most_updates,
    norm_known,
    norm_of,
    updated,
)

# ALMA ---------------------------------------------------------------------------------------------


def _alma_theorems():
    def norm(facts):
        return facts.parameters.get("p", 2)

    def gamma(facts):
        return facts.gamma / facts.radius

    def of_part_1(facts):
        alpha, B, C, _ = facts.given
        return C == sqrt(2.0) and (B is None or abs(B * alpha / sqrt(8.0) - 1) < 1e-12)

    def updates(facts):
        return alma.updates_where_separable(gamma(facts), facts.given.alpha, norm(facts))

    def last_estimate(facts):
        return alma.estimate(facts.updates, facts.scaled.B, norm(facts))

    def remaining(facts):
        return 1 - facts.given.alpha

    own, name, quantity = ("ALMA",), "Theorem 3, part 1", "γ_{k} of the last update"
    statement = "|M| ≤ 2(p − 1)/γ*^{2} (2/α − 1)^{2} + 8/α − 4"
    yield most_updates("alma", name, statement, own, updates, of_part_1)
    yield Theorem(
        source="alma",
        name=name,
        quantity=quantity,
        most=False,
        statement="γ_{k} ≥ γ*",
        algorithms=own,
        bound=lambda facts: facts.gamma,
        measured=last_estimate,
        applies=all_of(updated, of_part_1),
    )
    yield least_margin("alma", name, "γ′ ≥ (1 − α) γ*", own, remaining, of_part_1)

    def of_remark_4(facts):
        alpha, B, C, _ = facts.given
        return bool(B) and max(abs(2 * B * sqrt(alpha) - 1), abs(C / sqrt(alpha) - 1)) < 1e-12

    def fewer_updates(facts):
        return alma.updates_by_remark_4(gamma(facts), facts.given.alpha, norm(facts))

    name, statement = "Remark 4", "|M| ≤ (1 + √5)/2 (p − 1)/(γ*^{2} α)"
    yield most_updates("alma", name, statement, own, fewer_updates, of_remark_4)
    yield Theorem(
        source="alma",
        name=name,
        quantity=quantity,
        most=False,
        statement="γ_{k} ≥ γ*/3",
        algorithms=own,
        bound=lambda facts: facts.gamma / 3,
        measured=last_estimate,
        applies=all_of(updated, of_remark_4),
    )
    statement = "γ′ ≥ (1 − α) γ*/3"
    yield least_margin("alma", name, statement, own, lambda f: remaining(f) / 3, of_remark_4)


# AMIRA --------------------------------------------------------------------------------------------


def _aggressiveness(facts):
    """Return ε."""
    if facts.algorithm == "AMIRA":
        return facts.given.epsilon
    return 1.0 if facts.algorithm == "MIRA" else 0.0


def _steps_are_whole(facts):
    """Return whether no C shortens the steps."""
    return facts.algorithm != "PassiveAggressive" or facts.given.C == inf


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
    yield most_updates("amira", "Theorem 1", statement, own, updates, _steps_are_whole)
    yield Theorem(
        source="amira",
        name="Corollary 1",
        quantity="‖w‖",
        most=True,
        statement="‖w‖ ≤ (2 − ε)/γ",
        algorithms=own,
        bound=norm,
        measured=norm_of,
        applies=all_of(norm_known, _steps_are_whole),
    )
    statement = "γ′ ≥ (1 − ε)/(2 − ε) γ"
    yield least_margin("amira", "Theorem 3", statement, own, part, _steps_are_whole)


# Others -------------------------------------------------------------------------------------------


def _delta(facts):
    return facts.given.delta if facts.algorithm == "AggressiveROMMA" else 1.0


def _other_theorems():
    def novikoff(facts):
        return facts.squared_radius / facts.gamma**2

    yield most_updates("novikoff", "Perceptron", "t ≤ (R/γ_{d})^{2}", ("Perceptron",), novikoff)
    own = ("ROMMA", "AggressiveROMMA")
    yield most_updates(
        source="romma",
        name="ROMMA",
        statement="t ≤ (R/(δγ_{d}))^{2}; δ = 1 for ROMMA",
        algorithms=own,
        bound=lambda facts: romma.updates_bound(facts.gamma, facts.radius, _delta(facts)),
    )
    yield Theorem(
        source="romma",
        name="ROMMA",
        quantity="‖w‖",
        most=True,
        statement="‖w‖ ≤ 1/γ_{d}",
        algorithms=own,
        bound=lambda facts: romma.norm_bound(facts.gamma),
        measured=norm_of,
        applies=norm_known,
    )
    yield least_margin(
        source="romma",
        name="ROMMA",
        statement="γ′_{d} ≥ (1 − δ) γ_{d}",
        algorithms=own,
        fraction=lambda facts: romma.margin_part(_delta(facts)),
    )
    own = ("PDM",)
    yield most_updates(
        source="pdm",
        name="derived here",
        statement="γ_{d}^{2} t^{2} ≤ R^{2} N(t)",
        algorithms=own,
        bound=lambda facts: pdm.updates_bound(
            facts.gamma, facts.squared_radius, facts.given.epsilon
        ),
    )
    yield least_margin(
        source="pdm",
        name="derived here",
        statement="γ′_{d} ≥ (1 − ε) γ_{d}",
        algorithms=own,
        fraction=lambda facts: pdm.margin_part(facts.given.epsilon),
    )


def _pumma_theorems():
    own = ("PUMMA",)

    def delta(facts):
        return facts.parameters.get("delta", 0.1)

    def known(facts):
        return isfinite(facts.geometric_gamma)

    def updates(facts):
        return romma.updates_bound(facts.geometric_gamma, 2 * facts.radius, delta(facts))

    yield most_updates("pumma", "derived here", "t ≤ (2R/(δγ))^{2}", own, updates, known)
    yield Theorem(
        source="pumma",
        name="derived here",
        quantity="‖w‖",
        most=True,
        statement="‖w‖ ≤ 1/γ",
        algorithms=own,
        bound=lambda facts: romma.norm_bound(facts.geometric_gamma),
        measured=norm_of,
        applies=all_of(known, norm_known),
    )
    yield Theorem(
        source="pumma",
        name="derived here",
        quantity="margin",
        most=False,
        statement="γ′ ≥ (1 − δ) γ",
        algorithms=own,
        bound=lambda facts: romma.margin_part(delta(facts)) * facts.geometric_gamma,
        measured=lambda facts: facts.geometric_margin,
        applies=all_of(known, converged),
    )


def _adatron_theorems():
    def part(facts):
        return (1 - facts.given.delta) / (1 + facts.given.delta)

    statement = "γ′_{d} ≥ (1 − δ)/(1 + δ) γ_{d}"
    yield least_margin("adatron", "derived here", statement, ("AdaTron",), part)


def _ballseptron_theorems():
    own = ("Ballseptron",)

    def below_the_maximum(facts):
        return facts.scaled.radius < facts.gamma

    def updates(facts):
        r = facts.scaled.radius
        return (facts.squared_radius + r**2) / (facts.gamma - r) ** 2

    statement = "t ≤ (R^{2} + r^{2})/(γ_{d} − r)^{2}"
    yield most_updates("ballseptron", "derived here", statement, own, updates, below_the_maximum)
    yield least_margin(
        source="ballseptron",
        name="derived here",
        statement="γ′_{d} > r",
        algorithms=own,
        fraction=lambda facts: facts.scaled.radius / facts.gamma,
    )


def _shrinking_theorems():
    def of(function):
        def bound(facts):
            b, shrinking = facts.scaled  # λ of the constant factor, n of the variable one
            return function(facts.gamma, facts.squared_radius, b, shrinking)

        return bound

    for name, updates, fraction in (
        ("Constant", weight_shrinking.updates_of_constant, weight_shrinking.fraction_of_constant),
        ("Variable", weight_shrinking.updates_of_variable, weight_shrinking.fraction_of_variable),
    ):
        name, own = f"{name} factor, derived here", (f"{name}Shrinking",)
        yield most_updates("shrinking", name, "t ≤ t_{b}", own, of(updates))
        yield least_margin("shrinking", name, "γ′_{d} ≥ f_{b} γ_{d}", own, of(fraction))


THEOREMS = (
    *micra_theorems(),
    *margitron_theorems(),
    *_alma_theorems(),
    *falkowski_theorems(),
    *_amira_theorems(),
    *_other_theorems(),
    *_pumma_theorems(),
    *_adatron_theorems(),
    *_ballseptron_theorems(),
    *_shrinking_theorems(),
    *batch_theorems(),
)
