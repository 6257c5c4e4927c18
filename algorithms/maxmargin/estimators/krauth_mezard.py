"""The estimator of Krauth & Mézard's algorithm with a start (Falkowski 2006, Section 3)."""

from math import isnan, nan, sqrt
from typing import Any, Self

import numpy as np
from scipy import sparse
from scipy.optimize import nnls

from maxmargin.drivers.worst_first import driver as worst_first
from maxmargin.estimators.learner import (
    LEARNER_PARAMETERS,
    UNAVERAGED_ATTRIBUTES,
    learner,
    own_parameters,
)
from maxmargin.estimators.run_classifier import RunClassifier, printer_of
from maxmargin.estimators.shared_parameters import Attribute, Parameter, declares
from maxmargin.estimators.streams.checks import is_same
from maxmargin.input.checked_input import ArrayLike, MatrixLike
from maxmargin.rules import krauth_mezard

UNUSED_PARAMETERS = ("mini_epochs", "shuffle", "random_state", "worst_first", "average")
TOLERANCE = 1e-9  # largest distance of a combination from a start, relative to the start's norm
LONGEST = 1e150  # largest norm of a start, whose square must not overflow
LARGEST = 5e7  # largest m·n for which a combination is searched, in a dense array
REFUSAL = (
    "start is not a non-negative combination of the patterns, so that the proof that the margin "
    "tends to the maximum has a gap (Falkowski 2006, Section 4): start from zero, start from a "
    "learner that has learned from these patterns alone, or set any_start=True."
)
TOO_LARGE = (
    "start may not be a non-negative combination of the patterns, and the problem is too large to "
    "search for one: give the coefficients as start, or set any_start=True."
)
OWN = {
    "any_start": Parameter(
        False,
        ["boolean"],
        "Whether `fit` accepts any start. By default `fit` refuses a start that is not known to be "
        "a non-negative combination of the patterns. A weight from another start has no "
        "certificate: margin_upper_bound_ is nan, and certify ends no run.",
    )
}
START = {
    "start_norm_": Attribute("float", "‖w_0‖ of the start; 0 without one."),
    "start_sum_": Attribute(
        "float",
        "Σ λ_k of the start w_0 = Σ λ_k y_k; 0 without one, and nan if no λ >= 0 is known.",
    ),
}


@declares(
    own_parameters(krauth_mezard) | OWN,
    {
        name: parameter
        for name, parameter in LEARNER_PARAMETERS.items()
        if name not in UNUSED_PARAMETERS
    },
    UNAVERAGED_ATTRIBUTES | START,
)
class KrauthMezard(learner(krauth_mezard)):
    __doc__ = f"""{krauth_mezard.__doc__}
    coef_, dual_coef_ and weight_norm_ refer to a = R² w. Without a start, dual_coef_ counts how
    often each pattern was added. dual_coef_ leaves out a start that is given only by its weight.
    """

    worst_first, mini_epochs, shuffle = True, 0, False  # fixed, so not parameters
    _needs_margin = True

    def fit(self, X: MatrixLike, y: ArrayLike, start: Any = None, **fit_params: None) -> Self:
        """Learn from patterns of two classes.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (m, n)
            The patterns.
        y : array-like of shape (m,)
            The labels: two values.
        start : array-like of shape (m,) or fitted classifier, optional
            The initial weight w_0; 0 by default. An array gives λ, where w_0 = Σ λ_k y_k. A linear
            classifier gives w_0 by its coef_ and intercept_. With a kernel, a learner fitted to m
            patterns with the same kernel and augment gives λ by its dual_coef_.
        **fit_params : None
            Other arguments must be None. They let scikit-learn's tools call `fit`.

        Returns
        -------
        self
            The fitted estimator.

        Raises
        ------
        ValueError
            If X has a row of length 0 in the space, if y does not have two classes, or if a
            parameter is invalid. Unless any_start is True, also if `start` is not a non-negative
            combination of the patterns, or if it may not be one and m·n is above 5e7.
        TypeError
            If an argument in `fit_params` is not None.

        Warns
        -----
        ConvergenceWarning
            If the run ends before it converges.
        """
        self._start = start
        try:
            return super().fit(X, y, **fit_params)
        finally:
            del self._start

    def _run(self, rule, parameters, space, permute, budget):
        geometry = self._geometry(space)
        start = None
        if self._start is not None:
            start = self._initial_state(self._start, geometry)
        self.start_norm_, self.start_sum_ = _size_of(start, geometry)
        return worst_first.run(
            rule,
            parameters,
            geometry,
            start=start,
            budget=budget,
            watch=printer_of(self),
        )

    def _store(self, result, space):
        super()._store(result, space)
        if isnan(self.margin_upper_bound_):  # the bound usually gives ‖a‖
            if result.weights is None:
                products = self._geometry(space).gram_times(result.duals)
                self.weight_norm_ = sqrt(max(0.0, float(result.duals @ products)))
            else:
                coordinates = np.concatenate([result.weights, self.slack_coef_])
                self.weight_norm_ = float(np.linalg.norm(coordinates))

    def _initial_state(self, start, geometry):
        """Return (weights, duals) of R² w_0, for the driver. Raise ValueError for a bad start."""
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
        """Return λ, (m,), of a learner with a kernel. Raise ValueError if its space differs."""
        m, (kernel, augment) = geometry.labels.size, _space_of(model)
        fits = is_same(kernel, self.kernel) and augment == self.augment
        if not fits or not hasattr(model, "dual_coef_") or model.dual_coef_.shape != (m,):
            raise ValueError(
                f"start is {_described(model)}, but has to be fitted to as many patterns, {m}, "
                f"with the same kernel, {self.kernel}, and augment={self.augment:g}."
            )
        return _coefficients(model.dual_coef_, m)


