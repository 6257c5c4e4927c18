"""Hildreth's procedure (1957) for the update of k-best AMIRA (Zhao & Huang 2013, Algorithm 3).

The nearest weight with w′·ΔΦ_z >= 1 for all z of a set is w + Σ η_z ΔΦ_z. Every ΔΦ_z has the same
pattern at y and its negative at z. So their inner products are q (1 + δ), with q = ‖φ‖². The
multipliers η >= 0 minimise ½ ηᵀGη − bᵀη with G = q (I + 11ᵀ) and b = 1 − w·ΔΦ.
"""

import numpy as np

from maxmargin.compilation.binding import compiled

TOLERANCE = 1e-12  # largest violation of a constraint at the end, as a functional margin
MOST_ROUNDS = 10_000


@compiled()
def nearest(violations, q):
    """Return the multipliers η, (k,), for the violation of each constraint, b, (k,), and q > 0.

    At the end every constraint holds up to TOLERANCE. It holds with equality up to TOLERANCE if its
    multiplier is not 0.
    """
    multipliers = np.zeros(violations.size)
    total = 0.0
    for _ in range(MOST_ROUNDS):
        largest = 0.0
        for i in range(violations.size):
            old = multipliers[i]
            missing = violations[i] - q * (total + old)
            new = max(0.0, old + missing / (2.0 * q))
            total += new - old
            multipliers[i] = new
            largest = max(largest, abs(new - old))
        if 2.0 * q * violations.size * largest <= TOLERANCE:
            break
    return multipliers
