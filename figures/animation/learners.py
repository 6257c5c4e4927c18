"""The learner of an animation, by its name or from its rule's file, and its parameters."""

from ast import literal_eval

from figures.animation.errors import AnimationError
from maxmargin import LEARNERS, variants
from maxmargin.estimators.learner import learner

ENOUGH = 0.9  # of the maximum margin
SHARED = ("augment", "worst_first")  # of the learners' shared parameters, which can be drawn


def found_learner(name):
    """The class of a learner: a name in `maxmargin.LEARNERS`, or the path of a rule's file.

    Raises AnimationError, and RuleError for a file without a rule.
    """
    if name.endswith(".py"):
        return learner(variants.load(name))
    if name not in LEARNERS:
        raise AnimationError(
            f"there is no learner {name!r}: name one of {', '.join(LEARNERS)}, or the file of a "
            "rule, such as docs/examples/my_rule.py."
        )
    return LEARNERS[name]


def given_parameters(cls, texts):
    """The parameters that texts such as "epsilon=0.05" name: a dictionary. augment is 0 unless they
    name it. Raises AnimationError.
    """
    known = [*cls.rule.Parameters._fields, *(name for name in SHARED if name in cls.parameters)]
    parameters = {"augment": 0.0}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or name not in known:
            names = ", ".join(known)
            raise AnimationError(
                f"{text!r} sets no parameter of {cls.__name__}: give NAME=VALUE for one of {names}."
            )
        try:
            parameters[name] = literal_eval(value)
        except (SyntaxError, ValueError):
            parameters[name] = value
    return parameters


def with_settings(cls, parameters, maximum, X, y, max_updates):
    """A learner with these parameters. The others are those of the first setting of the rule's
    grid, from coarse to fine, with which it reaches ENOUGH of the maximum margin, or of the last.

    maximum: a `MaximumMargin` that was fitted to X, (m, 2), and y, (m,).
    """
    wanted = ENOUGH * maximum.directional_margin_
    for setting in cls.parameter_grid(maximum.directional_margin_, maximum.squared_radius_**0.5):
        model = cls(**setting | parameters, max_updates=max_updates).fit(X, y)
        if model.directional_margin_ >= wanted:
            break
    return model
