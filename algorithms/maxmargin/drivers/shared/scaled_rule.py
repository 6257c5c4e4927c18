"""A rule with its parameters in the units of the data, and its memory, for a driver."""


class ScaledRule:
    """A rule's scaled parameters, memory and properties.

    `params` are scaled and all floats, so that the loop is compiled only once. `memory` holds
    floats; it is () without a memory. `endless` says whether the rule never converges. `uses_dual`
    says whether the threshold or the violation depends on the pattern's dual. `sees_each_visit`
    says whether they depend on the visit at all.
    """

    def __init__(self, rule, parameters, squared_radius):
        scaled = rule.scaled(parameters, squared_radius)
        self.params = type(scaled)(*map(float, scaled))
        observes = hasattr(rule, "observe")
        self.memory = tuple(map(float, rule.initial_memory(self.params))) if observes else ()
        self.endless = getattr(rule, "THRESHOLD_GROWS_BY_VISIT", False)
        self.uses_dual = getattr(rule, "USES_DUAL", False)
        self.sees_each_visit = self.endless or observes or self.uses_dual
