"""The search in floating-point numbers for a separating weight, or for patterns that exclude one.

A finite Newton method minimises Σ max(0, 1 − z_k·w)² + D‖w‖² on a working set of patterns. If a
weight separates them, the minimum's products are above 0 for a small D. If none does, then
α_k = max(0, 1 − z_k·w) has Σ α_k z_k = D w, which is nearly 0.
"""

import numpy as np
from scipy import linalg, sparse

DECAYS = (1e-4, 1e-7, 1e-10, 0.0)  # D; 0 is solved by orthogonal matrices, not by squares
STEPS = 100
BLOCK = 64  # directions that `reduced` uses between two products of matrices
RANK = 1e-11  # relative size of a pivot that counts as 0


def newton(rows, weight, decay):
    """Return the minimising weight, (d,), or the first weight with products above 0."""
    products, hessian, of = rows @ weight, None, None
    for _ in range(STEPS):
        if products.min() > 0 and products.min() > 1e-12 * np.abs(products).max():
            break
        active = products < 1
        if decay and active.sum() > rows.shape[1]:
            hessian, of = _updated(hessian, of, rows, active), active
            target = _solved(hessian, decay, rows[active].sum(axis=0))
        elif decay:
            part = rows[active]
            target = part.T @ _solved(_gram(part.T), decay, np.ones(part.shape[0]))
        else:
            part = dense(rows[active])
            target = linalg.lstsq(part, np.ones(len(part)), 1e-15, lapack_driver="gelsy")[0]
        step = np.ravel(target) - weight
        slopes = rows @ step
        length = _line_search(products, slopes, decay * (weight @ step), decay * (step @ step))
        weight = weight + length * step
        products = rows @ weight
        if abs(length - 1) < 1e-6 and np.array_equal(products < 1, active) or length == 0:
            break
    return weight


def _updated(hessian, of, rows, active):
    """Return the sum of z zᵀ of the active rows, from the sum of the rows `of` if that is near."""
    if hessian is None or (changed := of != active).sum() > active.sum() / 2:
        return _gram(rows[active])
    return hessian + _gram(rows[changed & active]) - _gram(rows[changed & ~active])


def _gram(rows):
    """Return rowsᵀ·rows as an array."""
    return dense(rows.T @ rows)


def dense(rows):
    """Return rows as an array."""
    return rows.toarray() if sparse.issparse(rows) else rows


def _solved(matrix, decay, right):
    """Solve (matrix + D I) x = right, with a larger D if rounding errors make that singular."""
    while True:
        try:
            shifted = matrix + decay * np.eye(len(matrix))
            return linalg.cho_solve(linalg.cho_factor(shifted, check_finite=False), right)
        except linalg.LinAlgError:
            decay *= 10


def _line_search(products, slopes, linear, square):
    """Return the t >= 0 that minimises Σ max(0, 1 − p − t q)² + 2 t linear + t² square."""
    gaps = 1 - products
    active = (gaps > 0) | (gaps == 0) & (slopes < 0)
    changing = (active & (slopes > 0)) | (~active & (slopes < 0))
    times = gaps[changing] / slopes[changing]
    order = np.argsort(times, kind="stable")
    times = times[order]
    sign = np.where(active[changing], -1.0, 1.0)[order]
    q, gap = slopes[changing][order], gaps[changing][order]
    # Half of the derivative is a + b t up to the first time, and changes at each time.
    a = linear - slopes[active] @ gaps[active] - np.append(0, np.cumsum(sign * q * gap))
    b = square + slopes[active] @ slopes[active] + np.append(0, np.cumsum(sign * q * q))
    rising = np.flatnonzero(a[:-1] + b[:-1] * times >= 0)
    piece = rising[0] if rising.size else len(times)
    return max(0.0, -a[piece] / b[piece]) if b[piece] > 0 else 0.0


def possible(rows):
    """Return which rows can have α > 0: (k,) of bool.

    If a column of the rows has no two signs, then Σ α_k z_k = 0 forces α_k = 0 where it is not 0.
    """
    left = np.ones(len(rows), dtype=bool)
    positive, negative = (rows > 0).astype(np.float32), (rows < 0).astype(np.float32)
    while True:
        counts = left @ positive, left @ negative
        one_sign = (counts[0] > 0) != (counts[1] > 0)
        bad = left & ((positive[:, one_sign] + negative[:, one_sign]) @ np.ones(one_sign.sum()) > 0)
        if not bad.any():
            return left
        left &= ~bad


def reduced(rows, alpha):
    """Return places of at most rank + 1 rows with a combination of 0 near α, or None.

    α is corrected by the weighted least norm, so that Σ α_k z_k = 0 to rounding. Then each vector v
    with Σ v_k z_k = 0 makes one factor 0: α + t v >= 0 for a t (Carathéodory).
    """
    q, r, _ = linalg.qr(rows * alpha[:, None], pivoting=True, check_finite=False)
    sizes = np.abs(np.diag(r))
    rank = int((sizes > RANK * sizes[0]).sum()) if sizes.size else 0
    null = q[:, rank:]
    if null.shape[1] == 0:
        return None
    share = null.sum(axis=0)  # of the factors 1 in each direction
    beta = null @ share
    if not beta.max() > 0:
        return None
    # Reflected so that the first direction is β; the others lead away from it.
    mirror = share.copy()
    mirror[0] += np.copysign(np.linalg.norm(share), share[0])
    null = null - np.outer(null @ mirror, mirror) * (2 / (mirror @ mirror))
    left = beta > 1e-9 * beta.max()
    beta = np.where(left, beta, 0.0)
    directions = null[:, 1:] * left[:, None]
    while directions.shape[1]:
        block, pivots = directions[:, :BLOCK].copy(), []
        for j in range(block.shape[1]):
            v = block[:, j]
            place, t = _first_zero(beta, v, left)
            if place is None:
                continue
            beta = np.where(left, np.maximum(beta + t * v, 0.0), 0.0)
            beta[place], left[place] = 0.0, False
            pivots.append((j, place))
            rest = block[:, j + 1 :]
            rest -= np.outer(v, rest[place] / v[place])
            rest[place] = 0.0
        rest = directions[:, BLOCK:]
        if pivots and rest.shape[1]:
            columns, places = map(list, zip(*pivots, strict=True))
            original = directions[:, columns]
            factors = linalg.lstsq(original[places], rest[places])[0]
            rest = rest - original @ factors
            rest[places] = 0.0
        directions = rest
    return np.flatnonzero(beta > 0)


def _first_zero(beta, v, left):
    """Return the place that becomes 0 first along ±v, and the step: the sign with larger |v|."""
    best = None, 0.0
    for sign in (1.0, -1.0):
        falling = np.flatnonzero(left & (sign * v < 0))
        if falling.size:
            ratios = beta[falling] / np.abs(v[falling])
            place = falling[ratios.argmin()]
            if best[0] is None or abs(v[place]) > abs(v[best[0]]):
                best = place, sign * ratios.min()
    return best
