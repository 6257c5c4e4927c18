"""The patterns z_k = label_k (x_k, 1) of a question, as floats for the search and as integers."""

from math import hypot
from typing import Any

import numpy as np
from scipy import sparse
from sklearn.utils import check_consistent_length, column_or_1d

from maxmargin.input.checked_input import (
    EXACT,
    check_are_classes,
    check_labels,
    check_no_dates,
    check_nothing_is_masked,
    exact_labels,
)
from maxmargin.input.finite import not_finite
from maxmargin.input.sparse_input import check_sparse, exact_csr, widened, without_duplicates

BLOCK = 1 << 20  # entries whose hashes are computed at once
MILD = 300  # columns with numbers of 2^-300 to 2^300 are multiplied as they are


def dense(rows: Any) -> Any:
    """Return an array or sparse matrix as an array."""
    return rows.toarray() if sparse.issparse(rows) else rows


def checked(X: Any, y: Any, threshold: bool) -> Any:
    """Return X as an array or csr matrix of exact numbers, and y as an array of classes, (m,).

    Raises ValueError for values that are no finite numbers, for one class if there is a threshold,
    for more than two classes, and for a threshold that is neither True nor False.
    """
    if not isinstance(threshold, bool | np.bool_):
        raise ValueError(f"threshold is {threshold!r}, but has to be True or False.")
    check_sparse(X)
    check_nothing_is_masked(X)
    check_no_dates(X)
    check_labels(y)
    if sparse.issparse(X):
        X = _numbers(widened(X) if X.dtype.kind == "b" else X)
        whole = X.dtype.kind in "iu"
        X = exact_csr(X) if whole else without_duplicates(sparse.csr_matrix(X))
    else:
        exact = X if hasattr(X, "dtype") or hasattr(X, "dtypes") else np.array(X, dtype=object)
        X = _numbers(np.asarray(exact))
    if X.ndim != 2 or 0 in X.shape:
        raise ValueError(
            f"X has the shape {X.shape}, but has to have rows and columns, all rows of one length."
        )
    if not sparse.issparse(X):
        _check_columns(exact, X)
    if fault := not_finite(X):
        raise ValueError(fault)
    y = exact_labels(y)
    if not (type(y) is np.ndarray and y.ndim == 1 and y.dtype.kind in "biuf"):
        y = column_or_1d(y, warn=True)  # takes a while
    check_consistent_length(X, y)
    is_float = y.dtype.kind == "f"
    if is_float and np.isinf(y).any():
        place = int(np.isinf(y).argmax())
        raise ValueError(f"y has {y[place]} at place {place}, counted from 0: labels are finite.")
    if y.dtype.kind not in "biu" and not (is_float and (y == np.floor(y)).all()):
        check_are_classes(y)  # slow for thousands of labels
    classes = np.unique(y)
    if len(classes) > 2:
        raise ValueError(
            f"y has {len(classes)} classes, but two are needed: ask about two classes at a time, "
            "or about one class against the others."
        )
    if len(classes) == 1 and threshold:
        raise ValueError(
            f"y has only one class, {classes[0]!s}, which any large threshold puts on one side: "
            "give two classes, or set threshold=False."
        )
    return X, y


def _numbers(X):
    """Return X with integers or float64. Raise ValueError for other values."""
    kind = X.dtype.kind
    if kind == "f" and X.dtype.itemsize > 8 or kind not in "biufO":
        raise ValueError(f"X is of {X.dtype}, but needs integers or floats: convert it to float64.")
    if kind in "bf":
        return X.astype(np.float64, copy=False)
    if kind != "O" or X.ndim != 2:
        return X
    for place, value in np.ndenumerate(X):
        narrow = isinstance(value, np.floating) and value.itemsize <= 8
        if not (isinstance(value, int | float | np.integer) or narrow):
            where = f"row {place[0]}, column {place[1]}, counted from 0"
            raise ValueError(f"X has {value!r:.40} at {where}, but needs an integer or a float.")
    whole = [[v.item() if isinstance(v, np.generic) else v for v in row] for row in X]
    if all(isinstance(v, float) or abs(v) <= EXACT for row in whole for v in row):
        return X.astype(np.float64)
    result = np.empty(X.shape, dtype=object)
    result[:] = whole
    return result


