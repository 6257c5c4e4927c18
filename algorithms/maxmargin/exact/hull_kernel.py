"""The compiled steps of `maxmargin.exact.few_coordinates`, which describes the algorithm."""

from math import inf, sqrt

from maxmargin.compilation.binding import compiled, inner
from maxmargin.compilation.placeholders import add, product
from maxmargin.drivers.shared.vectors import ANY_ORDER, copy_to, dot

NOT_DONE, DONE, STUCK = range(3)
DEPENDENT = 1e-13  # a squared distance, relative to R², that may be rounding alone


@inner(allocates=False)
def lowest_of(part, weights):
    """Return the smallest product w·y_k of each class, and the places k: negative, then positive.

    A class without patterns has the product inf.
    """
    patterns, labels, starts = part.patterns, part.labels, part.patterns.starts
    threshold = part.rho * weights[weights.size - 2]
    least, places = (inf, inf), (-1, -1)
    for k in range(labels.size):
        p = labels[k] * (product(weights, patterns, starts[k], starts[k + 1]) + threshold)
        if labels[k] < 0 and p < least[0]:
            least, places = (p, least[1]), (k, places[1])
        elif labels[k] > 0 and p < least[1]:
            least, places = (least[0], p), (places[0], k)
    return least, places


@inner(allocates=False)
def write_row(part, k, row):
    """Set a row, (n + 2,), to y_k."""
    patterns, starts, label = part.patterns, part.patterns.starts, part.labels[k]
    row[:] = 0.0
    add(row, patterns, starts[k], starts[k + 1], label)
    row[row.size - 1] = 0.0
    row[row.size - 2] = label * part.rho


@inner(allocates=False)
def enters(hull, size, group, unit):
    """Extend the factor by the row at `size`. Return whether it is independent of the others."""
    factor, rows, solved = hull.factor, hull.rows, hull.solved[0]
    left = dot(rows[size], rows[size]) / unit + 1.0
    for i in range(size):
        same = 1.0 if hull.groups[i] == group else 0.0
        solved[i] = dot(rows[i], rows[size]) / unit + same
    for i in range(size):
        x = (solved[i] - dot(factor[i, :i], factor[size, :i])) / factor[i, i]
        factor[size, i] = x
        left -= x * x
    if not left > DEPENDENT:
        return False
    factor[size, size] = sqrt(left)
    hull.groups[size] = group
    return True


@inner(allocates=False)
def leaves(hull, place, size):
    """Remove a carrier of `size` ones, and rotate the factor into a triangle again."""
    factor = hull.factor
    for i in range(place, size - 1):
        hull.carriers[i], hull.groups[i] = hull.carriers[i + 1], hull.groups[i + 1]
        hull.alphas[i] = hull.alphas[i + 1]
        copy_to(hull.rows[i + 1], hull.rows[i])
        copy_to(factor[i + 1], factor[i])
    for i in range(place, size - 1):
        a, b = factor[i, i], factor[i, i + 1]
        r = sqrt(a * a + b * b)
        c, s = a / r, b / r
        for j in range(i, size - 1):
            a, b = factor[j, i], factor[j, i + 1]
            factor[j, i], factor[j, i + 1] = c * a + s * b, c * b - s * a


@inner(allocates=False, fastmath=ANY_ORDER)
def take_row(solved, factor, i):
    """Subtract x_i times row i of the factor, left of the diagonal, from the x before it."""
    x = solved[i]
    for j in range(i):
        solved[j] -= x * factor[i, j]


