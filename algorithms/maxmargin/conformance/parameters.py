"""A rule's defaults and its `parameter_grid`: are they settings that its estimator accepts?"""

from sklearn.utils._param_validation import make_constraint

from maxmargin.conformance.calls import RuleFault, called
from maxmargin.estimators.learner import own_parameters


def settings(rule, maximum_margin, radius):
    """Return the rule's default parameters and then those of its grid, all of them `Parameters`.

    Raises RuleFault, naming parameter and value, if RANGES does not allow one of them.
    """
    defaults = rule.Parameters()
    _check(rule, defaults, "Parameters")
    if not hasattr(rule, "parameter_grid"):
        return [defaults]
    grid = rule.parameter_grid(maximum_margin, radius)
    if not (isinstance(grid, list) and all(isinstance(p, rule.Parameters) for p in grid)):
        raise RuleFault(
            "parameter_grid(maximum_margin, radius) has to give a list of Parameters; it gives "
            f"{grid!r}."
        )
    grid = called(rule, "parameter_grid", maximum_margin, radius)
    for parameters in grid:
        _check(rule, parameters, "parameter_grid")
    return [defaults, *grid]


def _check(rule, parameters, source):
    for name, parameter in own_parameters(rule).items():
        value = getattr(parameters, name)
        if not any(make_constraint(kind).is_satisfied_by(value) for kind in parameter.allowed):
            raise RuleFault(
                f"{source} gives {name} = {value!r}, but RANGES allows only {rule.RANGES[name]} "
                f"for {name}."
            )
