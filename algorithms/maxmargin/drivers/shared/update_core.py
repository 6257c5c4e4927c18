"""Small functions for updates and for the ends of epochs, which all drivers share.

They are inlined into the compiled loops, so that they cost no call. A weight is a = scale·v with
v = Σ α_k y_k, and a step sets it to s·a + d·y. Drivers differ only in how they store v. The code
for ‖a‖², the scale, the state passed to a rule and the mini-epochs is here.
"""

from math import sqrt

import numpy as np

from maxmargin.compilation.binding import compiled
from maxmargin.contract import State
from maxmargin.drivers.shared.power_laws import BLOCK
from maxmargin.drivers.shared.state import (
    DUAL,
    ENDED_AT_EPOCH,
    ENDED_AT_VISIT,
    ENDED_CONVERGED,
    GO_ON,
    NEGATIVE,
    SQUARED_NORM,
    STEP,
)

# ‖a‖² is a sum of terms. Below this fraction of the terms it has lost 20 of its 53 binary digits,
# and is recomputed from the weight.
LOST = 2.0**-20
NOTHING = 1e-14  # in units of R Σα; a smaller ‖a‖ is rounding
LEAST_SQUARE = 1e-290  # squares of smaller lengths lose digits, and then become 0
LARGE = 2.0**300
SMALL = 2.0**-300
# Updates between two computations of ‖a‖² from the weight if the rule is not additive. In ROMMA's
# recurrence rounding errors grow: a run of 174 million updates on WBC-11 would end 53,300 updates
# late. Additive rules use the recurrence alone, as the papers' programs did. If products tie with
# the threshold, as on Web in Table 4 of the Margitron paper, the recurrence decides.
RECOMPUTE_EVERY = 4096


@compiled(allocates=False)
def make_state(squared_norm, t, powers, visits, memory, norm_power, epochs):
    """Return the state for a rule after an update. powers, (2, BLOCK), are for this t's block."""
    norm, ahead = sqrt(squared_norm), (powers[0, t % BLOCK], powers[1, t % BLOCK])
    return State(norm, squared_norm, t, ahead, visits, memory, norm_power, epochs, 0.0, 0.0)


@compiled(allocates=False)
def state_at_visit(state, visits, memory, dual, label):
    """Return the state at a visit, for rules that use visits, memory, the dual or the label."""
    norm, squared_norm, t, powers, _, _, norm_power, epochs, _, _ = state
    own = 1.0 if label > 0 else -1.0  # without the weight of the class
    return State(norm, squared_norm, t, powers, visits, memory, norm_power, epochs, dual, own)


@compiled(allocates=False)
def with_norm_power(state, norm_power):
    """Return the state with another ‖a‖^e, or a bound on it."""
    norm, squared_norm, t, powers, visits, memory, _, epochs, dual, label = state
    return State(norm, squared_norm, t, powers, visits, memory, norm_power, epochs, dual, label)


@compiled(allocates=False)
def squared_norm_after(squared_norm, p, q, s, d):
    """Return ‖s·a + d·y‖².

    With this order of additions the ties on Web (Margitron paper, Table 4) and the fifth digit on
    Covertype (MICRA paper, Table 8) are as printed.
    """
    if s == 1.0 and d == 1.0:
        return squared_norm + 2.0 * p + q
    return s * s * squared_norm + d * (2.0 * s * p + d * q)


@compiled(allocates=False)
def least_known(least, squared_norm, q, s, d):
    """Return the value below which ‖s·a + d·y‖² has lost too many digits.

    `least` is this value for ‖a‖², and `squared_norm` is ‖a‖² itself.
    """
    return max(s * s * least, LOST * (s * s * squared_norm + d * d * q))


@compiled(allocates=False)
def finite(number):
    """Return whether a number is neither infinite nor nan."""
    return number - number == 0.0


@compiled(allocates=False)
def squared_part(dual, scale, q):
    """Return ‖α_k y_k‖² of a pattern's part of the weight, from its dual in v."""
    return dual * scale * q * (dual * scale)  # this order does not overflow for short patterns


@compiled(allocates=False)
def not_finite_of(numbers):
    """Return the first number of a tuple that is not finite, or 0."""
    for number in numbers:
        if not finite(number):
            return number
    return 0.0


