"""The compiled loop of the sequential driver: patterns one after the other, epoch by epoch.

The weight is a = scale·v. `storage_kernel` describes how v is stored, and p_k = scale · y_k·v. The
loop presents patterns from a `PatternOrder`, in which they lie one after the other. They are the
patterns of the space themselves, or copies in another order, or copies of the active set alone.

With CACHED, the Gram matrix updates the products of all patterns with v, which are cached. If a
pattern's cached product is safely above the threshold, the loop skips the pattern without reading
its coordinates. If rounding could matter, the loop recomputes the product. So runs with and without
CACHED make the same updates from the same numbers, bit for bit.

The loop can stop and continue at any update and at the end of any epoch or mini-epoch: its
arguments hold its whole state. Copied patterns have their own duals. `flush` writes these back
whenever the loop stops.
"""

from math import inf, sqrt

import numpy as np

from maxmargin.compilation.binding import compiled, inner
from maxmargin.compilation.placeholders import (
    ADDITIVE,
    AVERAGES,
    BOUNDED,
    CACHED,
    EACH_VISIT,
    OBSERVES,
    PER_VISIT,
    POWERS,
    SCALE_FREE,
    USES_DUAL,
    add_pattern,
    arrange,
    exponents,
    fresh,
    norm_exponent,
    observe,
    recompute,
    shift,
    step,
    threshold,
    violates,
)
from maxmargin.drivers.sequential.earlier_weight import replace_earlier
from maxmargin.drivers.sequential.recorded_weights import record
from maxmargin.drivers.shared import norm_power
from maxmargin.drivers.shared.averages import RANGE, multiply, take_in
from maxmargin.drivers.shared.pattern_order import flush, rescale, squared_norm_of, write_back
from maxmargin.drivers.shared.power_laws import BLOCK, tabulate
from maxmargin.drivers.shared.state import (
    ENDED_AT_UPDATE,
    ENDED_CONVERGED,
    ENDED_FAILED,
    ENDED_REPEATED,
    ENDED_STUCK,
    GO_ON,
    MEMORY,
    THRESHOLD,
)
from maxmargin.drivers.shared.update_core import (
    LARGE,
    LOST,
    NOTHING,
    RECOMPUTE_EVERY,
    SMALL,
    end_pass,
    finite,
    least_known,
    leaves_range,
    make_state,
    not_finite_of,
    power_of_two_near,
    proposed_update,
    record_fault,
    state_at_visit,
    with_norm_power,
)

AHEAD = 16  # cached products checked at a time
# Cached products may be off by this part of R·‖a‖. LONGEST_PERIOD updates with 7 roundings each
# give 8e-10.
SLACK = 1e-9
LONGEST_PERIOD = 1 << 20  # updates until products are recomputed


@inner(allocates=False)
def pass_over(ids, place, size, level, scale, products, slack):
    """Return the next place with a cached product that is not safely above the threshold."""
    while place + AHEAD <= size:
        found = False
        for i in range(place, place + AHEAD):
            found |= violates(scale * products[np.uint32(ids[np.uint64(i)])] - slack, level)
        if found:
            break
        place += AHEAD
    while place < size:
        if violates(scale * products[np.uint32(ids[np.uint64(place)])] - slack, level):
            break
        place += 1
    return place


