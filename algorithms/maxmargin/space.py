"""The space a learner works in: patterns reflected by their labels, augmented and extended.

Pattern k is y_k = label_k (x_k, ρ, Δ e_k): with an additional coordinate of value ρ for all
patterns (the augmented space, which turns a threshold into a weight), and one of value Δ for each
pattern by itself (the extended space, in which any patterns are separable, and the hard margin is
the soft margin with squared slacks). Neither is ever stored.
"""

import sys
from math import sqrt
from types import ModuleType
from typing import NamedTuple

import numpy as np
from scipy import sparse

from maxmargin.mapped import give_back
from maxmargin.rounding import rounding_of
from maxmargin.sparse_input import without_duplicates
from maxmargin.storages import binary, dense, rows
from maxmargin.storages import sparse as compressed

# Norms of patterns between which their fourth powers, reciprocals of these, and sums of 10^12 of
# either are floating-point numbers.
LONGEST, SHORTEST = 1e70, 1e-70


class Space(NamedTuple):
    """m patterns of n coordinates, in the form of compiled code. Made by `make_space`.

    patterns: the `Patterns` of a storage; labels: int8, (m,), +1 and -1; squared_norms: (m,),
    q_k = ‖y_k‖²; n: the number of original coordinates; rho, delta: ρ and Δ, in the data's units.
    """

    patterns: tuple
    labels: np.ndarray
    squared_norms: np.ndarray
    n: int
    rho: float
    delta: float

    @property
    def storage(self) -> ModuleType:
        """The storage's module, whose functions take these patterns."""
        return sys.modules[type(self.patterns).__module__]

    @property
    def squared_radius(self):
        """R², the largest ‖y_k‖²: max‖x‖² + ρ² + Δ²."""
        return float(self.squared_norms.max())

    def separates(self, point):
        """Whether the margin of a `Point` is above what rounding of the products can feign."""
        entries = int(np.diff(self.patterns.starts).max())
        return point.directional_margin > rounding_of(entries) * sqrt(self.squared_radius)


def make_space(X, labels, augment=0.0, extend=0.0, storage=None):
    """The space of X, an (m, n) array or sparse matrix, and labels, (m,), of +1 and -1.

    augment is ρ and extend Δ, 0 for none. storage: that of sparse patterns, None for the one that
    suits them. Raises ValueError if a pattern is all zero in the augmented and extended space, as
    no margin can then be positive, or if its squared norm overflows.
    """
    labels = np.require(labels, np.int8, "CW")
    if sparse.issparse(X):
        X = without_duplicates(sparse.csr_matrix(X, dtype=np.float64))
        storage = storage or (binary if X.nnz and np.all(X.data == 1.0) else compressed)
    else:
        X, storage = np.ascontiguousarray(X, dtype=np.float64), dense
    squares = squared_norms(X, augment, extend)
    give_back(X)
    patterns = storage.pack(X)
    return Space(patterns, labels, squares, X.shape[1], float(augment), float(extend))


def squared_norms(X, augment, extend, first=0):
    """‖y_k‖² of the rows of an array, or of a csr matrix without duplicates: (m,).

    first: the row of X's first one in a larger array, for messages. Raises ValueError if one is 0
    or overflows.
    """
    if sparse.issparse(X):
        squares = rows.squared_norms(X.indptr, X.data)
    else:
        squares = np.einsum("ij,ij->i", X, X)
    squares = squares + (augment**2 + extend**2)
    check_lengths(squares, first)
    return squares


def check_lengths(squares, first=0):
    """Raises ValueError if learners cannot compute with rows of these squared norms, (m,).

    A row of norm 0 gets no margin from any weight. Powers of very long and very short rows, and of
    sums of them, overflow or underflow. first: the row of X's first one in a larger array.
    """
    if not squares.min() >= SHORTEST**2:
        row, least = first + squares.argmin(), sqrt(squares.min())
        if least == 0.0:
            raise ValueError(
                f"row {row} of X, counted from 0, is all zero or so short that its square is 0, so "
                "that no weight gives it a positive margin: leave it out, or set augment or extend "
                "above 0."
            )
        raise ValueError(
            f"row {row} of X, counted from 0, has a norm of {least:.3g}, and powers of it "
            f"underflow: scale X up, so that each norm is at least {SHORTEST:g}, or leave it out."
        )
    check_radius(squares, first)


def check_radius(squares, first=0):
    """Raises ValueError if R² is too large or too small to compute with.

    squares: the rows' squared norms, (m,). first: as in `check_lengths`.
    """
    row, largest = first + squares.argmax(), squares.max()
    if not largest <= LONGEST**2:
        raise ValueError(
            f"row {row} of X, counted from 0, is so long that powers of its norm overflow: scale X "
            f"down, so that each norm is at most {LONGEST:g}."
        )
    if largest < SHORTEST**2:
        raise ValueError(
            f"the longest row of X, {row}, counted from 0, has a norm of {sqrt(largest):.3g}, and "
            f"powers of it underflow: scale X up, so that it is at least {SHORTEST:g}; if all of X "
            "is 0, nothing separates its rows."
        )


def gram(space):
    """y_k·y_l for all pairs of patterns, (m, m)."""
    X = space.storage.matrix(space.patterns, space.n)
    products = X @ X.T
    products = products.toarray() if sparse.issparse(products) else products
    products += space.rho**2
    products *= np.outer(space.labels, space.labels)
    return products + space.delta**2 * np.eye(space.labels.size)
