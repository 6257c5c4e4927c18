"""What a bound does where its numbers leave the range of floats: it says so in one sentence."""

from functools import wraps
from inspect import signature
from math import isfinite, isnan


def finite(bound):
    """Decorate a bound: it returns finite numbers, or raises ValueError."""
    return _checked(bound, isfinite)


def finite_or_inf(bound):
    """Decorate a bound that returns inf where its docstring says so, or raises ValueError."""
    return _checked(bound, lambda number: not isnan(number))


def _checked(bound, is_allowed):
    names = list(signature(bound).parameters)

    @wraps(bound)
    def checked(*arguments, **others):
        try:
            found = bound(*arguments, **others)
            if all(map(is_allowed, found if isinstance(found, tuple) else (found,))):
                return found
        except (ArithmeticError, ValueError):  # of math, and of scipy's brentq for nan
            pass
        given = dict(zip(names, arguments, strict=False)) | others
        listed = ", ".join(f"{name}={value!r}" for name, value in given.items())
        raise ValueError(
            f"{bound.__name__} leaves the range of floating-point numbers for {listed}: less "
            "extreme parameters, or patterns scaled to norms nearer to 1, would be right."
        )

    return checked
