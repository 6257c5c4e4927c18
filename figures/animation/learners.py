"""The learner of an animation, from its name or its rule's file, and its parameters."""

from ast import literal_eval

from figures.animation.errors import AnimationError
from maxmargin import LEARNERS, learner_from

ENOUGH = 0.9  # the fraction of the maximum margin that a setting has to reach
SHARED = ("augment", "worst_first")  # the shared parameters of learners that can be drawn


def found_learner(name):
    """Return the class of a learner from its name or the path of its rule's file.

    Names are the keys of `maxmargin.LEARNERS`.

    Raise AnimationError for an unknown name, and VariantError for a file without a rule.
    """
    if name.endswith(".py"):
        return learner_from(name)
    if name not in LEARNERS:
        raise AnimationError(
            f"there is no learner {name!r}: name one of {', '.join(LEARNERS)}, or the file of a "
            "rule, such as docs/examples/my_rule.py."
        )
    return LEARNERS[name]


def given_parameters(cls, texts):
    """Return a dictionary of the parameters in texts such as "epsilon=0.05".

    augment is 0 unless the texts set it. Raise AnimationError for an unknown parameter, and for one
    that is set twice.
    """
    known = [*cls.rule.Parameters._fields, *(name for name in SHARED if name in cls.parameters)]
    parameters, given = {"augment": 0.0}, set()
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or name not in known:
            names = ", ".join(known)
            raise AnimationError(
                f"{text!r} sets no parameter of {cls.__name__}: give NAME=VALUE for one of {names}."
            )
        if name in given:
            raise AnimationError(f"{text!r} sets {name} again: give it once.")
        given.add(name)
        try:
            parameters[name] = literal_eval(value)
        except (SyntaxError, ValueError):
            parameters[name] = value
    return parameters


def with_settings(cls, parameters, maximum, X, y, max_updates):
    """Return a fitted learner with these parameters; the rule's grid gives the others.

    The settings of the grid are tried from coarse to fine, until the learner reaches ENOUGH of the
    maximum margin; otherwise the last setting is used. `maximum` is a `MaximumMargin` fitted to X
    (m, 2) and y (m,).
    """
    wanted = ENOUGH * maximum.directional_margin_
    for setting in cls.parameter_grid(maximum.directional_margin_, maximum.squared_radius_**0.5):
        model = cls(**setting | parameters, max_updates=max_updates).fit(X, y)
        if model.directional_margin_ >= wanted:
            break
    return model
