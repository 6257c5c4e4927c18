"""Proves the margin of a linear classifier and a bound on the maximum, in exact arithmetic.

Floating-point numbers are whole numbers times powers of two. So all products and sums here are
exact. Lengths are compared by their squares, and decimals are rounded outward. This file imports
nothing from the learners. numpy only reads, checks and sorts arrays, and scipy only recognises
sparse matrices.

Patterns are y_k = label_k (x_k, ρ, Δ e_k), in the augmented and extended space. The margin of a
weight a is min a·y_k/‖a‖. The maximum margin γ is the largest margin of all weights.

Lower end. A weight a proves γ >= min a·y_k/‖a‖.

Upper end. Take any numbers α_k >= 0, not all 0, and the weight u with length 1 and margin γ. Each
u·y_k >= γ. So γ Σ α_k <= u·Σ α_k y_k <= ‖Σ α_k y_k‖, which gives γ <= ‖Σ α_k y_k‖/Σ α_k.

Free threshold b. The threshold is not part of the weight: y_k = label_k (x_k, Δ e_k), and the
margin of a with b is min (a·y_k + label_k b)/‖a‖. The same sum now gives

    γ Σ α_k <= u·Σ α_k y_k + b Σ α_k label_k <= ‖Σ α_k y_k‖ + |b| |Σ α_k label_k|.

The best b for u is half-way between the classes. Let P be min u·y_k over the positive patterns, and
N be min u·y_k over the negative patterns. Then b = (N − P)/2. Each |u·y_k| is at most R, the
largest √(‖x_k‖² + Δ²), so that |b| <= R: γ <= (‖Σ α_k y_k‖ + |Σ α_k label_k| R)/Σ α_k. With
patterns of one class alone, b and γ can be arbitrarily large, and there is no upper end.
"""

from math import isqrt
from operator import mul
from sys import float_info
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy.sparse import issparse

DIGITS = 12  # of both ends, counted from the place of the first digit of R or up to two before it
LEAST_DIGITS = 6  # of an end, counted from its own first digit
SMALLEST, LARGEST = 5e-324, float_info.max  # sizes of float64's numbers other than 0


class Proof(NamedTuple):
    """Proved bounds on the maximum margin.

    Attributes
    ----------
    lower, upper : str
        The ends as decimals, in the units of the data, rounded outward; "" for an end without a
        proof. They have 10 to 12 digits, counted from the first digit of R, the length of the
        longest row of X. An end that is much smaller than R has at least 6 digits of its own.
    reason : str
        A clause that says why an end has no proof; "" otherwise.
    """

    lower: str
    upper: str
    reason: str


class _Exact(NamedTuple):
    """Numbers as whole numbers times 2^-shift."""

    numbers: list
    shift: int


def prove(
    X: Any,
    labels: Any,
    coef: ArrayLike,
    intercept: float,
    slacks: ArrayLike | None = None,
    duals: ArrayLike | None = None,
    augment: float | None = None,
    extend: float = 0.0,
) -> Proof:
    """Prove the margin of a weight, and an upper bound on the maximum margin.

    Parameters
    ----------
    X : array or csr matrix of shape (m, n)
        The patterns.
    labels : array-like of shape (m,)
        +1 and -1.
    coef : array-like of shape (n,)
        The weight in the space of X.
    intercept : float
        The augmenting coordinate's weight times ρ, or the free threshold.
    slacks : array-like of shape (m,), optional
        The weights of the extending coordinates; 0 by default.
    duals : array-like of shape (m,), optional
        α. Without duals there is no upper end.
    augment : float, optional
        ρ. None, the default, makes the threshold free.
    extend : float, default 0.0
        Δ, the value of the extending coordinates.

    Returns
    -------
    Proof
        The ends.

    Raises
    ------
    ValueError
        If shapes do not agree, if `augment` or `extend` is negative, or if a value is not an
        integer or floating-point number in the range of float64. Decimals, fractions and masked
        values are refused.
    """
    X = X if issparse(X) else _array("X", X)
    if len(X.shape) != 2 or 0 in X.shape:
        raise ValueError(
            f"X has the shape {X.shape}, but has to have rows and columns, all rows of one length."
        )
    m, n = X.shape
    if np.size(coef) != n:
        numbers = np.size(coef)
        raise ValueError(
            f"X has {n} column{'s' * (n != 1)}, but coef has {numbers} "
            f"number{'s' * (numbers != 1)}."
        )
    labels = _list("labels", labels, m).tolist()
    if set(labels) - {1.0, -1.0}:
        raise ValueError("labels are not all +1 or -1: map the classes to +1 and -1.")
    slacks = np.zeros(m) if slacks is None else _list("slacks", slacks, m)
    rows = _Rows(X)
    free, rho = augment is None, 1 if augment is None else _length("augment", augment)
    intercept, extend = _number("intercept", intercept), _length("extend", extend)
    if not free and not rho and intercept:
        raise ValueError(
            f"intercept is {intercept:g}, but augment is 0, so that the space has no coordinate "
            "for a threshold: give augment, or leave it out for a free threshold."
        )
    # The threshold as a coordinate of the weight.
    threshold = intercept if free else intercept / rho if rho else 0.0
    coef, threshold = _list("coef", coef, n), _list("intercept/augment", [threshold], 1)
    weight = _exact(np.concatenate([coef, threshold, slacks], dtype=object))
    factors = _exact(np.array([rho, extend], dtype=object))
    lower, upper, reasons = "", "", []
    places = DIGITS - 1 - rows.exponent
    squared = sum(map(mul, weight.numbers, weight.numbers))
    squared -= weight.numbers[n] ** 2 if free else 0
    if squared:
        least = min(_margins(rows, labels, weight, factors, n))
        lower = _rounded_down(least, squared, rows.shift + factors.shift, places)
    else:
        reasons.append("the weight is 0")
    if duals is None:
        reasons.append("there are no duals, so no bound is proved")
    else:
        alpha = _exact(_list("duals", duals, m))
        if min(alpha.numbers) < 0 or not any(alpha.numbers):
            reasons.append("a dual is negative, or all duals are 0, so no bound is proved")
        elif free and len(set(labels)) < 2:
            reasons.append("with one class and a free threshold margins have no bound")
        else:
            upper = _bound(rows, labels, alpha, factors, free, places)
    return Proof(lower, upper, "; ".join(reasons))


