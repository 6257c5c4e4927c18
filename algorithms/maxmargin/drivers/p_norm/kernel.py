"""The compiled loop of the p-norm driver: ALMA_p (Gentile 2001, Figure 1), for any p >= 2.

The weight is w = f⁻¹(θ), and θ = scale·τ is a sum of patterns. As ‖w‖_q = ‖θ‖_p (Lemma 2), the
projection onto the unit ball or sphere is a change of scale. Let powers_i = sign(τ_i) |τ_i|^(p−1)
and S = Σ |τ_i|^p. An update changes both at its coordinates only. Then

    w = factor·powers,    factor = scale · S^(−(p−2)/p),

so that visits and updates take time in proportion to the entries of the pattern. The average
Σ_t w_t over all visits is total·powers + sums, with total = Σ_t factor_t.

S is a sum of differences, and total·powers may become larger than the average. So both are
restarted before S grows by a factor of RANGE, when it has fallen by as much, and every
RECOMPUTE_EVERY updates. τ is then scaled to a norm or a largest coordinate of 1, so that S
overflows for no p.
"""

from math import copysign, log2, sqrt

import numpy as np

from maxmargin.compilation.binding import REASSOCIATE, compiled, inner
from maxmargin.drivers.shared.state import ENDED_AT_UPDATE, GO_ON
from maxmargin.drivers.shared.update_core import RECOMPUTE_EVERY, end_pass

RANGE = 32.0  # of S; within it S loses at most ten bits
SMALL = 2.0**-500  # a smaller S may be too close to underflow


@inner(allocates=False, fastmath=REASSOCIATE)
def product(values, columns, powers, start, end):
    """Return x·powers of the pattern with these entries. columns is None for dense patterns."""
    total = 0.0
    if columns is None:
        for j in range(end - start):
            total += values[start + j] * powers[j]
    else:
        for i in range(start, end):
            total += values[i] * powers[columns[i]]
    return total


@inner(allocates=False)
def signed_power(x, exponent, whole):
    """Return sign(x) |x|^exponent. whole: the exponent if it is a whole number, 0 otherwise."""
    return copysign(abs(x) ** whole if whole else abs(x) ** exponent, x)


@inner(allocates=False)
def shift(values, columns, start, end, c, exponent, whole, weight, total):
    """Set τ to τ + c·x. Return the change of S."""
    tau, powers, sums, _ = weight
    change = 0.0
    for i in range(start, end):
        j = i - start if columns is None else columns[i]
        old = powers[j]
        change -= tau[j] * old
        tau[j] += c * values[i]
        powers[j] = signed_power(tau[j], exponent, whole)
        change += tau[j] * powers[j]
        sums[j] -= total * (powers[j] - old)
    return change


@inner(allocates=False)
def divide(divisor, schedule, weight, run_state):
    """Set τ to τ/divisor, and recompute powers, sums, the scale and S."""
    tau, powers, sums, duals = weight
    power_sum = 0.0
    for j in range(tau.size):
        sums[j] += run_state.total * powers[j]
        tau[j] /= divisor
        powers[j] = signed_power(tau[j], schedule.p - 1.0, schedule.whole)
        power_sum += tau[j] * powers[j]
    for k in range(duals.size):
        duals[k] /= divisor
    run_state.total = 0.0
    run_state.scale *= divisor
    run_state.power_sum = run_state.recomputed_sum = power_sum


