"""Parameters and attributes of estimators. Those that several estimators share are declared here,
once: name, default, allowed values, and text. Signatures, checks, docstrings and documentation
pages are made from these declarations.
"""

import inspect
from inspect import Parameter as Argument
from inspect import Signature
from numbers import Integral, Real
from textwrap import dedent, fill, indent
from typing import NamedTuple

from sklearn.utils._param_validation import HasMethods, Interval, StrOptions

from maxmargin import kernels

NON_NEGATIVE = Interval(Real, 0, None, closed="left")
POSITIVE = Interval(Real, 0, None, closed="neither")
COUNT = Interval(Integral, 1, None, closed="left")
PART = Interval(Real, 0, 1, closed="neither")
WIDTH, INDENT = 92, "    "  # of the text of a docstring


class Parameter(NamedTuple):
    """default; allowed: scikit-learn's constraints, a list; text: what it means, in sentences."""

    default: object
    allowed: list
    text: str


SHARED = {
    "certify": Parameter(
        None,
        [PART, None],
        "Ends the run as soon as its certificate shows that this fraction of the maximum "
        "margin is reached: a stopping rule for learners that have none. None for no such rule. "
        "It is checked at the points of history_, which are then further apart.",
    ),
    "worst_first": Parameter(
        False,
        ["boolean"],
        "Whether the pattern with the smallest product with the weight is always presented next, "
        "instead of one pattern after the other.",
    ),
    "augment": Parameter(
        1.0,
        [NON_NEGATIVE],
        "ρ, the value of the augmenting coordinate, in the units of X; 0 for none.",
    ),
    "extend": Parameter(
        0.0,
        [NON_NEGATIVE],
        "Δ, the value of each pattern's own extending coordinate, in the units of X; 0 for none. "
        "With Δ > 0 any patterns are separable: the margin is soft, with squared slacks over Δ².",
    ),
    "kernel": Parameter(
        None,
        [*kernels.KERNELS.values(), None],
        "A kernel of maxmargin.kernels, in whose space to learn; None for the inner product, in "
        "the space of X itself. augment and extend are then coordinates of the kernel's space: "
        "they add ρ² to the kernel, and Δ² to its diagonal.",
    ),
    "kernel_memory": Parameter(
        1.0,
        [Interval(Real, 0, 1e9, closed="right")],  # bytes are then a 64-bit integer
        "Memory for kernel rows, in GiB; rows that do not fit are recomputed.",
    ),
    "mini_epochs": Parameter(
        0,
        [Interval(Integral, 0, 2**62, closed="both")],
        "N of the reduced procedure; 0 for plain epochs.",
    ),
    "max_updates": Parameter(
        10_000_000, [COUNT, None], "Updates after which the run ends; None for no limit."
    ),
    "max_epochs": Parameter(
        None, [COUNT, None], "Epochs after which the run ends; None for no limit."
    ),
    "max_seconds": Parameter(
        None, [POSITIVE, None], "Seconds after which the run ends; None for no limit."
    ),
    "enough_margin": Parameter(
        None,
        [POSITIVE, None],
        'The margin, in the units of X, at which the run ends with the status "reached"; None for '
        "no such rule.",
    ),
    "shuffle": Parameter(
        False,
        ["boolean"],
        "Whether each epoch presents the patterns in a new random order, from random_state.",
    ),
    "random_state": Parameter(None, ["random_state"], "Seed or generator of the random orders."),
    "verbose": Parameter(
        False, ["boolean"], "Whether long runs report progress, on standard output."
    ),
    # Of classifiers of several classes.
    "epochs": Parameter(1, [COUNT], "How many times the training set is presented."),
    "hypothesis": Parameter(
        "average",
        [StrOptions({"last", "average"})],
        "What predicts: the last weight, or the average of all weights.",
    ),
    # Of the pocket algorithm, and of solvers.
    "max_visits": Parameter(
        1_000_000, [COUNT], "Maximum number of patterns presented to the pocket algorithm."
    ),
    "tol": Parameter(1e-3, [POSITIVE], "The solver's stopping tolerance."),
}