def _size_of(start, geometry):
    """Return (‖w_0‖, Σ λ_k), nan for the sum if no λ >= 0 gives w_0.

    `start` is (weights, duals) of R² w_0, or None.
    """
    if start is None:
        return 0.0, 0.0
    weights, duals = start
    products = geometry.gram_times(duals)
    norm = sqrt(max(0.0, geometry.squared_norm(duals, products, weights)))
    is_combination = weights is None and (duals >= 0).all()
    total = float(duals.sum()) / geometry.squared_radius if is_combination else nan
    return norm / geometry.squared_radius, total


def _has_kernel(start):
    """Return whether a learner was fitted with a kernel, or is not fitted and has one."""
    if not isinstance(start, RunClassifier) or hasattr(start, "coef_"):
        return False
    return hasattr(start, "dual_coef_") or start.kernel is not None


def _space_of(model):
    """Return the kernel and ρ with which a learner was fitted; if it is not, its parameters."""
    if hasattr(model, "dual_coef_"):
        return model._kernel_and_rho
    return model.kernel, model.augment


def _coefficients(start, m):
    """Return λ, (m,), from the numbers given as a start. Raise ValueError for other input."""
    try:
        duals = np.asarray(start)
    except (TypeError, ValueError):  # lists of different lengths
        duals = np.empty(0, dtype=object)
    wrong = duals.dtype.kind not in "biuf" or duals.shape != (m,)
    if wrong or not np.isfinite(duals).all():
        what = _described(start) if wrong else "an array that holds nan or infinity"
        raise ValueError(
            f"start is {what}, but has to be {m} finite real numbers, one for each pattern, or a "
            "fitted linear classifier with coef_ and intercept_."
        )
    return duals.astype(float)


def _described(start):
    """Describe a start in a few words."""
    name = type(start).__name__
    if hasattr(start, "fit"):
        if not hasattr(start, "coef_") and not hasattr(start, "dual_coef_"):
            return f"of type {name} and not fitted"
        if _has_kernel(start):
            kernel, augment = _space_of(start)
            return (
                f"of type {name} with kernel={kernel} and augment={augment:g}, fitted to "
                f"{np.size(start.dual_coef_)} patterns"
            )
        kernel = f" with kernel={start.kernel}" if hasattr(start, "kernel") else ""
        return f"of type {name}{kernel}"
    try:
        array = np.asarray(start)
    except (TypeError, ValueError):
        return f"of type {name}, which is no array"
    return f"of type {name}, shape {array.shape} and dtype {array.dtype}"


def _weight_of(model, geometry):
    """Return (weight, λ, reason to refuse) of a linear classifier.

    If some λ >= 0 gives the weight, the weight is None. Otherwise λ is 0, and the reason is the
    message for a refusal. Raises ValueError if the classifier does not fit the patterns.
    """
    if not isinstance(geometry, worst_first.LinearGeometry):
        raise ValueError(
            f"start is of type {type(model).__name__} without a kernel, but has to be λ, one "
            "number for each pattern, or a learner with the same kernel."
        )
    coef, intercept = _linear_weight_of(model)
    if coef.size != geometry.X.shape[1]:
        raise ValueError(
            f"start has {coef.size} weights, but the patterns have {geometry.X.shape[1]} features."
        )
    if intercept and not geometry.rho:
        raise ValueError(
            f"start has the threshold {intercept:g}, but augment is 0, so that the space has no "
            "coordinate for the threshold: set augment above 0."
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
    """Return coef_, (n,), and intercept_ of a linear classifier. Raise ValueError for others."""
    coef = model.coef_.toarray() if sparse.issparse(model.coef_) else model.coef_
    try:
        coef = np.asarray(coef, dtype=float).ravel()
        intercept = np.asarray(getattr(model, "intercept_", ()), dtype=float).ravel()
    except (TypeError, ValueError):
        coef = intercept = np.empty(0)
    if intercept.size != 1 or not np.isfinite([*coef, *intercept]).all():
        raise ValueError(
            f"start is a {type(model).__name__} whose coef_ or intercept_ does not fit: coef_ has "
            "to have one finite real number for each feature, and intercept_ one, as in "
            "classifiers of two classes."
        )
    return coef, float(intercept[0])


def _check_length(coefficients, geometry, lengths=1.0):
    """Raise ValueError if R² w_0 is too long.

    R² w_0 is a sum of vectors with these coefficients and lengths.
    """
    with np.errstate(over="ignore"):
        length = geometry.squared_radius * (np.abs(coefficients) * lengths).sum()
    if not length <= LONGEST:
        raise ValueError(
            f"start is so long that its squared norm overflows: R² ‖w_0‖ is up to {length:.3g}, "
            f"but has to be at most {LONGEST:g}: scale the start or X down."
        )


def _is_large(geometry):
    m, n = geometry.X.shape
    return m * n > LARGEST


def _candidates(model, weights, geometry):
    """Yield values of λ that may give the weight.

    The first is the classifier's own dual_coef_. Without extension, the second is the best
    non-negative combination, unless the problem is too large. With extension, the extending
    coordinates determine λ, so that only the classifier's own can be right.
    """
    own = getattr(model, "dual_coef_", None)
    if own is not None and np.shape(own) == geometry.labels.shape:
        yield np.asarray(own, dtype=float)
    if not geometry.delta and not _is_large(geometry):
        X = geometry.X.toarray() if sparse.issparse(geometry.X) else geometry.X
        columns = np.hstack([X, np.full((len(X), 1), geometry.rho)])
        try:
            yield nnls((geometry.labels[:, None] * columns).T, weights)[0]
        except RuntimeError:  # nnls has reached its limit of iterations
            return
