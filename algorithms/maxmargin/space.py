"""The space a learner works in: patterns reflected by their labels, augmented and extended.

Pattern k is y_k = label_k (x_k, ρ, Δ e_k). All patterns share an additional coordinate of value ρ.
In this augmented space the threshold is a weight. Each pattern also has its own coordinate of value
Δ. In this extended space any patterns are separable, and the hard margin is the soft margin with
squared slacks. The additional coordinates are never stored.

The weight w of a pattern's class scales the pattern before it is extended:
y_k = label_k (w x_k, w ρ, Δ e_k). The labels carry the class weights, so that they are ±w.
"""

import sys
from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from types import ModuleType
from typing import Any

import numpy as np
from scipy import sparse

from maxmargin.input.mapped import give_back
from maxmargin.input.sparse_input import without_duplicates
from maxmargin.rounding import rounding_of
from maxmargin.storages import binary, dense, rows
from maxmargin.storages import sparse as compressed

# Within these limits the fourth powers of norms, their reciprocals, and sums of 10^12 of these
# numbers stay in the range of float64.
LONGEST, SHORTEST = 1e70, 1e-70
COLUMNS = 8192  # the most that numpy adds in an order that does not depend on the number of rows


@dataclass(frozen=True)
class Space:
    """m patterns of n coordinates, in the form that compiled code takes. `make_space` makes it.

    `patterns` is the `Patterns` of a storage. `labels` is (m,), as from `signed`. `squared_norms`
    is (m,), q_k = ‖y_k‖², and `squared_radius` is R², the largest of them. `n` is the number of
    original coordinates. `rho` and `delta` are ρ and Δ, in the data's units.
    """

    patterns: Any
    labels: np.ndarray
    squared_norms: np.ndarray
    squared_radius: float
    n: int
    rho: float
    delta: float

    @property
    def storage(self) -> ModuleType:
        """Return the storage's module, whose functions take these patterns."""
        return sys.modules[type(self.patterns).__module__]

    @cached_property
    def rounding(self):
        """Return the relative rounding error of a product."""
        starts = self.patterns.starts
        return rounding_of(int((starts[1:] - starts[:-1]).max()))

    @cached_property
    def rounding_of_margins(self):
        """Return the rounding error of a product with a weight of norm 1."""
        return self.rounding * sqrt(self.squared_radius)

    def separates(self, point):
        """Return whether the margin of a `Point` exceeds the rounding error of the products."""
        return point.directional_margin > self.rounding_of_margins


def make_space(X: Any, labels, augment=0.0, extend=0.0, storage=None, is_block=False):
    """Return the space of X, (m, n), an array or sparse matrix, and labels, (m,).

    The labels are +1 and -1, or these numbers times the weights of the classes. `augment` is ρ and
    `extend` is Δ. `storage` is the storage of sparse patterns; None selects the one that suits X.
    `is_block` says that X has only some of the patterns, perhaps only short ones. Raises ValueError
    if a squared norm overflows, or if a pattern is all zero in the augmented and extended space,
    because then no margin is positive.
    """
    labels, augment, extend = signed(labels), float(augment), float(extend)
    if sparse.issparse(X):
        X = without_duplicates(sparse.csr_matrix(X, dtype=np.float64))
        storage = storage or (binary if X.nnz and np.all(X.data == 1.0) else compressed)
    else:
        X, storage = np.ascontiguousarray(X, dtype=np.float64), dense
    own = squared_norms(X)
    if not is_block and own.max() < SHORTEST**2 and nonzeros(X):  # seldom: abs(X) takes a pass
        check_not_hidden(own.max(), abs(X).max(), augment, extend)
    squares = augmented(own, augment, extend, labels)
    check_lengths(squares, own=own)
    give_back(X)
    patterns = storage.pack(X)
    return Space(patterns, labels, squares, float(squares.max()), X.shape[1], augment, extend)


