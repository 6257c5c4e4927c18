"""Roots of increasing functions, for bounds without a closed form."""

from math import inf
from typing import Any

import numpy as np
from scipy.optimize import brentq

LARGEST = 1e300


def root(function, x=1.0):
    """Return the root of an increasing function of positive numbers.

    The search starts from x and moves by factors of 2. The root is inf if the function is still
    negative at 1e300, and 0 if it is not negative at 1e-300.
    """
    while function(x) < 0:
        x *= 2
        if x > LARGEST:
            return inf
    while function(x / 2) >= 0:
        x /= 2
        if x < 1 / LARGEST:
            return 0.0
    found: Any = brentq(function, x / 2, x, xtol=1e-300, rtol=np.float64(1e-12))
    return found
