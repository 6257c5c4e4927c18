"""What the drivers and their compiled loops pass to each other."""

from math import isfinite
from typing import NamedTuple

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
    ("fault", "i8"),  # what is not finite: a place in FAULTS
    ("fault_value", "f8"),
    ("fault_pattern", "i8"),  # the pattern that was presented, counted from 0
]
FAULTS = ("threshold", "step", "memory", "squared norm of the weight", "square of a dual times q")
THRESHOLD, STEP, MEMORY, SQUARED_NORM, DUAL = range(5)
# A field of an np.record is an attribute in Python too, with NUMBA_DISABLE_JIT=1.
RUN_STATE = np.dtype(
    (
        np.record,
        [
            ("squared_norm", "f8"),  # ‖a‖², by recurrence
            ("least_known", "f8"),  # a smaller ‖a‖² has lost too many digits
            ("scale", "f8"),  # a = scale·v
            ("t", "i8"),  # updates, from the rule's start
            *PASSES,
            *FAULT,
        ],
    )
)

GO_ON = -1
# Reasons to stop a loop. STUCK: the weight is 0 but for rounding, and no step can change that.
# FAILED: a number is not finite, as FAULT describes.
CONVERGED, AT_UPDATE, AT_VISIT, AT_EPOCH, STUCK, FAILED = range(6)
# What the loop of the dual driver returns, besides a pattern.
DONE, FULL, IS_STUCK, HAS_FAILED = -1, -2, -3, -4


class State(NamedTuple):
    """What is passed to a rule about the weight: norm, ‖a‖; squared_norm, ‖a‖²; t, the updates
    made; powers, t^e for the rule's two exponents; visits, the patterns presented before this one;
    memory, the rule's own; dual, the pattern's α_k, 0 for a rule that does not use it; norm_power,
    ‖a‖^e for the rule's exponent of the norm, or a bound on it, and 1 for a rule without one.
    """

    norm: float
    squared_norm: float
    t: int
    powers: tuple
    visits: int
    memory: tuple
    dual: float
    norm_power: float


def failure(state, updates):
    """Return the sentence that says which number of a run stops it, when and where.

    state: a record with the fields of FAULT. updates: made before.
    """
    value, wanted = state["fault_value"], "it has to be finite"
    if isfinite(value):
        wanted = "numbers computed with it overflow or underflow"
    return (
        f"the {FAULTS[state['fault']]} is {value:g} after {updates} updates, at pattern "
        f"{state['fault_pattern']} (counted from 0): {wanted}."
    )
