"""The search in floating-point numbers for a separating weight, or for patterns that exclude one.

A finite Newton method minimises Σ max(0, 1 − z_k·w)² + D‖w‖² on a working set of patterns. If a
weight separates them, the minimum's products are above 0 for a small D. If none does, then
α_k = max(0, 1 − z_k·w) has Σ α_k z_k = D w, which is nearly 0.
"""

from typing import Any

import numpy as np
from scipy import linalg

from maxmargin.compilation.binding import bind, clock
from maxmargin.separable import small_newton
from maxmargin.separable.exact import OutOfTime
from maxmargin.separable.patterns import dense

SMALL_QUESTION = 1 << 17  # entries of a question that is searched as a whole
FEW, NARROW = 1 << 15, 64  # entries and columns, at most, for which compiled code is faster
DECAYS = (1e-4, 1e-7, 1e-10, 1e-13)  # D, relative to the mean of Σ_k z_kj² over the coordinates j
SMALL_DECAYS = (1e-10,)  # for small questions; the simplex method then decides them fast
SOLVE: Any = linalg.get_lapack_funcs("posv")  # by Cholesky's factors; scipy.linalg.solve is slow
STEPS = 500
BLOCK = 64  # directions that `reduced` uses between two products of matrices
RANK = 2e-12  # relative size of a pivot that counts as 0
ZERO = 1e-11  # relative size of numbers of α, or of changes of α, that count as 0
SMALL = 1e-5  # relative size of an α below which all count as equally small when they change


def newton(rows, weight, decay, deadline=np.inf):
    """Return the best weight, (d,), for D relative to Σ ‖z_k‖²/d, or the first that separates."""
    sizes = np.ravel((rows * rows).sum(axis=0))
    used, result = np.flatnonzero(sizes), np.zeros(len(sizes))
    if not len(used):  # rounded to 0
        return result
    decay, weight = decay * sizes.sum() / len(used), weight[used]
    rows = rows if len(used) == len(sizes) else rows[:, used]
    if rows.shape[1] <= NARROW and rows.shape[0] * rows.shape[1] <= FEW:
        rows, columns = (np.ascontiguousarray(part) for part in (dense(rows), dense(rows).T))
        bind(small_newton).minimise(rows, columns, decay, weight)
        result[used] = weight
        return result
    products, squares = rows @ weight, None
    active = products < 1
    for _ in range(STEPS):
        least = products.min()
        if least > 0 and least > 1e-12 * np.abs(products).max():
            break
        if clock() > deadline:
            raise OutOfTime
        if np.count_nonzero(active) > rows.shape[1]:
            squares = _updated(squares, rows, active)
            step = _solved(squares[1], decay, squares[2]) - weight
        else:
            part = rows[active]
            step = part.T @ _solved(gram(part.T), decay, np.ones(part.shape[0])) - weight
        slopes = rows @ step
        length = _step_length(products, slopes, decay * (weight @ step), decay * (step @ step))
        weight, products = weight + length * step, products + length * slopes
        last_active, active = active, products < 1
        if length == 0 or abs(length - 1) < 1e-6 and np.array_equal(active, last_active):
            break
    result[used] = weight
    return result


def _updated(squares: Any, rows, active):
    """Return the active rows, their Σ z zᵀ and Σ z, updated from the last ones if few differ."""
    if squares is not None:
        changed = np.flatnonzero(squares[0] != active)
        if 2 * len(changed) <= np.count_nonzero(active):
            part, signs = rows[changed], np.where(active[changed], 1.0, -1.0)
            changes = dense(part.T @ (part * signs[:, None]))
            return active, squares[1] + changes, squares[2] + part.T @ signs
    part = rows[active]
    return active, gram(part), part.T @ np.ones(part.shape[0])


def gram(rows):
    """Return rowsᵀ·rows as an array."""
    return dense(rows.T @ rows)


def _solved(matrix, decay, right):
    """Solve (matrix + D I) x = right, with a larger D if rounding errors make that singular."""
    while True:
        shifted = matrix.copy()
        shifted.flat[:: len(matrix) + 1] += decay
        _, solution, fault = SOLVE(shifted, right, overwrite_a=True)
        if not fault:
            return solution
        decay *= 10


