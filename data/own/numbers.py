"""Numbers as tables write them, with a decimal point or a decimal comma."""

from math import isfinite

from data.loaders.rows import is_number

DECIMALS = (".", ",")
MISSING = {"", "?", "na", "n/a", "nan", "null", "none"}  # in lower case


def with_point(token, decimal):
    """A number with a decimal point; any token that is no number as it is, or None if it would be
    one with the other decimal sign.
    """
    if decimal == ".":
        return token
    if "." in token and is_number(token):
        return None
    swapped = token.replace(",", ".")
    return swapped if "." not in token and is_number(swapped) else token


def value(token, decimal):
    """The finite number that a token is; None for anything else."""
    token = with_point(token, decimal)
    if token is None or not is_number(token) or not isfinite(number := float(token)):
        return None
    return number


def is_written(token, decimal):
    """Whether a token is a number, finite or not."""
    token = with_point(token, decimal)
    return token is not None and is_number(token)