class _Rows:
    """The m patterns of n numbers, as whole numbers times 2^-shift.

    `exponent` is the decimal exponent of R, up to two larger.
    """

    def __init__(self, X):
        (m, self.n), values = X.shape, X
        if issparse(X):
            _check_is_csr(X)
            values = X.data
            self.indptr, self.columns = X.indptr.tolist(), X.indices.tolist()
        else:
            self.indptr = list(range(0, m * self.n + 1, self.n))
            self.columns = list(range(self.n)) * m
        values = _checked("X", _array("X", values).ravel(), 0 if issparse(X) else self.n)
        self._check_places(m, len(values))
        self.values, self.shift = _exact(values)
        self.squared_radius = max(_squared_norm(*row) for row in self)
        self.exponent = int(0.30103 * (self.squared_radius.bit_length() / 2 - self.shift))

    def _check_places(self, m, size):
        """Raise ValueError for a csr matrix whose parts do not agree."""
        if (len(self.indptr), len(self.columns)) != (m + 1, size):
            raise ValueError(
                f"X has {m} rows, {size} entries, {len(self.columns)} columns of entries and an "
                f"indptr of {len(self.indptr)} numbers, which do not agree."
            )
        if not 0 == self.indptr[0] <= self.indptr[-1] <= size or sorted(self.indptr) != self.indptr:
            raise ValueError("X has an indptr that does not rise from 0 to the number of entries.")
        if self.columns and not 0 <= min(self.columns) <= max(self.columns) < self.n:
            raise ValueError(f"X has entries outside its {self.n} columns.")

    def __iter__(self):
        for start, end in zip(self.indptr, self.indptr[1:], strict=False):
            yield self.values[start:end], self.columns[start:end]


def _check_is_csr(X):
    """Raise ValueError for a sparse matrix that is not a sound csr matrix."""
    if X.format != "csr":
        raise ValueError(f"X is a {X.format} matrix, but has to be an array or a csr matrix.")
    for name, part in (("indptr", X.indptr), ("indices", X.indices)):
        if part.dtype.kind not in "iu" or part.ndim != 1:
            kind = f"{part.dtype} and shape {part.shape}"
            raise ValueError(f"X has {name} of {kind}, but needs a list of whole numbers.")


def _squared_norm(values, columns):
    """Return ‖x‖², after adding entries at the same place."""
    if len(set(columns)) < len(columns):
        sums = dict.fromkeys(columns, 0)
        for value, column in zip(values, columns, strict=True):
            sums[column] += value
        values = list(sums.values())
    return sum(map(mul, values, values))


def _margins(rows, labels, weight, factors, n):
    """Yield a·y_k of all patterns."""
    w, slacks = weight.numbers, weight.numbers[n + 1 :]
    threshold = w[n] * factors.numbers[0] << rows.shift
    delta = factors.numbers[1] << rows.shift
    for (values, columns), label, slack in zip(rows, labels, slacks, strict=True):
        product = sum(map(mul, values, map(w.__getitem__, columns))) << factors.shift
        yield int(label) * (product + threshold + delta * slack)


def _bound(rows, labels, alpha, factors, free, places):
    """Return the upper end: ‖Σ α_k y_k‖/Σ α_k, or (‖Σ α_k y_k‖ + |Σ α_k label_k| R)/Σ α_k."""
    sums, signed = [0] * rows.n, list(map(mul, map(int, labels), alpha.numbers))
    for (values, columns), factor in zip(rows, signed, strict=True):
        for value, column in zip(values, columns, strict=True) if factor else ():
            sums[column] += factor * value
    offset = sum(signed)
    squares = sum(map(mul, sums, sums)) << 2 * factors.shift
    squares += (factors.numbers[1] << rows.shift) ** 2 * sum(map(mul, alpha.numbers, alpha.numbers))
    total, unit = sum(alpha.numbers), rows.shift + factors.shift
    if not free:
        squares += (offset * factors.numbers[0] << rows.shift) ** 2
        return _rounded_up(squares, total, unit, places)
    finer = 64  # additional binary digits for roots, which are rounded up
    squared_radius = rows.squared_radius << 2 * factors.shift
    squared_radius += (factors.numbers[1] << rows.shift) ** 2
    radius = isqrt(squared_radius << 2 * finer) + 1
    longer = isqrt(squares << 2 * finer) + 1 + abs(offset) * radius
    return _rounded_up(longer**2, total, unit + finer, places)


