"""A rule with its parameters in the units of the data, and its memory, as a driver runs it."""


class ScaledRule:
    """params: scaled, all floats, so that one code serves. memory: of floats, () for none."""

    def __init__(self, rule, parameters, squared_radius):
        scaled = rule.scaled(parameters, squared_radius)
        self.params = type(scaled)(*map(float, scaled))
        observes = hasattr(rule, "observe")
        self.memory = tuple(map(float, rule.initial_memory(self.params))) if observes else ()
        self.endless = getattr(rule, "THRESHOLD_GROWS_BY_VISIT", False)  # by itself it never ends
        self.uses_dual = getattr(rule, "USES_DUAL", False)
        self.sees_each_visit = self.endless or observes or self.uses_dual
