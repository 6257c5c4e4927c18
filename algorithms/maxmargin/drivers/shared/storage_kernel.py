"""The drivers' operations on patterns of a storage: products, sums, copies, margins.

A weight v = Σ α_k y_k is stored twice. `weights` holds its n original coordinates, the augmenting
coordinate and a spare coordinate that is always 0. `duals` holds the α_k, which are also its
extending coordinates in units of Δ. The product with the label-reflected, augmented and extended
pattern y_k is

    y_k·v = label_k (x_k·weights[:n] + ρ weights[n]) + Δ² α_k.
"""

from math import inf, nan, sqrt

from maxmargin.compilation.binding import compiled
from maxmargin.compilation.placeholders import add, copy, product
from maxmargin.drivers.shared.pattern_order import PatternOrder, squared_norm_of


@compiled(allocates=False)
def fresh(order, rho, squared_delta, weights, place, start, end):
    """Return y_k·v of the pattern at a place of the order, with entries from start to end."""
    plain = product(weights, order.patterns, start, end) + rho * weights[weights.size - 2]
    return order.labels[place] * plain + squared_delta * order.duals[place]


@compiled(allocates=False)
def recompute(products, in_file_order, rho, squared_delta, weights):
    """Recompute the cached products."""
    starts = in_file_order.patterns.starts
    for k in range(products.size):
        products[k] = fresh(in_file_order, rho, squared_delta, weights, k, starts[k], starts[k + 1])


@compiled(allocates=False)
def shift(order, rho, weights, place, c):
    """Set v to v + c·y_k."""
    signed = c * order.labels[place]
    starts = order.patterns.starts
    add(weights, order.patterns, starts[place], starts[place + 1], signed)
    weights[weights.size - 2] += signed * rho
    order.duals[place] += c


@compiled(allocates=False)
def add_pattern(order, rho, weights, place, c):
    """Add c·y_k to weights, without the extending coordinate."""
    signed = c * order.labels[place]
    starts = order.patterns.starts
    add(weights, order.patterns, starts[place], starts[place + 1], signed)
    weights[weights.size - 2] += signed * rho


@compiled(allocates=False)
def arrange(in_file_order, order, size):
    """Copy the patterns with the first ids of an order to its first `size` places."""
    entries, starts = in_file_order.patterns.starts, order.patterns.starts
    for place in range(size):
        k = order.ids[place]
        copy(in_file_order.patterns, entries[k], entries[k + 1], order.patterns, starts[place])
        starts[place + 1] = starts[place] + (entries[k + 1] - entries[k])
        order.labels[place] = in_file_order.labels[k]
        order.squared_norms[place] = in_file_order.squared_norms[k]
        order.duals[place] = in_file_order.duals[k]


@compiled()
def measure(in_file_order, rho, delta, weights):
    """Return the smallest y_k·v, and ‖v‖ with and without the augmenting coordinate.

    in_file_order holds all patterns in the order of the file. The scale cancels from margins, which
    are ratios.
    """
    smallest = inf
    starts = in_file_order.patterns.starts
    for k in range(in_file_order.duals.size):
        p = fresh(in_file_order, rho, delta**2, weights, k, starts[k], starts[k + 1])
        smallest = min(smallest, p)
    plain = weights[: weights.size - 2]
    plain_squared_norm = squared_norm_of(plain, in_file_order.duals, delta**2)
    norm = sqrt(plain_squared_norm + weights[plain.size] ** 2)
    return smallest, norm, sqrt(plain_squared_norm)


@compiled()
def measure_recorded(in_file_order, rho, delta, recorded, totals, measured):
    """Store directional margin, geometric margin and upper bound of some `RecordedWeights`.

    totals: Σα of these weights, (points,). measured: (points, 3). A margin is 0 for a weight of 0,
    and a bound is nan if the duals prove none.
    """
    ids, patterns, labels, squared_norms, _ = in_file_order
    for i in range(totals.size):
        duals = recorded.duals[i]
        order = PatternOrder(ids, patterns, labels, squared_norms, duals)
        smallest, norm, plain_norm = measure(order, rho, delta, recorded.weights[i])
        measured[i, 0] = smallest / norm if norm != 0.0 else 0.0
        measured[i, 1] = smallest / plain_norm if plain_norm != 0.0 else 0.0
        negative = 0
        for k in range(duals.size):
            negative += duals[k] < 0.0
        measured[i, 2] = norm / totals[i] if totals[i] > 0.0 and negative == 0 else nan


@compiled()
def combine(scaled, weight):
    """Compute the coordinates and products of a batch method's `Weight` from its duals.

    scaled are the `ScaledPatterns` of a batch method.
    """
    patterns, labels, starts = scaled.patterns, scaled.labels, scaled.patterns.starts
    duals, coordinates, products = weight.duals, weight.coordinates, weight.products
    last, augmenting = coordinates.size - 2, 0.0
    coordinates[:] = 0.0
    for k in range(duals.size):
        if duals[k] != 0.0:
            signed = duals[k] * labels[k] / scaled.squared_unit
            add(coordinates, patterns, starts[k], starts[k + 1], signed)
            augmenting += signed
    coordinates[last] = scaled.rho * augmenting
    threshold = scaled.rho * coordinates[last]
    for k in range(duals.size):
        plain = product(coordinates, patterns, starts[k], starts[k + 1]) + threshold
        products[k] = labels[k] * plain + scaled.squared_delta / scaled.squared_unit * duals[k]
