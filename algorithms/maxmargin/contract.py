"""The contract of a rule's file, which `maxmargin.rules` describes, and its check."""

import dis
import inspect
import re
from collections.abc import Callable
from keyword import iskeyword
from typing import Any, NamedTuple, Protocol
from unicodedata import normalize


class State(NamedTuple):
    """The weight's numbers that a rule gets.

    norm is ‖a‖, and squared_norm ‖a‖². t is the number of updates. powers are t^e for the rule's
    two exponents. visits is the number of patterns presented earlier. memory is the rule's own.
    norm_power is ‖a‖^e for the rule's exponent of the norm, or a bound on it, and 1 for a rule
    without the exponent. epochs is the number of full epochs that have ended. dual is the
    pattern's α_k and label its class, +1 or −1. Only rules that use one of them may read both.
    """

    norm: float
    squared_norm: float
    t: int
    powers: tuple
    visits: int
    memory: tuple
    norm_power: float
    epochs: int
    dual: float
    label: float


class Rule(Protocol):
    """A rule's module, as type checkers see it. `maxmargin.rules` also lists the optional parts."""

    NAME: str
    __file__: str
    Parameters: Any
    RANGES: dict[str, str]
    STARTS_FROM_FIRST_PATTERN: bool
    ADDITIVE: bool
    SCALE_FREE: bool

    def scaled(self, parameters: Any, squared_radius: float) -> Any: ...
    def threshold(self, state: State, params: Any) -> float: ...
    def step(self, p: float, q: float, state: State, params: Any) -> tuple[float, float]: ...

    violates: Callable[..., bool]  # of p, the threshold and, with USES_DUAL, the pattern's own dual


FLAGS = ("STARTS_FROM_FIRST_PATTERN", "ADDITIVE", "SCALE_FREE")
OPTIONAL_FLAGS = (
    "MAY_NEVER_END",
    "THRESHOLD_GROWS_BY_VISIT",
    "USES_DUAL",
    "USES_LABEL",
    "USES_EPOCHS",
)
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
# Numbers of `State` that not every rule gets, and the names of which a rule needs one to get them.
GIVEN_WITH = {
    "powers": ("exponents",),
    "norm_power": ("norm_exponent",),
    "memory": ("observe",),
    "epochs": ("USES_EPOCHS",),
    "dual": ("USES_DUAL", "USES_LABEL"),
    "label": ("USES_LABEL", "USES_DUAL"),
    "visits": ("THRESHOLD_GROWS_BY_VISIT", "observe", "USES_DUAL", "USES_LABEL", "USES_EPOCHS"),
}
# The way out, for a file that may need more than a rule gets.
ELSEWHERE = (
    "A rule sees p = a·y, q = ‖y‖² and, in state, ‖a‖, ‖a‖², the numbers of updates, visits and "
    "epochs, its memory of a few numbers, and the pattern's α and label if it asks for them. It "
    "cannot see coordinates of the weight or the pattern. A learner that needs more takes part as "
    "a scikit-learn class with coef_ and intercept_: docs/variant.md says how."
)
RANGE = re.compile(r"[\[(](-?[\d.e+-]+|-inf), (-?[\d.e+-]+|inf)[\])]|\{\w+(, \w+)*\}")


