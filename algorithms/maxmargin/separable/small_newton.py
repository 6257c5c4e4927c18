"""The Newton method of `maxmargin.separable.search` for few patterns, in compiled code.

There numpy takes longer to start an operation than to compute it. All additions keep their order,
so that every machine takes the same path.
"""

from math import sqrt

import numpy as np

from maxmargin.compilation.binding import compiled, inner
from maxmargin.drivers.shared.vectors import add, copy_to, take

STEPS = 500
TRIALS = 40  # of step lengths
FLAT = 1e-3  # the fraction of the initial slope below which a slope counts as 0


@compiled()
def minimise(rows, columns, decay, weight):
    """Move w, (d,), to the minimum of Σ max(0, 1 − z_k·w)² + D‖w‖², or to a w that separates.

    `rows` are the patterns z_k, (m, d), and `columns` are their transpose. `decay` is D > 0.
    """
    m, d = rows.shape
    target, slopes = np.empty(d), np.empty(m)
    matrix, factor, total = np.zeros((d, d)), np.empty((d, d)), np.zeros(d)
    products, active, t = np.zeros(m), np.zeros(m, np.bool_), 0.0
    for j in range(d):
        add(weight[j], columns[j], products)
    for _ in range(STEPS):
        changed = 0
        for k in range(m):
            now = products[k] < 1.0
            if now != active[k]:
                active[k], changed, sign = now, changed + 1, 1.0 if now else -1.0
                add_square(sign, rows[k], total, matrix)
        if t == 1.0 and not changed:
            break
        copy_to(total, target)
        solve(matrix, decay, factor, target)
        take(1.0, weight, target)
        linear, square = 0.0, 0.0
        slopes[:] = 0.0
        for j in range(d):
            add(target[j], columns[j], slopes)
            linear += decay * weight[j] * target[j]
            square += decay * target[j] * target[j]
        t = step_length(products, slopes, active, linear, square)
        add(t, target, weight)
        add(t, slopes, products)
        least, largest = products[0], 0.0
        for k in range(m):
            least, largest = min(least, products[k]), max(largest, abs(products[k]))
        if t == 0.0 or least > 1e-12 * largest:
            break


@inner(allocates=False)
def add_square(c, z, total, matrix):
    """Add c z to `total`, and the lower triangle of c z zᵀ to `matrix`."""
    for i in range(z.size):
        factor = c * z[i]
        total[i] += factor
        if factor != 0.0:
            for j in range(i + 1):
                matrix[i, j] += factor * z[j]


@inner(allocates=False)
def solve(matrix, decay, factor, right):
    """Solve (matrix + D I) x = right in place, with a larger D if that is singular by rounding.

    Only the lower triangle of `matrix` is read. `factor`, (d, d), is room for Cholesky's factor.
    """
    i, d = 0, right.size
    while i < d:
        copy_to(matrix[i:, i], factor[i, i:])
        factor[i, i] += decay
        for k in range(i):
            c = factor[k, i]
            for j in range(i, d):
                factor[i, j] -= c * factor[k, j]
        if factor[i, i] > 0.0:
            root = sqrt(factor[i, i])
            for j in range(i, d):
                factor[i, j] /= root
            i += 1
        else:
            i, decay = 0, 10.0 * decay
    for i in range(d):
        right[i] /= factor[i, i]
        for j in range(i + 1, d):
            right[j] -= right[i] * factor[i, j]
    for i in range(d - 1, -1, -1):
        for j in range(i + 1, d):
            right[i] -= factor[i, j] * right[j]
        right[i] /= factor[i, i]


@inner(allocates=False)
def slope_at(t, products, slopes, linear, square):
    """Return half of the first and of the second derivative, at t, of

    Σ max(0, 1 − p − t q)² + 2 t linear + t² square.
    """
    slope, curvature = linear + t * square, square
    for k in range(products.size):
        gap = 1.0 - products[k] - t * slopes[k]
        if gap > 0.0:
            slope -= slopes[k] * gap
            curvature += slopes[k] * slopes[k]
    return slope, curvature


@inner(allocates=False)
def step_length(products, slopes, active, linear, square):
    """Return 1, or the t in (0, 1) where the function of `slope_at` is nearly least."""
    same = True
    for k in range(active.size):
        same &= (products[k] + slopes[k] < 1.0) == active[k]
    if same:  # the step solves for this set, and slopes may consist of rounding alone
        return 1.0
    slope, curvature = slope_at(1.0, products, slopes, linear, square)
    if not slope > 0.0:
        return 1.0
    start = slope_at(0.0, products, slopes, linear, square)[0]
    t, low, high = 1.0, 0.0, 1.0
    for _ in range(TRIALS):
        t -= slope / curvature
        if not low < t < high:
            t = 0.5 * (low + high)
        slope, curvature = slope_at(t, products, slopes, linear, square)
        if abs(slope) <= FLAT * abs(start):
            break
        if slope > 0.0:
            high = t
        else:
            low = t
    return t
