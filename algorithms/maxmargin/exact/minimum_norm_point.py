"""The shortest vector between convex hulls: Wolfe's algorithm (Mathematical Programming 11, 1976).

For one group of patterns it is the shortest vector Σ α_k y_k with α >= 0 and Σ α = 1. For two
groups it is the shortest vector with Σ α = 1 in each group, which joins the nearest points of the
two hulls. Some affinely independent patterns, the carriers, have α > 0. Each step adds the pattern
that is lowest along the vector to the carriers. It then moves towards the shortest vector of their
affine hull, and drops the carriers whose α reaches 0 on the way. Every step makes the vector
shorter. So no set of carriers occurs twice, and the algorithm ends after finitely many steps.
"""

from contextlib import suppress
from math import inf
from typing import Any

import numpy as np
from scipy import sparse
from scipy.linalg import lstsq
from scipy.linalg.lapack import dgglse  # pyright: ignore[reportAttributeAccessIssue]

from maxmargin.compilation.binding import clock

# Relative to the largest ‖y_k‖. Rounding causes smaller lengths and smaller differences in height.
ROUNDING = 1e-15
NEGLIGIBLE = 1e-12
DEPENDENT = 1e-10  # relative to the largest singular value
SECONDS_PER_PRODUCT = 1e-9  # of least squares, roughly, for the time limit


def minimum_norm_point(Y, groups, start=None, until=inf):
    """Return the shortest vector, (n,), its α, (m,), and whether the time was enough.

    A vector shorter than NEGLIGIBLE is 0 up to rounding. `Y` is (m, n), an array or csr matrix
    whose longest row has a norm of about 1. `groups` is (m,): all 0, or both 0 and 1. `start` is
    (m,), the first α if its patterns are affinely independent. The algorithm returns early if
    `clock()` would pass `until` in the next step.
    """
    carriers, alphas = _started(Y, groups, start, until)
    vector, duals = None, np.zeros(len(groups))
    while True:
        shorter = _combination(_dense(Y, carriers), alphas, groups[carriers])
        norm = np.linalg.norm(shorter)
        if vector is not None and not norm < np.linalg.norm(vector):
            break  # rounding prevents further progress
        vector, duals[:] = shorter, 0.0
        duals[carriers] = alphas
        products = Y @ vector
        levels = np.bincount(groups[carriers], alphas * products[carriers])
        above = products - levels[groups]
        lowest = int(above.argmin())
        if norm < NEGLIGIBLE or above[lowest] >= -ROUNDING * norm or lowest in carriers:
            break
        try:
            found = _carried(Y, groups, [*carriers, lowest], np.append(alphas, 0.0), until)
        except TimeoutError:
            return vector, duals, False
        if found is None:
            break
        carriers, alphas = found
    return vector, duals, True


def _started(Y, groups, start, until):
    """Return the first carriers and their α: from `start`, or one pattern of each group."""
    if start is not None and np.count_nonzero(start) <= Y.shape[1] + 1:
        carriers = np.flatnonzero(start).tolist()
        with suppress(TimeoutError):
            found = _carried(Y, groups, carriers, start[carriers], until)
            if found is not None:
                return found
    carriers = [int(np.argmax(groups == group)) for group in range(groups.max() + 1)]
    return carriers, np.ones(len(carriers))


def _combination(rows, alphas, groups):
    """Return Σ α_k rows_k, (n,), for the α of the shortest vector.

    The shortest vector has the same product with all rows of a group. Rounding α changes the vector
    by 10⁻¹⁶ of the longest row, which may be much of a short vector. The products show this change,
    and so how to correct it. Rows of two groups may be dependent. The change then cannot be
    corrected, and need not be.
    """
    vector = rows.T @ alphas
    if np.linalg.norm(vector) < NEGLIGIBLE:
        return vector
    products = rows @ vector
    levels = np.bincount(groups, alphas * products)
    correction: Any = lstsq(rows, levels[groups] - products, cond=DEPENDENT)
    return vector + correction[0]


def _carried(Y, groups, carriers, alphas, until):
    """Return the carriers that remain, and positive α of the shortest vector of their affine hull.

    Returns None if rounding makes carriers dependent. Raises TimeoutError if the time is over.
    """
    while clock() + SECONDS_PER_PRODUCT * len(carriers) ** 2 * Y.shape[1] < until:
        target = _affine_minimum(_dense(Y, carriers), groups[carriers])
        if target is None:
            return None
        if (target > 0).all():
            return carriers, target
        falling = target <= 0
        now, fall = alphas[falling], (alphas - target)[falling]
        step = np.divide(now, fall, out=np.zeros_like(now), where=fall > 0).min()
        alphas = alphas + step * (target - alphas)
        blocking = falling & (alphas <= ROUNDING)
        if not blocking.any():
            blocking[np.flatnonzero(falling)[alphas[falling].argmin()]] = True
        carriers = [k for k, leaves in zip(carriers, blocking, strict=True) if not leaves]
        alphas = alphas[~blocking]
    raise TimeoutError


def _affine_minimum(rows, groups):
    """Return α, (s,), of the shortest Σ α_k rows_k with Σ α = 1 in each group.

    This is least squares with equality constraints. Returns None if α is not unique: LAPACK
    says so, or gives numbers that are not finite.
    """
    s, n = rows.shape
    sums = np.equal.outer(np.unique(groups), groups).astype(float)
    if s > n + len(sums):
        return None
    *_, alphas, info = dgglse(rows.T, sums, np.zeros(n), np.ones(len(sums)))
    return alphas if info == 0 and np.isfinite(alphas).all() else None


def _dense(Y, rows):
    return Y[rows].toarray() if sparse.issparse(Y) else Y[rows]
