"""The shortest vector between convex hulls: Wolfe's algorithm (Mathematical Programming 11, 1976).

For one group of patterns it is the shortest vector Σ α_k y_k with α >= 0 and Σ α = 1, for two the
shortest with Σ α = 1 in each, which joins the nearest points of two hulls. Some patterns, affinely
independent, carry it. Every step takes the pattern that lies lowest along the vector to them, goes
towards the shortest vector of their affine hull, and leaves behind those whose α reaches 0 on the
way. The vector becomes shorter at every step, so that no set of carriers comes back and the end is
reached in finitely many steps.
"""

import numpy as np
from scipy import sparse
from scipy.linalg import lstsq
from scipy.linalg.lapack import dgglse

# Of the largest ‖y_k‖. What is shorter, or lies lower by less, is a matter of rounding.
ROUNDING = 1e-15
NEGLIGIBLE = 1e-12
DEPENDENT = 1e-10  # of the largest singular value


def minimum_norm_point(Y, groups):
    """The shortest vector, (n,), and its α, (m,). A vector shorter than NEGLIGIBLE is 0 but for
    rounding.

    Y: (m, n), an array or csr matrix, whose longest row is of length 1, about. groups: (m,), of 0
    alone, or of 0 and 1 with both present.
    """
    carriers = [int(np.argmax(groups == group)) for group in range(groups.max() + 1)]
    alphas = np.ones(len(carriers))
    vector, duals = None, np.zeros(len(groups))
    while True:
        shorter = _combination(_dense(Y, carriers), alphas, groups[carriers])
        norm = np.linalg.norm(shorter)
        if vector is not None and not norm < np.linalg.norm(vector):
            break  # rounding has had the last word
        vector, duals[:] = shorter, 0.0
        duals[carriers] = alphas
        products = Y @ vector
        levels = np.bincount(groups[carriers], alphas * products[carriers])
        above = products - levels[groups]
        lowest = int(above.argmin())
        if norm < NEGLIGIBLE or above[lowest] >= -ROUNDING * norm or lowest in carriers:
            break
        found = _carried(Y, groups, [*carriers, lowest], np.append(alphas, 0.0))
        if found is None:
            break
        carriers, alphas = found
    return vector, duals


def _combination(rows, alphas, groups):
    """Σ α_k rows_k, of α of the shortest vector, (n,), which has one product with all of a group.

    The rounding of α, of 1 part in 10¹⁶, is as large a part of the longest row, and in a short
    vector a large part. What it does to the products shows how to take it back. Rows of two groups
    may be dependent; what rounding does there has no remedy, and needs none.
    """
    vector = rows.T @ alphas
    if np.linalg.norm(vector) < NEGLIGIBLE:
        return vector
    products = rows @ vector
    levels = np.bincount(groups, alphas * products)
    return vector + lstsq(rows, levels[groups] - products, cond=DEPENDENT)[0]


def _carried(Y, groups, carriers, alphas):
    """The carriers that are left, and α of the shortest vector of their affine hull, all positive.

    None where rounding makes carriers dependent.
    """
    while True:
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


def _affine_minimum(rows, groups):
    """α, (s,), of the shortest Σ α_k rows_k with Σ α = 1 in each group, or None where it is not
    unique: least squares with equality constraints.
    """
    s, n = rows.shape
    sums = np.equal.outer(np.unique(groups), groups).astype(float)
    if s > n + len(sums):
        return None
    *_, alphas, info = dgglse(rows.T, sums, np.zeros(n), np.ones(len(sums)))
    return None if info else alphas


def _dense(Y, rows):
    return Y[rows].toarray() if sparse.issparse(Y) else Y[rows]
