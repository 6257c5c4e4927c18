"""The traits of a rule that decide how drivers run it."""

from typing import NamedTuple


class RuleTraits(NamedTuple):
    """What a rule depends on from one visit to the next.

    observes: it has a memory. uses_dual: its threshold or violation depends on the pattern's dual.
    grows_by_visit: its threshold grows with the visits, so that it never converges.
    """

    observes: bool
    uses_dual: bool
    grows_by_visit: bool

    @property
    def sees_each_visit(self):
        """Return whether the rule's state differs from one visit to the next."""
        return self.grows_by_visit or self.observes or self.uses_dual


def traits_of(rule):
    """Return the `RuleTraits` of a rule's module."""
    return RuleTraits(
        observes=hasattr(rule, "observe"),
        uses_dual=getattr(rule, "USES_DUAL", False),
        grows_by_visit=getattr(rule, "THRESHOLD_GROWS_BY_VISIT", False),
    )
