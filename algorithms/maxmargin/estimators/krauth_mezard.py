"""The estimator of Krauth & Mézard's algorithm with a start (Falkowski 2006, Section 3)."""

from math import isnan, sqrt

import numpy as np
from scipy import sparse
from scipy.optimize import nnls

from maxmargin.drivers import worst_first
from maxmargin.estimators.learner import ATTRIBUTES, PARAMETERS, learner, own_parameters
from maxmargin.estimators.sequential_classifier import SequentialClassifier
from maxmargin.estimators.shared_parameters import Parameter, declares
from maxmargin.rules import krauth_mezard

OF_OTHER_DRIVERS = ("mini_epochs", "shuffle", "random_state", "worst_first")
TOLERANCE = 1e-9  # relative to the norm of a start, by which a combination may miss it
LONGEST = 1e150  # norm of a start, whose square must not overflow
LARGEST = 5e7  # m·n up to which a combination is searched for, in a dense array
REFUSAL = (
    "start is not a non-negative combination of the patterns; without that, the proof that the "
    "margin tends to the maximum has a gap (Falkowski 2006, Section 4): start from zero or from a "
    "learner that has learned from these patterns alone, or set any_start=True."
)
TOO_LARGE = (
    "start is not known to be a non-negative combination of the patterns, and the problem is too "
    "large to search for one: give the coefficients as start, or set any_start=True."
)
OWN = {
    "any_start": Parameter(
        False,
        ["boolean"],
        "Whether `fit` accepts a start that is not a non-negative combination of the patterns, or "
        "is not known to be one. Such a weight has no certificate: margin_upper_bound_ is nan, and "
        "certify ends no run.",
    )
}


@declares(
    own_parameters(krauth_mezard) | OWN,
    {name: parameter for name, parameter in PARAMETERS.items() if name not in OF_OTHER_DRIVERS},
    ATTRIBUTES,
)
class KrauthMezard(learner(krauth_mezard)):
    __doc__ = f"""{krauth_mezard.__doc__}
    coef_, dual_coef_ and weight_norm_ are those of a = R² w. Without a start, dual_coef_ counts how
    often each pattern was added; it leaves out a start that is given only by its weight.
    """

    worst_first, mini_epochs, shuffle = True, 0, False  # not parameters here

    def fit(self, X, y, start=None, **fit_params):
        """Learns from X, (m, n), an array or sparse matrix, and y, (m,), of two values.

        start: the initial weight w_0, None for 0. Either λ, (m,), of w_0 = Σ λ_k y_k; or a fitted
        linear classifier with coef_ and intercept_, whose weight it is; or, with a kernel, a
        learner fitted to as many patterns with the same kernel and augment, whose dual_coef_ is λ.
        Raises ValueError for input on which no margin can be reached; and, unless any_start, for a
        start that is not a non-negative combination of the patterns or, if m·n is above LARGEST and
        λ is not given, is not known to be one.
        """
        self._start = start
        try:
            return super().fit(X, y, **fit_params)
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

    def _keep(self, result, space):
        super()._keep(result, space)
        if isnan(self.margin_upper_bound_):  # which ‖a‖ is usually found from
            if result.weights is None:
                products = self._geometry(space).gram_times(result.duals)
                self.weight_norm_ = sqrt(max(0.0, float(result.duals @ products)))
            else:
                coordinates = np.concatenate([result.weights, self.slack_coef_])
                self.weight_norm_ = float(np.linalg.norm(coordinates))

    def _begin_from(self, start, geometry):
        """(weights, duals) of R² w_0, for the driver. Raises ValueError."""
        weights, refusal = None, REFUSAL
        if self.kernel is not None and _has_kernel(start):
            duals = self._duals_of(start, geometry)
        elif hasattr(start, "coef_"):
            weights, duals, refusal = _weight_of(start, geometry)
        else:
            duals = _coefficients(start, geometry.labels.size)
        _check_length(duals, geometry, np.sqrt(geometry.squared_norms))
        if (weights is not None or (duals < 0).any()) and not self.any_start:
            raise ValueError(refusal)
        if weights is not None:
            weights = geometry.squared_radius * weights
        return weights, geometry.squared_radius * duals

    def _duals_of(self, model, geometry):
        """λ, (m,), of a learner with a kernel. Raises ValueError if its space is another one."""
        m = geometry.labels.size
        fits = (model.kernel, model.augment) == (self.kernel, self.augment)
        if not fits or not hasattr(model, "dual_coef_") or model.dual_coef_.shape != (m,):
            raise ValueError(
                f"start has to be fitted to as many patterns, {m}, with the same kernel, "
                f"{self.kernel}, and augment={self.augment:g}, but it is {_described(model)}."
            )
        return _coefficients(model.dual_coef_, m)


def _has_kernel(start):
    return isinstance(start, SequentialClassifier) and start.kernel is not None