def _rounded_down(number, squared, unit, places):
    """Return number/√squared · 2^-unit with at least `places` decimals, rounded down."""
    places = _enough(places, number * number, squared << 2 * unit)
    size, divisor = _with_decimals(number * number, squared << 2 * unit, places)
    if number >= 0:
        return _decimal(isqrt(size // divisor), False, places)
    return _decimal(isqrt(size // divisor) + 1, True, places)


def _rounded_up(squares, total, unit, places):
    """Return √squares/total · 2^-unit with at least `places` decimals, rounded up."""
    places = _enough(places, squares, total * total << 2 * unit)
    size, divisor = _with_decimals(squares, total * total << 2 * unit, places)
    root = isqrt(-(-size // divisor))
    return _decimal(root + (root * root * divisor < size), False, places)


def _enough(places, size, divisor):
    """Return `places`, or more if √(size/divisor) is so small that it needs more decimals."""
    if not size:
        return places
    exponent = int(0.30103 * (size.bit_length() - divisor.bit_length()) / 2)
    return max(places, LEAST_DIGITS - exponent)


def _with_decimals(size, divisor, places):
    """Return the fraction size/divisor of squares, times 100^places."""
    return (size, divisor * 100**-places) if places < 0 else (size * 100**places, divisor)


def _decimal(scaled, negative, places):
    """Return scaled · 10^-places as text."""
    if places <= 0:
        return f"{'-' if negative and scaled else ''}{scaled * 10**-places}"
    digits = str(scaled).rjust(places + 1, "0")
    return f"{'-' if negative and scaled else ''}{digits[:-places]}.{digits[-places:]}"


def _exact(values):
    """Return an array's numbers as `_Exact`. Equal numbers are converted only once."""
    if values.dtype == object:  # numpy compares objects of different types inexactly
        different, places = values, np.arange(len(values))
    else:
        different, places = np.unique(values, return_inverse=True)
    ratios = [value.as_integer_ratio() for value in different.tolist()]
    shift = max((divisor.bit_length() for _, divisor in ratios), default=1) - 1
    whole = [n << shift - d.bit_length() + 1 for n, d in ratios]
    return _Exact([whole[place] for place in places.tolist()], shift)


def _length(name, value):
    """Return a finite number of 0 or more. Raise ValueError for other values."""
    number = _number(name, value)
    if number < 0:
        raise ValueError(f"{name} is {number}, but has to be 0 or more.")
    return number


def _number(name, value):
    """Return a finite number. Raise ValueError for other values."""
    return _list(name, _array(name, value).ravel(), 1).tolist()[0]


def _list(name, values, size):
    values = _array(name, values)
    if values.shape != (size,):
        raise ValueError(f"{name} has the shape {values.shape}, but has to have {size} numbers.")
    return _checked(name, values)


def _array(name, values):
    """Return an array without masked values.

    A list becomes an array of objects, because numpy may round its integers.
    """
    if np.ma.is_masked(values):
        raise ValueError(f"{name} has masked values: leave their rows out, or fill them in.")
    return np.asarray(values, None if isinstance(values, np.ndarray | np.generic) else object)


def _checked(name, values, columns=0):
    """Return an array of one axis with exact numbers. Raise ValueError for other values.

    `columns` is the number of columns of the matrix that `values` flattens, or 0.
    """
    kind, bytes_each = values.dtype.kind, values.dtype.itemsize
    if kind in "biuf" and bytes_each <= 8 and np.isfinite(values).all():
        return values
    for place, value in enumerate(values):
        if not _is_exact(value):
            if isinstance(value, int):
                shown = f"an integer of {value.bit_length()} bits"
            else:
                shown = (repr(str(value)) if isinstance(value, str) else str(value))[:40]
            row, column = divmod(place, columns) if columns else (place, 0)
            where = f"row {row}, column {column}" if columns else f"place {place}"
            raise ValueError(
                f"{name} has {shown} at {where}, counted from 0, of type "
                f"{type(value).__name__}, but needs integers or floats of the range of float64."
            )
    if kind != "O":
        return values
    plain = [value.item() if isinstance(value, np.generic) else value for value in values]
    return np.array(plain, dtype=object)


def _is_exact(value):
    """Return whether a value is an integer or float within the range of float64."""
    if not isinstance(value, int | float):
        if not isinstance(value, np.generic) or value.dtype.kind not in "biuf":
            return False
        value = value.item()
    return value == 0 or SMALLEST <= abs(value) <= LARGEST
