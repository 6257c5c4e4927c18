"""The compiled loop of the dual driver: a weight represented by its products with all patterns.

The weight is a = scale·v with v = Σ α_k y_k φ_k. φ_k = f_k φ(x_k) is the pattern in the kernel's
space, normalised if the kernel is. The loop stores the products of v with all columns,
scores = v·φ(x). The first columns are the training patterns, then come the patterns to be
predicted. The product with the label-reflected pattern in the space extended by Δ is

    p_k = scale · (y_k f_k scores_k + Δ² α_k).

There are two hypotheses besides the last one (Freund & Schapire 1999): the average Σ_t a_t over all
visits, and the votes Σ_t sign(a_t·φ(x)). Here a_t is the weight after visit t. With
total = Σ_t scale_t the average is total·scores + sums, so that only an update changes the columns.
If the scale falls, as by Pegasos's first projections, both parts become larger than their sum.
Therefore total restarts at 0 when the scale leaves RANGE.

With from_final_coefficients the average is formed from the last weight instead, as averaged
Perceptrons do: each coefficient of the last weight counts once for each visit since its update.
Then total counts visits, and the sums are scaled with v.
"""

import numpy as np

from maxmargin.compilation.binding import compiled, inner
from maxmargin.compilation.placeholders import (
    ADDITIVE,
    EACH_VISIT,
    OBSERVES,
    POWERS,
    SCALE_FREE,
    USES_DUAL,
    exponents,
    norm_exponent,
    observe,
    step,
    threshold,
    violates,
)
from maxmargin.drivers.dual.vectors import add_to_sums, count_votes, push, rescale, squared_norm_of
from maxmargin.drivers.shared.norm_power import power_of_norm
from maxmargin.drivers.shared.power_laws import BLOCK, tabulate
from maxmargin.drivers.shared.state import (
    DONE,
    FULL,
    HAS_FAILED,
    IS_STUCK,
    MEMORY,
    THRESHOLD,
)
from maxmargin.drivers.shared.update_core import (
    LARGE,
    LOST,
    NOTHING,
    RECOMPUTE_EVERY,
    SMALL,
    finite,
    least_known,
    make_state,
    not_finite_of,
    power_of_two_near,
    proposed_update,
    record_fault,
    state_at_visit,
)
from maxmargin.drivers.shared.vectors import multiply_both

RANGE = 2.0**16  # of the scale, up and down; the average loses at most twice as many bits


@inner(allocates=False)
def is_nothing(squared_norm, scale, duals, squared_radius):
    """Return whether the weight is 0 up to the rounding of products. duals belong to v."""
    total = 0.0
    for k in range(duals.size):
        total += duals[k]
    return squared_norm <= NOTHING * squared_radius * (scale * total) ** 2