@inner(allocates=False)
def find(
    order,
    first,
    size,
    level,
    state,
    memory,
    params,
    rho,
    squared_delta,
    scale,
    weights,
    products,
    slack,
):
    """Return the next place whose pattern calls for an update, its p, and the memory there.

    The place is `size` if no pattern calls for an update. The search also stops where the threshold
    or the memory is not finite.
    """
    starts = order.patterns.starts
    if CACHED:
        place = pass_over(order.ids, first, size, level, scale, products, slack)
        while place < size:
            start, end = starts[place], starts[place + 1]
            p = fresh(order, rho, squared_delta, weights, place, start, end)
            p = p if ADDITIVE else scale * p
            if violates(p, level):
                return place, p, memory
            place = pass_over(order.ids, place + 1, size, level, scale, products, slack)
    else:
        start = starts[first]
        for place in range(np.uint64(first), np.uint64(size)):  # unsigned: no index from the end
            end = starts[place + np.uint64(1)]
            p = fresh(order, rho, squared_delta, weights, place, start, end)
            p = p if ADDITIVE else scale * p
            if EACH_VISIT:
                visits = state.visits + (np.int64(place) - first)
                dual, label = scale * order.duals[place], order.labels[place]
                state_here = state_at_visit(state, visits, memory, dual, label)
                level = threshold(state_here, params)
                if violates(p, level, state_here.dual) if USES_DUAL else violates(p, level):
                    return np.int64(place), p, memory
                if not finite(level):
                    return np.int64(place), p, memory
                if OBSERVES:
                    memory = observe(p, order.squared_norms[place], False, state_here, params)
                    if not_finite_of(memory) != 0.0:
                        return np.int64(place), p, memory
            elif violates(p, level):
                return np.int64(place), p, memory
            start = end
    return size, 0.0, memory


@inner(allocates=False)
def highest_power(bounds, squared_norm, params):
    """Return ‖a‖^e, or with BOUNDED an upper bound on it."""
    if BOUNDED:
        return norm_power.power_above(bounds, squared_norm)
    return norm_power.power_of_norm(squared_norm, norm_exponent(params))


@inner(allocates=False)
def is_nothing(squared_norm, scale, duals, radius):
    """Return whether the weight is 0 up to rounding. `duals` are the α of v, with a = scale·v."""
    total = 0.0
    for dual in duals:
        total += dual
    return squared_norm <= (NOTHING * radius * scale * total) ** 2


@inner(allocates=False)
def repeats(weights, earlier):
    """Return whether a weight equals an earlier one; False if `earlier` is empty.

    When this was a function of another file, each visit on Adult took 4 % longer.
    """
    for j in range(earlier.size):
        if weights[j] != earlier[j]:
            return False
    return earlier.size > 0


