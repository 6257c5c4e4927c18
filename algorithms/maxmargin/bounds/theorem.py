"""A `Theorem` bounds a quantity of every run that it applies to, given the `Facts` of the run; an
`Outcome` says whether the bound held.
"""

from collections.abc import Callable
from math import isfinite, nan, sqrt
from typing import NamedTuple

from maxmargin.rules import all_rules
from maxmargin.statuses import CONVERGED

RULES = all_rules()
TOLERANCE = 1e-9  # relative: γ_d is known to this, and sums are rounded


class Facts(NamedTuple):
    """What is known about a run of a learner, in the units of the data.

    parameters: those passed to the learner; the others have their defaults. squared_radius: R².
    gamma: γ_d, the maximum directional margin; of ALMA_p the maximum by its p-norm, γ*, or a lower
    bound on it. status: "converged", or what ended the run before.
    directional_margin: the one reached. augment, extend: ρ, Δ. The others are nan if they are not
    known: patterns: their number, m.
    upper_bound: ‖a‖/Σα. norm: ‖a‖. geometric_margin: the one reached. geometric_gamma: γ, the
    maximum geometric margin. A learner with a threshold of its own has these two, no directional
    margins.
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

    @property
    def radius(self):
        return sqrt(self.squared_radius)

    @property
    def rule(self):
        return RULES[self.algorithm]

    @property
    def given(self):
        """The rule's parameters in the papers' units."""
        return self.rule.Parameters(**self._own())

    @property
    def scaled(self):
        """The rule's parameters in the units of the data."""
        return self.rule.scaled(self.given, self.squared_radius)

    def _own(self):
        known = self.rule.Parameters._fields
        return {name: value for name, value in self.parameters.items() if name in known}


class Theorem(NamedTuple):
    """A statement about a quantity of every run of some algorithms.

    source: the paper's short name, or who proved it. most: whether the bound is from above.
    statement: in short, with _{} and ^{}. bound, measured: functions of `Facts`, in the same unit;
    applies: a function of `Facts`, whether the theorem says anything about that run.
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
    """Whether a theorem holds for a run. bound, measured: in the unit of the quantity; ratio:
    measured over bound.
    """

    bound: float
    measured: float
    ratio: float
    holds: bool


def outcome(theorem, facts):
    """The `Outcome`, or None if the theorem says nothing: it does not apply, or its bound is 0, not
    finite, or overflows.
    """
    if facts.algorithm not in theorem.algorithms:
        return None
    try:
        if not theorem.applies(facts):
            return None
        bound = float(theorem.bound(facts))
    except ValueError:  # it leaves the range of floats
        return None
    if not isfinite(bound) or bound <= 0:
        return None
    return judged(bound, float(theorem.measured(facts)), theorem.most)


def judged(bound, measured, most):
    """The `Outcome` of a number and its bound, from above (most) or below, in the same unit."""
    if most:
        holds = measured <= bound * (1 + TOLERANCE)
    else:
        holds = measured >= bound * (1 - TOLERANCE)
    return Outcome(bound, measured, measured / bound, holds)


def always(facts):
    """A condition: every run."""
    return True


def updated(facts):
    """A condition: runs that made an update."""
    return facts.updates >= 1


def converged(facts):
    """A condition: runs that converged."""
    return facts.status == CONVERGED


def updates_of(facts):
    """The number of updates."""
    return facts.updates


def margin_of(facts):
    """The directional margin reached, in the units of the data."""
    return facts.directional_margin


def norm_of(facts):
    """‖a‖, in the units of the data; nan if it is not known."""
    return facts.norm


def norm_known(facts):
    """A condition: runs that made an update and whose ‖a‖ is known."""
    return updated(facts) and isfinite(facts.norm)


def all_of(*conditions):
    """A condition: runs that meet all these conditions, functions of `Facts`."""
    return lambda facts: all(condition(facts) for condition in conditions)


def most_updates(source, name, statement, algorithms, bound, applies=always):
    """A `Theorem` that bounds the updates from above. The arguments are its fields."""
    return Theorem(source, name, "updates", True, statement, algorithms, bound, updates_of, applies)


def least_margin(source, name, statement, algorithms, fraction, applies=always):
    """A `Theorem` that bounds the directional margin of converged runs from below.

    fraction: a function of `Facts`, the fraction of γ_d that is reached at least. The other
    arguments are the fields of the theorem.
    """

    def bound(facts):
        return fraction(facts) * facts.gamma

    applies = all_of(converged, applies)
    return Theorem(source, name, "margin", False, statement, algorithms, bound, margin_of, applies)
