"""Reads numbers as tables write them, with a decimal point or a decimal comma."""

import re
from math import isfinite

from data.loaders.rows import is_number, is_rounded, is_too_small

DECIMALS = (".", ",")
THOUSANDS = re.compile(r"[+-]?[1-9]\d{0,2}(,\d{3})+")
# The tokens, in lower case, that programs write for a missing value or a failed computation.
# A lone - does not count, because it may be a class beside +.
MISSING = {"", "?", ".", "--", "na", "n/a", "n.a.", "<na>", "nan", "-nan", "+nan", "nat", "null"}
MISSING |= {
    "none",
    r"\n",
    "#n/a",
    "#na",
    "#null!",
    "#div/0!",
    "#value!",
    "#ref!",
    "#name?",
    "#num!",
}
MISSING |= {"1.#qnan", "-1.#ind", "1.#ind"}
TRUTH = {"true", "false"}  # in lower case


def with_point(token, decimal):
    """Return a number with a decimal point, and any other token unchanged.

    Return None for a token that is a number only with the other decimal sign.
    """
    if decimal == ".":
        return token
    if "." in token and is_number(token):
        return None
    swapped = token.replace(",", ".")
    return swapped if "." not in token and is_number(swapped) else token


def value(token, decimal):
    """Return the finite number that a token stands for, or None.

    A nonzero number that becomes 0 in float64 also gives None, and so does a whole number that
    float64 rounds.
    """
    token = with_point(token, decimal)
    if token is None or not is_number(token) or not isfinite(number := float(token)):
        return None
    return None if is_too_small(token) or is_rounded(token) else number


def has_thousands(token):
    """Return whether three digits follow each comma of a number, which may mean thousands."""
    return THOUSANDS.fullmatch(token) is not None


def is_written(token, decimal):
    """Return whether a token is a number, finite or not."""
    token = with_point(token, decimal)
    return token is not None and is_number(token)
