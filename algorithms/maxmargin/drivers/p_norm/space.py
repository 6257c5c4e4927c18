"""The patterns of the p-norm driver: normalised, in the augmented and extended space."""

from typing import NamedTuple

import numpy as np
from scipy import sparse

from maxmargin.rounding import most_entries, rounding_of
from maxmargin.space import check_lengths, signed


class PNormSpace(NamedTuple):
    """Normalised patterns in the augmented and extended space. `make_p_norm_space` makes it.

    X: (m, n + 1) or, extended, (m, n + 1 + m), an array or csr matrix. unit: the unit of margins in
    X, R_p or 1. labels: (m,), ±1. n: the number of original coordinates. p: the order of the norm.
    rho, delta: ρ and Δ.
    """

    X: np.ndarray
    unit: float
    labels: np.ndarray
    n: int
    p: float
    rho: float
    delta: float

    @property
    def squared_radius(self):
        """Return R², the largest ‖y_k‖_p² in the units of margins."""
        return self.unit**2

    def separates(self, point):
        """Return whether the margin of a `Point` exceeds the rounding error of the products."""
        return point.directional_margin > rounding_of(most_entries(self.X)) * self.unit


def make_p_norm_space(X, labels, p, normalise, augment=0.0, extend=0.0):
    """Return the space of X, (m, n), an array or sparse matrix, and labels, (m,).

    The labels are +1 and -1, or these numbers times the weights of the classes. normalise: "radius"
    divides all patterns (x, ρ, Δ e_k) by their largest p-norm, R_p, so that margins are in the
    units of X. "instance" divides each pattern by its own p-norm, so that margins have no unit.
    Raises ValueError if a pattern is all zero, because then no margin is positive, or if its norm
    overflows.
    """
    m, n = X.shape
    thresholds = np.full((m, 1), float(augment))
    if signed(labels).dtype != np.int8:
        class_weights = np.abs(labels)
        X = sparse.diags_array(class_weights) @ X
        thresholds, labels = thresholds * class_weights[:, None], np.sign(labels)
    if sparse.issparse(X) or extend:
        own = [sparse.diags_array(np.full(m, float(extend)))] if extend else []
        stacked = sparse.hstack([sparse.csr_matrix(X), thresholds, *own])
        X = sparse.csr_matrix(stacked, dtype=np.float64)
        X.sum_duplicates()
    else:
        X = np.hstack([X, thresholds])
    norms = row_norms(X, p)
    with np.errstate(over="ignore", under="ignore"):
        check_lengths(norms**2)
    unit = 1.0
    if normalise == "radius":
        unit = float(norms.max())
        norms[:] = unit
    labels = np.require(labels, np.int8, ["C", "W"])
    return PNormSpace(divided(X, norms), unit, labels, n, float(p), float(augment), float(extend))


def row_norms(X, p):
    """Return ‖x‖_p of the rows of an array or csr matrix, (m,), without overflow or underflow."""
    if sparse.issparse(X):
        largest = abs(X).max(axis=1).toarray().ravel()
    else:
        largest = np.abs(X).max(axis=1)
    ratios = abs(divided(X, largest))
    powers = ratios.power(p) if sparse.issparse(X) else ratios**p
    with np.errstate(over="ignore"):
        return largest * np.asarray(powers.sum(axis=1)).ravel() ** (1.0 / p)


def divided(X, divisors):
    """Return the rows of an array or csr matrix, divided by the divisors, (m,), that are not 0."""
    divisors = np.where(divisors > 0.0, divisors, 1.0)
    if not sparse.issparse(X):
        return X / divisors[:, None]
    X = X.copy()
    X.data /= np.repeat(divisors, np.diff(X.indptr))
    return X


def normalised(X, p):
    """Return the rows of an array or csr matrix, each divided by its p-norm unless it is 0."""
    return divided(X, row_norms(X, p))


def q_norm(w, p):
    """Return ‖w‖_q, with the q that is dual to p."""
    q = p / (p - 1.0)
    return float((np.abs(w) ** q).sum() ** (1.0 / q))
