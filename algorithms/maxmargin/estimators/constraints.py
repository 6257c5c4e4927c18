"""Constraints of parameters, and the check that an estimator meets them.

scikit-learn checks its own estimators' parameters with a private module. Only this file imports
that module, so that a change to the module affects no other file.
"""

from collections.abc import Callable
from functools import cache, lru_cache
from numbers import Integral, Real
from typing import Any, TypeVar

import numpy as np
from sklearn import get_config
from sklearn.utils._param_validation import (
    HasMethods,
    Interval,
    StrOptions,
    make_constraint,
    validate_parameter_constraints,
)
from sklearn.utils.metaestimators import available_if

from maxmargin.input.numbers import fits_float64, is_number, shown

Method = TypeVar("Method")

__all__ = [
    "HasMethods",
    "Interval",
    "StrOptions",
    "check_parameters",
    "is_finite_and_positive",
    "only_if",
    "satisfies",
]


NUMBERS = np.number, np.bool_  # numpy takes np.timedelta64, a time with a unit, for a number
PLAIN = {type(None), bool, int, float, str}  # types of values that cannot change


def check_parameters(estimator):
    """Raise ValueError if a parameter of an estimator has a value that is not allowed.

    Numbers of numpy become Python's, which are equal to them. Arithmetic with numpy's small types
    wraps around, and rounds Python's floats to their few digits.

    scikit-learn's setting skip_parameter_validation turns this off. A class examines plain values
    only once, because scikit-learn takes a tenth of a millisecond to examine them. So the
    constraints of a class must not change.
    """
    names = _names_of(type(estimator))
    for name in names:
        value = getattr(estimator, name)
        if isinstance(value, NUMBERS) and not isinstance(value, np.timedelta64):
            setattr(estimator, name, _of_python(value))
    if get_config()["skip_parameter_validation"]:
        return
    values = tuple(getattr(estimator, name) for name in names)
    types = tuple(map(type, values))
    if PLAIN.issuperset(types):
        _check_plain(type(estimator), types, values)
    else:
        _check(type(estimator), values)


def _of_python(value):
    """Return a number of numpy as a number of Python."""
    if isinstance(value, np.bool_ | np.complexfloating):
        return value.item()
    return int(value) if isinstance(value, np.integer) else float(value)


@cache
def _names_of(estimator_class):
    return tuple(estimator_class._get_param_names())


@lru_cache(maxsize=1024)
def _check_plain(estimator_class, types, values):  # types tell True from 1
    _check(estimator_class, values)


def _check(estimator_class, values):
    parameters = dict(zip(_names_of(estimator_class), values, strict=True))
    constraints = estimator_class._parameter_constraints
    for name, value in parameters.items():
        allowed = constraints.get(name, ())
        intervals = [c for c in allowed if isinstance(c, Interval)]
        what = f"The {name!r} parameter of {estimator_class.__name__}"
        if intervals and isinstance(value, Real):
            _check_number(what, value, intervals)
        if "random_state" in allowed and isinstance(value, bool):
            raise ValueError(f"{what} is {value}, but has to be an int.")
    validate_parameter_constraints(constraints, parameters, estimator_class.__name__)


def _check_number(what, value, intervals):
    """Raise ValueError for a number that scikit-learn's `Interval` or float64 cannot hold.

    A whole number of any size is allowed in an interval of whole numbers, such as a limit.
    """
    whole = [interval for interval in intervals if interval.type is Integral]
    if not (is_number(value) and isinstance(value, int | float | np.integer | np.floating)):
        kinds = "an int" if len(whole) == len(intervals) else "an int or a float"
        raise ValueError(f"{what} is {value!r}, but has to be {kinds}.")
    if not fits_float64(value) and not any(value in interval for interval in whole):
        raise ValueError(f"{what} is {shown(value)}, but has to be in the range of float64.")


def is_finite_and_positive(value):
    """Return whether a value is a number above 0 that is finite as float64, and no truth value."""
    return is_number(value) and fits_float64(value) and 0.0 < float(value) < np.inf


def satisfies(constraint, value):
    """Return whether a value meets one constraint, such as an `Interval` or "boolean"."""
    return make_constraint(constraint).is_satisfied_by(value)


def only_if(check: Callable[[Any], bool]) -> Callable[[Method], Method]:
    """Return scikit-learn's `available_if(check)`, for which type checkers keep the method's type.

    Parameters
    ----------
    check : function
        Takes an estimator, and returns whether it has the method.
    """
    decorator: Any = available_if(check)
    return decorator
