"""The compiled loop of the sequential driver: patterns one after the other, epoch by epoch.

`bound`, `wrong`, `step`, `exponents` (the rule's), `product`, `add`, `copy` (the storage's) and the
constants `ADDITIVE`, `SCALE_FREE`, `POWERS`, `PER_TRIAL` and `KEEP` are put into this module's
globals by `maxmargin.compilation.bind`.

The weight is a = scale·v, and v = Σ α_k y_k is held twice: as `weights`, its n coordinates in the
original space, the augmenting one and a spare one, always 0; and as `duals`, the α_k, which also
are its coordinates in the extended space, in units of Δ. The product with the label-reflected,
augmented and extended pattern y_k is

    p_k = scale · (label_k (x_k·weights[:n] + ρ weights[n]) + Δ² α_k).

Patterns are presented from a `Lineup`, in which they lie one after the other: those of the space
themselves, or copies in another order or of the active set alone.

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

from maxmargin.drivers.power_laws import BLOCK, tabulate
from maxmargin.drivers.state import AT_EPOCH, AT_UPDATE, AT_VISIT, CONVERGED, Now

LARGE = 2.0**300
SMALL = 2.0**-300

LOOK = 16  # kept products are looked at so many at a time
# After so many updates, or n + m if that is more, the kept products are computed afresh, and ‖a‖²
# where it is no sum: in ROMMA's recurrence errors of rounding grow, and 174 million updates on
# WBC-11 end 53,300 late without. Additive rules keep to their sum, as the papers' programs did:
# where products tie with the bound, as on Web in Table 4 of the Margitron paper, it decides.
RENEW_EVERY = 4096
# Kept products may be off by this much of R·‖a‖. Each of 4096 corrections adds at most 7 rounding
# errors of that size: 3e-12.
SLACK = 1e-9


@njit(error_model="numpy")
def fresh(lineup, rho, delta2, weights, place, start, end):
    """y_k·v of the pattern in a place of the lineup, with entries from start to end."""
    in_plane = product(weights, lineup.patterns, start, end) + rho * weights[weights.size - 2]
    return lineup.labels[place] * in_plane + delta2 * lineup.duals[place]


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
def rescale(factor, weights, everything, lineup, copied):
    """v becomes factor·v. (`weights *= factor` would slow down every visit.)"""
    for j in range(weights.size):
        weights[j] *= factor
    for k in range(everything.duals.size):
        everything.duals[k] *= factor
    if copied:
        for place in range(lineup.duals.size):
            lineup.duals[place] *= factor


@njit(error_model="numpy")
def renew(products, everything, rho, delta2, weights):
    """Computes the kept products afresh."""
    starts = everything.patterns.starts
    for k in range(products.size):
        products[k] = fresh(everything, rho, delta2, weights, k, starts[k], starts[k + 1])


@njit(cache=True, error_model="numpy")
def shift(lineup, rho, weights, place, c):
    """v becomes v + c·y_k."""
    in_plane = c * lineup.labels[place]
    starts = lineup.patterns.starts
    add(weights, lineup.patterns, starts[place], starts[place + 1], in_plane)
    weights[weights.size - 2] += in_plane * rho
    lineup.duals[place] += c


@njit(cache=True, error_model="numpy")
def line_up(everything, lineup, size):
    """Copies into the first places of a lineup the patterns that its ids name."""
    entries, starts = everything.patterns.starts, lineup.patterns.starts
    for place in range(size):
        k = lineup.ids[place]
        copy(everything.patterns, entries[k], entries[k + 1], lineup.patterns, starts[place])
        starts[place + 1] = starts[place] + (entries[k + 1] - entries[k])
        lineup.labels[place] = everything.labels[k]
        lineup.squared_norms[place] = everything.squared_norms[k]
        lineup.duals[place] = everything.duals[k]


@njit(error_model="numpy")
def put_back(everything, lineup, size):
    """Writes the duals of copies to where they came from."""
    for place in range(size):
        everything.duals[lineup.ids[place]] = lineup.duals[place]


@njit(error_model="numpy")
def pass_over(lineup, place, size, threshold, scale, products, slack):
    """The first place from `place` on whose kept product is not safely above the bound."""
    while place + LOOK <= size:
        ahead = LOOK
        for i in range(LOOK):
            p = scale * products[lineup.ids[place + i]]
            ahead = min(ahead, i if wrong(p - slack, threshold) else LOOK)
        place += ahead
        if ahead < LOOK:
            return place
    while place < size:
        if wrong(scale * products[lineup.ids[place]] - slack, threshold):
            break
        place += 1
    return place


@njit(error_model="numpy")
def find(lineup, first, size, threshold, now, par, rho, delta2, scale, weights, products, slack):
    """The first place from `first` on whose pattern is wrong, and its p; `size` where none is."""
    starts = lineup.patterns.starts
    if KEEP:
        place = pass_over(lineup, first, size, threshold, scale, products, slack)
        while place < size:
            start, end = starts[place], starts[place + 1]
            p = fresh(lineup, rho, delta2, weights, place, start, end)
            p = p if ADDITIVE else scale * p
            if wrong(p, threshold):
                return place, p
            place = pass_over(lineup, place + 1, size, threshold, scale, products, slack)
    else:
        start = starts[first]
        for place in range(np.uint64(first), np.uint64(size)):  # unsigned: no count from the end
            end = starts[place + np.uint64(1)]
            p = fresh(lineup, rho, delta2, weights, place, start, end)
            p = p if ADDITIVE else scale * p
            if PER_TRIAL:
                trials = now.trials + (np.int64(place) - first)
                threshold = bound(Now(now.norm, now.n2, now.t, now.powers, trials), par)
            if wrong(p, threshold):
                return np.int64(place), p
            start = end
    return size, 0.0


@njit(cache=True, error_model="numpy")
def advance(
    everything,
    full,
    active,
    permuted,
    mini_epochs,
    rho,
    delta,
    par,
    weights,
    kept,
    states,
    at_update,
    at_visit,
    at_epoch,
):
    """Presents patterns until there is a reason to leave, which is returned.

    everything: the lineup of all patterns in the order of the file. full, active: those of full
    epochs and of mini-epochs; permuted: whether full holds copies, or is everything.

    CONVERGED: a full epoch made no update. AT_UPDATE: t has reached at_update. AT_VISIT: visits
    has reached at_visit, and an epoch or mini-epoch ended. AT_EPOCH: at_epoch full epochs have
    ended, with the mini-epochs that follow; or one, where they are to be permuted.
    """
    state = states[0]
    n2, scale, t = state.n2, state.scale, state.t
    position, minis_left, active_size = state.position, state.minis_left, state.active_size
    updated, visits = state.updated, state.visits
    delta2 = delta * delta
    gram, products = kept
    duals = everything.duals
    renew_every = max(RENEW_EVERY, weights.size - 1 + duals.size)
    renew_at = (t // renew_every + 1) * renew_every
    radius = sqrt(everything.squared_norms.max())
    largest_n2 = n2
    slack = SLACK * radius * sqrt(n2)
    if KEEP:
        renew(products, everything, rho, delta2, weights)
    powers = np.ones((2, BLOCK))
    if POWERS:
        tabulate(powers, exponents(par), t)
    now = Now(sqrt(n2), n2, t, (powers[0, t % BLOCK], powers[1, t % BLOCK]), visits)
    threshold = bound(now, par)
    reason = -1
    while reason < 0:
        in_full = minis_left == 0
        lineup, size = (full, duals.size) if in_full else (active, active_size)
        copied = permuted or not in_full
        start = position
        pause_at = min(at_update, renew_at, (t // BLOCK + 1) * BLOCK)
        afresh = False
        # Nothing but visits and updates: what is rarer is seen to after a break.
        while True:
            position, p = find(
                lineup,
                position,
                size,
                threshold,
                now,
                par,
                rho,
                delta2,
                scale,
                weights,
                products,
                slack,
            )
            if position == size:
                break
            q = lineup.squared_norms[position]
            s, d = step(p, q, now, par)
            # In these orders the ties of Web (Margitron paper, Table 4) and the fifth digit of
            # Covertype (MICRA paper, Table 8) come out as printed.
            if s == 1.0 and d == 1.0:
                n2 = n2 + 2.0 * p + q
            else:
                n2 = s * s * n2 + d * (2.0 * s * p + d * q)
            t += 1
            updated = 1
            if in_full and mini_epochs > 0:
                active.ids[active_size] = lineup.ids[position]
                active_size += 1
            if ADDITIVE:
                c = d
            elif s == 0.0:
                rescale(0.0, weights, everything, lineup, copied)
                scale, c = 1.0, d
                afresh = True
            else:
                scale *= s
                c = d / scale
            shift(lineup, rho, weights, position, c)
            if KEEP:
                k = lineup.ids[position]
                for j in range(products.size):
                    products[j] += c * gram[k, j]
                largest_n2 = max(largest_n2, n2)
                slack = SLACK * radius * sqrt(largest_n2)
            position += 1
            if t == pause_at or SCALE_FREE and n2 > LARGE:
                break
            if not ADDITIVE and (afresh or not SMALL < scale < LARGE):
                break
            trials = visits + (position - start)
            now = Now(sqrt(n2), n2, t, (powers[0, t % BLOCK], powers[1, t % BLOCK]), trials)
            threshold = bound(now, par)
        visits += position - start
        if not SMALL < scale < LARGE:
            factor = 2.0 ** np.round(np.log2(scale))  # a power of two rounds nothing
            rescale(factor, weights, everything, lineup, copied)
            scale /= factor
            afresh = True
        if SCALE_FREE and n2 > LARGE:
            rescale(SMALL, weights, everything, lineup, copied)  # the weight itself
            n2 *= SMALL * SMALL
            afresh = True
        if t == renew_at:
            if not ADDITIVE:
                if copied:
                    put_back(everything, lineup, size)
                n2 = scale * scale * squared_norm(weights, duals, delta2)
            renew_at += renew_every
            afresh = True
        if KEEP and afresh:
            if copied:
                put_back(everything, lineup, size)
            renew(products, everything, rho, delta2, weights)
            largest_n2 = n2
            slack = SLACK * radius * sqrt(n2)
        if POWERS and t % BLOCK == 0:
            tabulate(powers, exponents(par), t)
        now = Now(sqrt(n2), n2, t, (powers[0, t % BLOCK], powers[1, t % BLOCK]), visits)
        threshold = bound(now, par)
        if t == at_update:
            reason = AT_UPDATE
        if position == size:
            position = 0
            if in_full:
                state.epochs += 1
                if not updated and not PER_TRIAL:  # a bound that grows will call for updates again
                    reason = CONVERGED
                minis_left = mini_epochs if updated else 0
                if permuted:
                    put_back(everything, full, size)
                line_up(everything, active, active_size)
            else:
                state.mini_epochs += 1
                minis_left = minis_left - 1 if updated else 0
            updated = 0
            if minis_left == 0:
                active_size = 0
                if reason < 0 and (permuted or state.epochs >= at_epoch):
                    reason = AT_EPOCH
            if reason < 0 and visits >= at_visit:
                reason = AT_VISIT
        if copied and (reason >= 0 or minis_left == 0):
            put_back(everything, lineup, size)
    state.n2, state.scale, state.t = n2, scale, t
    state.position, state.minis_left, state.active_size = position, minis_left, active_size
    state.updated, state.visits = updated, visits
    return reason


@njit(cache=True, error_model="numpy")
def measure(everything, rho, delta, weights):
    """The smallest y_k·v, and ‖v‖ with and without the augmenting coordinate.

    everything: all patterns as a lineup in the order of the file. Margins are ratios of these, from
    which the scale cancels.
    """
    smallest = inf
    starts = everything.patterns.starts
    for k in range(everything.duals.size):
        p = fresh(everything, rho, delta**2, weights, k, starts[k], starts[k + 1])
        smallest = min(smallest, p)
    plane = weights[: weights.size - 2]
    plain_n2 = squared_norm(plane, everything.duals, delta**2)
    return smallest, sqrt(plain_n2 + weights[plane.size] ** 2), sqrt(plain_n2)
