"""Theorems about runs, and the check of a run.

A `Theorem` bounds a quantity of every run that it applies to, given the `Facts` of the run. An
`Outcome` says whether the bound held.
"""

from collections.abc import Callable
from math import isfinite, isnan, nan, sqrt
from typing import NamedTuple

from maxmargin.rules import all_rules
from maxmargin.statuses import CONVERGED

RULES = all_rules()
TOLERANCE = 1e-9  # relative, for the precision of γ_d and for rounded sums


class Facts(NamedTuple):
    """The known facts about a run of a learner, in the units of the data.

    `parameters` are the parameters passed to the learner; others have their defaults.
    `squared_radius` is R². `gamma` is γ_d, the maximum directional margin. For ALMA_p it is γ*, the
    maximum by the p-norm, or a lower bound on γ*. `status` is "converged", or the reason why the
    run ended earlier. `directional_margin` is the margin reached. `augment` and `extend` are ρ and
    Δ.

    The other facts are nan if unknown. `patterns` is m. `upper_bound` is ‖a‖/Σα. `norm` is ‖a‖.
    `geometric_margin` is the margin reached. `geometric_gamma` is γ, the maximum geometric margin.
    A learner with its own threshold has these two and no directional margins. `start_norm` and
    `start_sum` are ‖w_0‖ and Σ λ_k of Krauth & Mézard's start Σ λ_k y_k. The sum is nan if no
    λ >= 0 is known.
    """

    algorithm: str
    parameters: dict
    squared_radius: float
    gamma: float
    status: str
    updates: int
    directional_margin: float
    augment: float = 0.0
    extend: float = 0.0
    patterns: float = nan
    upper_bound: float = nan
    norm: float = nan
    geometric_margin: float = nan
    geometric_gamma: float = nan
    start_norm: float = nan
    start_sum: float = nan

    @property
    def radius(self):
        return sqrt(self.squared_radius)

    @property
    def rule(self):
        return RULES[self.algorithm]

    @property
    def given(self):
        """Return the rule's parameters in the papers' units."""
        return self.rule.Parameters(**self._own())

    @property
    def scaled(self):
        """Return the rule's parameters in the units of the data."""
        return self.rule.scaled(self.given, self.squared_radius)

    def _own(self):
        known = self.rule.Parameters._fields
        return {name: value for name, value in self.parameters.items() if name in known}


class Theorem(NamedTuple):
    """A statement about a quantity of every run of some algorithms.

    `source` names the paper, such as "micra", or an algorithm for other theorems. `most` says
    whether the bound is from above. `statement` is short, with _{} and ^{}. `bound` and `measured`
    are functions of `Facts`, in the same unit. `applies` is a function of `Facts` that says whether
    the theorem covers a run.
    """

    source: str
    name: str
    quantity: str
    most: bool
    statement: str
    algorithms: tuple
    bound: Callable
    measured: Callable
    applies: Callable


class Outcome(NamedTuple):
    """Whether a theorem holds for a run.

    `bound` and `measured` are in the unit of the quantity. `ratio` is measured over bound.
    """

    bound: float
    measured: float
    ratio: float
    holds: bool


def outcome(theorem, facts):
    """Return the `Outcome`, or None if the theorem says nothing about the run.

    A theorem says nothing if it does not apply, if its bound is 0, not finite, or overflows, or if
    the run's number is unknown.
    """
    if facts.algorithm not in theorem.algorithms:
        return None
    try:
        if not theorem.applies(facts):
            return None
        bound = float(theorem.bound(facts))
    except ValueError:  # the bound leaves the range of floats
        return None
    measured = float(theorem.measured(facts))
    if not isfinite(bound) or bound <= 0 or isnan(measured):
        return None
    return judged(bound, measured, theorem.most)


def judged(bound, measured, most):
    """Return the `Outcome` of a number and its bound, which is from above if `most`."""
    if most:
        holds = measured <= bound * (1 + TOLERANCE)
    else:
        holds = measured >= bound * (1 - TOLERANCE)
    return Outcome(bound, measured, measured / bound, holds)


def always(facts):
    """Return True: a condition that every run meets."""
    return True


def updated(facts):
    """Return whether a run made an update."""
    return facts.updates >= 1


def converged(facts):
    """Return whether a run converged."""
    return facts.status == CONVERGED


def updates_of(facts):
    """Return the number of updates."""
    return facts.updates


def margin_of(facts):
    """Return the directional margin reached, in the units of the data."""
    return facts.directional_margin


def norm_of(facts):
    """Return ‖a‖, in the units of the data; nan if unknown."""
    return facts.norm


def norm_known(facts):
    """Return whether a run made an update and its ‖a‖ is known."""
    return updated(facts) and isfinite(facts.norm)


def all_of(*conditions):
    """Return the condition that a run meets all these conditions."""
    return lambda facts: all(condition(facts) for condition in conditions)


def most_updates(source, name, statement, algorithms, bound, applies=always):
    """Return a `Theorem` that bounds the updates from above. The arguments are its fields."""
    return Theorem(source, name, "updates", True, statement, algorithms, bound, updates_of, applies)


def least_margin(source, name, statement, algorithms, fraction, applies=always):
    """Return a `Theorem` that bounds the directional margin of converged runs from below.

    `fraction` is a function of `Facts`: the least fraction of γ_d. The other arguments are the
    theorem's fields.
    """

    def bound(facts):
        return fraction(facts) * facts.gamma

    applies = all_of(converged, applies)
    return Theorem(source, name, "margin", False, statement, algorithms, bound, margin_of, applies)
