"""The compiled loop of the sequential driver: patterns one after the other, epoch by epoch.

`bound`, `wrong`, `step` (the rule's), `product`, `add` (the storage's) and the constants
`SCALE_FREE` and `KEEP` are put into this module's globals by `algorithms.compilation.bind`.

The weight is a = scale·v, and v = Σ α_k y_k is held twice: as `weights`, its n coordinates in the
original space and the augmenting one, and as `duals`, the α_k, which also are its coordinates in
the extended space, in units of Δ. The product with the label-reflected, augmented and extended
pattern y_k is

    p_k = scale · (label_k (x_k·weights[:n] + ρ weights[n]) + Δ² α_k).

With KEEP, products of all patterns with v are kept up to date by the Gram matrix, and a pattern
whose kept product is safely above the bound is passed over without a look at its coordinates.
Wherever rounding could matter the product is computed afresh, so that both ways make the same
updates from the same numbers, bit for bit.

The loop can be left and entered again at any update and at the end of any epoch or mini-epoch: all
that it needs to go on is in its arguments.
"""

from math import inf, sqrt

import numpy as np
from numba import njit

from algorithms.drivers.state import ACTIVE, AT_EPOCH, AT_UPDATE, AT_VISIT, CONVERGED, FULL

LARGE = 2.0**300
SMALL = 2.0**-300

BLOCK = 16  # kept products are looked at so many at a time
# After so many updates, or n + m if that is more, ‖a‖² and the kept products are computed afresh.
# ROMMA needs it: in its recurrence for ‖a‖² errors of rounding grow, and 174 million updates on
# WBC-11 end 53,300 late without.
RENEW_EVERY = 4096
# Kept products may be off by this much of R·‖a‖. Each of 4096 corrections adds at most 7 rounding
# errors of that size: 3e-12.
SLACK = 1e-9


@njit(error_model="numpy")
def fresh(patterns, labels, rho, delta2, weights, duals, k):
    """y_k·v, from the coordinates."""
    in_plane = product(weights, patterns, k) + rho * weights[weights.size - 1]
    return labels[k] * in_plane + delta2 * duals[k]


@njit(error_model="numpy")
def squared_norm(weights, duals, delta2):
    """‖v‖²."""
    total = 0.0
    for k in range(duals.size):
        total += duals[k] * duals[k]
    total *= delta2
    for j in range(weights.size):
        total += weights[j] * weights[j]
    return total


@njit(error_model="numpy")
def rescale(vector, factor):
    """In a function of its own: `vector *= factor` in the loop would slow down every visit."""
    for j in range(vector.size):
        vector[j] *= factor


@njit(error_model="numpy")
def renew(products, patterns, labels, rho, delta2, weights, duals):
    """Computes the kept products afresh."""
    for k in range(products.size):
        products[k] = fresh(patterns, labels, rho, delta2, weights, duals, k)


@njit(cache=True, error_model="numpy")
def shift(space, weights, duals, k, c):
    """v becomes v + c·y_k."""
    in_plane = c * space.labels[k]
    add(weights, space.patterns, k, in_plane)
    weights[weights.size - 1] += in_plane * space.rho
    duals[k] += c


@njit(error_model="numpy")
def skip_right(lists, which, position, size, scale, products, slack, threshold):
    """The first place from position on whose kept product is not safely above the bound."""
    while position + BLOCK <= size:
        ahead = BLOCK
        for i in range(BLOCK):
            p = scale * products[lists[which, position + i]]
            ahead = min(ahead, i if wrong(p - slack, threshold) else BLOCK)
        position += ahead
        if ahead < BLOCK:
            return position
    while position < size:
        if wrong(scale * products[lists[which, position]] - slack, threshold):
            break
        position += 1
    return position


