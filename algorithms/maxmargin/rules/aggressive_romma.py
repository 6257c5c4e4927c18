"""Aggressive ROMMA (Li & Long 2002): violates when p < 1 − δ; the update is ROMMA's.

The margin reached is at least (1 − δ)γ_d, after at most (R/(δγ_d))² updates (bounds/romma.py).
"""

from typing import NamedTuple

from maxmargin.rules.romma import step

__all__ = ["step"]

NAME = "AggressiveROMMA"
RANGES = {"delta": "(0, 1]"}
STARTS_FROM_FIRST_PATTERN = False
ADDITIVE = False
SCALE_FREE = False


class Parameters(NamedTuple):
    """delta: accuracy δ, the column δ of the MICRA paper's Tables 1, 3 and 4; no unit."""

    delta: float = 0.1


def scaled(parameters, squared_radius):
    return parameters


def threshold(state, params):
    # At a = 0 p is 0, and the first pattern has to make the first weight.
    return 1.0 - params.delta if state.t > 0 else 1.0


def violates(p, threshold):
    return p < threshold


def parameter_grid(maximum_margin, radius):
    return [Parameters(delta) for delta in (0.5, 0.1, 0.05, 0.01, 1e-3, 1e-4)]
