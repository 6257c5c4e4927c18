"""The arguments of the sequential driver's compiled loop, for its callers in Python."""

from typing import NamedTuple

import numpy as np

from maxmargin.drivers.shared.pattern_order import GramProducts, PatternOrder


class Arguments(NamedTuple):
    """The arguments of `advance` in kernel.py, in the order of its signature.

    The loop runs until t is `at_update`, the visits are `at_visit` or the epochs are `at_epoch`. It
    also stops at the end of an epoch if the weight equals `earlier`, unless this is empty.
    """

    in_file_order: PatternOrder
    full_order: PatternOrder
    active_set: PatternOrder
    reordered: bool
    mini_epochs: int
    rho: float
    delta: float
    radius: float
    params: tuple
    weights: np.ndarray
    cached: GramProducts
    powers: np.ndarray
    run_states: np.ndarray
    memory: tuple
    earlier: np.ndarray
    at_update: int
    at_visit: int
    at_epoch: int
