"""The compiled loop of the p-norm driver: ALMA_p (Gentile 2001, Figure 1), for any p >= 2.

The weight is w = f⁻¹(θ), and θ = scale·τ is a sum of patterns, so that the projection onto the unit
ball is a change of scale: ‖w‖_q = ‖θ‖_p (Lemma 2). With powers_i = sign(τ_i) |τ_i|^(p−1) and S =
Σ |τ_i|^p, both kept up to date at the coordinates that a correction touches,

    w = factor·powers,    factor = scale · S^(−(p−2)/p),

so that a visit and a correction take as long as the pattern has entries. The average Σ_t w_t over
all trials is total·powers + sums, with total = Σ_t factor_t.

S is a sum of differences, and total·powers may outgrow the average. So both are begun anew before S
can have grown by RANGE, when it has fallen by as much, and every RENEW_EVERY corrections; and τ is
then brought to a length or a largest coordinate of 1, so that S overflows for no p.
"""

from math import copysign, log2, sqrt

import numpy as np
from numba import njit

from maxmargin.compilation import REASSOCIATE
from maxmargin.drivers.state import AT_EPOCH, AT_UPDATE, AT_VISIT, CONVERGED

RANGE = 32.0  # loses at most ten bits of S
RENEW_EVERY = 4096  # corrections
SMALL = 2.0**-500  # below, S may be too near to what is 0


@njit(error_model="numpy", fastmath=REASSOCIATE)
def product(values, columns, powers, start, end):
    """x·powers of the pattern with these entries; columns is None for dense patterns."""
    total = 0.0
    if columns is None:
        for j in range(end - start):
            total += values[start + j] * powers[j]
    else:
        for i in range(start, end):
            total += values[i] * powers[columns[i]]
    return total


@njit(error_model="numpy")
def signed_power(x, exponent, whole):
    """sign(x) |x|^exponent; whole: the exponent where it is a whole number, else 0."""
    return copysign(abs(x) ** whole if whole else abs(x) ** exponent, x)


@njit(error_model="numpy")
def shift(values, columns, start, end, c, exponent, whole, weight, total):
    """τ becomes τ + c·x; returns by how much S has changed."""
    theta, powers, sums, _ = weight
    change = 0.0
    for i in range(start, end):
        j = i - start if columns is None else columns[i]
        old = powers[j]
        change -= theta[j] * old
        theta[j] += c * values[i]
        powers[j] = signed_power(theta[j], exponent, whole)
        change += theta[j] * powers[j]
        sums[j] -= total * (powers[j] - old)
    return change


@njit(error_model="numpy")
def divide(divisor, schedule, weight, state):
    """τ becomes τ/divisor, and all that depends on it is computed afresh."""
    theta, powers, sums, duals = weight
    power_sum = 0.0
    for j in range(theta.size):
        sums[j] += state.total * powers[j]
        theta[j] /= divisor
        powers[j] = signed_power(theta[j], schedule.p - 1.0, schedule.whole)
        power_sum += theta[j] * powers[j]
    for k in range(duals.size):
        duals[k] /= divisor
    state.total = 0.0
    state.scale *= divisor
    state.power_sum = state.settled_at = power_sum


@njit(error_model="numpy")
def correct(patterns, k, schedule, weight, state):
    """The correction on pattern k, and the projection."""
    values, columns, starts, labels, _ = patterns
    theta, _, _, duals = weight
    p = schedule.p
    rate = schedule.eta / sqrt(state.updates + 1.0)
    longest = state.power_sum ** (1.0 / p) + rate / state.scale  # as patterns are no longer than 1
    if state.settled_at == 0.0 or p * log2(longest) > log2(RANGE * state.settled_at):
        divide(longest, schedule, weight, state)
    c = rate / state.scale
    start, end = starts[k], starts[k + 1]
    state.power_sum += shift(
        values, columns, start, end, c * labels[k], p - 1.0, schedule.whole, weight, state.total
    )
    duals[k] += c
    state.updates += 1
    least = max(state.settled_at / RANGE, SMALL)
    most = state.settled_at * RANGE
    if not least < state.power_sum < most or state.updates % RENEW_EVERY == 0:
        largest = 0.0
        for j in range(theta.size):
            largest = max(largest, abs(theta[j]))
        divide(largest if largest > 0.0 else 1.0, schedule, weight, state)
    norm = state.power_sum ** (1.0 / p)
    if state.scale * norm > 1.0:
        state.scale = 1.0 / norm
    state.factor = state.scale * (norm * norm / state.power_sum) if norm > 0.0 else 0.0


