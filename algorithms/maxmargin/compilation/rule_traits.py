"""The traits of a rule that decide how drivers run it."""

from functools import cache
from typing import NamedTuple


class RuleTraits(NamedTuple):
    """What a rule depends on from one visit to the next.

    observes: it has a memory. uses_dual: its threshold or violation depends on the pattern's dual.
    uses_label: these depend on the pattern's class. uses_epochs: on the epochs that have ended.
    grows_by_visit: its threshold grows with the visits, so that it never converges.
    """

    observes: bool
    uses_dual: bool
    uses_label: bool
    uses_epochs: bool
    grows_by_visit: bool

    @property
    def sees_each_visit(self):
        """Return whether the rule's state differs from one visit to the next."""
        return any(self)


@cache
def traits_of(rule):
    """Return the `RuleTraits` of a rule's module."""
    return RuleTraits(
        observes=hasattr(rule, "observe"),
        uses_dual=getattr(rule, "USES_DUAL", False),
        uses_label=getattr(rule, "USES_LABEL", False),
        uses_epochs=getattr(rule, "USES_EPOCHS", False),
        grows_by_visit=getattr(rule, "THRESHOLD_GROWS_BY_VISIT", False),
    )