@inner(allocates=False)
def solve(hull, size):
    """Set `targets` to α of the shortest vector of the carriers' affine hull."""
    factor, solved, groups = hull.factor, hull.solved, hull.groups
    both, sums = hull.both, hull.sums
    sums[:] = 0.0
    for group in range(1 + both):
        x = solved[group]
        for i in range(size):
            right = 1.0 if groups[i] == group else 0.0
            x[i] = (right - dot(factor[i, :i], x[:i])) / factor[i, i]
        for i in range(size - 1, -1, -1):
            x[i] /= factor[i, i]
            take_row(x, factor, i)
        for i in range(size):
            sums[group + groups[i]] += x[i]
    if both:
        a, b, c = sums[0], 0.5 * sums[1], sums[2]
        divisor = a * c - b * b
        first, second = (c - b) / divisor, (a - b) / divisor
        for i in range(size):
            hull.targets[i] = first * solved[0, i] + second * solved[1, i]
    else:
        for i in range(size):
            hull.targets[i] = solved[0, i] / sums[0]


@inner(allocates=False)
def approach(hull, size):
    """Move α towards `targets`, until one is 0. Return its place, or −1 at the targets."""
    step, place = 1.0, -1
    for i in range(size):
        if hull.targets[i] <= 0.0:
            fall = hull.alphas[i] - hull.targets[i]
            part = hull.alphas[i] / fall if fall > 0.0 else 0.0
            if part < step:
                step, place = part, i
    for i in range(size):
        hull.alphas[i] += step * (hull.targets[i] - hull.alphas[i])
    return place


@compiled(allocates=False)
def begin(part, hull, unit):
    """Make the carriers in `hull` its first ones. Return their number."""
    size = 1 + hull.both
    for i in range(size):
        write_row(part, hull.carriers[i], hull.rows[i])
        enters(hull, i, i, unit)
        hull.alphas[i] = 1.0
    total(hull, size)
    return size


@inner(allocates=False)
def total(hull, size):
    """Set the weight to Σ α_k y_k."""
    hull.weights[:] = 0.0
    for i in range(size):
        for j in range(hull.weights.size):
            hull.weights[j] += hull.alphas[i] * hull.rows[i, j]


@inner(allocates=False)
def height_of(least, both):
    """Return the smallest product of all patterns, or the sum of both groups' smallest."""
    return least[0] + least[1] if both else min(least[0], least[1])


@compiled(allocates=False)
def height(part, hull):
    """Return the `height_of` the patterns along the weight."""
    least, _ = lowest_of(part, hull.weights)
    return height_of(least, hull.both)


@compiled(allocates=False)
def advance(part, hull, size, unit, gap, cycles):
    """Take up to `cycles` steps, until the margin and its bound differ by `gap`, or no step helps.

    Returns (reason, size, steps, the height along the weight), or 0 for the height if NOT_DONE.
    """
    weights, both = hull.weights, hull.both
    for step in range(cycles):
        least, places = lowest_of(part, weights)
        squared, lowest_height = dot(weights, weights), height_of(least, both)
        if both:
            levels = hull.sums
            levels[:] = 0.0
            for i in range(size):
                levels[hull.groups[i]] += hull.alphas[i] * dot(hull.rows[i], weights)
            group = int(levels[1] - least[1] > levels[0] - least[0])
            lowest, above = places[group], levels[group] - least[group]
        else:
            group, lowest = 0, places[int(least[1] < least[0])]
            above = squared - lowest_height
        if lowest_height > 0.0 and squared <= (1.0 + gap) * lowest_height:
            return DONE, size, step, lowest_height
        known = not above > 0.0 or size == hull.carriers.size
        for i in range(size):
            known |= hull.carriers[i] == lowest
        if known:
            return STUCK, size, step, lowest_height
        write_row(part, lowest, hull.rows[size])
        if not enters(hull, size, group, unit):
            return STUCK, size, step, lowest_height
        hull.carriers[size], hull.alphas[size] = lowest, 0.0
        size += 1
        place = 0
        while place >= 0:
            solve(hull, size)
            place = approach(hull, size)
            if place >= 0:
                leaves(hull, place, size)
                size -= 1
        total(hull, size)
    return NOT_DONE, size, cycles, 0.0
