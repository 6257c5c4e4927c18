"""Hildreth's procedure (1957) for the update of k-best AMIRA (Zhao & Huang 2013, Algorithm 3).

The nearest weight with w′·ΔΦ_z >= 1 for all z of a set is w + Σ η_z ΔΦ_z. As every ΔΦ_z is the same
pattern at y less it at z, their inner products are q (1 + δ), with q = ‖φ‖², and the multipliers
η >= 0 minimise ½ ηᵀGη − bᵀη with G = q (I + 11ᵀ) and b = 1 − w·ΔΦ.
"""

import numpy as np
from numba import njit

TOLERANCE = (
    1e-12  # by which, in units of the functional margin, constraints may be missed at the end
)
MOST_ROUNDS = 10_000


@njit(cache=True, error_model="numpy")
def nearest(wanted, q):
    """The multipliers η, (k,), for what is wanting to each constraint, b, (k,), and q > 0.

    Every constraint ends within TOLERANCE of being kept, and within it of equality where its
    multiplier is not 0.
    """
    multipliers = np.zeros(wanted.size)
    total = 0.0
    for _ in range(MOST_ROUNDS):
        largest = 0.0
        for i in range(wanted.size):
            old = multipliers[i]
            missing = wanted[i] - q * (total + old)
            new = max(0.0, old + missing / (2.0 * q))
            total += new - old
            multipliers[i] = new
            largest = max(largest, abs(new - old))
        if 2.0 * q * wanted.size * largest <= TOLERANCE:
            break
    return multipliers
