"""Checks a proof that patterns are separable, or that they are not, from the data alone.

Pattern k is z_k = ±(x_k, 1), with + for the class that is larger in sort order, and without the 1
if there is no threshold. A weight w and a threshold b separate the patterns if each z_k·(w, b) > 0.
The least of these products, divided by ‖w‖, is the margin. If instead some patterns have numbers
α_k > 0 with Σ α_k z_k = 0, then no weight separates them (Gordan): Σ α_k z_k·(w, b) would be above
0, and it is 0.

Floats are whole numbers times powers of two, so all arithmetic here is with integers. This file
imports nothing from the package. numpy reads arrays, and multiplies int64 without any overflow.
"""

from fractions import Fraction
from math import inf, isqrt, ldexp, nextafter

import numpy as np

BLOCK = 1 << 21  # entries that are multiplied at once
EXACT = 200  # products computed to the last digit, or more if rounding leaves their signs open


class Refused(ValueError):
    """A certificate that proves nothing. `row` is the pattern on the wrong side, or None."""

    def __init__(self, sentence, row=None):
        super().__init__(sentence)
        self.row = row


def check_separation(X, y, weight, threshold):
    """Return a lower bound of the margin of (w, b), rounded down. Raise `Refused` if it is not > 0.

    `weight` has n integers or floats. `threshold` is one, or None without a threshold.
    """
    signs, numbers = _signs(y, X), list(weight) + ([] if threshold is None else [threshold])
    if len(weight) != X.shape[1]:
        raise Refused(f"the weight has {len(weight)} numbers for {X.shape[1]} columns.")
    whole, shift = _whole(numbers, "the weight")
    squared = sum(w * w for w in whole[: X.shape[1]])
    if not squared:
        raise Refused("the weight is 0, so that it separates nothing.")
    lower, unit = _lower_products(X, signs, whole, threshold is not None)
    least, scale = inf, Fraction(2) ** (unit - shift)
    for count, row in enumerate(map(int, np.argsort(lower, kind="stable"))):
        bound = int(lower[row]) * scale
        if bound > 0 and (bound >= least or count >= EXACT):  # the other bounds are not lower
            least = min(least, bound)
            break
        values, columns = _row(X, row)
        entries, places = _whole(values, f"row {row}")
        product = 0 if threshold is None else whole[-1] << places
        product += sum(x * whole[j] for x, j in zip(entries, columns, strict=True))
        if int(signs[row]) * product <= 0:
            raise Refused(f"the weight does not separate row {row} of X, counted from 0.", row)
        least = min(least, Fraction(abs(product), 1 << places + shift))
    number, divisor = least.as_integer_ratio()
    return _root(number * number << 2 * shift, divisor * divisor * squared)


def check_inseparability(X, y, patterns, integers, threshold):
    """Raise `Refused` unless Σ α_k z_k = 0 for the `integers` α > 0 of `patterns`."""
    signs = _signs(y, X)
    if not 0 < len(patterns) == len(integers) == len(set(patterns)):
        raise Refused(f"{len(integers)} integers do not belong to {len(patterns)} patterns.")
    if not all(0 <= k < len(signs) for k in patterns):
        raise Refused(f"the patterns are not all among the {len(signs)} rows of X.")
    if not all(type(alpha) is int and alpha > 0 for alpha in integers):
        raise Refused("the factors of the patterns are not all integers above 0.")
    sums, rows = [0] * (X.shape[1] + 1), [_row(X, k) for k in patterns]
    entries = iter(_whole([x for values, _ in rows for x in values], "X")[0])
    for k, alpha, (_, columns) in zip(patterns, integers, rows, strict=True):
        factor = alpha * int(signs[k])
        for j, entry in zip(columns, entries, strict=False):
            sums[j] += factor * entry
        sums[-1] += factor if threshold else 0
    if any(sums):
        raise Refused("the combination of the patterns is not 0.")


