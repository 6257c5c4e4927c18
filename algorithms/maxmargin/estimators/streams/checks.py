"""The checks of a call of `partial_fit`."""

import numpy as np

from maxmargin.estimators.class_weights import BALANCED
from maxmargin.estimators.constraints import is_finite_and_positive
from maxmargin.input import checked_input
from maxmargin.input.numbers import shown


def checked_block(model, stream, settings, X, y, classes, two=True):
    """Return the classes of a stream, and X and the class codes, (m,), of its next block.

    stream: None at the first call, which sets n_features_in_. two: whether there must be two
    classes instead of two or more. Raises ValueError for bad input, for a stream that has ended,
    and if the classes or one of the `settings` changed since the first call.
    """
    if stream is not None:
        if stream.ended:
            who = type(model).__name__
            raise ValueError(f"the run of {who} has ended: {stream.ended} Use a new learner.")
        check_same(stream.settings, settings)
    classes = _classes(None if stream is None else model.classes_, classes, two)
    X, y = checked_input.block(model, X, y, reset=stream is None)
    _check_comparable(y, classes)
    place = int(np.isin(y, classes).argmin())
    if y[place] not in classes:
        raise ValueError(
            f"y has the label {y[place]!s} at place {place}, counted from 0, but classes are "
            f"{_listed(classes)}."
        )
    return classes, X, np.searchsorted(classes, y)


def _check_comparable(labels, classes, name="y"):
    """Raise ValueError for texts beside others, and for numbers that a comparison rounds."""
    of_texts = [isinstance(of[0], str | bytes) for of in (labels, classes)]
    if of_texts[0] != of_texts[1]:
        one, other = (name, "classes") if of_texts[0] else ("classes", name)
        raise ValueError(f"{one} has texts, but {other} has none: give both one type.")
    kinds = {labels.dtype.kind, classes.dtype.kind}
    rounds = kinds <= set("iuf") and len(kinds) > 1 and np.result_type(labels, classes).kind == "f"
    largest = max(float(np.abs(of).max()) for of in (labels, classes)) if rounds else 0.0
    if largest >= checked_input.EXACT:
        raise ValueError(
            f"{name} is of {labels.dtype} and the classes of {classes.dtype}, which are rounded "
            "beside each other from 2⁵³ on: give both one type."
        )


def checked_radius(model, is_scaled, stream, space, squared_radius):
    """Return R² of a stream after the block in a space.

    is_scaled: whether R scales a parameter of the model's rule. Raises ValueError if squared_radius
    is not allowed, or if R scales a parameter and a pattern is longer than R.
    """
    check_squared_radius(squared_radius)
    radius = stream.squared_radius
    if not is_scaled:
        return max(radius, space.squared_radius)
    if not radius:
        radius = float(squared_radius or 0.0)
    elif squared_radius not in (None, radius):
        raise ValueError(
            f"squared_radius is {squared_radius!r}, but is {radius!r} in this stream: give it at "
            "the first call only."
        )
    if radius:
        _check_longest(model, radius, space)
    return radius or space.squared_radius


def settings_of(learner):
    """Return the parameters that may not change within a stream, by name."""
    names = *learner.rule.Parameters._fields, "augment", "extend", *learner._in_blocks
    settings = {name: getattr(learner, name) for name in names}
    given = learner.class_weight
    given = dict(given) if isinstance(given, dict) else given
    return settings | {"class_weight": given, "average": learner.average}


def is_same(value, other):
    """Return whether two values of a parameter are equal.

    Kernels are tuples, so that Linear(True) == Gaussian(1.0).
    """
    is_another_kernel = isinstance(value, tuple) and type(value) is not type(other)
    return not is_another_kernel and value == other


def check_same(before, settings):
    """Raise ValueError if one of the settings is not as before, by name."""
    for name, value in settings.items():
        if not is_same(value, before[name]):
            raise ValueError(
                f"{name} is {value!r}, but was {before[name]!r} at the start: set it "
                "back, or use a new learner."
            )


def _listed(classes):
    """Return classes as words."""
    *names, last = map(str, classes)
    return f"{', '.join(names)} and {last}"


def _classes(before, classes, two):
    """Return the sorted classes of a stream. `before`: the classes of earlier calls, or None."""
    if classes is None:
        if before is None:
            raise ValueError(
                "classes is missing: the first call of partial_fit has to name "
                f"{'both' if two else 'all'} classes, because a block may lack one."
            )
        return before
    checked_input.check_labels(classes, "classes")
    try:
        dimensions = np.ndim(classes)
    except ValueError:  # lists of different lengths
        dimensions = 0
    if not dimensions:
        raise ValueError(f"classes is {classes!r:.60}, but has to be a list or an array of labels.")
    classes = np.unique(classes)
    if classes.dtype.kind == "f" and not np.isfinite(classes).all():
        raise ValueError(f"classes are {_listed(classes)}, but a class has to be finite.")
    if classes.size < 2 or two and classes.size > 2:
        needed = "two" if two else "at least two"
        raise ValueError(f"classes has {classes.size} values, but {needed} are needed.")
    if before is not None:
        _check_comparable(before, classes, "the first call")
        if not np.array_equal(classes, before):
            raise ValueError(
                f"classes are {_listed(classes)}, but were {_listed(before)} at the start: leave "
                "classes out."
            )
    return classes


def check_not_balanced(class_weight):
    """Raise ValueError for weights that a stream cannot know."""
    if class_weight == BALANCED:
        raise ValueError(
            "class_weight is 'balanced', but partial_fit does not know how many patterns of each "
            "class will come: give a dictionary of weights, such as those of sklearn's "
            "compute_class_weight."
        )


def check_squared_radius(value):
    """Raise ValueError unless R² is finite and above 0, or None."""
    if value is not None and not is_finite_and_positive(value):
        raise ValueError(
            f"squared_radius is {shown(value)}, but has to be a finite number above 0, or None."
        )


def is_in_units_of_radius(learner):
    """Return whether R scales a parameter of the learner's rule."""
    rule, parameters = learner.rule_and_parameters()
    return rule.scaled(parameters, 1.0) != rule.scaled(parameters, 4.0)


def _check_longest(learner, squared_radius, space):
    """Raise ValueError for a pattern that is longer than the R of a stream, beyond rounding."""
    longest = int(space.squared_norms.argmax())
    found = space.squared_radius
    if squared_radius < found * (1.0 - space.rounding):
        raise ValueError(
            f"row {longest} of X, counted from 0, has ‖y‖² = {found!r}, but the parameters of "
            f"{type(learner).__name__} are in units of R² = {squared_radius!r}, the largest "
            "‖y‖² of the stream: give the first call of a new learner a larger squared_radius."
        )
