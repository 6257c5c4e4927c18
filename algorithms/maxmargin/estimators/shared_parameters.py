"""Declarations of the estimators' parameters and attributes.

Each parameter or attribute that several estimators share is declared here once, with its default,
its allowed values and its meaning. `declares` makes an estimator's signature, checks and docstring
from the declarations. `python -m docs.stub` writes them into maxmargin/__init__.pyi.
"""

import inspect
from collections.abc import Callable
from difflib import get_close_matches
from functools import cache
from inspect import Parameter as Argument
from inspect import Signature
from numbers import Integral, Real
from textwrap import dedent, fill, indent
from typing import Any, NamedTuple

from maxmargin import kernels
from maxmargin.estimators.constraints import HasMethods, Interval, StrOptions

NON_NEGATIVE = Interval(Real, 0, None, closed="left")
POSITIVE = Interval(Real, 0, None, closed="neither")
COUNT = Interval(Integral, 1, None, closed="left")
PART = Interval(Real, 0, 1, closed="neither")
WIDTH, INDENT = 92, "    "  # of the text in a docstring


class Parameter(NamedTuple):
    """A parameter of an estimator.

    `default` is `inspect.Parameter.empty` if the parameter has no default. `allowed` is a list of
    scikit-learn's constraints. `text` describes the parameter in sentences.
    """

    default: object
    allowed: list
    text: str


class Attribute(NamedTuple):
    """An attribute of a fitted estimator, with its type as annotated and a text in sentences."""

    type: str
    text: str


SHARED = {
    "certify": Parameter(
        None,
        [PART, None],
        "The run ends as soon as its certificate proves this fraction of the maximum margin; None "
        "to disable. The certificate is computed at the points of history_. For learners that "
        "present one pattern after another, these points are then further apart, unless they have "
        "a kernel, p above 2 or worst_first.",
    ),
    "worst_first": Parameter(
        False,
        ["boolean"],
        "Whether the driver always presents the pattern with the smallest product with the weight, "
        "instead of one pattern after the other.",
    ),
    "class_weight": Parameter(
        None,
        [dict, StrOptions({"balanced"}), None],
        "The weights of the classes: a dictionary from class to weight, finite and above 0, in "
        'which a missing class has the weight 1; "balanced" for weights m/(2 m_c), where m_c of '
        "the m patterns are of class c; None for weights of 1. The weight w of its class scales a "
        "pattern: y_k is label_k (w x_k, w ρ), extended by Δ. All margins, bounds and R are of "
        "the scaled patterns. So with Δ = 0 a pattern x_k is at a distance of at least "
        "directional_margin_/w from the plane in the augmented space. A class of larger weight "
        "gets less room: a weight is no price of errors. decision_function scales no patterns.",
    ),
    "average": Parameter(
        False,
        ["boolean"],
        "Whether predictions use the average of the weights after all visits (Freund & Schapire "
        "1999) instead of the last weight. All attributes except those whose names begin with "
        "average are nevertheless of the last weight. Needs patterns one after the other.",
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
        "A kernel of maxmargin.kernels, in whose space to learn; None for the inner product of X. "
        "augment and extend are then coordinates of the kernel's space: they add ρ² to the kernel "
        "and Δ² to its diagonal.",
    ),
    "kernel_memory": Parameter(
        1.0,
        [Interval(Real, 0, 1e9, closed="right")],  # so that the bytes fit a 64-bit integer
        "Memory for kernel rows, in GiB. Rows that do not fit are recomputed.",
    ),
    "mini_epochs": Parameter(
        0,
        [Interval(Integral, 0, 2**62, closed="both")],
        "N, the number of mini-epochs of the reduced procedure; 0 for plain epochs.",
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
        'The margin, in the units of X, at which the run ends with the status "reached"; None to '
        "disable.",
    ),
    "shuffle": Parameter(
        False,
        ["boolean"],
        "Whether each epoch presents the patterns in a new random order, from random_state.",
    ),
    "random_state": Parameter(None, ["random_state"], "Seed or generator of the random orders."),
    "verbose": Parameter(False, ["boolean"], "Whether long runs print their progress."),
    # Only of classifiers of several classes.
    "epochs": Parameter(1, [COUNT], "The number of times that the training set is presented."),
    "hypothesis": Parameter(
        "average",
        [StrOptions({"last", "average"})],
        "The weight that predicts: the last one, or the average of all weights.",
    ),
    "n_jobs": Parameter(
        None,
        [Interval(Integral, None, -1, closed="right"), COUNT, None],
        "The number of threads of `fit`, as in scikit-learn: None for 1, or for the number of a "
        "joblib.parallel_config context; -1 for all cores. The threads share the kernel's rows, if "
        "these have more than 4096 patterns, and in OneVsRest the classes. No bit of a result "
        "depends on the number. partial_fit uses one thread, because its learners compute rows "
        "in turn.",
    ),
    # Only of the pocket algorithm and of solvers.
    "max_visits": Parameter(
        1_000_000, [COUNT], "The largest number of patterns presented to the pocket algorithm."
    ),
    "tol": Parameter(1e-3, [POSITIVE], "The solver's stopping tolerance."),
}

