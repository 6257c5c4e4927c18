"""How much rounding can change a product."""

import numpy as np
from scipy import sparse

FEW_ENTRIES = 8  # for ρ, Δ, the label and the norm


def rounding_of(entries):
    """By how much the product of two vectors of length 1 may be off by rounding.

    entries: of those that are added up, the longest of several such vectors' numbers.
    """
    return (entries + FEW_ENTRIES) * 2.0**-53


def most_entries(X):
    """The largest number of entries in a row of an array or csr matrix."""
    return int(np.diff(X.indptr).max()) if sparse.issparse(X) else X.shape[1]
