"""Proves the margin of a linear classifier and a bound on the maximum, in exact arithmetic.

Floating-point numbers are whole numbers times powers of two, so that all products and sums here are
exact; lengths are compared by their squares, and decimals are rounded outward. Nothing is taken
from the learners: this file imports none of them, and numpy only reads, checks and sorts arrays.

Patterns are y_k = label_k (x_k, ρ, Δ e_k), in the augmented and extended space. The margin of a
weight a is min a·y_k/‖a‖, and the maximum margin γ is the largest of all weights.

Lower end. A weight a proves γ >= min a·y_k/‖a‖.

Upper end. Take any numbers α_k >= 0, not all 0, and the weight u of length 1 and margin γ. Each
u·y_k >= γ, so that γ Σ α_k <= u·Σ α_k y_k <= ‖Σ α_k y_k‖: γ <= ‖Σ α_k y_k‖/Σ α_k.

Free threshold b. It is no part of the weight: y_k = label_k (x_k, Δ e_k), and the margin of a with
b is min (a·y_k + label_k b)/‖a‖. The same sum now gives

    γ Σ α_k <= u·Σ α_k y_k + b Σ α_k label_k <= ‖Σ α_k y_k‖ + |b| |Σ α_k label_k|.

The best b for u is half-way between the classes: with P = min u·y_k over the positive patterns and
N = min u·y_k over the negative ones, it is (N − P)/2. Each |u·y_k| is at most R, the largest
√(‖x_k‖² + Δ²), so that |b| <= R: γ <= (‖Σ α_k y_k‖ + |Σ α_k label_k| R)/Σ α_k. With patterns of
one class alone b, and so γ, can be as large as one likes, and there is no upper end.
"""

from math import isfinite, isqrt
from operator import mul
from typing import NamedTuple

import numpy as np

DIGITS = 12  # that ends have, counted from the first of R
LARGEST_EXPONENT = 1000  # of R as a decimal


class Proof(NamedTuple):
    """What is proved of the maximum margin. lower, upper: its ends as decimals, in the units of the
    data, rounded outward; "" where nothing is proved. reason: a clause that says why not, or "".
    """

    lower: str
    upper: str
    reason: str


class _Exact(NamedTuple):
    """Numbers as whole numbers times 2^-shift."""

    numbers: list
    shift: int


def prove(X, labels, coef, intercept, slacks=None, duals=None, augment=None, extend=0.0):
    """The `Proof` for X, an (m, n) array or csr matrix, and labels, (m,), of +1 and -1.

    coef: (n,), and slacks: (m,), the weights of the extending coordinates, of value Δ = extend, 0
    if left out. intercept: a number, the augmenting coordinate's weight times ρ = augment; with
    augment None the threshold is free. duals: (m,), α. Raises ValueError for shapes that do not
    agree, for numbers that are not finite, and for anything else than whole and floating-point
    numbers, such as decimals, fractions and masked values.
    """
    X = X if _is_sparse(X) else _array("X", X)
    if len(X.shape) != 2 or 0 in X.shape:
        raise ValueError(f"X has the shape {X.shape}, but has to have rows and columns.")
    m, n = X.shape
    labels = _list("labels", labels, m).tolist()
    if set(labels) - {1.0, -1.0}:
        raise ValueError("labels are not all +1 or -1.")
    slacks = np.zeros(m) if slacks is None else _list("slacks", slacks, m)
    rows = _Rows(X)
    free, rho = augment is None, 1.0 if augment is None else _number("augment", augment)
    intercept, extend = _number("intercept", intercept), _number("extend", extend)
    threshold = intercept / rho if rho else 0.0  # of the weight that the proof is about
    coef, threshold = _list("coef", coef, n), _array("intercept/augment", [threshold])
    weight = _exact(np.concatenate([coef, threshold, slacks]))
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
            reasons.append("duals are not all 0 or more, or all 0, so no bound is proved")
        elif free and len(set(labels)) < 2:
            reasons.append("with one class and a free threshold no margin is too large")
        else:
            upper = _bound(rows, labels, alpha, factors, free, places)
    return Proof(lower, upper, "; ".join(reasons))


class _Rows:
    """The m patterns of n numbers, whole ones times 2^-shift. exponent: of R as a decimal."""

    def __init__(self, X):
        (m, self.n), values = X.shape, X.data if _is_sparse(X) else X.ravel()
        if _is_sparse(X):
            if X.format != "csr":
                raise ValueError(
                    f"X is a {X.format} matrix, but has to be an array or a csr matrix."
                )
            if X.indices.dtype.kind not in "iu" or X.indptr.dtype.kind not in "iu":
                raise ValueError("X has indices or an indptr that are not whole numbers.")
            self.indptr, self.columns = X.indptr.tolist(), X.indices.tolist()
        else:
            self.indptr = list(range(0, m * self.n + 1, self.n))
            self.columns = list(range(self.n)) * m
        self._check_places(m, len(values))
        self.values, self.shift = _exact(_array("X", values))
        self.squared_radius = max(_squared_norm(*row) for row in self)
        self.exponent = int(0.30103 * (self.squared_radius.bit_length() / 2 - self.shift))
        if self.squared_radius and abs(self.exponent) > LARGEST_EXPONENT:
            raise ValueError(
                f"the longest row of X has a norm of about 1e{self.exponent}: scale X, so that it "
                f"is between 1e-{LARGEST_EXPONENT} and 1e{LARGEST_EXPONENT}."
            )

    def _check_places(self, m, size):
        """Raises ValueError for a csr matrix whose parts do not agree."""
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


