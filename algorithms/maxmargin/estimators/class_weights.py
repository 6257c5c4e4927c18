"""The weights of the two classes, by which learners scale patterns."""

from datetime import date, timedelta
from typing import Any

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
    are_times = classes.dtype.kind in "mM"
    known: Any = [*classes] if are_times else classes.tolist()  # nanoseconds would become numbers
    found = np.ones(2)
    named = np.zeros(2, dtype=bool)
    for name, weight in given.items():
        # Equal dates of numpy and of Python have different hashes.
        same = _as_numpys_time(name) if are_times else _as_pythons(name)
        if same not in known:
            first, second = classes.astype(str).tolist() if are_times else known
            raise ValueError(
                f"class_weight has the class {name!r}, but the classes are {first!r} and "
                f"{second!r}: name these."
            )
        place = known.index(same)
        if named[place]:
            raise ValueError(f"class_weight has the class {name!r} twice: leave one of them out.")
        if not is_finite_and_positive(weight):
            raise ValueError(
                f"class_weight gives the class {name!r} the weight {shown(weight)}, but a weight "
                "has to be a finite number above 0."
            )
        found[place], named[place] = float(weight), True
    return found


def _as_pythons(name):
    """Return a number of numpy as Python's, which compares whole numbers and floats exactly."""
    return name.item() if isinstance(name, np.number | np.bool_) else name


def _as_numpys_time(name):
    """Return a date or duration of pandas or Python as numpy's, and None for what is neither."""
    if hasattr(name, "to_numpy"):  # with nanoseconds
        return name.to_numpy()
    if isinstance(name, date):
        return np.datetime64(name)
    if isinstance(name, timedelta):
        return np.timedelta64(name)
    return name if isinstance(name, np.datetime64 | np.timedelta64) else None


def weighted(labels, class_weights):
    """Return labels, (m,), of +1 and -1, times the weights of their classes, (2,)."""
    negative, positive = map(float, class_weights)
    if negative == positive == 1.0:
        return labels
    return memoised(_weighted, labels, negative, positive)


def _weighted(labels, negative, positive):
    return np.where(labels > 0, positive, -negative)
