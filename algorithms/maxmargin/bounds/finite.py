"""Decorators for bounds, which raise a clear error if numbers leave the range of floats."""

from functools import wraps
from inspect import signature
from math import isfinite, isnan


def finite(bound):
    """Decorate a bound that returns finite numbers. It raises ValueError for other results."""
    return _checked(bound, isfinite)


def finite_or_inf(bound):
    """Decorate a bound that may return inf. It raises ValueError for nan."""
    return _checked(bound, lambda number: not isnan(number))


def _checked(bound, is_allowed):
    names = list(signature(bound).parameters)

    @wraps(bound)
    def checked(*arguments, **others):
        try:
            found = bound(*arguments, **others)
            if all(map(is_allowed, found if isinstance(found, tuple) else (found,))):
                return found
        except (ArithmeticError, ValueError):  # from math, and from scipy's brentq for nan
            pass
        given = dict(zip(names, arguments, strict=False)) | others
        listed = ", ".join(f"{name}={value!r}" for name, value in given.items())
        raise ValueError(
            f"{bound.__name__} leaves the range of floating-point numbers for {listed}: use less "
            "extreme parameters, or scale the patterns to norms nearer to 1."
        )

    return checked