@inner(allocates=False)
def update(patterns, k, schedule, weight, run_state):
    """Make the update on pattern k, and the projection."""
    values, columns, starts, labels, _ = patterns
    tau, _, _, duals = weight
    p = schedule.p
    rate = schedule.eta / sqrt(run_state.updates + 1.0)
    # A bound on the new norm, because no pattern has a norm above 1.
    longest = run_state.power_sum ** (1.0 / p) + rate / run_state.scale
    if run_state.recomputed_sum == 0.0 or p * log2(longest) > log2(
        RANGE * run_state.recomputed_sum
    ):
        divide(longest, schedule, weight, run_state)
    c = rate / run_state.scale
    start, end = starts[k], starts[k + 1]
    run_state.power_sum += shift(
        values, columns, start, end, c * labels[k], p - 1.0, schedule.whole, weight, run_state.total
    )
    duals[k] += c
    run_state.updates += 1
    least = max(run_state.recomputed_sum / RANGE, SMALL)
    most = run_state.recomputed_sum * RANGE
    if not least < run_state.power_sum < most or run_state.updates % RECOMPUTE_EVERY == 0:
        largest = 0.0
        for j in range(tau.size):
            largest = max(largest, abs(tau[j]))
        divide(largest if largest > 0.0 else 1.0, schedule, weight, run_state)
    norm = run_state.power_sum ** (1.0 / p)
    if run_state.scale * norm > 1.0 or (schedule.always and norm > 0.0):
        run_state.scale = 1.0 / norm
    run_state.factor = run_state.scale * (norm * norm / run_state.power_sum) if norm > 0.0 else 0.0


@inner(allocates=False)
def find(patterns, powers, factor, threshold, ids, place, size):
    """Return the first place, from `place` on, whose pattern calls for an update, or `size`.

    A pattern that is all zero never calls for an update (footnote 3).
    """
    values, columns, starts, labels, empty = patterns
    while place < size:
        k = ids[place]
        wx = factor * product(values, columns, powers, starts[k], starts[k + 1])
        if labels[k] * wx <= threshold and not empty[k]:
            break
        place += 1
    return place


@compiled(allocates=False, nogil=True)
def advance(
    patterns,
    schedule,
    weight,
    run_states,
    log,
    order,
    active_set,
    mini_epochs,
    reordered,
    at_update,
    at_visit,
    at_epoch,
):
    """Present patterns until there is a reason to stop, and return the reason.

    `driver.py` describes patterns, schedule, weight, run_states and log. The log is of size 0 if
    updates are not logged. order: of a full epoch, int32. active_set: an array of the same size.
    The reasons, reordered, at_update, at_visit and at_epoch are as in the sequential driver.
    """
    run_state = run_states[0]
    reason = GO_ON
    while reason == GO_ON:
        in_full = run_state.mini_epochs_left == 0
        ids, size = (order, order.size) if in_full else (active_set, run_state.active_size)
        threshold = schedule.gamma / sqrt(run_state.updates + 1.0)
        factor = run_state.factor
        place = find(patterns, weight.powers, factor, threshold, ids, run_state.position, size)
        passed = place - run_state.position
        run_state.visits += passed
        run_state.survived += passed
        run_state.total += factor * passed
        if place < size:
            k = ids[place]
            if log.patterns.size:
                log.patterns[run_state.logged] = k
                log.survived[run_state.logged] = run_state.survived
                run_state.logged += 1
            update(patterns, k, schedule, weight, run_state)
            run_state.visits += 1
            run_state.survived = 1
            run_state.total += run_state.factor
            run_state.updated = 1
            if in_full and mini_epochs > 0:
                active_set[run_state.active_size] = k
                run_state.active_size += 1
            if run_state.updates == at_update:
                reason = ENDED_AT_UPDATE
            place += 1
        run_state.position = place
        if place == size:
            ended = end_pass(run_state, mini_epochs, reordered, False, at_epoch, at_visit)
            reason = reason if ended == GO_ON else ended
    return reason


@compiled(nogil=True)
def replay(patterns, schedule, weight, run_states, updated, hypotheses):
    """Repeat the updates on the patterns `updated`. Write each weight before it to `hypotheses`."""
    run_state = run_states[0]
    for i in range(updated.size):
        for j in range(weight.powers.size):
            hypotheses[i, j] = run_state.factor * weight.powers[j]
        update(patterns, updated[i], schedule, weight, run_state)


@compiled(nogil=True)
def count_votes(scores, survived, votes):
    """Add the signs of scores, (columns, hypotheses), to votes, (columns,).

    Each sign counts as often as its hypothesis survived a visit. sign(0) is 1.
    """
    for column in range(scores.shape[0]):
        count = np.int64(0)
        for i in range(survived.size):
            count += survived[i] if scores[column, i] >= 0.0 else -survived[i]
        votes[column] += count
