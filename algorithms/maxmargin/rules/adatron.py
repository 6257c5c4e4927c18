"""AdaTron (Anlauf & Biehl 1989; Friess, Cristianini & Campbell 1998): coordinate ascent on the
duals of the maximum margin, between the Perceptron and dual coordinate descent.

A pattern violates when p < 1, or when p > 1 and its dual α_k > 0; then a + max(−α_k, (1 − p)/q) y,
after which p = 1 or α_k = 0. Here both sides give way by δ: in the end p >= 1 − δ everywhere, and
p <= 1 + δ where α_k > 0, so that ‖a‖² = Σ α_k p_k <= (1 + δ) Σα. The margin is (1 − δ)/‖a‖ at least
and the maximum ‖a‖/Σα <= (1 + δ)/‖a‖ at most: a part of (1 − δ)/(1 + δ) is reached.
"""

from typing import NamedTuple

NAME = "AdaTron"
RANGES = {"delta": "(0, 1)"}
STARTS_FROM_FIRST_PATTERN = False
ADDITIVE = True
SCALE_FREE = False
USES_DUAL = True


class Parameters(NamedTuple):
    """delta: tolerance δ, by which p may differ from 1. No unit."""

    delta: float = 0.01


def scaled(parameters, squared_radius):
    return parameters


def threshold(state, params):
    return 1.0 - params.delta


def violates(p, threshold, dual):
    return p < threshold or (dual > 0.0 and p > 2.0 - threshold)


def step(p, q, state, params):
    return 1.0, max(-state.dual, (1.0 - p) / q)


def guaranteed_fraction(updates, directional_margin, params, squared_radius):
    return (1.0 - params.delta) / (1.0 + params.delta)


def parameter_grid(maximum_margin, radius):
    return [Parameters(delta) for delta in (0.5, 0.1, 0.01, 1e-3, 1e-4)]
