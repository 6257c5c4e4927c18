"""Bounds on the rounding errors of products, and precise sums of many terms."""

import numpy as np
from scipy import sparse

from maxmargin.input.mapped import in_parts

FEW_ENTRIES = 8  # for ρ, Δ, the label and the norm
SHIFT = 4.0  # numbers up to 2, plus this number, are rounded to multiples of 2⁻⁵¹ or 2⁻⁵⁰
AT_ONCE = 1 << 15  # entries of an array that fit into the processor's cache


def rounding_of(entries):
    """Return the largest rounding error of the product of two vectors of length 1.

    `entries` is the largest number of terms that a product adds up.
    """
    return (entries + FEW_ENTRIES) * 2.0**-53


def most_entries(X):
    """Return the largest number of entries in a row of an array or csr matrix."""
    return int(np.diff(X.indptr).max()) if sparse.issparse(X) else X.shape[1]


def total(numbers):
    """Return the sum of numbers, (m,), whose absolute values add up to 2 at most.

    The rounding error is at most a few units of 2⁻⁵³ for m up to 10⁷. `_split` says why.
    """
    coarse, fine = _split(numbers)
    return float(coarse.sum() + fine.sum())


def combination(X, factors):
    """Return Σ factor_k x_k, (n,), of the rows of an array or csr matrix.

    For each column Σ |factor_k x_kj| must be 2 at most. The rounding error of a column is at most
    a few units of 2⁻⁵³ for m up to 10⁷. A matrix product adds one row after another. Of equal rows
    each addition may round in the same direction, so that its error grows with m.
    """
    coarse, fine = np.zeros(X.shape[1]), np.zeros(X.shape[1])
    for places, rows in in_parts(X):
        add = _add_sparse if sparse.issparse(rows) else _add_dense
        add(rows, factors[places], coarse, fine)
    return coarse + fine


def squared_norm(vector):
    """Return the sum of the squares of a vector, (m,).

    Its relative error is at most about 30 units of 2⁻⁵³, since numpy's sum is pairwise. A product
    of the vector with itself adds one number after another.
    """
    return float((vector * vector).sum())


def _split(numbers):
    """Return two arrays whose sum is `numbers`, and whose own sums have little rounding error.

    The first has multiples of 2⁻⁵¹. Their sums up to 4 are exact in float64. The second has what is
    left, at most 2⁻⁵¹ each, so that its sum errs by at most m² 2⁻¹⁰⁴. The numbers must be 2 at
    most. (Rump, Ogita & Oishi, SIAM Journal on Scientific Computing 31, 2008, extract such
    multiples, too.)
    """
    coarse = numbers + SHIFT
    coarse -= SHIFT
    return coarse, numbers - coarse


def _add_dense(rows, factors, coarse, fine):
    used = np.flatnonzero(factors)
    step = max(1, AT_ONCE // rows.shape[1])
    for first in range(0, used.size, step):
        chosen = used[first : first + step]
        ones = np.ones(chosen.size)
        multiples, left = _split(rows[chosen] * factors[chosen, None])
        coarse += ones @ multiples  # in less time than a sum
        fine += ones @ left


def _add_sparse(rows, factors, coarse, fine):
    ones = np.ones(rows.shape[0])
    parts = _split(rows.data * np.repeat(factors, np.diff(rows.indptr)))
    for numbers, into in zip(parts, (coarse, fine), strict=True):
        weighted = sparse.csr_array((numbers, rows.indices, rows.indptr), shape=rows.shape)
        into += weighted.T @ ones
