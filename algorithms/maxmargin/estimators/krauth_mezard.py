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
TOLERANCE = 1e-9  # of a start's length, by which a combination may miss it
LONGEST = 1e150  # length of a start: its square is a number
LARGEST = 5e7  # numbers of a problem that a combination is looked for in, as a dense array
REFUSAL = (
    "start is no combination of the patterns with coefficients of 0 and more, without which the "
    "proof that the margin tends to the maximum has a gap (Falkowski 2006, Section 4): start from "
    "zero or from a learner that has learned from these patterns alone, or set any_start=True."
)
TOO_LARGE = (
    "start is not known to be a combination of the patterns with coefficients of 0 and more, as "
    "they are too many to look for one: give the coefficients as start, or set any_start=True."
)
OWN = {
    "any_start": Parameter(
        False,
        ["boolean"],
        "Whether `fit` takes a start that is no combination of the patterns with coefficients of 0 "
        "and more, or is not known to be one. No such weight has a certificate: "
        "margin_upper_bound_ then is nan, and certify ends no run.",
    )
}


@declares(
    own_parameters(krauth_mezard) | OWN,
    {name: parameter for name, parameter in PARAMETERS.items() if name not in OF_OTHER_DRIVERS},
    ATTRIBUTES,
)
class KrauthMezard(learner(krauth_mezard)):
    __doc__ = f"""{krauth_mezard.__doc__}
    coef_, dual_coef_ and weight_norm_ are of a = R² w; without a start, dual_coef_ are the times
    that each pattern was added. dual_coef_ leave out a start that is given by its weight alone.
    """

    worst_first, mini_epochs, shuffle = True, 0, False  # no parameters here

    def fit(self, X, y, start=None):
        """Learns from X, (m, n), an array or sparse matrix, and y, (m,), of two values.

        start: the weight w_0 to begin from, None for 0. Either λ, (m,), of w_0 = Σ λ_k y_k; or a
        linear classifier fitted before, with coef_ and intercept_, whose weight it is; or, with a
        kernel, a learner fitted before to as many patterns with the same kernel and augment, whose
        dual_coef_ are λ. Raises ValueError for input no margin can be reached on, and, unless
        any_start, for a start that is no combination of the patterns with coefficients of 0 and
        more, or, where m·n is above LARGEST and λ is not told, not known to be one.
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

    def _keep(self, result, space):
        super()._keep(result, space)
        if isnan(self.margin_upper_bound_):  # ‖a‖ is not to be had from it
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
        """λ, (m,), of a learner with a kernel. Raises ValueError where its weight is of another
        space.
        """
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
    """λ, (m,), of numbers given. Raises ValueError."""
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
    """What it is, in short."""
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
        return f"a {name} that makes no array"
    return f"a {name} of shape {array.shape} and type {array.dtype}"


def _weight_of(model, geometry):
    """(None, λ, REFUSAL) of a linear classifier's weight, or (weight, 0, why it is to be refused)
    where no such λ >= 0 is known. Raises ValueError.
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
            f"start has the threshold {intercept:g}, for which the space has no coordinate: set "
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
            f"intercept_, as classifiers of two classes have, but this {type(model).__name__} has "
            "not."
        )
    return coef, float(intercept[0])


def _check_length(coefficients, geometry, lengths=1.0):
    """Raises ValueError where R² w_0 is too long, made with coefficients of vectors of lengths."""
    with np.errstate(over="ignore"):
        length = geometry.squared_radius * (np.abs(coefficients) * lengths).sum()
    if not length <= LONGEST:
        raise ValueError(
            f"start is so long that its squared norm overflows, R² ‖w_0‖ being {length:.3g}: scale "
            f"it down to {LONGEST:g} or less."
        )


def _is_large(geometry):
    m, n = geometry.X.shape
    return m * n > LARGEST


def _candidates(model, weights, geometry):
    """λ that may make the weight: the model's own and, without extension, the best there is, unless
    the problem is too large.

    With extension the coordinates of the patterns' own tell λ, and they are the model's.
    """
    own = getattr(model, "dual_coef_", None)
    if own is not None and np.shape(own) == geometry.labels.shape:
        yield np.asarray(own, dtype=float)
    if not geometry.delta and not _is_large(geometry):
        X = geometry.X.toarray() if sparse.issparse(geometry.X) else geometry.X
        columns = np.hstack([X, np.full((len(X), 1), geometry.rho)])
        try:
            yield nnls((geometry.labels[:, None] * columns).T, weights)[0]
        except RuntimeError:  # too many iterations: none was found
            return
