"""The compiled steps of `maxmargin.exact.few_coordinates`, which describes the algorithm."""

from math import inf, sqrt

import numpy as np

from maxmargin.compilation.binding import REASSOCIATE, compiled, inner
from maxmargin.compilation.compiled_clock import seconds_shown
from maxmargin.compilation.placeholders import add, product
from maxmargin.drivers.shared.vectors import add as add_to
from maxmargin.drivers.shared.vectors import copy_to, dot, place_of_smallest, set_to

NOT_DONE, DONE, STUCK = range(3)
DEPENDENT = 1e-13  # a squared distance, relative to R², that may be rounding alone


@inner(allocates=False)
def multiply(part, hull, first, products):
    """Compute the products w·y_k of the patterns from a place in the order on.

    If there are columns, the loops go along them, which is faster for short patterns.
    """
    weights, columns = hull.weights, hull.columns
    if columns.size:
        last = first + products.size
        set_to(weights[0], columns[0, first:last], products)
        for j in range(1, columns.shape[0]):
            add_to(weights[j], columns[j, first:last], products)
        return
    patterns, starts = part.patterns, part.patterns.starts
    threshold = part.rho * weights[weights.size - 2]
    for i in range(np.uint64(products.size)):  # unsigned: no index from the end
        k = np.uint64(hull.order[np.uint64(first) + i])
        plain = product(weights, patterns, starts[k], starts[k + np.uint64(1)])
        products[i] = part.labels[k] * (plain + threshold)


@inner(allocates=False)
def lowest_of(part, hull, group):
    """Return the smallest product w·y_k of a group's patterns, and k; inf without patterns."""
    least, lowest, end = inf, -1, hull.starts[group + 1]
    for first in range(hull.starts[group], end, hull.products.size):
        products = hull.products[: min(hull.products.size, end - first)]
        multiply(part, hull, first, products)
        place = place_of_smallest(products)
        if products[place] < least:
            least, lowest = products[place], hull.order[first + place]
    return least, lowest


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
    factor, rows, forward = hull.factor, hull.rows, hull.forward
    left = dot(rows[size], rows[size]) / unit + 1.0
    for i in range(size):
        right = dot(rows[i], rows[size]) / unit + (1.0 if hull.groups[i] == group else 0.0)
        x = (right - dot(factor[i, :i], factor[size, :i])) / factor[i, i]
        factor[size, i] = x
        left -= x * x
    if not left > DEPENDENT:
        return False
    factor[size, size] = sqrt(left)
    hull.groups[size] = group
    for column in range(1 + hull.both):
        right = 1.0 if group == column else 0.0
        right -= dot(factor[size, :size], forward[column, :size])
        forward[column, size] = right / factor[size, size]
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
        for x in hull.forward:
            a, b = x[i], x[i + 1]
            x[i], x[i + 1] = c * a + s * b, c * b - s * a


@inner(allocates=False, fastmath=REASSOCIATE)
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
        copy_to(hull.forward[group, :size], x[:size])
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


@inner(allocates=False)
def begin(part, hull, squared_norms, unit):
    """Fill `hull`, with the shortest pattern of each group as its carriers. Return their number."""
    size, order, starts, place = 1 + hull.both, hull.order, hull.starts, 0
    for group in range(size):
        shortest = inf
        for k in range(order.size):
            if not hull.both or (part.labels[k] > 0) == (group > 0):
                order[place] = k
                place += 1
                if squared_norms[k] < shortest:
                    shortest, hull.carriers[group] = squared_norms[k], k
        starts[group + 1] = place
    row = hull.rows[0]
    for i in range(hull.columns.shape[1]):
        write_row(part, order[i], row)
        for j in range(hull.columns.shape[0]):
            hull.columns[j, i] = row[j]
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


@compiled(allocates=False)
def height(part, hull):
    """Return the smallest w·y_k, or with two groups the sum of the smallest of each."""
    least = lowest_of(part, hull, 0)[0]
    return least + lowest_of(part, hull, 1)[0] if hull.both else least


@inner(allocates=False)
def record(goals, place, weights, height, steps, clock):
    """Record the weight, its height, the steps and the time at a place of the `Goals`."""
    copy_to(weights, goals.weights[place])
    goals.heights[place], goals.steps[place] = height, steps
    goals.seconds[place] = seconds_shown(clock, goals.shown)


@compiled(allocates=False)
def advance(part, hull, squared_norms, size, unit, goals, reached, steps, cycles, clock):
    """Take up to `cycles` steps, until the last of the `Goals` is reached, or no step helps.

    `squared_norms` are ‖y_k‖², (m,), and `unit` is the largest. `size`, `reached` and `steps` are
    the numbers of carriers, reached goals and steps. Each is 0 at the start. Returns (reason, size,
    reached, steps). If STUCK, the next goal has the last weight.
    """
    weights, both = hull.weights, hull.both
    if size == 0:
        size = begin(part, hull, squared_norms, unit)
    for _ in range(cycles):
        (least, lowest), group = lowest_of(part, hull, 0), 0
        squared, lowest_height = dot(weights, weights), least
        above = squared - least
        if both:
            other, lowest_other = lowest_of(part, hull, 1)
            lowest_height = least + other
            levels = hull.sums
            levels[:] = 0.0
            for i in range(size):
                levels[hull.groups[i]] += hull.alphas[i] * dot(hull.rows[i], weights)
            above = levels[0] - least
            if levels[1] - other > above:
                group, lowest, above = 1, lowest_other, levels[1] - other
        while lowest_height > 0.0 and squared <= (1.0 + goals.gaps[reached]) * lowest_height:
            record(goals, reached, weights, lowest_height, steps, clock)
            reached += 1
            if reached == goals.gaps.size:
                return DONE, size, reached, steps
        known = not above > 0.0 or size == hull.carriers.size
        for i in range(size):
            known |= hull.carriers[i] == lowest
        if not known:
            write_row(part, lowest, hull.rows[size])
        if known or not enters(hull, size, group, unit):
            record(goals, reached, weights, lowest_height, steps, clock)
            return STUCK, size, reached, steps
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
        steps += 1
    return NOT_DONE, size, reached, steps