def _signs(y, X):
    """Return +1 for the class that is larger in sort order, and −1, as int64."""
    classes, codes = np.unique(np.asarray(y), return_inverse=True)
    if codes.shape != (X.shape[0],) or len(classes) not in (1, 2):
        raise Refused(f"y has {codes.size} labels of {len(classes)} classes for {X.shape[0]} rows.")
    return 2 * codes - 1 if len(classes) == 2 else np.ones_like(codes)


def _row(X, k):
    """Return the entries of a row that are not 0, or all of a sparse row, and their columns."""
    if isinstance(X, np.ndarray):
        columns = np.flatnonzero(X[k])
        return X[k, columns].tolist(), columns.tolist()
    entries = slice(X.indptr[k], X.indptr[k + 1])
    return X.data[entries].tolist(), X.indices[entries].tolist()


def _whole(values, name):
    """Return integers and a shift: the values are the integers times 2^-shift."""
    if not all(isinstance(v, int | float) and abs(v) < inf for v in values):
        raise Refused(f"{name} has a value that is no finite integer or float.")
    if all(isinstance(v, int) for v in values):
        return values, 0
    ratios = [v.as_integer_ratio() for v in values]
    shift = max(divisor.bit_length() for _, divisor in ratios) - 1
    return [n << shift + 1 - d.bit_length() for n, d in ratios], shift


def _lower_products(X, signs, whole, threshold):
    """Return integers l, (m,), and a unit u with z_k·(w, b) >= l_k 2^u for whole w and b.

    Entries are x = (c + θ) 2^(top − bits), and weights w 2^top = (d + φ) 2^(longest − bits), with
    whole c, d of size 2^bits at most, and |θ|, |φ| <= 1, also if a float underflows. So w x =
    (c d + e) 2^(longest − 2 bits), |e| <= |c| + |d| + 1 <= 2^(bits + 2), and Σ |c d| < 2^62.
    """
    m, n = X.shape
    if X.dtype.kind == "O":  # all products will be computed exactly
        return np.zeros(m, np.int64), 0
    dense, bits = isinstance(X, np.ndarray), (61 - (n + 1).bit_length()) // 2
    ends = [end if dense else end.toarray() for end in (X.max(axis=0), X.min(axis=0))]
    tops = [*np.frexp(np.abs(np.array(ends, dtype=float)).max(axis=0).ravel())[1].tolist(), 1]
    longest = max(w.bit_length() + top for w, top in zip(whole, tops, strict=False) if w)
    shifts = [bits + top - longest for top in tops]
    parts = [w << s if s >= 0 else w >> -s for w, s in zip(whole, shifts, strict=False)]
    d, scale = np.array(parts[:n], np.int64), bits - np.array(tops[:n])
    products, step = np.zeros(m, np.int64), max(1, BLOCK // n)
    factors = [np.ldexp(1.0, part) for part in (scale // 2, scale - scale // 2)]  # no overflow
    for start in range(0, m, step):
        part = X[start : start + step]
        entries, columns = (part, slice(None)) if dense else (part.data, part.indices)
        c = np.floor(entries * factors[0][columns] * factors[1][columns])
        if not (np.abs(c) <= 1 << bits).all() or not dense and np.diff(X.indptr).max() > n:
            raise Refused("X has a number that is not finite, or is no sound csr matrix.")
        c = c if dense else type(X)((c, part.indices, part.indptr), shape=part.shape)
        products[start : start + step] = c.astype(np.int64) @ d
    products += parts[n] << bits - 1 if threshold else 0
    return products * signs - ((n + 1) << bits + 2), longest - 2 * bits


def _root(numerator, denominator):
    """Return √(numerator/denominator) as a float, rounded down."""
    digits = max(0, 128 - numerator.bit_length() + denominator.bit_length()) // 2 + 1
    root = isqrt((numerator << 2 * digits) // denominator)
    excess = max(0, root.bit_length() - 53)
    try:
        value = ldexp(root >> excess, excess - digits)
    except OverflowError:
        return nextafter(inf, 0)
    n, d = value.as_integer_ratio()
    return value if n * n * denominator <= numerator * d * d else nextafter(value, 0)
