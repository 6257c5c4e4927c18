"""Bounds on the rounding error of products."""

import numpy as np
from scipy import sparse

FEW_ENTRIES = 8  # for ρ, Δ, the label and the norm


def rounding_of(entries):
    """Return the largest rounding error of the product of two vectors of length 1.

    `entries` is the largest number of terms that a product adds up.
    """
    return (entries + FEW_ENTRIES) * 2.0**-53


def most_entries(X):
    """Return the largest number of entries in a row of an array or csr matrix."""
    return int(np.diff(X.indptr).max()) if sparse.issparse(X) else X.shape[1]