def faults(rule):
    """Return the faults of a rule, a module, as a list of sentences."""
    found = _name_faults(rule)
    found += [f"{flag} is missing: True or False." for flag in FLAGS if not hasattr(rule, flag)]
    found += [
        f"{flag} is {getattr(rule, flag)!r}, but has to be True or False."
        for flag in (*FLAGS, *OPTIONAL_FLAGS)
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
        what = 'NAME is missing: the estimator\'s name, one word, such as NAME = "MyRule".'
        return [f"{what} {ELSEWHERE}"]
    name = rule.NAME
    if not isinstance(name, str) or not name.isidentifier():
        return [
            f"NAME is {name!r}, but has to be one word of letters, digits and underscores that "
            'does not begin with a digit, such as "MyRule".'
        ]
    if iskeyword(name):
        return [f"NAME is {name!r}, a keyword of Python: choose another name."]
    if (read := normalize("NFKC", name)) != name:
        return [f"NAME is {name!r}, which Python reads as {read!r}: write that."]
    return []


def _function_faults(rule, name, arguments, required):
    function = getattr(rule, name, None)
    if function is None:
        what = f"the function {name}({', '.join(arguments)}) is missing. {ELSEWHERE}"
        return [what] if required else []
    if not inspect.isfunction(function):
        return [f"{name} has to be a function."]
    if len(inspect.signature(function).parameters) != len(arguments):
        return [f"{name} has to take {', '.join(arguments)}. {ELSEWHERE}"]
    read = _read_of_state(rule, function, arguments) if name in COMPILED else set()
    if name in ("step", "observe") and "norm_power" in read:
        return [
            f"{name} uses state.norm_power, which may be only a bound: use it in threshold alone."
        ]
    for number, givers in GIVEN_WITH.items():
        if number in read and not any(getattr(rule, giver, False) for giver in givers):
            ways = [f"{g} = True" if g.isupper() else f"the function {g}" for g in givers]
            return [
                f"{name} reads state.{number}, which a rule gets only with {' or '.join(ways)}."
            ]
    words: Any = list(dis.get_instructions(function))
    found = [
        f"{name} sets the global {word.argval}, but a rule stores values only in its memory: add "
        "initial_memory and observe."
        for word in words
        if word.opname in ("STORE_GLOBAL", "DELETE_GLOBAL")
    ]
    return found + [
        f"{name}, line {word.positions.lineno}, imports {word.argval} inside the function, which "
        "numba cannot compile; import it at the top of the file."
        for word in words
        if name in COMPILED and word.opname == "IMPORT_NAME"
    ]


def _read_of_state(rule, function, arguments):
    """Return the numbers of the state that a function of a rule reads.

    A name that is also a parameter's counts only where it is read from the argument itself.
    """
    names = list(inspect.signature(function).parameters)
    state = names[arguments.index("state")] if "state" in arguments else None
    parameters = getattr(getattr(rule, "Parameters", None), "_fields", ())
    read = _attributes_read(function, set())
    return {name for owner, name in read if name not in parameters or owner == state is not None}


def _attributes_read(function, visited):
    """Return pairs of a local variable, or "", and its attribute, as read in a function.

    Attributes that the functions it calls read have the owner "".
    """
    visited.add(function)
    read, owner = set(), ""
    for word in dis.get_instructions(function):
        if word.opname in ("LOAD_ATTR", "LOAD_METHOD"):
            read.add((owner, word.argval))
        elif word.opname == "LOAD_GLOBAL":
            called = function.__globals__.get(word.argval)
            called = getattr(called, "py_func", called)  # of a function that numba compiles
            if inspect.isfunction(called) and called not in visited:
                read |= {("", name) for _, name in _attributes_read(called, visited)}
        owner = ""
        if word.opname.startswith("LOAD_FAST"):  # Python 3.13 loads two at once
            owner = word.argval if isinstance(word.argval, str) else word.argval[-1]
    return read


def _parameter_faults(rule):
    parameters: Any = getattr(rule, "Parameters", None)
    ranges = getattr(rule, "RANGES", None)
    if not (isinstance(parameters, type) and hasattr(parameters, "_field_defaults")):
        return ["Parameters is missing: a NamedTuple of the user's parameters, with defaults."]
    found = [
        f"the parameter {field} has no default."
        for field in parameters._fields
        if field not in parameters._field_defaults
    ]
    if not isinstance(ranges, dict) or set(ranges) != set(parameters._fields):
        names = ", ".join(parameters._fields) or "nothing"
        return [*found, f"RANGES has to be a dict with a range for each parameter: {names}."]
    return found + [
        f"RANGES[{field!r}] is {text!r}; it has to be an interval such as '(0, 1]', with the "
        "smaller end first, or a set of words such as '{t, w}'."
        for field, text in ranges.items()
        if not _is_range(text)
    ]


def _is_range(text):
    """Return whether a text is an interval whose ends rise, or a set of words."""
    if not (isinstance(text, str) and RANGE.fullmatch(text)):
        return False
    if text[0] == "{":
        return True
    try:
        low, high = map(float, text[1:-1].split(", "))
    except ValueError:  # such as 1.2.3
        return False
    return low < high
