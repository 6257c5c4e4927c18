"""Slow recognition of numbers and separators, written from the formats' descriptions.

It shares no code with data/.
"""

from fractions import Fraction
from math import isfinite

DIGITS = set("0123456789")


def number(token):
    """Return the float64 nearest to a decimal number, perhaps infinite; None for other text."""
    mantissa, e, exponent = unsigned(token).replace("E", "e").partition("e")
    whole, _, fraction = mantissa.partition(".")
    if not all_digits(whole + fraction) or (e and not all_digits(unsigned(exponent))):
        return None
    return float(token)


def unsigned(token):
    return token[1:] if token[:1] in ("+", "-") else token


def all_digits(token):
    return token != "" and set(token) <= DIGITS


def finite(token):
    """Return the value of a token, or None for text, and for what float64 cannot hold."""
    value = number(token)
    if value is None or not isfinite(value) or is_rounded(token):
        return None
    mantissa = unsigned(token).lower().partition("e")[0]
    return None if value == 0 and set(mantissa) - {"0", "."} else value


def is_rounded(token):
    """Return whether digits alone, a whole number, are another number in float64."""
    return all_digits(unsigned(token)) and Fraction(token) != Fraction(float(token))


def is_separated_otherwise(lines):
    """Return whether another character than a comma seems to separate columns."""
    lines = [without_quoted(line) for line in lines]
    for other in ";\t|":
        counts = {sum(cell.strip(" \t").count(other) for cell in line.split(",")) for line in lines}
        if len(counts) == 1 and 0 not in counts:
            return True
    rows = [line.strip(" \t").replace("\t", "|").split() for line in lines]
    if len({len(row) for row in rows}) != 1 or len(rows[0]) == 1:
        return False
    if any(cell[0] in ",;|" or cell[-1] in ",;|" for row in rows for cell in row):
        return False
    kinds = [[number(cell.replace(",", ".")) is not None for cell in row] for row in rows]
    if len(kinds) > 1 and True not in kinds[0]:
        kinds = kinds[1:]
    return all(kind[0] and kind.count(False) <= 1 for kind in kinds)


def is_pairs(line):
    """Return whether a line looks like a line of a libsvm file."""
    head, *pairs = line.split()
    halves = [pair.split(":") for pair in pairs]
    right = all(len(half) == 2 and all_digits(half[0]) and half[1] for half in halves)
    return bool(pairs) and right and "," not in line and line[0] not in " \t"


def without_quoted(line):
    """Return text with the content of quotation marks removed."""
    parts = line.split('"')
    return '"'.join(part for k, part in enumerate(parts) if k % 2 == 0 or k == len(parts) - 1)