@compiled(nogil=True)
def advance(
    patterns, params, shape, weight, hypothesis, run_states, memory, pool, order, end, max_t
):
    """Present the patterns of an order up to its place `end`.

    Returns (result, memory). The result is DONE at the end; FULL if t reaches max_t; IS_STUCK if
    the weight of a SCALE_FREE rule is 0 up to rounding; HAS_FAILED if a number is at fault.
    Otherwise it is a pattern whose update needs a missing row. `learner.py` describes patterns,
    weight, hypothesis and pool.
    """
    # One long function, for the same reason as in the sequential driver.
    labels, factors, squared_norms, squared_delta = patterns
    duals, sums_of_duals, touched = weight
    slots, rows = pool
    run_state = run_states[0]
    squared_norm, scale, t = run_state.squared_norm, run_state.scale, run_state.t
    position, visits = run_state.position, run_state.visits
    survived, total = run_state.survived, run_state.total
    support, computed = run_state.support, run_state.kernel_values
    epochs, final = run_state.epochs, run_state.from_final_coefficients
    squared_radius = run_state.squared_radius
    powers = np.ones((2, BLOCK))
    if POWERS:
        tabulate(powers, exponents(params), t)
    norm_power = power_of_norm(squared_norm, norm_exponent(params))
    state = make_state(squared_norm, t, powers, visits, memory, norm_power, epochs)
    level = threshold(state, params)
    least = run_state.least_known
    result = DONE
    while result == DONE and position < end:
        k = order[position]
        p = scale * (labels[k] * factors[k] * hypothesis.scores[k] + squared_delta * duals[k])
        if EACH_VISIT:
            state = state_at_visit(state, visits, memory, scale * duals[k], labels[k])
            level = threshold(state, params)
        if not finite(level):
            record_fault(run_state, THRESHOLD, level, k)
            result = HAS_FAILED
            break
        violated = violates(p, level, state.dual) if USES_DUAL else violates(p, level)
        if violated and slots[k] < 0:
            result = k
            break
        computed += support
        if OBSERVES:
            memory = observe(p, squared_norms[k], violated, state, params)
            if not_finite_of(memory) != 0.0:
                record_fault(run_state, MEMORY, not_finite_of(memory), k)
                result = HAS_FAILED
                break
        if violated:
            q = squared_norms[k]
            s, d = step(p, q, state, params)
            if USES_DUAL:
                d = max(d, -s * state.dual)
            fault, value, next_scale, c, next_squared_norm = proposed_update(
                ADDITIVE, scale, squared_norm, duals[k], p, q, s, d
            )
            if fault >= 0:
                record_fault(run_state, fault, value, k)
                result = HAS_FAILED
                break
            least = least_known(least, squared_norm, q, s, d)
            squared_norm = next_squared_norm
            t += 1
            if not ADDITIVE and s == 0.0:
                count_votes(hypothesis, survived)
                survived = 0
                add_to_sums(hypothesis, duals, sums_of_duals, total)
                rescale(0.0, hypothesis, duals)
                if final:
                    multiply_both(0.0, hypothesis.sums, sums_of_duals)
                total, support = 0.0, 0
            scale = next_scale
            if not 1.0 / RANGE < scale < RANGE:
                add_to_sums(hypothesis, duals, sums_of_duals, total)
                power = power_of_two_near(scale)
                rescale(power, hypothesis, duals)
                if final:
                    multiply_both(power, hypothesis.sums, sums_of_duals)
                scale, c, total = scale / power, c * power, 0.0
            change = c * labels[k] * factors[k]
            push(rows[slots[k]], shape, change, survived, total, hypothesis)
            support -= duals[k] != 0.0
            run_state.last_dual, run_state.last_change = duals[k], c
            duals[k] += c
            if USES_DUAL:
                duals[k] = max(duals[k], 0.0)
            support += duals[k] != 0.0
            sums_of_duals[k] -= total * c
            touched[k] = True
            survived = 0
            if SCALE_FREE and not SMALL < squared_norm < LARGE:
                factor = LARGE if squared_norm < 1.0 else SMALL
                rescale(factor, hypothesis, duals)  # changes the weight itself
                multiply_both(factor, hypothesis.sums, sums_of_duals)
                run_state.last_dual *= factor
                run_state.last_change *= factor
                squared_norm *= factor * factor
                least *= factor * factor
            lost = not squared_norm > least
            if lost or (not ADDITIVE and t % RECOMPUTE_EVERY == 0):
                own = squared_norm_of(labels, factors, squared_delta, hypothesis.scores, duals)
                squared_norm = scale * scale * own
                least = LOST * squared_norm
            if SCALE_FREE and lost and is_nothing(squared_norm, scale, duals, squared_radius):
                result = IS_STUCK
            if POWERS and t % BLOCK == 0:
                tabulate(powers, exponents(params), t)
            norm_power = power_of_norm(squared_norm, norm_exponent(params))
            state = make_state(squared_norm, t, powers, visits, memory, norm_power, epochs)
            level = threshold(state, params)
            if t == max_t and result == DONE:
                result = FULL
        position += 1
        visits += 1
        survived += 1
        total += 1.0 if final else scale
    run_state.squared_norm, run_state.scale, run_state.t = squared_norm, scale, t
    run_state.least_known = least
    run_state.position, run_state.visits = position, visits
    run_state.survived, run_state.total = survived, total
    run_state.support, run_state.kernel_values = support, computed
    return result, memory


@compiled(nogil=True)
def look_ahead(
    patterns, params, weight, hypothesis, run_states, memory, pool, order, start, end, wanted
):
    """Mark in `wanted` the patterns without a row that violate with the current weight."""
    labels, factors, _, squared_delta = patterns
    run_state = run_states[0]
    scale, t = run_state.scale, run_state.t
    powers = np.ones((2, BLOCK))
    if POWERS:
        tabulate(powers, exponents(params), t)
    squared_norm, visits, epochs = run_state.squared_norm, run_state.visits, run_state.epochs
    norm_power = power_of_norm(squared_norm, norm_exponent(params))
    state = make_state(squared_norm, t, powers, visits, memory, norm_power, epochs)
    level = threshold(state, params)
    for position in range(start, end):
        k = order[position]
        if pool.slots[k] < 0 and not wanted[k]:
            dual = scale * weight.duals[k]
            p = scale * (
                labels[k] * factors[k] * hypothesis.scores[k] + squared_delta * weight.duals[k]
            )
            if EACH_VISIT:
                state = state_at_visit(state, visits, memory, dual, labels[k])
                level = threshold(state, params)
            if violates(p, level, dual) if USES_DUAL else violates(p, level):
                wanted[k] = True
