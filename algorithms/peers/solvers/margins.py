"""The margin of a solver's hyperplane, measured here instead of taken from the solver's output."""

import numpy as np
from scipy import sparse

from maxmargin.drivers.shared.progress import margin_of


def margin(X, labels, coef, intercept, slacks, extend):
    """Return the geometric margin of a hyperplane in the extended space, in the units of the data.

    X: (m, n). labels: (m,), +1 and -1. coef: (n,). intercept: a number, left out of the norm.
    slacks: (m,), the label-reflected weights of the extending coordinates of value `extend`.
    """
    products = labels * (X @ coef + intercept) + extend * slacks
    return margin_of(products.min(), np.sqrt(coef @ coef + slacks @ slacks))


def extended(X, extend):
    """Return X with an extending coordinate of value `extend` for each pattern, a csr matrix."""
    X = sparse.csr_matrix(X)
    if extend:
        X = sparse.hstack([X, extend * sparse.identity(X.shape[0])], format="csr")
    return X