def signed(labels):
    """Return labels, (m,), as compiled code takes them: int8 for ±1, float64 with class weights."""
    plain = (np.abs(labels) == 1).all()
    return np.array(labels, np.int8 if plain else np.float64)


def nonzeros(X):
    """Return the number of entries of an array or sparse matrix that are not 0."""
    return X.nnz if sparse.issparse(X) else int(np.count_nonzero(X))


def squared_norms(X):
    """Return the squared norms of the rows of X, (m,), without ρ and Δ.

    X is a C-contiguous array or a csr matrix without duplicates. The bits of a row's squared norm
    do not depend on the other rows.
    """
    if sparse.issparse(X):
        return rows.squared_norms(X.indptr, X.data)
    squares = np.zeros(X.shape[0])
    for first_column in range(0, X.shape[1], COLUMNS):
        part = X[:, first_column : first_column + COLUMNS]
        squares += np.einsum("ij,ij->i", part, part)
    return squares


def augmented(own, augment, extend, labels):
    """Return ‖y_k‖², (m,), from the rows' own squared norms and from labels as of `signed`.

    A class of weight 1 gets the same bits whether or not the other class has another weight.
    """
    scales = 1.0 if labels.dtype == np.int8 else labels**2
    return own * scales + (augment**2 * scales + extend**2)


def check_not_hidden(longest, largest, augment, extend):
    """Raise ValueError if powers of the longest row underflow, but ρ > 0 hides that.

    `longest` is the largest squared norm of a row of X, and `largest` is the largest |x|.
    """
    if augment and not extend and longest < SHORTEST**2 and largest > 0.0:
        raise ValueError(
            f"no number in X is larger than {largest:.3g}, and powers of the rows' norms "
            f"underflow, which augment = {augment:g} hides: scale X up, so that the longest row "
            f"has a norm of at least {SHORTEST:g}."
        )


def check_lengths(squares, first=0, own=None):
    """Raise ValueError if learners cannot compute with rows of these squared norms, (m,).

    No weight gives a row of norm 0 a margin. Powers of very long or very short rows, and sums of
    these powers, overflow or underflow. `first` is the place of the first row in a larger array.
    `own` are the rows' squared norms without augment, extend and class weights, (m,), if those
    changed them.
    """
    if not squares.min() >= SHORTEST**2:
        place = squares.argmin()
        row, least = first + place, sqrt(squares[place])
        _check_is_number(least, row)
        _check_not_of_parameters(squares, own, place, row)
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
    check_radius(squares, first, own)


def _check_is_number(norm, row):
    if norm != norm:
        raise ValueError(f"row {row} of X, counted from 0, has NaN: leave it out, or fill it in.")


def _check_not_of_parameters(squares, own, place, row):
    """Raise ValueError if a row is too long or too short through the parameters alone."""
    if own is not None and SHORTEST**2 <= own[place] <= LONGEST**2:
        raise ValueError(
            f"row {row} of X, counted from 0, has a norm of {sqrt(own[place]):.3g}, but of "
            f"{sqrt(squares[place]):.3g} with augment, extend and class_weight, and powers of that "
            f"leave the range of float64: choose these so that each norm is from {SHORTEST:g} to "
            f"{LONGEST:g}."
        )


def check_radius(squares, first=0, own=None):
    """Raise ValueError if R² is too large or too small to compute with.

    `squares` are the rows' squared norms, (m,). `first` and `own` are as in `check_lengths`.
    """
    place = squares.argmax()
    row, largest = first + place, squares[place]
    _check_is_number(largest, row)
    if not largest <= LONGEST**2:
        _check_not_of_parameters(squares, own, place, row)
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
    """Return y_k·y_l for all pairs of patterns, (m, m)."""
    X = space.storage.matrix(space.patterns, space.n)
    products = X @ X.T
    products = products.toarray() if sparse.issparse(products) else products
    products += space.rho**2
    products *= np.outer(space.labels, space.labels)
    return products + space.delta**2 * np.eye(space.labels.size)
