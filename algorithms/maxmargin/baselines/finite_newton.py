"""The L2-loss support vector machine by Newton's method, in finitely many steps, up to rounding.

½ ‖w‖² + 1/(2Δ²) Σ max(0, 1 − p_k)² is quadratic as long as the set of active patterns, those with
p_k < 1, stays the same. A step solves for the current set, and an exact line search, along which
the slope is piecewise linear, keeps it from overshooting (Keerthi & DeCoste, JMLR 6, 2005;
Mangasarian, Optimization Methods and Software 17, 2002). When the set no longer changes, the last
step was the solution. α_k = max(0, 1 − p_k)/Δ² are the duals of the hard margin in the space
extended by Δ.
"""

import numpy as np
from scipy import sparse
from scipy.linalg import cho_factor, cho_solve
from scipy.sparse.linalg import LinearOperator, cg

DIRECT_UP_TO = 4000  # coordinates; beyond, conjugate gradients replace the Cholesky factor
ACCURACY = 1e-4  # by which conjugate gradients reduce the residual of a step
MOST_STEPS = 500


def finite_newton(Z, penalised, delta):
    """The solution w, (n,), and its α, (m,).

    Z: (m, n), an array or csr matrix: the patterns, reflected by their labels. penalised: (n,), 1.0
    for the coordinates of w in ‖w‖, 0.0 for a free threshold. delta: Δ > 0. Raises
    scipy.linalg.LinAlgError if Δ² is negligible beside the squares of the patterns.
    """
    penalty = delta**2 * penalised
    w, products = np.zeros(Z.shape[1]), np.zeros(Z.shape[0])
    active, size = np.ones(Z.shape[0], bool), np.inf
    for _ in range(MOST_STEPS):
        rows = Z[active]
        solve = _solver(rows, penalty)
        direction = solve(rows.T @ (1.0 - products[active]) - penalty * w)
        along = Z @ direction
        step = _line_search(
            1.0 - products, along, direction @ (penalty * w), direction @ (penalty * direction)
        )
        w += step * direction
        products = Z @ w
        before, active = active, products < 1.0
        previous, size = size, np.linalg.norm(direction)
        # Steps within one set refine the solution, as long as rounding allows.
        if np.array_equal(active, before) and not size < 0.5 * previous:
            break
    duals = np.maximum(0.0, 1.0 - products) / delta**2
    if np.array_equal(active, before):
        duals[active] = _refined(rows, solve, penalised, delta, w, duals[active])
    return w, duals


def _refined(rows, solve, penalised, delta, w, alphas):
    """α, (s,), of the active patterns, with w = Σ α_k z_k and w·z_k = 1 − Δ² α_k up to rounding.

    1 − w·z_k is known up to rounding too, but division by a small Δ² makes its error large in α.
    """
    smallest = np.inf
    while True:
        combination = rows.T @ alphas
        w = np.where(penalised, combination, w)
        missing = 1.0 - rows @ w - delta**2 * alphas
        size = np.linalg.norm(missing)
        if size < smallest:
            best = alphas
        if not size < 0.5 * smallest:
            return np.maximum(0.0, best)
        smallest = size
        change = solve(rows.T @ missing + delta**2 * (1.0 - penalised) * combination)
        w = w + change
        alphas = alphas + (missing - rows @ change) / delta**2


def _solver(rows, penalty):
    """The function right -> (diag(penalty) + rowsᵀ rows)⁻¹ right. Raises LinAlgError."""
    n = len(penalty)
    if n <= DIRECT_UP_TO:
        matrix = rows.T @ rows
        matrix = matrix.toarray() if sparse.issparse(matrix) else matrix
        matrix[np.diag_indices(n)] += penalty
        factor = cho_factor(matrix)
        return lambda right: cho_solve(factor, right)
    operator = LinearOperator((n, n), lambda v: penalty * v + rows.T @ (rows @ v), dtype=float)
    squares = rows.multiply(rows) if sparse.issparse(rows) else rows**2
    diagonal = penalty + np.asarray(squares.sum(axis=0)).ravel()
    scaled = LinearOperator((n, n), lambda v: v / diagonal, dtype=float)
    return lambda right: cg(operator, right, rtol=ACCURACY, M=scaled)[0]


def _line_search(short, along, slope, curvature):
    """The t > 0 of the minimum, where slope + t curvature − Σ along max(0, short − t along) is 0.
    short and along: (m,).
    """
    active = (short > 0) | ((short == 0) & (along < 0))
    start = slope - along[active] @ short[active]
    rise = curvature + along[active] @ along[active]
    moving = np.flatnonzero(np.where(active, along > 0, along < 0))
    times = short[moving] / along[moving]
    order = np.argsort(times, kind="stable")
    moving, times = moving[order], times[order]
    sign = np.where(active[moving], -1.0, 1.0)
    starts = start - np.append(0.0, np.cumsum(sign * along[moving] * short[moving]))
    rises = rise + np.append(0.0, np.cumsum(sign * along[moving] ** 2))
    ends = starts[:-1] + rises[:-1] * times
    segment = int(np.argmax(ends >= 0)) if (ends >= 0).any() else len(times)
    if not rises[segment] > 0:
        return 1.0
    return -starts[segment] / rises[segment]
