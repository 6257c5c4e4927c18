"""Checks that a rule's estimator accepts its default parameters and its `parameter_grid`."""

from maxmargin.conformance.calls import RuleFault, called
from maxmargin.estimators.constraints import satisfies
from maxmargin.estimators.learner import own_parameters


def settings(rule, maximum_margin, radius):
    """Return the rule's default parameters and the parameters of its grid, as `Parameters`.

    Raises RuleFault, naming parameter and value, if RANGES does not allow a value.
    """
    defaults = rule.Parameters()
    _check(rule, defaults, "Parameters")
    if not hasattr(rule, "parameter_grid"):
        return [defaults]
    grid = rule.parameter_grid(maximum_margin, radius)
    if not (isinstance(grid, list) and grid and all(isinstance(p, rule.Parameters) for p in grid)):
        raise RuleFault(
            "parameter_grid(maximum_margin, radius) has to give a list of one or more Parameters; "
            f"it gives {grid!r}."
        )
    grid = called(rule, "parameter_grid", maximum_margin, radius)
    for parameters in grid:
        _check(rule, parameters, "parameter_grid")
    return [defaults, *grid]


def _check(rule, parameters, source):
    for name, parameter in own_parameters(rule).items():
        value = getattr(parameters, name)
        if not any(satisfies(constraint, value) for constraint in parameter.allowed):
            raise RuleFault(
                f"{source} gives {name} = {value!r}, but RANGES allows only {rule.RANGES[name]} "
                f"for {name}."
            )
