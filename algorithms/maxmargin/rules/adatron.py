"""AdaTron (Anlauf & Biehl 1989; Friess et al. 1998): violates when |1 − p| is too large.

A pattern violates when p < 1 − δ, or when p > 1 + δ and α_k > 0.
The update is a + max(−α_k, (1 − p)/q) y. This is AMIRA's step, with the driver's limit on α_k. At
the end ‖a‖² = Σ α_k p_k <= (1 + δ) Σα. So the margin is at least (1 − δ)/(1 + δ) of the maximum.
"""

from typing import NamedTuple

from maxmargin.rules.amira import scaled, step

__all__ = ["scaled", "step"]

NAME = "AdaTron"
RANGES = {"delta": "(0, 1)"}
STARTS_FROM_FIRST_PATTERN = False
ADDITIVE = True
SCALE_FREE = False
USES_DUAL = True


class Parameters(NamedTuple):
    """delta: tolerance δ, by which p may differ from 1. No unit."""

    delta: float = 0.01


def threshold(state, params):
    return 1.0 - params.delta


def violates(p, threshold, dual):
    return p < threshold or (dual > 0.0 and p > 2.0 - threshold)


def guaranteed_fraction(updates, directional_margin, params, squared_radius):
    return (1.0 - params.delta) / (1.0 + params.delta)


def parameter_grid(maximum_margin, radius):
    return [Parameters(delta) for delta in (0.5, 0.1, 0.01, 1e-3, 1e-4, 1e-5)]
