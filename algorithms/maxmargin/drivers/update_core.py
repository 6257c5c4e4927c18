"""What all drivers have in common at an update and at the end of an epoch: small functions that are
inlined into the compiled loops, so that they cost no call.

A weight is a = scale·v, v = Σ α_k y_k, and a step makes it s·a + d·y. Drivers differ only in how
they store v; ‖a‖², the scale, the state passed to a rule and the mini-epochs are here.
"""

from math import sqrt

import numpy as np

from maxmargin.compilation import compiled
from maxmargin.drivers.power_laws import BLOCK
from maxmargin.drivers.state import (
    AT_EPOCH,
    AT_VISIT,
    CONVERGED,
    DUAL,
    GO_ON,
    SQUARED_NORM,
    STEP,
    State,
)

# ‖a‖² is recomputed from the weight when it falls below this part of the terms that it is the sum
# of: it has then lost 20 of its 53 binary digits.
LOST = 2.0**-20
NOTHING = 1e-14  # ‖a‖ in units of R Σα that is rounding
LEAST_SQUARE = 1e-290  # below it squares of lengths lose digits, and then are 0
LARGE = 2.0**300
SMALL = 2.0**-300
# Updates after which ‖a‖² is recomputed if the rule is not additive: in ROMMA's recurrence rounding
# errors grow, and a run of 174 million updates on WBC-11 would end 53,300 updates late. Additive
# rules keep the recurrence alone, as the papers' programs did: where products tie with the
# threshold, as on Web in Table 4 of the Margitron paper, it decides.
RENEW_EVERY = 4096


@compiled(allocates=False)
def make_state(squared_norm, t, powers, visits, memory, norm_power):
    """The state passed to a rule after an update; powers: (2, BLOCK), of this t's block."""
    ahead = powers[0, t % BLOCK], powers[1, t % BLOCK]
    return State(sqrt(squared_norm), squared_norm, t, ahead, visits, memory, 0.0, norm_power)


@compiled(allocates=False)
def state_at_visit(state, visits, memory, dual):
    """The state at a visit, for rules that use visits, memory or the dual."""
    norm, squared_norm, t, powers, _, _, _, norm_power = state
    return State(norm, squared_norm, t, powers, visits, memory, dual, norm_power)


@compiled(allocates=False)
def with_norm_power(state, norm_power):
    """The state with another ‖a‖^e, or a bound on it."""
    norm, squared_norm, t, powers, visits, memory, dual, _ = state
    return State(norm, squared_norm, t, powers, visits, memory, dual, norm_power)


@compiled(allocates=False)
def squared_norm_after(squared_norm, p, q, s, d):
    """‖s·a + d·y‖².

    With additions in this order the ties on Web (Margitron paper, Table 4) and the fifth digit on
    Covertype (MICRA paper, Table 8) come out as printed.
    """
    if s == 1.0 and d == 1.0:
        return squared_norm + 2.0 * p + q
    return s * s * squared_norm + d * (2.0 * s * p + d * q)


@compiled(allocates=False)
def least_known(least, squared_norm, q, s, d):
    """The value below which ‖s·a + d·y‖² has lost too many digits.

    least: that of ‖a‖²; squared_norm: ‖a‖² itself.
    """
    return max(s * s * least, LOST * (s * s * squared_norm + d * d * q))


@compiled(allocates=False)
def finite(number):
    """Whether a number is neither infinite nor nan."""
    return number - number == 0.0


@compiled(allocates=False)
def squared_part(dual, scale, q):
    """‖α_k y_k‖² of a pattern's part of the weight, from its dual in v."""
    return dual * scale * q * (dual * scale)  # in an order in which short patterns do not overflow


@compiled(allocates=False)
def not_finite_of(numbers):
    """The first of a tuple of numbers that is not finite, or 0."""
    for number in numbers:
        if not finite(number):
            return number
    return 0.0


@compiled(allocates=False)
def is_sound(additive, next_squared_norm, part, d, c, q):
    """Whether an update surely makes numbers that one can compute with: a quick check.

    part: ‖α_k y_k‖² of the pattern after the update.
    """
    kept = finite(next_squared_norm + part) and d * d * q >= LEAST_SQUARE
    return kept and (additive or finite(c * max(q, 1.0)))


@compiled(allocates=False)
def fault_of_update(squared_norm, next_squared_norm, part, s, d, c, q):
    """What is wrong with an update that `is_sound` doubts, a place in FAULTS, and the number; −1
    for nothing.

    A number is not finite, v + c·y may overflow, or the squared length of a weight underflows.
    """
    if not finite(s):
        return STEP, s
    if not finite(c * max(q, 1.0)) or (d != 0.0 and d * d * q < LEAST_SQUARE):
        return STEP, d
    if d == 0.0 and squared_norm > 0.0 and 0.0 < abs(s) and s * s * squared_norm < LEAST_SQUARE:
        return STEP, s
    if not finite(next_squared_norm):
        return SQUARED_NORM, next_squared_norm
    if not finite(part):
        return DUAL, part
    return -1, 0.0


@compiled(allocates=False)
def record_fault(run_state, fault, value, pattern):
    """Records that a number is not finite, in the fields of FAULT."""
    run_state.fault, run_state.fault_value, run_state.fault_pattern = fault, value, pattern


@compiled(allocates=False)
def scale_after(additive, scale, s, d):
    """(scale, c): s·a + d·y is scale·(v + c·y), with v = 0 where s is 0."""
    if additive:
        return scale, d
    if s == 0.0:
        return 1.0, d
    return scale * s, d / (scale * s)


@compiled(allocates=False)
def leaves_range(scale):
    """Whether the scale is so far from 1 that v has to be rescaled."""
    return not SMALL < scale < LARGE


@compiled(allocates=False)
def power_of_two_near(scale):
    """What to multiply v by and to divide its scale by: with a power of two nothing is rounded."""
    return 2.0 ** np.round(np.log2(scale))


@compiled(allocates=False)
def end_pass(passes, mini_epochs, reordered, endless, at_epoch, at_visit):
    """Counts the epoch or mini-epoch that has ended; returns GO_ON or a reason to stop.

    passes: a record of PASSES. mini_epochs: N. A full epoch with an update is followed by up to N
    mini-epochs of the active set, ended early by one without an update.

    CONVERGED: a full epoch made no update, and the rule is not endless. AT_EPOCH: at_epoch full
    epochs have ended, with the mini-epochs that follow; or one, where they are to be reordered.
    AT_VISIT: visits has reached at_visit.
    """
    reason = GO_ON
    if passes.mini_epochs_left == 0:
        passes.epochs += 1
        if not passes.updated and not endless:
            reason = CONVERGED
        passes.mini_epochs_left = mini_epochs if passes.updated else 0
    else:
        passes.mini_epochs += 1
        passes.mini_epochs_left = passes.mini_epochs_left - 1 if passes.updated else 0
    passes.position = passes.updated = 0
    if passes.mini_epochs_left == 0:
        passes.active_size = 0
        if reason == GO_ON and (reordered or passes.epochs >= at_epoch):
            reason = AT_EPOCH
    if reason == GO_ON and passes.visits >= at_visit:
        reason = AT_VISIT
    return reason
