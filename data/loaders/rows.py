"""Reads text tables strictly, line by line."""

import re
from decimal import Decimal
from math import isfinite
from typing import NamedTuple

import numpy as np

from data.errors import DataError

NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")
ROUNDED = "has more digits than float64 holds; subtract a constant, or leave the column out"
MISSING = ("", "?", "NA", "nan")  # tokens for missing values
DIGITS = re.compile(r"[+-]?[0-9]{16,}")  # whole numbers of fewer digits are exact
NOT_ZERO = re.compile(r"[+-]?[0.]*[1-9]")  # the start of a number that is not 0


def is_number(token):
    """Return whether a token is a decimal number; `float` accepts more, such as 1_0."""
    return NUMBER.fullmatch(token) is not None


def is_rounded(token):
    """Return whether a whole number, written in digits alone, is another number in float64."""
    return DIGITS.fullmatch(token) is not None and Decimal(token) != Decimal(float(token))


def is_too_small(token):
    """Return whether a nonzero number becomes 0 in float64."""
    return float(token) == 0.0 and NOT_ZERO.match(token) is not None


class Row(NamedTuple):
    """One line of a table, split into tokens."""

    place: str
    tokens: list

    def number(self, column):
        """Return the finite number in a column; raise DataError for any other token.

        A nonzero number that becomes 0 in float64 also raises DataError.
        """
        token = self.tokens[column]
        if not is_number(token) or not isfinite(float(token)):
            missing = " Fill in what is missing, or leave out the line." if token in MISSING else ""
            raise DataError(
                f"{self.place}: {token!r} in column {column + 1} is not a number.{missing}"
            )
        if is_rounded(token):
            raise DataError(f"{self.place}: {token!r} in column {column + 1} {ROUNDED}.")
        if is_too_small(token):
            raise DataError(
                f"{self.place}: {token!r} in column {column + 1} is too small for a number in "
                "float64; write 0 if it is meant."
            )
        return float(token)

    def choice(self, column, meanings):
        """Return the value of a column's token in `meanings`, a dict.

        Raise DataError for an unknown token.
        """
        token = self.tokens[column]
        if token not in meanings:
            raise DataError(f"{self.place}: {token!r} is not one of {', '.join(meanings)}.")
        return meanings[token]


def read_rows(path, width, separator=","):
    """Yield a Row for each line of a file with `width` columns; empty lines are skipped.

    Without a separator (None), white space separates the columns. Raise DataError for a line of
    another width, for a last line that is cut short, and for a file without lines.
    """
    empty = True
    with open(path, encoding="ascii", errors="backslashreplace") as file:
        for number, line in enumerate(file, start=1):
            if not line.endswith("\n"):
                raise DataError(
                    f"{path}, line {number}: the last line is cut short, after {line[-30:]!r}."
                )
            line = line.rstrip("\n")
            if not line:
                continue
            empty = False
            tokens = line.split(separator)
            if len(tokens) != width:
                raise DataError(
                    f"{path}, line {number}: {line[:40]!r} has {len(tokens)} columns,"
                    f" where {width} are expected."
                )
            yield Row(f"{path}, line {number}", tokens)
    if empty:
        raise DataError(f"{path} is empty.")


def as_arrays(patterns, labels):
    """Return lists of patterns and of labels as float64 arrays (m, n) and (m,)."""
    return np.array(patterns, dtype=np.float64), np.array(labels, dtype=np.float64)
