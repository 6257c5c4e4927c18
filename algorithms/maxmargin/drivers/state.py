"""What the drivers and their compiled loops pass to each other."""

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
RUN_STATE = np.dtype(
    [
        ("squared_norm", "f8"),  # ‖a‖², by recurrence
        ("scale", "f8"),  # a = scale·v
        ("t", "i8"),  # updates, from the rule's start
        *PASSES,
    ]
)

GO_ON = -1
CONVERGED, AT_UPDATE, AT_VISIT, AT_EPOCH = range(4)  # reasons to stop a loop


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