def _step_length(products, slopes, linear, square):
    """Return the t in [0, 1] of the least Σ max(0, 1 − p − t q)² + 2 t linear + t² square."""
    gaps = 1 - products
    if slopes @ np.maximum(gaps - slopes, 0) >= linear + square:
        return 1.0
    times = gaps / slopes  # when a pattern joins the sum or leaves it, if in (0, 1)
    changing = np.flatnonzero((times > 0) & (times < 1))
    order = changing[np.argsort(times[changing], kind="stable")]
    times, q, gap = times[order], slopes[order], np.abs(gaps[order])
    # Half of the derivative is a + b t up to the first time, and changes at each time.
    active = slopes[(gaps > 0) | (gaps == 0) & (slopes < 0)]
    a = np.cumsum(np.concatenate([[linear - slopes @ np.maximum(gaps, 0)], q * gap]))
    b = np.cumsum(np.concatenate([[square + active @ active], -q * np.abs(q)]))
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
    """Return places and factors near α of at most rank + 1 rows that combine to 0, or None."""
    if not rows.any():  # rounded to 0
        return None
    rows, chosen = rows[:, rows.any(axis=0)], np.arange(len(rows))
    d = rows.shape[1]
    while True:  # correct α by the least norm, until Σ α_k z_k = 0 to rounding with all α > 0
        sizes = np.maximum(alpha, SMALL * alpha.max())
        system, beta = rows[chosen] * sizes[:, None], alpha / sizes
        fit: Any = linalg.lstsq(system, beta, RANK, lapack_driver="gelsy")
        beta -= system @ fit[0]
        if not np.isfinite(beta).all() or not (beta > 0).any():  # rows of subnormal numbers
            return None
        if (beta > 0).all():
            break
        alpha, chosen = (sizes * beta)[beta > 0], chosen[beta > 0]
    current, groups, before = np.arange(len(chosen)), 2 * (d + 1), np.inf
    while before > max(current.size, groups):  # until each group was a row
        before = current.size
        _leave_out_groups(system, beta, current, min(before, groups))
        current = current[beta[current] > 0]
    alpha = (sizes * beta)[current]
    left = alpha > ZERO * alpha.max(initial=0)
    return chosen[current[left]], alpha[left]


def _leave_out_groups(rows, beta, places, groups):
    """Set β to 0 in some groups and scale it in the others, so that Σ β_k z_k stays 0.

    `places` have β > 0, and are divided into `groups` groups of neighbours. The means of the groups
    combine to 0, so rank + 1 of them do too (Carathéodory). This is the coarse step of Maalouf,
    Jubran & Feldman, "Fast and accurate least-mean-squares solvers", 2019.
    """
    starts = np.arange(groups) * places.size // groups
    sizes: Any = np.diff(np.append(starts, places.size))
    totals = np.add.reduceat(beta[places], starts)
    means = np.add.reduceat(rows[places] * beta[places, None], starts) / totals[:, None]
    left = _vertex(totals, _others(_left_null_space(means), totals))
    beta[places] *= np.repeat(left / totals, sizes)


def fewer(alpha, vectors):
    """Return places and factors after a zero in all but one direction of some vectors, or None."""
    scaled = [[v / (1 << max(map(abs, vector)).bit_length()) for v in vector] for vector in vectors]
    null = np.linalg.qr(np.array(scaled).T)[0]
    beta = null @ (alpha @ null)
    if not (beta > 0).all():
        return None
    beta = _vertex(beta, _others(null, beta))
    return np.flatnonzero(beta > 0), beta[beta > 0]


def _left_null_space(rows):
    """Return an orthogonal basis of the vectors v with v·rows = 0, as columns."""
    factors: Any = linalg.qr(rows, pivoting=True, check_finite=False)
    q, r, _ = factors
    sizes = np.abs(np.diag(r))
    return q[:, int((sizes > RANK * sizes[:1]).sum()) :]


def _others(null, beta):
    """Return orthogonal directions in the space of `null` that lead away from β, which is in it."""
    mirror = beta @ null
    if not mirror.size:
        return null
    mirror[0] += np.copysign(np.linalg.norm(mirror), mirror[0])
    return (null - np.outer(null @ mirror, mirror) * (2 / (mirror @ mirror)))[:, 1:]


def _vertex(beta, directions):
    """Step along each direction v until a factor becomes 0. Return the new β >= 0.

    Each v has Σ v_k z_k = 0 (Carathéodory). Directions lose the places of zeros made before them.
    """
    left = beta > 0
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
            fit: Any = linalg.lstsq(original[places], rest[places])
            rest = rest - original @ fit[0]
            rest[places] = 0.0
        directions = rest
    return beta


def _first_zero(beta, v, left):
    """Return the place that becomes 0 first along ±v, and the step: the sign with larger |v|."""
    best: Any = None, 0.0
    for sign in (1.0, -1.0):
        falling = np.flatnonzero(left & (sign * v < -ZERO * np.abs(v).max()))
        if falling.size:
            ratios = beta[falling] / np.abs(v[falling])
            place = falling[ratios.argmin()]
            if best[0] is None or abs(v[place]) > abs(v[best[0]]):
                best = place, sign * ratios.min()
    return best
