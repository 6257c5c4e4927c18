"""A rule with its parameters in the units of the data, and its memory, for a driver."""

from maxmargin.compilation.rule_traits import traits_of


class ScaledRule:
    """A rule's scaled parameters, memory and traits.

    `params` are scaled and all floats, so that the loop is compiled only once. `memory` holds
    floats; it is () without a memory. `traits` are the rule's `RuleTraits`.
    """

    def __init__(self, rule, parameters, squared_radius):
        scaled = rule.scaled(parameters, squared_radius)
        self.params = type(scaled)(*map(float, scaled))
        self.traits = traits_of(rule)
        observes = self.traits.observes
        self.memory = tuple(map(float, rule.initial_memory(self.params))) if observes else ()