ATTRIBUTES = {
    "classes_": Attribute("np.ndarray", "The classes, in sort order."),
    "average_coef_": Attribute(
        "np.ndarray", "(1, n), the average of coef_ after each visit; set with average only."
    ),
    "average_intercept_": Attribute(
        "np.ndarray", "(1,), the average of intercept_; set with average only."
    ),
    "average_dual_coef_": Attribute(
        "np.ndarray",
        "(m,), the average of dual_coef_ after each visit; set with average and a kernel only.",
    ),
    "class_weight_": Attribute("np.ndarray", "(2,), the weights of the classes."),
    "coef_": Attribute(
        "np.ndarray", "(1, n), the weight in the space of X; not set with a kernel."
    ),
    "intercept_": Attribute("np.ndarray", "(1,), the threshold; not set with a kernel."),
    "slack_coef_": Attribute("np.ndarray", "(m,), the weights of the extending coordinates."),
    "dual_coef_": Attribute("np.ndarray", "(m,), the duals α >= 0 of the weight Σ α_k y_k."),
    "support_": Attribute(
        "np.ndarray", "The indices of the patterns with α > 0; set with a kernel only."
    ),
    "weight_norm_": Attribute("float", "‖a‖, the norm of the weight."),
    "status_": Attribute(
        "str",
        'How the run ended: "converged", "certified" or "reached"; the name of the limit that '
        'ended it; "inseparable" if its updates prove that no weight separates the patterns; '
        '"stopped" by rounding or without a margin above 0; or "failed" at a number that is not '
        "finite. The first three imply a margin above 0, measured from X.",
    ),
    "converged_": Attribute("bool", "Whether the run converged or reached its target."),
    "failure_": Attribute(
        "str",
        'The number at fault, with the update and the pattern, if status_ is "failed"; '
        'otherwise "".',
    ),
    "inseparable_": Attribute(
        "Answer | None",
        "The `Answer` of `maxmargin.separable` that the updates of the run prove, if status_ is "
        '"inseparable"; otherwise None.',
    ),
    "n_updates_": Attribute("int", "The number of updates."),
    "n_epochs_": Attribute("int", "The number of full epochs."),
    "n_mini_epochs_": Attribute("int", "The number of mini-epochs."),
    "n_iter_": Attribute("int", "The number of epochs and mini-epochs together."),
    "n_visits_": Attribute("int", "The number of patterns presented."),
    "directional_margin_": Attribute(
        "float",
        "min y_k·a/‖a‖, in the units of X: the distance of the nearest pattern from the plane in "
        "the augmented and extended space. It is negative if a pattern is on the wrong side, and 0 "
        "for a weight of 0. Rounding may change it by about (n + 8) 2⁻⁵³ R.",
    ),
    "geometric_margin_": Attribute(
        "float",
        "The margin with the augmenting coordinate left out of ‖a‖, in the units of X. Without Δ "
        "it is the distance of the nearest pattern from the plane in the space of X.",
    ),
    "margin_upper_bound_": Attribute(
        "float",
        "‖a‖/Σα. No weight has a larger directional margin. Rounding may change the bound by about "
        "(n + 8 + n_updates_) 2⁻⁵³ R, and that of batch methods, whose updates add all patterns, "
        "by (n + 8 + n_updates_ + m) 2⁻⁵³ R. So it may fall below the margin. "
        "`maxmargin.audit.prove_model` computes a bound in exact arithmetic.",
    ),
    "margin_bound_by_updates_": Attribute(
        "float",
        "A bound on the maximum directional margin that a theorem derives from the number of "
        "updates alone; nan without a theorem.",
    ),
    "guaranteed_fraction_": Attribute(
        "float",
        "The fraction of the maximum directional margin that a theorem guarantees for a converged "
        "run in exact arithmetic; nan without a theorem.",
    ),
    "asymptotic_fraction_": Attribute(
        "float",
        "The limit of the guaranteed fraction as the threshold grows; nan without a theorem.",
    ),
    "squared_radius_": Attribute("float", "R², the largest squared norm of a pattern."),
    "history_": Attribute("list[Point]", "The `Point`s of the run."),
    "train_seconds_": Attribute("float", "The seconds spent on learning."),
}


def shared(*names, **defaults):
    """Return shared parameters by name, as a dictionary. `defaults` replaces the defaults."""
    return {name: SHARED[name] for name in names} | {
        name: SHARED[name]._replace(default=default) for name, default in defaults.items()
    }


