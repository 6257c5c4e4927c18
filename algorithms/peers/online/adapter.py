"""The base of the adapters of other libraries' online learners, for the identical problem.

The learners learn in the same augmented and extended space as the learners of `maxmargin`. They get
explicit patterns (x_k, ρ, Δ e_k), epoch by epoch. Margins are measured here, between the epochs.
"""

import warnings
from abc import ABC, abstractmethod
from math import inf, nan, sqrt
from time import perf_counter
from typing import Any, NamedTuple, Self

import numpy as np
from scipy import sparse
from sklearn.exceptions import ConvergenceWarning
from threadpoolctl import threadpool_limits

from maxmargin.drivers.shared.progress import Point, margin_of
from maxmargin.estimators.binary_classifier import BinaryClassifier
from maxmargin.estimators.shared_parameters import (
    POSITIVE,
    SHARED,
    Parameter,
    attributes,
    shared,
)
from maxmargin.input.checked_input import ArrayLike, MatrixLike
from maxmargin.preparation import memoised
from maxmargin.space import make_space
from maxmargin.statuses import (
    CONVERGED,
    ENDED_WELL,
    FAILED,
    MAX_EPOCHS,
    MAX_SECONDS,
    REACHED,
    STOPPED,
)

SMALLEST, LARGEST = 1e-100, 1e100  # a weight's largest number, so that no norm or product overflows
AUGMENT = SHARED["augment"]
ONLINE_PARAMETERS = {
    "augment": AUGMENT._replace(text=f"{AUGMENT.text} It replaces the library's own threshold."),
    **shared("extend", max_epochs=1000),
    **shared("max_seconds"),
    "enough_margin": Parameter(
        None, [POSITIVE, None], f"{SHARED['enough_margin'].text} It is checked after every epoch."
    ),
}
SHUFFLE = SHARED["shuffle"]._replace(
    text=f"{SHARED['shuffle'].text} The library cannot be stopped within an epoch."
)
ONLINE_ATTRIBUTES = attributes(
    "coef_",
    "intercept_",
    "slack_coef_",
    "weight_norm_",
    "status_",
    "converged_",
    "n_epochs_",
    "n_iter_",
    "n_visits_",
    "directional_margin_",
    "geometric_margin_",
    "squared_radius_",
    "failure_",
    "train_seconds_",
    margin_upper_bound_="nan, because α is unknown.",
    history_="A `Point` per epoch, with None for updates and visits that are not counted.",
)


class Epoch(NamedTuple):
    """The visits of a call, None if unknown, and the number of epochs that it ended."""

    visits: int | None
    epochs: int


class Adapter(ABC):
    """Another library's learner.

    updates: the number of updates, or None if updates are not counted. preparing: the seconds for
    converting patterns to the library's form. finished: whether further epochs change nothing.
    cut_short: whether a limit of the learner's own has ended the last one.
    """

    updates: int | None = None
    preparing = 0.0
    finished = False
    cut_short = False

    def clock(self):
        """Return elapsed seconds, without the seconds of preparing."""
        return perf_counter() - self.preparing

    @abstractmethod
    def epoch(self, deadline):
        """Present every pattern once, or until the clock reaches deadline. Return an `Epoch`."""

    @abstractmethod
    def weight(self):
        """Return a copy of the weight: float64, one number per coordinate of the patterns."""


