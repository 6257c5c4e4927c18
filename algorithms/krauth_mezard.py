"""The estimator of Krauth & Mézard's algorithm with a start (Falkowski 2006, Section 3)."""

import numpy as np
from scipy import sparse
from scipy.optimize import nnls

from algorithms.drivers import worst_first
from algorithms.learner import SHARED, SHARED_DOC, initializer, learner
from algorithms.rules import krauth_mezard

IN_CASES_ONLY = ("mini_epochs", "shuffle", "random_state")  # of patterns one after the other
TOLERANCE = 1e-9  # of a start's length, by which a combination may miss it
REFUSAL = (
    "start is no combination of the patterns with coefficients of 0 and more, without which the "
    "proof that the margin tends to the maximum has a gap (Falkowski 2006, Section 4): start from "
    "zero or from a learner that has learned from these patterns alone, or set any_start=True."
)


class KrauthMezard(learner(krauth_mezard)):
    __doc__ = f"""{krauth_mezard.__doc__}
    Parameters

    {krauth_mezard.Parameters.__doc__} any_start: whether `fit` takes a start that is no
        combination of the patterns with coefficients of 0 and more. No such weight has a
        certificate, and margin_upper_bound_ is nan then.
    certify : as for the other learners.
    {SHARED_DOC}
    coef_, dual_coef_ and weight_norm_ are of a = R² w; without a start, dual_coef_ are the times
    that each pattern was added. dual_coef_ leave out a start that is given by its weight alone.
    """

    __init__ = initializer(
        {**krauth_mezard.Parameters._field_defaults, "any_start": False},
        {name: value for name, value in SHARED.items() if name not in IN_CASES_ONLY}
        | {"certify": None},
    )
    _parameter_constraints = {
        **learner(krauth_mezard)._parameter_constraints,
        "any_start": ["boolean"],
    }
    worst_first, mini_epochs, shuffle = True, 0, False  # no parameters here

    def fit(self, X, y, start=None):
        """Learns from X, (m, n), an array or sparse matrix, and y, (m,), of two values.

        start: the weight w_0 to begin from, None for 0. Either λ, (m,), of w_0 = Σ λ_k y_k, or a
        linear classifier fitted before, with coef_ and intercept_, whose weight it is. Raises
        ValueError for input no margin can be reached on, and, unless any_start, for a start that is
        no combination of the patterns with coefficients of 0 and more.
        """
        self._start = start
        try:
            return super().fit(X, y)
        finally:
            del self._start

    def _run(self, rule, parameters, space, permute, budget):
        geometry = self._geometry(space)
        return worst_first.run(
            rule,
            parameters,
            geometry,
            start=None if self._start is None else self._begin_from(self._start, geometry),
            budget=budget,
            watch=self._say if self.verbose else None,
        )

    def _begin_from(self, start, geometry):
        """(weights, duals) of R² w_0, for the driver. Raises ValueError."""
        m = geometry.labels.size
        weights = None
        if hasattr(start, "coef_"):
            weights, duals = _weight_of(start, geometry)
        else:
            duals = np.asarray(start, dtype=float)
            if duals.shape != (m,) or not np.isfinite(duals).all():
                raise ValueError(
                    f"start has to be {m} finite numbers, one for each pattern, or a fitted linear "
                    f"classifier, but it is {start!r}."
                )
        if (weights is not None or (duals < 0).any()) and not self.any_start:
            raise ValueError(REFUSAL)
        if weights is not None:
            weights = geometry.r2 * weights
        return weights, geometry.r2 * duals


def _weight_of(model, geometry):
    """(None, λ) of a linear classifier's weight, or (weight, 0) where there is no such λ >= 0."""
    if not isinstance(geometry, worst_first.PlaneGeometry):
        raise ValueError("start has to be λ, one number for each pattern, with a kernel.")
    coef, intercept = np.ravel(model.coef_), float(np.ravel(model.intercept_)[0])
    if coef.size != geometry.X.shape[1]:
        raise ValueError(
            f"start has {coef.size} weights, but the patterns have {geometry.X.shape[1]} features."
        )
    if intercept and not geometry.rho:
        raise ValueError(
            f"start has the threshold {intercept:g}, for which the space has no coordinate: set "
            "augment above 0."
        )
    weights = np.append(coef, intercept / geometry.rho if intercept else 0.0)
    for duals in _candidates(model, weights, geometry):
        missed = np.linalg.norm(geometry.coordinates(duals) - weights)
        if (duals >= 0).all() and missed <= TOLERANCE * np.linalg.norm(weights):
            return None, duals
    return weights, np.zeros(geometry.labels.size)


def _candidates(model, weights, geometry):
    """λ that may make the weight: the model's own and, without extension, the best there is.

    With extension the coordinates of the patterns' own tell λ, and they are the model's.
    """
    own = getattr(model, "dual_coef_", None)
    if own is not None and np.shape(own) == geometry.labels.shape:
        yield np.asarray(own, dtype=float)
    if not geometry.delta:
        X = geometry.X.toarray() if sparse.issparse(geometry.X) else geometry.X
        columns = np.hstack([X, np.full((len(X), 1), geometry.rho)])
        yield nnls((geometry.labels[:, None] * columns).T, weights)[0]