def _squared_norm(values, columns):
    """‖x‖², where entries of one place are added."""
    if len(set(columns)) < len(columns):
        sums = dict.fromkeys(columns, 0)
        for value, column in zip(values, columns, strict=True):
            sums[column] += value
        values = list(sums.values())
    return sum(map(mul, values, values))


def _margins(rows, labels, weight, factors, n):
    """a·y_k of all patterns."""
    w, slacks = weight.numbers, weight.numbers[n + 1 :]
    threshold = w[n] * factors.numbers[0] << rows.shift
    delta = factors.numbers[1] << rows.shift
    for (values, columns), label, slack in zip(rows, labels, slacks, strict=True):
        product = sum(map(mul, values, map(w.__getitem__, columns))) << factors.shift
        yield int(label) * (product + threshold + delta * slack)


def _bound(rows, labels, alpha, factors, free, places):
    """The upper end: ‖Σ α_k y_k‖/Σ α_k, or (‖Σ α_k y_k‖ + |Σ α_k label_k| R)/Σ α_k."""
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
    finer = 64  # binary digits more for roots, which are rounded up
    squared_radius = rows.squared_radius << 2 * factors.shift
    squared_radius += (factors.numbers[1] << rows.shift) ** 2
    radius = isqrt(squared_radius << 2 * finer) + 1
    longer = isqrt(squares << 2 * finer) + 1 + abs(offset) * radius
    return _rounded_up(longer**2, total, unit + finer, places)


def _rounded_down(number, squared, unit, places):
    """number/√squared · 2^-unit with so many decimals."""
    size, divisor = _with_decimals(number * number, squared << 2 * unit, places)
    if number >= 0:
        return _decimal(isqrt(size // divisor), False, places)
    return _decimal(isqrt(size // divisor) + 1, True, places)


def _rounded_up(squares, total, unit, places):
    """√squares/total · 2^-unit with so many decimals, rounded up."""
    size, divisor = _with_decimals(squares, total * total << 2 * unit, places)
    root = isqrt(-(-size // divisor))
    return _decimal(root + (root * root * divisor < size), False, places)


def _with_decimals(size, divisor, places):
    """The fraction size/divisor, of squares, times 100^places."""
    return (size, divisor * 100**-places) if places < 0 else (size * 100**places, divisor)


def _decimal(scaled, negative, places):
    """scaled · 10^-places as text."""
    if places <= 0:
        return f"{'-' if negative and scaled else ''}{scaled * 10**-places}"
    digits = str(scaled).rjust(places + 1, "0")
    return f"{'-' if negative and scaled else ''}{digits[:-places]}.{digits[-places:]}"


def _exact(values):
    """An array's numbers; those that occur often are converted once."""
    different, places = np.unique(values, return_inverse=True)
    ratios = [value.as_integer_ratio() for value in different.tolist()]
    shift = max((divisor.bit_length() for _, divisor in ratios), default=1) - 1
    whole = [n << shift - d.bit_length() + 1 for n, d in ratios]
    return _Exact([whole[place] for place in places.tolist()], shift)


def _number(name, value):
    """A finite number. Raises ValueError for anything else."""
    values = _array(name, np.reshape(value, -1))
    if values.size != 1:
        raise ValueError(f"{name} has the shape {values.shape}, but has to have 1 numbers.")
    return values.tolist()[0]


def _list(name, values, size):
    values = _array(name, values).astype(np.float64)
    if values.shape != (size,):
        raise ValueError(f"{name} has the shape {values.shape}, but has to have {size} numbers.")
    return values


def _is_sparse(X):
    """Whether X is one of scipy's sparse matrices; a table may have columns of any name."""
    return isinstance(getattr(X, "format", None), str) and hasattr(X, "nnz")


def _array(name, values):
    """An array of finite whole or floating-point numbers. Raises ValueError for anything else."""
    if np.ma.is_masked(values):
        raise ValueError(f"{name} has masked values: leave their rows out, or fill them in.")
    values = np.asarray(values)
    if values.dtype.kind in "biuf" and np.isfinite(values).all():
        return values
    for place, value in enumerate(values.ravel().tolist()):
        is_number = isinstance(value, int | float | np.integer | np.floating)
        if not is_number or not isfinite(value):
            raise ValueError(
                f"{name} has {value!r} at place {place}, counted from 0, but has to have whole or "
                "floating-point numbers that are finite."
            )
    if values.dtype.kind == "O":
        return values
    raise ValueError(f"{name} is of {values.dtype}, but has to have numbers.")
