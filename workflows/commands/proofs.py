"""Proves a run's margin exactly, and checks the measured margin against the proof."""

from decimal import Decimal
from math import sqrt

import numpy as np

from maxmargin.audit import prove_model
from records.statuses import Status

# What rounding may change in a measured margin, which the proof's lower end has to reach: relative
# to (n + 8) R, with a wide allowance, and relative to the margin.
ROUNDING, ALIKE = 1000 * 2.0**-53, 1e-6


def proof_of(model, X, y):
    """Return the entries of a run's record that come from its proof.

    Parameters
    ----------
    model : estimator
        A fitted model.
    X : array or csr matrix, shape (m, n)
        The patterns.
    y : array, shape (m,)
        The labels, +1 and −1.

    Returns
    -------
    dict
        proved_margin and proved_bound, and a failed status with its reason if the measured margin
        is not between them. Empty for runs that did not converge, for kernels and for p-norms.
    """
    if hasattr(model, "pocket_"):
        retained = model.pocket_.correct_
        model, X, y = model.learner_, X[retained], y[retained]
    if not _is_proved(model):
        return {}
    proof = prove_model(model, X, y)
    measured = float(getattr(model, "directional_margin_", model.geometric_margin_))
    found = {"proved_margin": proof.lower, "proved_bound": proof.upper}
    exact = Decimal(measured)
    rounding = ROUNDING * (X.shape[1] + 8) * sqrt(getattr(model, "squared_radius_", 0.0))
    allowance = Decimal(max(rounding, ALIKE * abs(measured)))
    too_large = proof.lower and exact - _next_decimal(proof.lower) > allowance
    too_large = too_large or proof.upper and exact > Decimal(proof.upper)
    if proof.lower and exact < Decimal(proof.lower) or too_large:
        limits = f"at least {proof.lower}"
        limits += f" and at most {proof.upper}" if proof.upper else ""
        reason = f"The margin is {measured!r}, but exact arithmetic proves that it is {limits}."
        return {**found, "status": Status.FAILED, "reason": reason}
    return found


def _next_decimal(lower):
    """Return the next decimal of as many places, since a proof's lower end is rounded down."""
    end = Decimal(lower)
    return end + Decimal((0, (1,), end.as_tuple().exponent))


def _is_proved(model):
    usual = getattr(model, "p", 2) == 2 and getattr(model, "normalise", "radius") == "radius"
    in_a_kernels_space = getattr(model, "kernel", None) is not None
    return bool(model.converged_ and usual and not in_a_kernels_space and np.ndim(model.coef_) == 2)