def _check_columns(table, X):
    """Raise ValueError if a table's columns of several types were rounded to make X."""
    several = len({*map(str, getattr(table, "dtypes", []))}) > 1
    if several and X.dtype.kind == "f" and (np.abs(X) >= EXACT).any():
        raise ValueError(
            "X has columns of several types and numbers of 2⁵³ or more, which float64 may have "
            "rounded: convert X to one type, or to a list of lists."
        )


class Patterns:
    """The m patterns of a question in d = n + 1 coordinates, or d = n without a threshold.

    `floats` is X in float64, possibly rounded, and `tops` the powers of two that scale the columns
    of X to at most 1. `signs` is +1 for the class that is larger in sort order.
    """

    def __init__(self, X, y, threshold):
        self.X, self.y, self.threshold = X, y, threshold
        classes, codes = np.unique(y, return_inverse=True)
        self.signs = np.where(codes == len(classes) - 1, 1.0, -1.0)
        self.m, self.n = X.shape
        self.d = self.n + bool(threshold)
        self.sparse = sparse.issparse(X)
        if X.dtype.kind == "O":
            whole, unit = integers(X)
            bits = np.array([max(abs(v).bit_length() for v in column) for column in whole.T])
            self.tops = bits + unit
            cut = np.maximum(bits - 64, 0)
            small = (whole >> cut.astype(object)).astype(float)
            self.floats, self.shifts = np.ldexp(small, cut - bits), np.zeros(self.n, int)
        else:
            ends = [dense(end) for end in (X.max(axis=0), X.min(axis=0))]
            largest = np.abs(np.array(ends, dtype=float)).max(axis=0).ravel()
            self.tops = self.shifts = np.frexp(largest)[1].astype(int)
            self.floats = X.astype(np.float64, copy=False)
            if np.abs(self.tops).max() > MILD:
                self.floats, self.shifts = self._scaled(self.floats), np.zeros(self.n, int)
        self.scales = np.ldexp(1.0, -self.shifts)

    def _scaled(self, floats):
        """Return rows of `floats` with columns of at most 1."""
        if self.sparse:
            data = np.ldexp(floats.data, -self.shifts[floats.indices])
            return sparse.csr_matrix((data, floats.indices, floats.indptr), shape=floats.shape)
        return np.ldexp(floats, -self.shifts)

    def rows(self, indices):
        """Return patterns, scaled and rounded, as an array or, if it is large, a csr matrix."""
        part = self.floats[indices]
        if self.sparse:
            part = part @ sparse.diags_array(self.scales).tocsr()
        else:
            part = part * self.scales
        signs = self.signs[indices]
        if not self.sparse:
            ones = np.ones((len(indices), int(self.d > self.n)))
            return np.hstack([part, ones]) * signs[:, None]
        if self.d > self.n:
            part = sparse.hstack([part, np.ones((len(indices), 1))], format="csr")
        part = sparse.diags_array(signs).tocsr() @ sparse.csr_array(part)
        return part if self.d > 1000 else dense(part)

    def products(self, weight):
        """Return z_k·w of all patterns for a weight in scaled coordinates, with rounding errors."""
        products = self.floats @ (weight[: self.n] * self.scales)
        return (products + (weight[-1] if self.d > self.n else 0.0)) * self.signs

    def centred(self, weight):
        """Return a scaled weight with its best threshold, half-way between the classes."""
        if self.d == self.n:
            return weight
        scores = self.floats @ (weight[: self.n] * self.scales)
        ends = scores[self.signs > 0].min(), scores[self.signs < 0].max()
        return np.append(weight[: self.n], -0.5 * ends[0] - 0.5 * ends[1])

    def unscaled(self, weight):
        """Return (w, b) for X itself from scaled numbers: floats or, out of range, integers."""
        fractions, exponents = np.frexp(weight)
        exponents[: self.n] -= self.tops
        used = exponents[fractions != 0]
        if not used.size or -1020 < used.min() <= used.max() < 1020:
            return np.ldexp(fractions, exponents).tolist()
        shifts = np.where(fractions != 0, exponents - used.min(), 0).tolist()
        mantissas = np.ldexp(fractions, 53).astype(np.int64).tolist()
        return [v << shift for v, shift in zip(mantissas, shifts, strict=True)]

    def length(self, rows, alpha):
        """Return ‖Σ α_k z_k‖/Σ α_k in the units of X, for scaled rows."""
        total = alpha @ rows / alpha.sum()
        total[: self.n] = np.ldexp(total[: self.n], self.tops)
        return hypot(*total.tolist())

    def pair(self):
        """Return the places of a pattern that is 0, or of equal rows of two classes, or []."""
        if self.d == self.n:
            entries = self.X != 0
            sizes = entries.getnnz(axis=1) if self.sparse else entries.sum(axis=1)
            zero = np.flatnonzero(sizes == 0)
            if zero.size:
                return zero[:1].tolist()
        codes = self._codes()
        ascending = np.sort(codes)
        if not (ascending[1:] == ascending[:-1]).any():
            return []
        order = np.lexsort((self.signs, codes))
        equal = codes[order[1:]] == codes[order[:-1]]
        opposite = self.signs[order[1:]] != self.signs[order[:-1]]
        for place in np.flatnonzero(equal & opposite).tolist():
            first, second = sorted(order[place : place + 2].tolist())
            if are_equal(self.X, first, second):
                return [first, second]
        return []

    def _codes(self):
        """Return a number for each row. Equal rows have equal numbers; other rows rarely do."""
        factors = np.random.default_rng(0).integers(1 << 63, size=self.n, dtype=np.uint64) | 1
        if self.sparse:
            data = _mixed(self.X.data) * factors[self.X.indices]
            sums = np.zeros(len(data) + 1, dtype=np.uint64)
            np.cumsum(data, out=sums[1:])
            return sums[self.X.indptr[1:]] - sums[self.X.indptr[:-1]]
        if self.X.dtype.kind == "O":
            return np.array([hash(tuple(row)) for row in self.X.tolist()])
        step = max(1, BLOCK // self.n)
        parts = [self.X[start : start + step] for start in range(0, self.m, step)]
        return np.concatenate([(_mixed(part) * factors).sum(axis=1) for part in parts])

    def exact_rows(self, indices):
        """Return patterns times a power of two that makes them integers, (k, d)."""
        whole, unit = integers(dense(self.X[indices]))
        if self.d > self.n:
            whole = np.hstack([whole, np.full((len(whole), 1), 1 << -unit, dtype=object)])
        return whole * self.signs[indices].astype(int).astype(object)[:, None]


def are_equal(X, first, second):
    """Return whether two rows of X are equal."""
    difference = X[[first]] != X[[second]]
    return not (difference.nnz if sparse.issparse(X) else difference.any())


def _mixed(values):
    """Return uint64 numbers, the same for equal values, whose last bits depend on all bits."""
    bits = (values.astype(np.float64) + 0.0).view(np.uint64)  # −0 + 0 is 0
    for shift in (32, 29):
        bits = (bits ^ (bits >> np.uint64(shift))) * np.uint64(0xBF58476D1CE4E5B9)
    return bits ^ (bits >> np.uint64(32))


def integers(X):
    """Return integers, an array of objects like X, and a unit <= 0 with X = integers · 2^unit."""
    if X.dtype.kind in "iu":
        return X.astype(object), 0
    ratios = [value.as_integer_ratio() for value in X.ravel().tolist()]
    shift = max((divisor.bit_length() for _, divisor in ratios), default=1) - 1
    whole = np.empty(len(ratios), dtype=object)
    whole[:] = [number << shift + 1 - divisor.bit_length() for number, divisor in ratios]
    return whole.reshape(X.shape), -shift
