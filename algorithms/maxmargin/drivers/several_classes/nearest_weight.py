"""The step of k-best AMIRA: the nearest weight on which a set of constraints holds.

The nearest weight with w′·ΔΦ_z >= 1 for all z of a set is w + Σ η_z ΔΦ_z. Every ΔΦ_z has the same
pattern at y and its negative at z. So their inner products are q (1 + δ), with q = ‖φ‖². The
multipliers η >= 0 minimise ½ ηᵀGη − bᵀη with G = q (I + 11ᵀ) and b = 1 − w·ΔΦ. Where η_z > 0, its
constraint holds with equality: q (S + η_z) = b_z, with S = Σ η. Elsewhere b_z <= q S. So the j
largest b have positive multipliers, and S = Σ b_z/(q (1 + j)) over these.

Zhao & Huang (2013, Algorithm 3) use Hildreth's procedure (1957), which comes near these multipliers
in rounds. Sorting gives them up to rounding, and constraints with equal b get equal multipliers.
"""

import numpy as np

from maxmargin.compilation.binding import compiled


@compiled()
def nearest(violations, q):
    """Return the multipliers η, (k,), for the violation of each constraint, b, (k,), and q > 0."""
    total, summed, size = 0.0, 0.0, 0
    for b in np.sort(violations)[::-1]:
        if not b > q * total:
            break
        summed, size = summed + b, size + 1
        total = summed / (q * (1.0 + size))
    multipliers = np.maximum(0.0, violations / q - total)
    for i in range(multipliers.size):  # one step of refinement, as the difference is rounded
        missing = violations[i] - q * (total + multipliers[i])
        multipliers[i] = max(0.0, multipliers[i] + missing / (2.0 * q))
    return multipliers
