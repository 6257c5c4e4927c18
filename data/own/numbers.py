"""Numbers as tables write them, with a decimal point or a decimal comma."""

import re
from math import isfinite

from data.loaders.rows import is_number, is_too_small

DECIMALS = (".", ",")
THOUSANDS = re.compile(r"[+-]?[1-9]\d{0,2}(,\d{3})+")
# What programs write for a value that is missing or that they could not compute, in lower case.
# A lone - is none, as it may be a class beside +.
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
    """The finite number that a token is; None for anything else, also for one that is 0 only in
    float64.
    """
    token = with_point(token, decimal)
    if token is None or not is_number(token) or not isfinite(number := float(token)):
        return None
    return None if is_too_small(token) else number


def has_thousands(token):
    """Whether each comma of a number has three digits behind it, so that it may mean thousands."""
    return THOUSANDS.fullmatch(token) is not None


def is_written(token, decimal):
    """Whether a token is a number, finite or not."""
    token = with_point(token, decimal)
    return token is not None and is_number(token)