@njit(error_model="numpy")
def find(patterns, powers, factor, threshold, ids, place, size):
    """The first place from `place` on whose pattern calls for a correction; `size` if none does.

    A pattern that is all zero never does (footnote 3).
    """
    values, columns, starts, labels, empty = patterns
    while place < size:
        k = ids[place]
        wx = factor * product(values, columns, powers, starts[k], starts[k + 1])
        if labels[k] * wx <= threshold and not empty[k]:
            break
        place += 1
    return place


@njit(cache=True, nogil=True, error_model="numpy")
def advance(
    patterns,
    schedule,
    weight,
    states,
    log,
    order,
    active,
    mini_epochs,
    permuted,
    at_update,
    at_visit,
    at_epoch,
):
    """Presents patterns until there is a reason to leave, which is returned.

    patterns, schedule, weight, states and log: as p_norm.py makes them; log has no room where no
    corrections are to be kept. order: of a full epoch, int32; active: room for as many. The reasons
    and permuted, at_update, at_visit and at_epoch are those of the sequential driver.
    """
    state = states[0]
    reason = -1
    while reason < 0:
        in_full = state.minis_left == 0
        ids, size = (order, order.size) if in_full else (active, state.active_size)
        threshold = schedule.gamma / sqrt(state.updates + 1.0)
        factor = state.factor
        place = find(patterns, weight.powers, factor, threshold, ids, state.position, size)
        passed = place - state.position
        state.trials += passed
        state.survived += passed
        state.total += factor * passed
        if place < size:
            k = ids[place]
            if log.patterns.size:
                log.patterns[state.logged], log.survived[state.logged] = k, state.survived
                state.logged += 1
            correct(patterns, k, schedule, weight, state)
            state.trials += 1
            state.survived = 1
            state.total += state.factor
            state.updated = 1
            if in_full and mini_epochs > 0:
                active[state.active_size] = k
                state.active_size += 1
            if state.updates == at_update:
                reason = AT_UPDATE
            place += 1
        state.position = place
        if place == size:
            state.position = 0
            if in_full:
                state.epochs += 1
                if not state.updated:
                    reason = CONVERGED
                state.minis_left = mini_epochs
            else:
                state.mini_epochs += 1
                state.minis_left = state.minis_left - 1 if state.updated else 0
            state.updated = 0
            if state.minis_left == 0:
                state.active_size = 0
                if reason < 0 and (permuted or state.epochs >= at_epoch):
                    reason = AT_EPOCH
            if reason < 0 and state.trials >= at_visit:
                reason = AT_VISIT
    return reason


@njit(cache=True, nogil=True, error_model="numpy")
def replay(patterns, schedule, weight, states, corrected, hypotheses):
    """Makes corrections again; hypotheses, a row each: the weights before each of them."""
    state = states[0]
    for i in range(corrected.size):
        for j in range(weight.powers.size):
            hypotheses[i, j] = state.factor * weight.powers[j]
        correct(patterns, corrected[i], schedule, weight, state)


@njit(cache=True, nogil=True, error_model="numpy")
def count_votes(scores, survived, votes):
    """Adds to votes, (columns,), the signs of scores, (columns, hypotheses), each as many times as
    its hypothesis survived; the sign of 0 is 1.
    """
    for column in range(scores.shape[0]):
        count = np.int64(0)
        for i in range(survived.size):
            count += survived[i] if scores[column, i] >= 0.0 else -survived[i]
        votes[column] += count
