"""Baselines: other people's solvers on the identical hard-margin problem, one file per solver.

Their margins are measured here, by `margin`, not taken from the solver's output.
"""

import numpy as np
from scipy import sparse

from maxmargin.drivers.progress import margin_of


def margin(X, labels, coef, intercept, slacks, extend):
    """The geometric margin of a hyperplane in the extended space, in the units of the data.

    X: (m, n); labels: (m,), +1 and -1; coef: (n,); intercept: a number, left out of the norm;
    slacks: (m,), the label-reflected weights of the extending coordinates, whose value is extend.
    """
    products = labels * (X @ coef + intercept) + extend * slacks
    return margin_of(products.min(), np.sqrt(coef @ coef + slacks @ slacks))


def extended(X, extend):
    """X with an extending coordinate added for each pattern, of the value extend: a csr matrix."""
    X = sparse.csr_matrix(X)
    if extend:
        X = sparse.hstack([X, extend * sparse.identity(X.shape[0])], format="csr")
    return X
