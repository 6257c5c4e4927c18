"""Blocks of patterns from a mapped file, for patterns that do not fit into memory.

A block is a copy of some rows, in the order of the file. The weight, the duals and the run's state
stay in memory. So blocks in file order lead to the same updates as all patterns in memory, bit for
bit. The pages of a read-only map are released after a block was copied from them.
"""

from hashlib import blake2b
from math import sqrt
from typing import Any

import numpy as np
from scipy import sparse

from maxmargin.input.checked_input import check_not_rounded, check_two
from maxmargin.input.finite import not_finite
from maxmargin.input.mapped import give_back
from maxmargin.input.sparse_input import widened, without_duplicates
from maxmargin.rounding import most_entries, rounding_of
from maxmargin.space import (
    SHORTEST,
    augmented,
    check_lengths,
    check_not_hidden,
    make_space,
    signed,
    squared_norms,
)
from maxmargin.storages import binary
from maxmargin.storages import sparse as compressed


class Blocks:
    """Rows of X, (m, n), an array or csr matrix, and labels y, (m,), of two values, as blocks.

    rows is the number of rows in a block. with_digest says whether `digest` covers all patterns and
    labels; a digest identifies them. classes are the two values, in sort order. squared_radius is
    R². class_weights are (2,), in the order of the classes, or None. Raises ValueError for other
    than two classes, and for numbers that are not finite or that float64 rounds. Also raises it for
    a pattern that is all zero or too long, as `make_space` does.
    """

    def __init__(self, X, y, rho, delta, rows, with_digest=False, class_weights=None):
        self.X, self.y, self.rho, self.delta, self.rows = X, y, rho, delta, rows
        self.class_weights = class_weights
        self.m, self.n = X.shape
        self.starts, self.entries = range(0, self.m, rows), 0
        ones, squared_radius = sparse.issparse(X) and X.nnz > 0, 0.0
        longest = largest = 0.0  # of the rows' own squared norms, and of |x|
        self.classes = y[:0]
        for start in self.starts:
            self.classes = np.union1d(self.classes, np.unique(self._part(y, start)))
        check_two(self.classes)
        digest = blake2b()
        for start in self.starts:
            check_not_rounded(self._part(X, start))
            part: Any = self._floats(start)
            labels = self._part(y, start)
            values = np.asarray(part.data if sparse.issparse(part) else part)
            if not np.isfinite(values).all():
                raise ValueError(not_finite(part, start))
            if ones:
                ones = bool((values == 1.0).all())
            self.entries = max(self.entries, most_entries(part))
            own = squared_norms(part)
            longest = max(longest, float(own.max()))
            if longest < SHORTEST**2:  # seldom, since abs(values) is as large as the block
                largest = max(largest, float(abs(values).max(initial=0.0)))
            squares = augmented(own, rho, delta, self._signed(labels))
            check_lengths(squares, start, own)
            squared_radius = max(squared_radius, float(squares.max()))
            if with_digest:
                # An object array's own bytes are addresses, which change with each process.
                digest.update(repr((part.shape, self.classes.tolist())).encode())
                places = [part.indices, part.indptr] if sparse.issparse(part) else []
                for array in (values, *places, self._is_second(labels)):
                    digest.update(np.ascontiguousarray(array).data)
            give_back(self.X, self.y)
        check_not_hidden(longest, largest, rho, delta)
        self.storage = binary if ones else compressed if sparse.issparse(X) else None
        self.squared_radius, self.digest = squared_radius, digest.hexdigest()

    def separates(self, point):
        """Return whether the margin of a `Point` exceeds the rounding error of the products."""
        return point.directional_margin > rounding_of(self.entries) * sqrt(self.squared_radius)

    @property
    def labels(self):
        """Return the labels, (m,), as +1 and -1, times the class weights."""
        return self._signed(np.asarray(self.y))

    def _signed(self, y):
        """Return a part of y as `signed` does, with class weights."""
        positive = self._is_second(y)
        if self.class_weights is None:
            return np.where(positive, np.int8(1), np.int8(-1))
        negative_weight, positive_weight = self.class_weights
        return signed(np.where(positive, positive_weight, -negative_weight))

    def _is_second(self, y):
        """Return whether each label is the second class: (m,)."""
        if y.dtype.kind == "O":  # == would take a text with NUL at its end for one without
            return np.searchsorted(self.classes, y) == 1
        return y == self.classes[1]

    def space(self, number):
        """Return the `Space` of a block."""
        start = self.starts[number]
        labels = self._signed(self._part(self.y, start))
        X = self._floats(start)
        found = make_space(X, labels, self.rho, self.delta, self.storage, is_block=True)
        give_back(self.X, self.y)
        return found

    def _floats(self, start):
        """Return the rows of a block, after adding duplicate entries as `make_space` does."""
        part = widened(self._part(self.X, start))
        part = without_duplicates(part.astype(float, copy=False))
        return part if sparse.issparse(part) else np.ascontiguousarray(part)

    def _part(self, array, start):
        return array[start : start + self.rows]
