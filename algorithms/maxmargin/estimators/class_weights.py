"""The weights of the two classes, by which learners scale patterns."""

import numpy as np

from maxmargin.estimators.constraints import is_finite_and_positive
from maxmargin.input.numbers import shown
from maxmargin.preparation import memoised

BALANCED = "balanced"


def class_weights_of(given, classes, counts):
    """Return the weights of two classes, (2,).

    `given` is the parameter class_weight. `classes` are the classes and `counts` the numbers of
    their patterns, (2,). Raises ValueError for a class that there is not, and for a weight that is
    not a finite number above 0.
    """
    if given is None:
        return np.ones(2)
    if isinstance(given, str):
        return np.sum(counts) / (2.0 * np.asarray(counts))
    found = np.ones(2)
    named = np.zeros(2, dtype=bool)
    for name, weight in given.items():
        # Dates of numpy and of Python may be equal, and still have different hashes.
        place = next((k for k, one in enumerate(classes) if _is_equal(one, name)), None)
        if place is None:
            is_time = classes.dtype.kind in "mM"  # tolist() would make numbers of nanoseconds
            known = classes.astype(str).tolist() if is_time else classes.tolist()
            raise ValueError(
                f"class_weight has the class {name!r}, but the classes are {known[0]!r} and "
                f"{known[1]!r}: name these."
            )
        if named[place]:
            raise ValueError(f"class_weight has the class {name!r} twice: leave one of them out.")
        if not is_finite_and_positive(weight):
            raise ValueError(
                f"class_weight gives the class {name!r} the weight {shown(weight)}, but a weight "
                "has to be a finite number above 0."
            )
        found[place], named[place] = float(weight), True
    return found


def _is_equal(one, name):
    """Return whether a class equals a name, which may be anything."""
    equal = one == name
    return isinstance(equal, bool | np.bool_) and bool(equal)


def weighted(labels, class_weights):
    """Return labels, (m,), of +1 and -1, times the weights of their classes, (2,)."""
    negative, positive = map(float, class_weights)
    if negative == positive == 1.0:
        return labels
    return memoised(_weighted, labels, negative, positive)


def _weighted(labels, negative, positive):
    return np.where(labels > 0, positive, -negative)