def _coefficients(start, m):
    """λ, (m,), from the numbers given as a start. Raises ValueError."""
    try:
        duals = np.asarray(start)
    except (TypeError, ValueError):  # lists of different lengths
        duals = np.empty(0, dtype=object)
    wrong = duals.dtype.kind not in "biuf" or duals.shape != (m,)
    if wrong or not np.isfinite(duals).all():
        what = _described(start) if wrong else "an array that holds nan or infinity"
        raise ValueError(
            f"start has to be {m} finite real numbers, one for each pattern, or a fitted linear "
            f"classifier with coef_ and intercept_, but it is {what}."
        )
    return duals.astype(float)


def _described(start):
    """A start in a few words."""
    name = type(start).__name__
    if hasattr(start, "fit"):
        if not hasattr(start, "coef_") and not hasattr(start, "dual_coef_"):
            return f"of type {name} and not fitted"
        kernel = f" with kernel={start.kernel}" if hasattr(start, "kernel") else ""
        augment = f" and augment={start.augment:g}" if _has_kernel(start) else ""
        duals = f", fitted to {np.size(start.dual_coef_)} patterns" if _has_kernel(start) else ""
        return f"of type {name}{kernel}{augment}{duals}"
    try:
        array = np.asarray(start)
    except (TypeError, ValueError):
        return f"a {name} that is not an array"
    return f"a {name} of shape {array.shape} and type {array.dtype}"


def _weight_of(model, geometry):
    """(None, λ, REFUSAL) for the weight of a linear classifier, or (weight, 0, the reason to refuse
    it) if no such λ >= 0 is known. Raises ValueError.
    """
    if not isinstance(geometry, worst_first.LinearGeometry):
        raise ValueError(
            "start has to be λ, one number for each pattern, or a learner with the same kernel, "
            f"but it is of type {type(model).__name__} without one."
        )
    coef, intercept = _linear_weight_of(model)
    if coef.size != geometry.X.shape[1]:
        raise ValueError(
            f"start has {coef.size} weights, but the patterns have {geometry.X.shape[1]} features."
        )
    if intercept and not geometry.rho:
        raise ValueError(
            f"start has the threshold {intercept:g}, but the space has no coordinate for it: set "
            "augment above 0."
        )
    weights = np.append(coef, intercept / geometry.rho if intercept else 0.0)
    _check_length(weights, geometry)
    for duals in _candidates(model, weights, geometry):
        missed = np.linalg.norm(geometry.coordinates(duals) - weights)
        if (duals >= 0).all() and missed <= TOLERANCE * np.linalg.norm(weights):
            return None, duals, REFUSAL
    large = not geometry.delta and _is_large(geometry)
    return weights, np.zeros(geometry.labels.size), TOO_LARGE if large else REFUSAL


def _linear_weight_of(model):
    """coef_, (n,), and intercept_ of a linear classifier. Raises ValueError."""
    coef = model.coef_.toarray() if sparse.issparse(model.coef_) else model.coef_
    try:
        coef = np.asarray(coef, dtype=float).ravel()
        intercept = np.asarray(getattr(model, "intercept_", ()), dtype=float).ravel()
    except (TypeError, ValueError):
        coef = intercept = np.empty(0)
    if intercept.size != 1 or not np.isfinite([*coef, *intercept]).all():
        raise ValueError(
            "start has to have finite real numbers as coef_, one for each feature, and one as "
            "intercept_, as classifiers of two classes have, which this "
            f"{type(model).__name__} lacks."
        )
    return coef, float(intercept[0])


def _check_length(coefficients, geometry, lengths=1.0):
    """Raises ValueError if R² w_0 is too long: a sum with these coefficients of vectors with these
    lengths.
    """
    with np.errstate(over="ignore"):
        length = geometry.squared_radius * (np.abs(coefficients) * lengths).sum()
    if not length <= LONGEST:
        raise ValueError(
            f"start is so long that its squared norm overflows: R² ‖w_0‖ is {length:.3g}; scale it "
            f"down to {LONGEST:g} or less."
        )


def _is_large(geometry):
    m, n = geometry.X.shape
    return m * n > LARGEST


def _candidates(model, weights, geometry):
    """Yields λ that may give the weight: the model's own and, without extension, the best there is,
    unless the problem is too large.

    With extension the extending coordinates determine λ, which can only be the model's own.
    """
    own = getattr(model, "dual_coef_", None)
    if own is not None and np.shape(own) == geometry.labels.shape:
        yield np.asarray(own, dtype=float)
    if not geometry.delta and not _is_large(geometry):
        X = geometry.X.toarray() if sparse.issparse(geometry.X) else geometry.X
        columns = np.hstack([X, np.full((len(X), 1), geometry.rho)])
        try:
            yield nnls((geometry.labels[:, None] * columns).T, weights)[0]
        except RuntimeError:  # too many iterations: none found
            return
