"""The theorems of Falkowski's note as statements about runs; `falkowski.py` has the bounds."""

from math import isnan, sqrt

from maxmargin.bounds import falkowski
from maxmargin.theorems.theorem import (
    Theorem,
    all_of,
    least_margin,
    most_updates,
    norm_known,
)

OWN = ("KrauthMezard",)


def _worst_first(facts):
    return facts.parameters.get("worst_first", True)


def _from_patterns(facts):
    """Return whether the start is known to be a combination of patterns with λ >= 0."""
    return not isnan(facts.start_sum)


def _from_elsewhere(facts):
    return isnan(facts.start_sum) and not isnan(facts.start_norm)


def _length(facts):
    """Return ‖w_M‖; the run's weight is R² w."""
    return facts.norm / facts.squared_radius


def _factor(facts):
    in_steps = facts.squared_radius * facts.start_sum  # Λ of w_0 = Σ λ_j y_j / x
    length, updates = _length(facts), facts.updates
    return falkowski.performance_factor(
        length, updates, facts.squared_radius, facts.given.c, in_steps
    )


def _orthogonal(facts):
    """Return an upper bound on ‖k_0‖: w_0 has at least the component Λ γ_d along w*."""
    along = facts.start_sum * facts.gamma
    return sqrt(max(0.0, facts.start_norm**2 - along**2))


def _bound(function, *others):
    """Return a bound of `Facts`: `function` of γ_d, R², c and the values of `others`."""

    def bound(facts):
        more = [other(facts) for other in others]
        return function(facts.gamma, facts.squared_radius, facts.given.c, *more)

    return bound


def _start(facts):
    return facts.start_norm


def _length_bound(orthogonal):
    def bound(facts):
        return falkowski.length_bound(
            facts.updates, facts.gamma, facts.squared_radius, facts.given.c, orthogonal(facts)
        )

    return bound


def _orthogonal_from_any_start(facts):
    return falkowski.orthogonal_from_any_start(facts.gamma, facts.squared_radius, facts.start_norm)


def falkowski_theorems():
    """Yield the `Theorem`s on runs from a start Σ λ_k y_k with λ >= 0, then from any start."""
    yield from _from_combinations()
    yield from _from_any_start()


def _from_combinations():
    yield most_updates(
        source="falkowski",
        name="(4)",
        statement="M ≤ (R^{2}/Δ_{opt})^{2} ((2c + 1)/R^{2} + ‖w_{0}‖^{2})",
        algorithms=OWN,
        bound=_bound(falkowski.updates_bound, _start),
        applies=_from_patterns,
    )
    yield least_margin(
        source="falkowski",
        name="(5)",
        statement="Δ_{c} ≥ Δ_{opt}/A",
        algorithms=OWN,
        fraction=lambda facts: 1 / _factor(facts),
        applies=all_of(norm_known, _from_patterns),
    )
    yield Theorem(
        source="falkowski",
        name="(6)",
        quantity="A",
        most=True,
        statement="A ≤ R^{2}/c ((2c + 1)/R^{2} + ‖w_{0}‖^{2}/M)",
        algorithms=OWN,
        bound=lambda facts: falkowski.factor_bound(
            facts.updates, facts.squared_radius, facts.given.c, facts.start_norm
        ),
        measured=_factor,
        applies=all_of(norm_known, _from_patterns),
    )
    yield Theorem(
        source="falkowski",
        name="(13)",
        quantity="‖w_{M}‖",
        most=True,
        statement="‖w_{M}‖ ≤ ‖w*‖ (1 + O(√M/c))",
        algorithms=OWN,
        bound=_length_bound(_orthogonal),
        measured=_length,
        applies=all_of(norm_known, _worst_first, _from_patterns),
    )
    yield least_margin(
        source="falkowski",
        name="(14)",
        statement="Δ_{c} → Δ_{opt} as c → ∞",
        algorithms=OWN,
        fraction=_bound(falkowski.fraction_before_running, _start, _orthogonal),
        applies=all_of(norm_known, _worst_first, _from_patterns),
    )


def _from_any_start():
    name = "any start, derived here"
    yield most_updates(
        source="falkowski",
        name=name,
        statement="M ≤ (R/Δ_{opt})^{2} (2c + 1) + 2 R^{2} ‖w_{0}‖/Δ_{opt}",
        algorithms=OWN,
        bound=_bound(falkowski.updates_bound_from_any_start, _start),
        applies=_from_elsewhere,
    )
    yield Theorem(
        source="falkowski",
        name=name,
        quantity="‖w_{M}‖",
        most=True,
        statement="‖w_{M}‖ ≤ ‖w*‖ (1 + O(√M/c))",
        algorithms=OWN,
        bound=_length_bound(_orthogonal_from_any_start),
        measured=_length,
        applies=all_of(norm_known, _worst_first, _from_elsewhere),
    )
    yield least_margin(
        source="falkowski",
        name=name,
        statement="Δ_{c} → Δ_{opt} as c → ∞",
        algorithms=OWN,
        fraction=_bound(falkowski.fraction_from_any_start, _start),
        applies=all_of(norm_known, _worst_first, _from_elsewhere),
    )
