"""The exact proof of a run's margin, and whether the measured margin agrees with it."""

from decimal import Decimal

import numpy as np

from maxmargin.audit import prove_model
from records.statuses import Status


def proof_of(model, X, y):
    """What the record of a converged run says of its proof: proved_margin and proved_bound, and a
    failure if the measured margin is not between them. Nothing of kernels' spaces and of p-norms.

    X: (m, n), an array or csr matrix; y: (m,), +1 and -1.
    """
    if hasattr(model, "pocket_"):
        kept = model.pocket_.correct_
        model, X, y = model.learner_, X[kept], y[kept]
    if not _is_proved(model):
        return {}
    proof = prove_model(model, X, y)
    measured = float(getattr(model, "directional_margin_", model.geometric_margin_))
    found = {"proved_margin": proof.lower, "proved_bound": proof.upper}
    exact = Decimal(measured)
    if proof.lower and exact < Decimal(proof.lower) or proof.upper and exact > Decimal(proof.upper):
        between = f"{proof.lower} and {proof.upper or 'more'}"
        reason = f"The margin {measured!r} is not between {between}, as it is in exact arithmetic."
        return {**found, "status": Status.FAILED, "reason": reason}
    return found


def _is_proved(model):
    usual = getattr(model, "p", 2) == 2 and getattr(model, "normalise", "radius") == "radius"
    in_a_kernels_space = getattr(model, "kernel", None) is not None
    return bool(model.converged_ and usual and not in_a_kernels_space and np.ndim(model.coef_) == 2)
