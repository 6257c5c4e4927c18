"""The compiled loop of the dual driver: a weight that is known by its products with all patterns.

`bound`, `wrong`, `step`, `exponents` (the rule's) and the constants `ADDITIVE`, `SCALE_FREE` and
`POWERS` are put into this module's globals by `maxmargin.compilation.bind`.

The weight is a = scale·v, v = Σ α_k y_k φ_k, with φ_k the pattern in the kernel's space, normalised
where that is asked for: φ_k = f_k φ(x_k). Held are its products with all columns, the training
patterns first and then those to be predicted: scores = v·φ(x). The product with the label-reflected
pattern in the space extended by Δ is

    p_k = scale · (y_k f_k scores_k + Δ² α_k).

Hypotheses besides the last one (Freund & Schapire 1999): the average Σ_t a_t over all trials, and
the votes Σ_t sign(a_t·φ(x)), a_t being the weight after trial t. With total = Σ_t scale_t the
average is total·scores + sums, so that only an update touches the columns.
"""

from math import sqrt

import numpy as np
from numba import njit

from maxmargin.drivers.kernel_values import COLUMNS, kernel_values
from maxmargin.drivers.power_laws import BLOCK, tabulate
from maxmargin.drivers.state import Now

LARGE = 2.0**300
SMALL = 2.0**-300
RENEW_EVERY = 4096  # updates, after which ‖a‖² is computed afresh where it is no sum


@njit(error_model="numpy")
def push(row, shape, change, survived, total, hypothesis):
    """v becomes v + change·φ(x) of the pattern whose base row is given; the old v has its votes."""
    scores, sums, votes = hypothesis
    base, values = np.empty(COLUMNS), np.empty(COLUMNS)
    for start in range(0, scores.size, COLUMNS):
        size = min(COLUMNS, scores.size - start)
        kernel_values(row, start, size, shape, base, values)
        for i in range(size):
            score = scores[start + i]
            votes[start + i] += survived if score >= 0.0 else -survived
            delta = change * values[i]
            scores[start + i] = score + delta
            sums[start + i] -= total * delta


@njit(error_model="numpy")
def forget(hypothesis, duals, sums_of_duals, total):
    """v becomes 0; its part of the average is kept."""
    scores, sums, _ = hypothesis
    for i in range(scores.size):
        sums[i] += total * scores[i]
        scores[i] = 0.0
    for k in range(duals.size):
        sums_of_duals[k] += total * duals[k]
        duals[k] = 0.0


@njit(error_model="numpy")
def rescale(factor, hypothesis, duals):
    """v becomes factor·v, and its scale is to be divided by it."""
    for i in range(hypothesis.scores.size):
        hypothesis.scores[i] *= factor
    for k in range(duals.size):
        duals[k] *= factor


@njit(error_model="numpy")
def squared_norm(labels, factors, delta2, scores, duals):
    """‖v‖² = Σ α_k y_k f_k scores_k + Δ² Σ α_k²."""
    n2 = 0.0
    for k in range(duals.size):
        n2 += duals[k] * (labels[k] * factors[k] * scores[k] + delta2 * duals[k])
    return n2


@njit(cache=True, nogil=True, error_model="numpy")
def advance(patterns, par, shape, weight, hypothesis, states, pool, order, end, max_t):
    """Presents the patterns of an order until its place `end`.

    Returns −1 there, or −2 where t reaches max_t, or the pattern whose row has to be there
    before the update that it calls for. patterns, weight, hypothesis and pool: as dual.py makes
    them.
    """
    labels, factors, squared_norms, delta2 = patterns
    duals, sums_of_duals, corrected = weight
    slots, rows = pool
    state = states[0]
    n2, scale, t = state.n2, state.scale, state.t
    position, survived, total, trials = state.position, state.survived, state.total, state.trials
    powers = np.ones((2, BLOCK))
    if POWERS:
        tabulate(powers, exponents(par), t)
    now = Now(sqrt(n2), n2, t, (powers[0, t % BLOCK], powers[1, t % BLOCK]), trials)
    threshold = bound(now, par)
    result = -1
    while result == -1 and position < end:
        k = order[position]
        p = scale * (labels[k] * factors[k] * hypothesis.scores[k] + delta2 * duals[k])
        if PER_TRIAL:
            now = Now(now.norm, n2, t, now.powers, trials)
            threshold = bound(now, par)
        if wrong(p, threshold):
            slot = slots[k]
            if slot < 0:
                result = k
                break
            q = squared_norms[k]
            s, d = step(p, q, now, par)
            if s == 1.0 and d == 1.0:
                n2 = n2 + 2.0 * p + q
            else:
                n2 = s * s * n2 + d * (2.0 * s * p + d * q)
            t += 1
            if ADDITIVE:
                c = d
            elif s == 0.0:
                hypothesis.votes[:] += np.where(hypothesis.scores >= 0.0, survived, -survived)
                survived = 0
                forget(hypothesis, duals, sums_of_duals, total)
                scale, c = 1.0, d
            else:
                scale *= s
                c = d / scale
            change = c * labels[k] * factors[k]
            push(rows[slot], shape, change, survived, total, hypothesis)
            duals[k] += c
            sums_of_duals[k] -= total * c
            corrected[k] = True
            survived = 0
            if not SMALL < scale < LARGE:
                power = 2.0 ** np.round(np.log2(scale))  # a power of two rounds nothing
                rescale(power, hypothesis, duals)
                scale /= power
                total /= power
            if SCALE_FREE and n2 > LARGE:
                rescale(SMALL, hypothesis, duals)  # the weight itself
                for i in range(hypothesis.sums.size):
                    hypothesis.sums[i] *= SMALL
                for i in range(duals.size):
                    sums_of_duals[i] *= SMALL
                n2 *= SMALL * SMALL
            if not ADDITIVE and t % RENEW_EVERY == 0:
                scores = hypothesis.scores
                n2 = scale * scale * squared_norm(labels, factors, delta2, scores, duals)
            if POWERS and t % BLOCK == 0:
                tabulate(powers, exponents(par), t)
            now = Now(sqrt(n2), n2, t, (powers[0, t % BLOCK], powers[1, t % BLOCK]), trials)
            threshold = bound(now, par)
            if t == max_t:
                result = -2
        position += 1
        trials += 1
        survived += 1
        total += scale
    state.n2, state.scale, state.t = n2, scale, t
    state.position, state.survived, state.total, state.trials = position, survived, total, trials
    return result


@njit(cache=True, nogil=True, error_model="numpy")
def look_ahead(patterns, par, weight, hypothesis, states, pool, order, start, end, wanted):
    """Marks in `wanted` the patterns without a row that the present weight would be updated by."""
    labels, factors, _, delta2 = patterns
    state = states[0]
    scale, t, trials = state.scale, state.t, state.trials
    powers = np.ones((2, BLOCK))
    if POWERS:
        tabulate(powers, exponents(par), t)
    now = Now(sqrt(state.n2), state.n2, t, (powers[0, t % BLOCK], powers[1, t % BLOCK]), trials)
    threshold = bound(now, par)
    for position in range(start, end):
        k = order[position]
        if pool.slots[k] < 0 and not wanted[k]:
            p = scale * (labels[k] * factors[k] * hypothesis.scores[k] + delta2 * weight.duals[k])
            if wrong(p, threshold):
                wanted[k] = True
