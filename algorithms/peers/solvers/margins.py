"""The margin of a solver's hyperplane and the bound of its duals, computed from the patterns."""

from math import nan, sqrt

from scipy import sparse

from maxmargin.drivers.shared.progress import margin_of
from maxmargin.rounding import combination, most_entries, rounding_of, squared_norm, total


def margin(X, labels, coef, intercept, slacks, extend):
    """Return the geometric margin of a hyperplane in the extended space, in the units of the data.

    X: (m, n). labels: (m,), +1 and -1. coef: (n,). intercept: a number, left out of the norm.
    slacks: (m,), the label-reflected weights of the extending coordinates of value `extend`.
    """
    products = labels * (X @ coef + intercept) + extend * slacks
    return margin_of(products.min(), sqrt(squared_norm(coef) + squared_norm(slacks)))


def upper_bound(X, labels, duals, radius, extend=0.0, free=False):
    """Return ‖Σ α_k y_k‖/Σα plus the largest possible rounding error.

    It is nan if all α are 0, or if one is negative, since they then prove no bound.

    X: (m, n). labels: (m,), +1 and -1. duals: (m,), α >= 0. radius: R, of the extended patterns.
    extend: the value of extending coordinates that X does not have. free: whether the threshold is
    outside the norm. A solver's Σ α_k label_k is then 0 up to rounding, for which the bound
    accounts (`maxmargin.proof` derives it).
    """
    whole = duals.sum()
    if not whole > 0.0 or duals.min() < 0.0:
        return nan
    signed = labels * (duals / whole)
    combined, delta = combination(X, signed / radius), extend / radius
    norm = sqrt(squared_norm(combined) + delta**2 * squared_norm(signed))
    uneven = abs(total(signed)) if free else 0.0
    return float(radius * (norm + uneven + 2.0 * rounding_of(most_entries(X))))


def extended(X, extend):
    """Return X with an extending coordinate of value `extend` for each pattern, a csr matrix."""
    X = sparse.csr_matrix(X)
    if extend:
        X = sparse.hstack([X, extend * sparse.identity(X.shape[0])], format="csr")
    return X