@njit(cache=True, error_model="numpy")
def advance(
    space,
    lists,
    mini_epochs,
    par,
    weights,
    duals,
    kept,
    states,
    at_update,
    at_visit,
    at_epoch,
):
    """Presents patterns until there is a reason to leave, which is returned.

    CONVERGED: a full epoch made no update. AT_UPDATE: t has reached at_update. AT_VISIT: visits
    has reached at_visit, and an epoch or mini-epoch ended. AT_EPOCH: at_epoch full epochs have
    ended, with the mini-epochs that follow.
    """
    state = states[0]
    n2, scale, t = state.n2, state.scale, state.t
    position, minis_left, active_size = state.position, state.minis_left, state.active_size
    updated, visits = state.updated, state.visits
    patterns, labels, q, _, rho, delta = space
    delta2 = delta * delta
    gram, products = kept
    augmenting = weights.size - 1
    renew_every = max(RENEW_EVERY, weights.size + duals.size)
    radius = sqrt(q.max())
    largest_n2 = n2
    slack = SLACK * radius * sqrt(n2)
    renew(products, patterns, labels, rho, delta2, weights, duals)
    threshold = bound(n2, t, par)
    reason = -1
    while reason < 0:
        full = minis_left == 0
        which, size = (FULL, labels.size) if full else (ACTIVE, active_size)
        start = position
        while position < size:
            if KEEP:
                position = skip_right(
                    lists, which, position, size, scale, products, slack, threshold
                )
                if position == size:
                    break
            k = lists[which, position]
            position += 1
            p = scale * fresh(patterns, labels, rho, delta2, weights, duals, k)
            if not wrong(p, threshold):
                continue
            s, d = step(p, q[k], n2, t, par)
            n2 = s * s * n2 + d * (2.0 * s * p + d * q[k])
            t += 1
            updated = 1
            if full and mini_epochs > 0:
                lists[ACTIVE, active_size] = k
                active_size += 1
            factor = 1.0
            if s == 0.0:
                factor = 0.0
                scale = 1.0
            else:
                scale *= s
                if not SMALL < scale < LARGE:
                    factor = 2.0 ** np.round(np.log2(scale))  # a power of two rounds nothing
                    scale /= factor
            if SCALE_FREE and n2 > LARGE:
                # The weight itself, and so the rate of this update, becomes so many times smaller.
                factor *= SMALL
                d *= SMALL
                n2 *= SMALL * SMALL
            if factor != 1.0:
                rescale(weights, factor)
                rescale(duals, factor)
            c = d / scale
            add(weights, patterns, k, c * labels[k])
            weights[augmenting] += c * labels[k] * rho
            duals[k] += c
            renewing = t % renew_every == 0
            if renewing:
                n2 = scale * scale * squared_norm(weights, duals, delta2)
            if KEEP:
                if factor != 1.0 or renewing:
                    renew(products, patterns, labels, rho, delta2, weights, duals)
                    largest_n2 = n2
                else:
                    for j in range(products.size):
                        products[j] += c * gram[k, j]
                    largest_n2 = max(largest_n2, n2)
                slack = SLACK * radius * sqrt(largest_n2)
            threshold = bound(n2, t, par)
            if t >= at_update:
                reason = AT_UPDATE
                break
        visits += position - start
        if position == size:
            position = 0
            if full:
                state.epochs += 1
                minis_left = mini_epochs
                if not updated:
                    reason = CONVERGED
            else:
                state.mini_epochs += 1
                minis_left = minis_left - 1 if updated else 0
            updated = 0
            if minis_left == 0:
                active_size = 0
                if reason < 0 and state.epochs >= at_epoch:
                    reason = AT_EPOCH
            if reason < 0 and visits >= at_visit:
                reason = AT_VISIT
    state.n2, state.scale, state.t = n2, scale, t
    state.position, state.minis_left, state.active_size = position, minis_left, active_size
    state.updated, state.visits = updated, visits
    return reason


@njit(cache=True, error_model="numpy")
def measure(space, weights, duals):
    """The smallest y_k·v, and ‖v‖ with and without the augmenting coordinate.

    Margins are ratios of these, from which the scale cancels.
    """
    smallest = inf
    for k in range(duals.size):
        p = fresh(space.patterns, space.labels, space.rho, space.delta**2, weights, duals, k)
        smallest = min(smallest, p)
    plane = weights[: weights.size - 1]
    plain_n2 = squared_norm(plane, duals, space.delta**2)
    return smallest, sqrt(plain_n2 + weights[plane.size] ** 2), sqrt(plain_n2)
