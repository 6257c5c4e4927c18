"""A rule with its parameters in the units of the data, and its memory, as a driver needs them."""


class ScaledRule:
    """params: scaled, all floats, so that the loop is compiled once. memory: of floats, () for
    none. endless: whether the rule never converges. uses_dual, sees_each_visit: whether its
    threshold or its violation depends on the pattern's dual, or on the visit at all.
    """

    def __init__(self, rule, parameters, squared_radius):
        scaled = rule.scaled(parameters, squared_radius)
        self.params = type(scaled)(*map(float, scaled))
        observes = hasattr(rule, "observe")
        self.memory = tuple(map(float, rule.initial_memory(self.params))) if observes else ()
        self.endless = getattr(rule, "THRESHOLD_GROWS_BY_VISIT", False)
        self.uses_dual = getattr(rule, "USES_DUAL", False)
        self.sees_each_visit = self.endless or observes or self.uses_dual