@compiled(allocates=False)
def advance(
    in_file_order,
    full_order,
    active_set,
    reordered,
    mini_epochs,
    rho,
    delta,
    radius,
    params,
    weights,
    cached,
    powers,
    run_states,
    memory,
    earlier,
    stops,
    recorded,
    at_visit,
    at_epoch,
    averaged,
):
    """Present patterns until there is a reason to stop.

    Return the reason, the memory, and how many weights were recorded.

    in_file_order, full_order, active_set: the orders of the file, of full epochs and of
    mini-epochs. reordered: whether full_order holds copies or a block, and is not in_file_order.
    averaged: an `Average`, which only AVERAGES uses. When t reaches any of `stops` but the last,
    the loop adds the weight to `recorded` and goes on, unless it has another reason to stop.

    ENDED_AT_UPDATE: t has reached the last of `stops`. ENDED_STUCK: the weight of a SCALE_FREE rule
    is 0 up to rounding. ENDED_FAILED: a number is at fault, and the weight is as before the
    update. ENDED_REPEATED: at the end of an epoch, v is equal to that of `earlier`, an
    `EarlierWeight`. `end_pass` describes the other reasons.
    """
    # One long function: the variables that an update changes have to stay in registers until the
    # next update. Smaller functions would have to pass all of them back and forth.
    run_state = run_states[0]
    squared_norm, scale, t = run_state.squared_norm, run_state.scale, run_state.t
    position, active_size = run_state.position, run_state.active_size
    updated, visits = run_state.updated, run_state.visits
    squared_delta = delta * delta
    gram, products = cached
    duals = in_file_order.duals
    # Recomputing ‖a‖² takes time n + m. Cached products are recomputed too, which takes longer.
    recompute_every = max(RECOMPUTE_EVERY, weights.size - 1 + duals.size)
    recompute_every = min(recompute_every, LONGEST_PERIOD)
    recompute_at = (t // recompute_every + 1) * recompute_every
    least = run_state.least_known
    largest_squared_norm = squared_norm
    slack = SLACK * radius * sqrt(squared_norm)
    sums, numbers = averaged
    total, counted, base = 0.0, visits, 1.0
    if AVERAGES:
        total, counted, base = numbers[0], np.int64(numbers[1]), numbers[2]
    if CACHED:
        recompute(products, in_file_order, rho, squared_delta, weights)
    if POWERS:
        tabulate(powers, exponents(params), t)
    bounds = norm_power.bounds_around(squared_norm, norm_exponent(params))
    number, at_update = np.int64(0), stops[0]  # a literal 0 would compile `record` twice
    reason = GO_ON
    while reason == GO_ON:
        epochs = run_state.epochs
        power = highest_power(bounds, squared_norm, params)
        state = make_state(squared_norm, t, powers, visits, memory, power, epochs)
        level = threshold(state, params)
        in_full = run_state.mini_epochs_left == 0
        order, size = (full_order, full_order.ids.size) if in_full else (active_set, active_size)
        copied = reordered or not in_full
        start = position
        pause_at = min(at_update, recompute_at, (t // BLOCK + 1) * BLOCK)
        stale = False
        # This loop makes only visits and updates. Rarer work follows after a break.
        while True:
            # A bound on the threshold may be infinite. If each visit has its own threshold, `find`
            # checks it.
            known = EACH_VISIT or finite(level) or (BOUNDED and level == inf)
            if position < size and not known:
                record_fault(run_state, THRESHOLD, level, order.ids[position])
                reason = ENDED_FAILED
                break
            position, p, memory = find(
                order,
                position,
                size,
                level,
                state,
                memory,
                params,
                rho,
                squared_delta,
                scale,
                weights,
                products,
                slack,
            )
            if position == size:
                break
            if BOUNDED:
                lowest = with_norm_power(state, norm_power.power_below(bounds, squared_norm))
                if not violates(p, threshold(lowest, params)):
                    power = norm_power.power_of_norm(squared_norm, norm_exponent(params))
                    level = threshold(with_norm_power(state, power), params)
                    if not finite(level):
                        record_fault(run_state, THRESHOLD, level, order.ids[position])
                        reason = ENDED_FAILED
                        break
                    if not violates(p, level):
                        position += 1
                        continue
            q = order.squared_norms[position]
            if OBSERVES and not_finite_of(memory) != 0.0:
                record_fault(run_state, MEMORY, not_finite_of(memory), order.ids[position])
                reason = ENDED_FAILED
                break
            if EACH_VISIT:
                dual = scale * order.duals[position]
                here, label = visits + (position - start), order.labels[position]
                state = state_at_visit(state, here, memory, dual, label)
                level = threshold(state, params)
                if not finite(level):
                    record_fault(run_state, THRESHOLD, level, order.ids[position])
                    reason = ENDED_FAILED
                    break
            s, d = step(p, q, state, params)
            if USES_DUAL:
                d = max(d, -s * state.dual)
            fault, value, next_scale, c, next_squared_norm = proposed_update(
                ADDITIVE, scale, squared_norm, order.duals[position], p, q, s, d
            )
            if fault >= 0:
                record_fault(run_state, fault, value, order.ids[position])
                reason = ENDED_FAILED
                break
            if OBSERVES:
                memory = observe(p, q, True, state, params)
                if not_finite_of(memory) != 0.0:
                    record_fault(run_state, MEMORY, not_finite_of(memory), order.ids[position])
                    reason = ENDED_FAILED
                    break
            least = least_known(least, squared_norm, q, s, d)
            squared_norm = next_squared_norm
            t += 1
            updated = 1
            if in_full and mini_epochs > 0:
                active_set.ids[active_size] = order.ids[position]
                active_size += 1
            if AVERAGES:
                presented = visits + (position - start)
                total += scale * (presented - counted)
                counted = presented
                if s == 0.0 or not 1.0 / RANGE < next_scale / base < RANGE:
                    take_in(sums, weights, total)
                    total, base = 0.0, next_scale
            if not ADDITIVE and s == 0.0:
                rescale(0.0, weights, in_file_order, order, copied)
                stale = True
            scale = next_scale
            shift(order, rho, weights, position, c)
            if AVERAGES:
                add_pattern(order, rho, sums, position, -total * c)
            if USES_DUAL:
                order.duals[position] = max(order.duals[position], 0.0)
            if CACHED:
                k = order.ids[position]
                for j in range(products.size):
                    products[j] += c * gram[k, j]
                largest_squared_norm = max(largest_squared_norm, squared_norm)
                slack = SLACK * radius * sqrt(largest_squared_norm)
            position += 1
            if t == pause_at or not squared_norm > least:
                break
            if SCALE_FREE and not SMALL < squared_norm < LARGE:
                break
            if not ADDITIVE and (stale or leaves_range(scale)):
                break
            if BOUNDED and not norm_power.bounded(bounds, squared_norm):
                break
            power = highest_power(bounds, squared_norm, params)
            here = visits + (position - start)
            state = make_state(squared_norm, t, powers, here, memory, power, epochs)
            level = threshold(state, params)
        visits += position - start
        if leaves_range(scale):
            factor = power_of_two_near(scale)
            rescale(factor, weights, in_file_order, order, copied)
            scale /= factor
            if AVERAGES:
                total, base = total / factor, base / factor
            stale = True
        if SCALE_FREE and not SMALL < squared_norm < LARGE:
            factor = LARGE if squared_norm < 1.0 else SMALL
            rescale(factor, weights, in_file_order, order, copied)  # changes the weight itself
            if AVERAGES:
                multiply(sums, factor)
            squared_norm *= factor * factor
            least *= factor * factor
            stale = True
        lost = not squared_norm > least
        if lost or t == recompute_at:
            if lost or not ADDITIVE:
                if copied:
                    write_back(in_file_order, order, size)
                squared_norm = scale * scale * squared_norm_of(weights, duals, squared_delta)
                least = LOST * squared_norm
            if SCALE_FREE and lost and is_nothing(squared_norm, scale, duals, radius):
                reason = ENDED_STUCK
            if t == recompute_at:
                recompute_at += recompute_every
            stale = True
        if CACHED and stale:
            if copied:
                write_back(in_file_order, order, size)
            recompute(products, in_file_order, rho, squared_delta, weights)
            largest_squared_norm = squared_norm
            slack = SLACK * radius * sqrt(squared_norm)
        if POWERS and t % BLOCK == 0:
            tabulate(powers, exponents(params), t)
        if BOUNDED and not norm_power.bounded(bounds, squared_norm):
            bounds = norm_power.bounds_around(squared_norm, norm_exponent(params))
        if reason == GO_ON and t == at_update:
            reason = ENDED_AT_UPDATE
        if position == size and reason != ENDED_FAILED and reason != ENDED_STUCK:
            if in_full:
                if reordered:
                    write_back(in_file_order, full_order, size)
                arrange(in_file_order, active_set, active_size)
            run_state.updated, run_state.visits = updated, visits
            run_state.active_size = active_size
            ended = end_pass(run_state, mini_epochs, reordered, PER_VISIT, at_epoch, at_visit)
            position, updated, active_size = 0, 0, run_state.active_size
            reason = reason if ended == GO_ON else ended
            if not in_full and run_state.mini_epochs_left == 0:
                write_back(in_file_order, active_set, size)
            if run_state.mini_epochs_left == 0 and reason != ENDED_CONVERGED:
                if repeats(weights, earlier.weights):
                    reason = ENDED_REPEATED
                elif run_state.epochs >= earlier.replace_at[0]:
                    replace_earlier(earlier, weights, duals, run_state.epochs)
        if reason == ENDED_AT_UPDATE and number + 1 < stops.size:
            run_state.position, run_state.active_size = position, active_size
            flush(in_file_order, full_order, active_set, reordered, run_state)
            record(recorded, number, run_state, t, visits, weights, duals)
            number += 1
            at_update, reason = stops[number], GO_ON
    run_state.squared_norm, run_state.scale, run_state.t = squared_norm, scale, t
    run_state.least_known = least
    run_state.position, run_state.active_size = position, active_size
    run_state.updated, run_state.visits = updated, visits
    flush(in_file_order, full_order, active_set, reordered, run_state)
    if AVERAGES:
        numbers[0], numbers[1], numbers[2] = total, counted, base
        numbers[3], numbers[4] = scale * (visits - counted), visits
    return reason, memory, number