@compiled(allocates=False)
def is_sound(additive, next_squared_norm, part, s, d, c, q):
    """Return whether an update surely gives usable numbers: a quick check.

    `part` is ‖α_k y_k‖² of the pattern after the update.
    """
    sound = finite(next_squared_norm + part) and d * d * q >= LEAST_SQUARE
    return sound and (additive or (s >= 0.0 and finite(c * max(q, 1.0))))


@compiled(allocates=False)
def fault_of_update(squared_norm, next_squared_norm, part, s, d, c, q):
    """Return (a place in FAULTS, the number) for an update that `is_sound` doubts; −1 for no fault.

    A fault is a number that is not finite, a negative s, a v + c·y that may overflow, or the
    squared length of a weight that underflows.
    """
    if not finite(s):
        return STEP, s
    if s < 0.0:
        return NEGATIVE, s
    if not finite(c * max(q, 1.0)) or (d != 0.0 and d * d * q < LEAST_SQUARE):
        return STEP, d
    if d == 0.0 and squared_norm > 0.0 and 0.0 < s and s * s * squared_norm < LEAST_SQUARE:
        return STEP, s
    if not finite(next_squared_norm):
        return SQUARED_NORM, next_squared_norm
    if not finite(part):
        return DUAL, part
    return -1, 0.0


@compiled(allocates=False)
def proposed_update(additive, scale, squared_norm, dual, p, q, s, d):
    """Return (fault, value, scale, c, ‖a‖²) after an update s·a + d·y = scale·(v + c·y).

    `dual` is the pattern's α in v. fault and value are as in `fault_of_update`.
    """
    next_scale, c = scale_after(additive, scale, s, d)
    next_squared_norm = squared_norm_after(squared_norm, p, q, s, d)
    part = squared_part(dual + c, next_scale, q)
    fault, value = -1, 0.0
    if not is_sound(additive, next_squared_norm, part, s, d, c, q):
        fault, value = fault_of_update(squared_norm, next_squared_norm, part, s, d, c, q)
    return fault, value, next_scale, c, next_squared_norm


@compiled(allocates=False)
def record_fault(run_state, fault, value, pattern):
    """Record the number at fault in the fields of FAULT."""
    run_state.fault, run_state.fault_value, run_state.fault_pattern = fault, value, pattern


@compiled(allocates=False)
def scale_after(additive, scale, s, d):
    """Return (scale, c) with s·a + d·y = scale·(v + c·y), and v = 0 if s is 0."""
    if additive:
        return scale, d
    if s == 0.0:
        return 1.0, d
    return scale * s, d / (scale * s)


@compiled(allocates=False)
def leaves_range(scale):
    """Return whether the scale is so far from 1 that v has to be rescaled."""
    return not SMALL < scale < LARGE


@compiled(allocates=False)
def power_of_two_near(scale):
    """Return a factor for v, by which its scale is divided. A power of two rounds nothing."""
    return 2.0 ** np.round(np.log2(scale))


@compiled(allocates=False)
def end_pass(passes, mini_epochs, reordered, endless, at_epoch, at_visit):
    """Count the epoch or mini-epoch that has ended. Return GO_ON or a reason to stop.

    passes is a record of PASSES. mini_epochs is N. A full epoch with an update is followed by up to
    N mini-epochs of the active set. A mini-epoch without an update ends them early.

    ENDED_CONVERGED: a full epoch made no update, and the rule is not endless. ENDED_AT_EPOCH:
    at_epoch full epochs have ended, with their mini-epochs; or, with `reordered`, any epoch has.
    ENDED_AT_VISIT: visits has reached at_visit.
    """
    reason = GO_ON
    if passes.mini_epochs_left == 0:
        passes.epochs += 1
        if not passes.updated and not endless:
            reason = ENDED_CONVERGED
        passes.mini_epochs_left = mini_epochs if passes.updated else 0
    else:
        passes.mini_epochs += 1
        passes.mini_epochs_left = passes.mini_epochs_left - 1 if passes.updated else 0
    passes.position = passes.updated = 0
    if passes.mini_epochs_left == 0:
        passes.active_size = 0
        if reason == GO_ON and (reordered or passes.epochs >= at_epoch):
            reason = ENDED_AT_EPOCH
    if reason == GO_ON and passes.visits >= at_visit:
        reason = ENDED_AT_VISIT
    return reason
