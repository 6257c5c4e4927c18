"""The compiled loop of the worst-first driver: it presents the pattern with the smallest product.

The weight is a = scale·v. The products y_k·v of all patterns are cached, and an update adds a
column of the Gram matrix from `columns` to them. If the column of the worst pattern is missing, the
loop stops with MISSING. It continues when the column is there.
"""

import numpy as np

from maxmargin.compilation.binding import compiled
from maxmargin.compilation.placeholders import (
    ADDITIVE,
    OBSERVES,
    POWERS,
    SCALE_FREE,
    exponents,
    norm_exponent,
    observe,
    step,
    threshold,
    violates,
)
from maxmargin.drivers.shared.norm_power import power_of_norm
from maxmargin.drivers.shared.power_laws import BLOCK, tabulate
from maxmargin.drivers.shared.state import (
    ENDED_AT_UPDATE,
    ENDED_CONVERGED,
    ENDED_FAILED,
    GO_ON,
    MEMORY,
    THRESHOLD,
)
from maxmargin.drivers.shared.update_core import (
    LARGE,
    RECOMPUTE_EVERY,
    SMALL,
    finite,
    least_known,
    leaves_range,
    make_state,
    not_finite_of,
    power_of_two_near,
    proposed_update,
    record_fault,
)
from maxmargin.drivers.shared.vectors import add, multiply_both, place_of_smallest

MISSING, TO_RECOMPUTE, IS_LOST = 6, 7, 8  # in addition to the reasons in state.py


@compiled()
def advance(
    products, duals, squared_norms, columns, slots, used, params, run_states, memory, at_update
):
    """Present the worst pattern until there is a reason to stop. Return the reason and the memory.

    columns: (capacity, m), of the Gram matrix. slots: (m,), the place of a pattern's column, or −1.
    used: (capacity,), the last update that used a column.

    ENDED_CONVERGED: the worst pattern does not violate. ENDED_AT_UPDATE: t has reached at_update.
    MISSING: the worst pattern, run_state.position, has no column. TO_RECOMPUTE: t is a multiple of
    RECOMPUTE_EVERY, so that the products have to be recomputed. IS_LOST: ‖a‖² has lost too many
    digits, so that it has to be recomputed as well. ENDED_FAILED: a number is at fault, and the
    weight is as before the update.
    """
    run_state = run_states[0]
    squared_norm, scale, t = run_state.squared_norm, run_state.scale, run_state.t
    powers = np.ones((2, BLOCK))
    if POWERS:
        tabulate(powers, exponents(params), t)
    least = run_state.least_known
    reason = GO_ON
    while reason == GO_ON:
        worst = place_of_smallest(products)
        p, q = scale * products[worst], squared_norms[worst]
        norm_power = power_of_norm(squared_norm, norm_exponent(params))
        epochs = run_state.epochs
        state = make_state(squared_norm, t, powers, epochs, memory, norm_power, epochs)
        level = threshold(state, params)
        if not finite(level):
            record_fault(run_state, THRESHOLD, level, worst)
            reason = ENDED_FAILED
            break
        violated = violates(p, level)
        if violated and slots[worst] < 0:
            run_state.position = worst
            reason = MISSING
            break
        run_state.epochs += 1
        if OBSERVES:
            memory = observe(p, q, violated, state, params)
            if not_finite_of(memory) != 0.0:
                record_fault(run_state, MEMORY, not_finite_of(memory), worst)
                reason = ENDED_FAILED
                break
        if not violated:
            reason = ENDED_CONVERGED
            break
        s, d = step(p, q, state, params)
        fault, value, next_scale, c, next_squared_norm = proposed_update(
            ADDITIVE, scale, squared_norm, duals[worst], p, q, s, d
        )
        if fault >= 0:
            record_fault(run_state, fault, value, worst)
            reason = ENDED_FAILED
            break
        least = least_known(least, squared_norm, q, s, d)
        squared_norm = next_squared_norm
        t += 1
        if not ADDITIVE and s == 0.0:
            multiply_both(0.0, products, duals)
        scale = next_scale
        add(c, columns[slots[worst]], products)
        used[slots[worst]] = t
        duals[worst] += c
        if leaves_range(scale):
            factor = power_of_two_near(scale)
            multiply_both(factor, products, duals)
            scale /= factor
        if SCALE_FREE and not SMALL < squared_norm < LARGE:
            factor = LARGE if squared_norm < 1.0 else SMALL
            multiply_both(factor, products, duals)  # changes the weight itself
            squared_norm *= factor * factor
            least *= factor * factor
        if POWERS and t % BLOCK == 0:
            tabulate(powers, exponents(params), t)
        if not squared_norm > least:
            reason = IS_LOST
        elif t == at_update:
            reason = ENDED_AT_UPDATE
        elif t % RECOMPUTE_EVERY == 0:
            reason = TO_RECOMPUTE
    run_state.squared_norm, run_state.scale, run_state.t = squared_norm, scale, t
    run_state.least_known = least
    return reason, memory
