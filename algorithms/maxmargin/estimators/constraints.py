"""Constraints of parameters, and the check that an estimator meets them.

scikit-learn checks its own estimators' parameters with a private module. Only this file imports
that module, so that a change to the module affects no other file.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from sklearn.utils._param_validation import (
    HasMethods,
    Interval,
    StrOptions,
    make_constraint,
)
from sklearn.utils.metaestimators import available_if

Method = TypeVar("Method")

__all__ = ["HasMethods", "Interval", "StrOptions", "check_parameters", "only_if", "satisfies"]


def check_parameters(estimator):
    """Raise ValueError if a parameter of an estimator has a value that is not allowed."""
    estimator._validate_params()


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