def attributes(*names, **texts):
    """Return shared attributes by name, as a dictionary. `texts` replaces the texts."""
    return {name: ATTRIBUTES[name] for name in names} | {
        name: ATTRIBUTES[name]._replace(text=text) for name, text in texts.items()
    }


def declares(own, by_keyword=None, attributes=None) -> Callable[[type], Any]:
    """Return a decorator that gives an estimator class its parameters and attributes.

    `own` and `by_keyword` map names to `Parameter`s. Callers give the latter by keyword only.
    `attributes` maps names to `Attribute`s. The class gets the dictionaries `parameters` and
    `attributes`, an `__init__` and scikit-learn's constraints. Its docstring gets the sections
    Parameters and Attributes, before its examples.
    """
    by_keyword, attributes = by_keyword or {}, attributes or {}

    def declared(cls):
        cls.parameters, cls.attributes = {**own, **by_keyword}, attributes
        cls.__init__ = _initializer(own, by_keyword)
        cls.__init__.__module__ = cls.__module__
        cls.__init__.__qualname__ = f"{cls.__qualname__}.__init__"
        cls._parameter_constraints = {
            name: parameter.allowed for name, parameter in cls.parameters.items()
        }
        text = inspect.cleandoc(cls.__doc__ or "")
        blocks = [dedent(block).strip("\n") for block in text.split("\n\n")]
        examples = [block for block in blocks if block.startswith(">>> ")]
        cls.summary = "\n\n".join(block for block in blocks if block not in examples)
        parts = [cls.summary, *sections(cls.parameters, attributes)]
        parts += [f"Examples\n--------\n{example}" for example in examples]
        cls.__doc__ = "\n\n".join(parts).rstrip() + "\n"
        return cls

    return declared


def sections(parameters, attributes):
    """Yield the sections of a numpydoc docstring that are not empty.

    parameters, attributes: name -> `Parameter`, name -> `Attribute`.
    """
    parts = {
        "Parameters": [
            (f"{name} : {in_words(parameter.allowed)}{_default(parameter)}", parameter.text)
            for name, parameter in parameters.items()
        ],
        "Attributes": [
            (f"{name} : {attribute.type}", attribute.text) for name, attribute in attributes.items()
        ],
    }
    for title, entries in parts.items():
        if entries:
            lines = [f"{head}\n{_indented(text)}" for head, text in entries]
            yield "\n".join([title, "-" * len(title), *lines])


@cache
def _indented(text):
    """Return a text in indented lines. Memoised, since learners share most texts."""
    return indent(fill(text, WIDTH), INDENT)


def _default(parameter):
    return "" if parameter.default is Argument.empty else f", default {parameter.default!r}"


def in_words(allowed):
    """Describe the allowed values of a parameter."""
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
        return "an int from 0 to 2**32 - 1, a numpy RandomState or None"
    if isinstance(constraint, HasMethods):
        return "an estimator"
    if constraint is Real:
        return "a number"
    return constraint.__name__ if inspect.isclass(constraint) else str(constraint)


def _initializer(own, by_keyword):
    """Return an `__init__` that sets the parameters."""

    def __init__(self, *args, **kwargs):
        values = defaults | kwargs
        if args or len(values) > len(defaults) or not kwargs.keys() >= required:
            # `bind` takes longer, and is needed for positional arguments and for errors.
            try:
                bound = signature.bind(self, *args, **kwargs)
            except TypeError as error:
                raise TypeError(_refusal(type(self).__name__, signature, kwargs, error)) from None
            values = defaults | bound.arguments
            del values["self"]
        for name, value in values.items():
            setattr(self, name, value)

    defaults = {name: parameter.default for name, parameter in {**own, **by_keyword}.items()}
    required = {name for name, default in defaults.items() if default is Argument.empty}
    arguments = [Argument("self", Argument.POSITIONAL_OR_KEYWORD)]
    for group, kind in (
        (own, Argument.POSITIONAL_OR_KEYWORD),
        (by_keyword, Argument.KEYWORD_ONLY),
    ):
        arguments += [Argument(name, kind, default=p.default) for name, p in group.items()]
    signature = Signature(arguments)
    __init__.__signature__ = signature
    return __init__


def _refusal(name, signature, kwargs, error):
    """Return an error message that names the unknown argument and the likely name."""
    known = [parameter for parameter in signature.parameters if parameter != "self"]
    for given in kwargs:
        if given not in known:
            likely = get_close_matches(given, known, n=1)
            hint = f"; did you mean {likely[0]}?" if likely else f": it has {', '.join(known)}."
            return f"{name} has no parameter {given!r}{hint}"
    return f"{name}: {error}."
