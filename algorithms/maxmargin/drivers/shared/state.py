"""The data that the drivers and their compiled loops exchange."""

from collections import namedtuple
from math import isfinite

import numpy as np

PASSES = [
    ("epochs", "i8"),
    ("mini_epochs", "i8"),
    ("visits", "i8"),
    ("position", "i8"),  # in the current epoch or mini-epoch
    ("mini_epochs_left", "i8"),  # 0 in a full epoch
    ("active_size", "i8"),  # patterns in the active set
    ("updated", "i8"),  # 1 if the current epoch or mini-epoch made an update
]
FAULT = [
    ("fault", "i8"),  # the number at fault: a place in FAULTS
    ("fault_value", "f8"),
    ("fault_pattern", "i8"),  # the pattern that was presented, counted from 0
]
FAULTS = (
    "threshold",
    "step",
    "memory",
    "squared norm of the weight",
    "square of a dual times q",
    "step's factor s",
)
THRESHOLD, STEP, MEMORY, SQUARED_NORM, DUAL, NEGATIVE = range(6)
RUN = [
    ("squared_norm", "f8"),  # ‖a‖², by recurrence
    ("least_known", "f8"),  # below this ‖a‖² has lost too many digits
    ("scale", "f8"),  # a = scale·v
    ("t", "i8"),  # updates, from the rule's start
    *PASSES,
    *FAULT,
]
# The fields of an np.record are attributes also in Python, with NUMBA_DISABLE_JIT=1.
RUN_STATE = np.dtype((np.record, RUN))
PLAIN_RUN_STATE = np.dtype(RUN)  # Python reads a field of it ten times as fast
RunNumbers = namedtuple("RunNumbers", [name for name, _ in RUN])

GO_ON = -1
# Reasons to stop a loop. ENDED_STUCK: the weight is 0 up to rounding, and no step can change that.
# ENDED_FAILED: a number is at fault, as FAULT describes. ENDED_REPEATED: the weight is an earlier
# one again.
ENDED_CONVERGED, ENDED_AT_UPDATE, ENDED_AT_VISIT = range(3)
ENDED_AT_EPOCH, ENDED_STUCK, ENDED_FAILED, ENDED_REPEATED = range(3, 7)
# The dual driver's loop returns a pattern or one of these.
DONE, FULL, IS_STUCK, HAS_FAILED = -1, -2, -3, -4


# Why a stream cannot continue, beside `failure`.
STOPPED_BY_ROUNDING = "it was stopped by rounding."
INTERRUPTED = "a call was interrupted."


def numbers_of(run_states):
    """Return the record in an array, (1,) of RUN_STATE, as `RunNumbers`.

    Reading a field of a record takes nearly as long.
    """
    return RunNumbers._make(run_states.item())


def failure(state, updates):
    """Return a sentence that says which number stops a run, when and where.

    `state` is a record with the fields of FAULT. `updates` is the number of earlier updates.
    """
    value, wanted = state["fault_value"], "it has to be finite"
    if state["fault"] == NEGATIVE:
        wanted = "it may not be negative"
    elif isfinite(value):
        wanted = "numbers computed with it overflow or underflow"
    return (
        f"the {FAULTS[state['fault']]} is {value:g} after {updates} updates, at pattern "
        f"{state['fault_pattern']} (counted from 0): {wanted}."
    )