ATTRIBUTES = {
    "classes_": "The classes, in sort order.",
    "coef_": "(1, n), the weight in the original space; not with a kernel.",
    "intercept_": "(1,), the threshold; not with a kernel.",
    "slack_coef_": "(m,), the weights of the extending coordinates.",
    "dual_coef_": "(m,), α >= 0 of the weight Σ α_k y_k.",
    "support_": "With a kernel: the indices of the patterns with α > 0.",
    "weight_norm_": "‖a‖.",
    "status_": 'How the run ended: "converged", "certified", "reached", the limit that ended it, '
    '"stopped" by rounding, or "failed" at a number that is not finite. The first three come with '
    "a margin above 0, measured from X.",
    "converged_": "Whether the run converged or reached its target.",
    "failure_": 'Which number was not finite, when and where, if status_ is "failed"; else "".',
    "n_updates_": "Updates.",
    "n_epochs_": "Full epochs.",
    "n_mini_epochs_": "Mini-epochs.",
    "n_iter_": "Epochs and mini-epochs together.",
    "n_visits_": "Patterns presented.",
    "directional_margin_": "min y_k·a/‖a‖, how far the nearest pattern is from the plane in the "
    "augmented and extended space, negative on the wrong side; in the units of X. 0 for a weight "
    "of 0. Rounding may change it by about (n + 8) 2⁻⁵³ R.",
    "geometric_margin_": "The same with the augmenting coordinate left out of ‖a‖: the distance "
    "among the patterns as they are given; in the units of X.",
    "margin_upper_bound_": "‖a‖/Σα. No weight has a larger directional margin. Rounding may change "
    "it by about (n + 8) 2⁻⁵³ R, so that it may fall below the margin. "
    "`maxmargin.audit.prove_model` gives a bound in exact arithmetic.",
    "margin_bound_by_updates_": "A bound on the maximum directional margin from the number of "
    "updates alone; nan without a theorem.",
    "guaranteed_fraction_": "The fraction of the maximum directional margin that a converged run "
    "is sure to have reached, in exact arithmetic; nan without a theorem.",
    "asymptotic_fraction_": "What the guaranteed fraction tends to as the threshold grows; nan "
    "without a theorem.",
    "squared_radius_": "R².",
    "history_": "The `Point`s of the run.",
    "train_seconds_": "Seconds of learning.",
}


def shared(*names, **defaults):
    """Shared parameters by name, and others with a default of their own: a dictionary."""
    return {name: SHARED[name] for name in names} | {
        name: SHARED[name]._replace(default=default) for name, default in defaults.items()
    }


def attributes(*names, **texts):
    """Attributes by name, and others with a text of their own: a dictionary."""
    return {name: ATTRIBUTES[name] for name in names} | texts


def declares(own, by_keyword=None, attributes=None):
    """A decorator of an estimator class that gives it its parameters.

    own, by_keyword: name -> `Parameter`, the latter by keyword only. attributes: name -> text. The
    class gets `parameters` and `attributes`, both dictionaries, an `__init__`, scikit-learn's
    constraints, and the sections Parameters and Attributes of its docstring, before its examples.
    """
    by_keyword, attributes = by_keyword or {}, attributes or {}

    def declared(cls):
        cls.parameters, cls.attributes = {**own, **by_keyword}, attributes
        cls.__init__ = _initializer(own, by_keyword)
        cls._parameter_constraints = {
            name: parameter.allowed for name, parameter in cls.parameters.items()
        }
        blocks = [dedent(block) for block in inspect.cleandoc(cls.__doc__ or "").split("\n\n")]
        examples = [block for block in blocks if block.startswith(">>> ")]
        cls.summary = "\n\n".join(block for block in blocks if block not in examples)
        parts = [cls.summary, *_sections(cls), *(f"Examples\n--------\n{e}" for e in examples)]
        cls.__doc__ = "\n\n".join(parts).rstrip() + "\n"
        return cls

    return declared


def _sections(cls):
    """The sections of a numpydoc docstring that are not empty."""
    parts = {
        "Parameters": [
            (f"{name} : {in_words(parameter.allowed)}{_default(parameter)}", parameter.text)
            for name, parameter in cls.parameters.items()
        ],
        "Attributes": list(cls.attributes.items()),
    }
    for title, entries in parts.items():
        if entries:
            lines = [f"{head}\n{indent(fill(text, WIDTH), INDENT)}" for head, text in entries]
            yield "\n".join([title, "-" * len(title), *lines])


def _default(parameter):
    return "" if parameter.default is Argument.empty else f", default {parameter.default!r}"


def in_words(allowed):
    """What a parameter may be, in words."""
    return " or ".join(map(_in_words, allowed)) or "anything"


def _in_words(constraint):
    if isinstance(constraint, Interval):
        left = "[" if constraint.closed in ("left", "both") else "("
        right = "]" if constraint.closed in ("right", "both") else ")"
        low = "−∞" if constraint.left is None else f"{constraint.left:g}"
        high = "∞" if constraint.right is None else f"{constraint.right:g}"
        return f"{'int in ' if constraint.type is Integral else ''}{left}{low}, {high}{right}"
    if isinstance(constraint, StrOptions):
        return ", ".join(f'"{option}"' for option in sorted(constraint.options))
    if constraint == "boolean":
        return "True or False"
    if constraint == "random_state":
        return "a seed or generator"
    if isinstance(constraint, HasMethods):
        return "an estimator"
    if constraint is Real:
        return "a number"
    return constraint.__name__ if inspect.isclass(constraint) else str(constraint)


def _initializer(own, by_keyword):
    """An `__init__` that sets the parameters."""

    def __init__(self, *args, **kwargs):
        values = signature.bind(self, *args, **kwargs)
        values.apply_defaults()
        for name in (*own, *by_keyword):
            setattr(self, name, values.arguments[name])

    arguments = [Argument("self", Argument.POSITIONAL_OR_KEYWORD)]
    for group, kind in (
        (own, Argument.POSITIONAL_OR_KEYWORD),
        (by_keyword, Argument.KEYWORD_ONLY),
    ):
        arguments += [Argument(name, kind, default=p.default) for name, p in group.items()]
    signature = Signature(arguments)
    __init__.__signature__ = signature
    return __init__
