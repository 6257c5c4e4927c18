"""What a rule's file has to contain, as `maxmargin.rules` describes it."""

import dis
import inspect
import re

FLAGS = ("STARTS_FROM_FIRST_PATTERN", "ADDITIVE", "SCALE_FREE")
OPTIONAL_FLAGS = ("MAY_NEVER_END", "THRESHOLD_GROWS_BY_VISIT", "USES_DUAL")
FUNCTIONS = {
    "scaled": ("parameters", "squared_radius"),
    "threshold": ("state", "params"),
    "violates": ("p", "threshold"),
    "step": ("p", "q", "state", "params"),
}
WITH_DUAL = {"violates": ("p", "threshold", "dual")}
MEMORY = {
    "initial_memory": ("params",),
    "observe": ("p", "q", "violated", "state", "params"),
}
COMPILED = ("threshold", "violates", "step", "exponents", "norm_exponent", "observe")
OPTIONAL = {
    "exponents": ("params",),
    "norm_exponent": ("params",),
    "guaranteed_fraction": ("updates", "directional_margin", "params", "squared_radius"),
    "margin_bound": ("updates", "params", "squared_radius"),
    "asymptotic_fraction": ("params",),
    "parameter_grid": ("maximum_margin", "radius"),
}
RANGE = re.compile(r"[\[(](-?[\d.e+-]+|-inf), (-?[\d.e+-]+|inf)[\])]|\{\w+(, \w+)*\}")


def faults(rule):
    """What is missing from a rule, a module: a list of sentences, empty if nothing is."""
    found = _name_faults(rule)
    found += [
        f"{flag} is missing: True or False."
        for flag in FLAGS
        if not isinstance(getattr(rule, flag, None), bool)
    ]
    found += [
        f"{flag} has to be True or False."
        for flag in OPTIONAL_FLAGS
        if not isinstance(getattr(rule, flag, False), bool)
    ]
    needed = FUNCTIONS | (WITH_DUAL if getattr(rule, "USES_DUAL", False) else {})
    needed |= MEMORY if any(hasattr(rule, name) for name in MEMORY) else {}
    for functions, required in ((needed, True), (OPTIONAL, False)):
        for function, arguments in functions.items():
            found += _function_faults(rule, function, arguments, required)
    return found + _parameter_faults(rule)


def _name_faults(rule):
    if not hasattr(rule, "NAME"):
        return ['NAME is missing: the estimator\'s name, one word, such as NAME = "MyRule".']
    if isinstance(rule.NAME, str) and rule.NAME.isidentifier():
        return []
    return [
        f"NAME is {rule.NAME!r}, but has to be one word of letters, digits and underscores that "
        'does not begin with a digit, such as "MyRule".'
    ]


def _function_faults(rule, name, arguments, required):
    function = getattr(rule, name, None)
    if function is None:
        return [f"the function {name}({', '.join(arguments)}) is missing."] if required else []
    if not inspect.isfunction(function):
        return [f"{name} has to be a function."]
    if len(inspect.signature(function).parameters) != len(arguments):
        return [f"{name} has to take {', '.join(arguments)}."]
    if name in ("step", "observe") and "norm_power" in function.__code__.co_names:
        return [
            f"{name} uses state.norm_power, which is for the threshold alone: it may be a bound."
        ]
    words = list(dis.get_instructions(function))
    found = [
        f"{name} sets the global {word.argval}: what a rule remembers is its memory, which "
        "initial_memory gives and observe changes."
        for word in words
        if word.opname in ("STORE_GLOBAL", "DELETE_GLOBAL")
    ]
    return found + [
        f"{name}, line {word.positions.lineno}, imports {word.argval} inside the function, which "
        "numba cannot compile; import it at the top of the file."
        for word in words
        if name in COMPILED and word.opname == "IMPORT_NAME"
    ]


def _parameter_faults(rule):
    parameters, ranges = getattr(rule, "Parameters", None), getattr(rule, "RANGES", None)
    if not (inspect.isclass(parameters) and hasattr(parameters, "_field_defaults")):
        return ["Parameters is missing: a NamedTuple of what the user sets, with defaults."]
    found = [
        f"the parameter {field} has no default."
        for field in parameters._fields
        if field not in parameters._field_defaults
    ]
    if not isinstance(ranges, dict) or set(ranges) != set(parameters._fields):
        names = ", ".join(parameters._fields) or "nothing"
        return [*found, f"RANGES has to be a dict with a range for each parameter: {names}."]
    return found + [
        f"RANGES[{field!r}] is {text!r}; it has to be an interval such as '(0, 1]' or a set of "
        "words such as '{t, w}'."
        for field, text in ranges.items()
        if not (isinstance(text, str) and RANGE.fullmatch(text))
    ]