class ThirdPartyClassifier(BinaryClassifier):
    """An estimator that wraps another library's learner. Subclasses make its `Adapter`."""

    # Whether patterns are divided by R. Needed if a learner's parameters depend on the scale.
    NORMALISED = True

    @classmethod
    def parameter_grid(cls, maximum_margin: float, radius: float) -> list[dict[str, Any]]:
        """Return settings from coarse to fine accuracy, for comparisons.

        Parameters
        ----------
        maximum_margin, radius : float
            γ_d and R, in the units of X.

        Returns
        -------
        list of dict
            Parameters, one dictionary for each setting.
        """
        return [{}]

    @abstractmethod
    def _adapter(self, patterns, labels):
        """Return the `Adapter` for patterns and labels, (m,), of +1 and -1.

        The patterns are an array or csr matrix, (m, n + 1 + m), or (m, n + 1) without extension.
        """

    def fit(self, X: MatrixLike, y: ArrayLike, **fit_params: None) -> Self:
        """Learn from patterns of two classes.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (m, n)
            The patterns.
        y : array-like of shape (m,)
            The labels: two values.
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
            parameter is invalid.
        TypeError
            If an argument in `fit_params` is not None.

        Warns
        -----
        ConvergenceWarning
            If the run ends before it converges.
        """
        X, labels = self._checked(X, y, **fit_params)
        space = memoised(make_space, X, labels, self.augment, self.extend)
        self.squared_radius_ = space.squared_radius
        unit = sqrt(self.squared_radius_) if self.NORMALISED else 1.0
        patterns = memoised(explicit, X, self.augment, self.extend, unit)
        with threadpool_limits(1):
            weight = self._run(patterns, labels, unit, space.separates)
        n = X.shape[1]
        self.coef_ = weight[None, :n] / unit
        self.intercept_ = self.augment * weight[n : n + 1] / unit
        self.slack_coef_ = weight[n + 1 :] / unit if self.extend else np.zeros(len(labels))
        with np.errstate(over="ignore"):  # in a run that has failed
            self.weight_norm_ = float(np.linalg.norm(weight)) / unit
        end = self.history_[-1]
        self.converged_ = self.status_ in ENDED_WELL
        if end.updates is not None:
            self.n_updates_ = end.updates
        self.n_epochs_ = self.n_iter_ = end.epochs
        if end.visits is not None:
            self.n_visits_ = end.visits
        self.directional_margin_ = end.directional_margin
        self.geometric_margin_ = end.geometric_margin
        self.margin_upper_bound_ = end.upper_bound
        self.train_seconds_ = end.seconds
        if not self.converged_:
            after = f"{end.epochs} epochs" if end.visits is None else f"{end.visits} visits"
            warnings.warn(
                f"{type(self).__name__} ended with {self.status_!r} before it converged: "
                f"directional margin {self.directional_margin_:.6g} reached after {after}.",
                ConvergenceWarning,
                stacklevel=2,
            )
        return self

    def _run(self, patterns, labels, unit, separates):
        """Return the weight at the end, and set history_, status_ and failure_."""
        max_epochs, max_seconds, enough_margin = (
            inf if limit is None else limit
            for limit in (self.max_epochs, self.max_seconds, self.enough_margin)
        )
        adapter = self._adapter(patterns, labels)
        epochs = visits = 0
        seconds, deadline = 0.0, adapter.clock() + max_seconds
        self.history_, self.status_, self.failure_ = [], None, ""
        weight = None
        while self.status_ is None:
            before = weight, adapter.updates
            entered = adapter.clock()
            epoch = adapter.epoch(deadline)
            seconds += adapter.clock() - entered
            epochs += epoch.epochs
            visits = None if epoch.visits is None else visits + epoch.visits
            weight = adapter.weight()
            fault, directional, geometric = _fault_of(weight), nan, nan
            if not fault:
                directional, geometric = self._margins(patterns, labels, weight, unit)
            self.history_.append(
                Point(
                    updates=adapter.updates,
                    epochs=epochs,
                    mini_epochs=0,
                    visits=visits,
                    seconds=seconds,
                    directional_margin=directional,
                    geometric_margin=geometric,
                    upper_bound=nan,
                )
            )
            separated = separates(self.history_[-1])
            if fault:
                self.status_, self.failure_ = FAILED, f"after epoch {epochs} {fault}."
            elif epoch.epochs and separated and _same((weight, adapter.updates), before):
                self.status_ = CONVERGED
            elif adapter.finished and adapter.cut_short:
                self.status_ = MAX_EPOCHS
            elif adapter.finished:
                self.status_ = CONVERGED if separated else STOPPED
            elif separated and directional >= enough_margin:
                self.status_ = REACHED
            elif epochs >= max_epochs:
                self.status_ = MAX_EPOCHS
            elif adapter.clock() >= deadline:
                self.status_ = MAX_SECONDS
        return weight

    def _margins(self, patterns, labels, weight, unit):
        """Return (directional, geometric): min_k a·y_k over ‖a‖, in the units of X."""
        smallest = unit * (labels * (patterns @ weight)).min()
        norm = np.linalg.norm(weight)
        augmenting = self.n_features_in_
        plain_norm = np.linalg.norm(np.delete(weight, augmenting))
        return margin_of(smallest, norm), margin_of(smallest, plain_norm)


def _fault_of(weight):
    """Return why no margin can be computed from a weight, or ""."""
    largest = np.abs(weight).max()
    if not np.isfinite(largest):
        return "the weight is not finite"
    if largest == 0.0 or SMALLEST <= largest <= LARGEST:
        return ""
    allowed = f"it has to be from {SMALLEST:g} to {LARGEST:g}, so that it has a norm in float64"
    return f"the weight's largest number is {largest:.3g}; {allowed}"


def _same(one, other):
    """Return whether an epoch changed neither the weight nor the number of updates."""
    return one[1] == other[1] and np.array_equal(one[0], other[0])


def explicit(X, augment, extend, unit=1.0):
    """Return the patterns (x_k, ρ, Δ e_k)/unit, a csr matrix, (m, n + 1 + m).

    Without extension they are (x_k, ρ)/unit, (m, n + 1), an array or csr matrix as X is.
    """
    column = np.full((X.shape[0], 1), float(augment))
    if not extend and not sparse.issparse(X):
        return np.hstack([X, column]) / unit
    blocks = [sparse.csr_matrix(X), sparse.csr_matrix(column)]
    if extend:
        blocks.append(extend * sparse.identity(X.shape[0], format="csr"))
    return sparse.hstack(blocks, format="csr") / unit
