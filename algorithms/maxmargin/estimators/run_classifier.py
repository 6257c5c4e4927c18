"""The base class of the estimators that run rules or methods under the drivers."""

from functools import partial
from typing import Any, NamedTuple

import numpy as np
from sklearn.utils import check_random_state

from maxmargin import kernels
from maxmargin.drivers.dual import driver as dual_run
from maxmargin.drivers.dual.kernel_rows import KernelRows
from maxmargin.drivers.dual.learner import KernelSpace
from maxmargin.drivers.sequential import driver as sequential
from maxmargin.drivers.shared import progress
from maxmargin.drivers.worst_first import driver as worst_first
from maxmargin.estimators.binary_classifier import BinaryClassifier, outputs_of
from maxmargin.estimators.convergence import warn_not_converged
from maxmargin.estimators.shared_parameters import attributes, shared
from maxmargin.estimators.streams.kernel import KernelStream
from maxmargin.input import checked_input
from maxmargin.input.checked_input import MatrixLike
from maxmargin.input.numbers import upper_digits
from maxmargin.preparation import memoised
from maxmargin.separable.cause import cause, proof_of_updates, remedy
from maxmargin.separable.result import Answer
from maxmargin.space import Space, make_space
from maxmargin.statuses import (
    ENDED_WELL,
    FAILED,
    INSEPARABLE,
    MAX_EPOCHS,
    MAX_SECONDS,
    MAX_UPDATES,
    OPTIMAL,
    STOPPED,
)

# Shared by learners and by procedures, which run learners several times.
RUN_PARAMETERS = shared(
    "augment",
    "extend",
    "kernel",
    "kernel_memory",
    "mini_epochs",
    "max_updates",
    "max_epochs",
    "max_seconds",
    "enough_margin",
    "shuffle",
    "random_state",
    "verbose",
)
RUN_ATTRIBUTES = attributes(
    "classes_",
    "coef_",
    "intercept_",
    "slack_coef_",
    "dual_coef_",
    "weight_norm_",
    "status_",
    "converged_",
    "n_updates_",
    "n_epochs_",
    "n_mini_epochs_",
    "n_iter_",
    "n_visits_",
    "directional_margin_",
    "geometric_margin_",
    "margin_upper_bound_",
    "squared_radius_",
    "history_",
    "failure_",
    "inseparable_",
)
RULE_ATTRIBUTES = RUN_ATTRIBUTES | attributes(
    "support_", "margin_bound_by_updates_", "guaranteed_fraction_"
)


class KernelProblem(NamedTuple):
    """A `KernelSpace` with patterns and labels, (m,), which are ±1 times the class weights."""

    space: KernelSpace
    X: Any
    labels: np.ndarray

    @property
    def rho(self):
        return self.space.rho

    @property
    def delta(self):
        return self.space.delta

    @property
    def squared_radius(self):
        return self.space.squared_radius

    def rows_of(self, support):
        """Return the patterns at these places."""
        return self.X[support]

    def separates(self, point):
        """Return whether the margin of a `Point` exceeds the rounding error."""
        return self.space.separates(point)


def printer_of(model):
    """Return a function that prints a `Point` of a learner's run; None unless it is verbose."""

    def print_progress(point):
        print(
            f"{type(model).__name__}: {point.updates:,} updates, directional margin "
            f"{point.directional_margin:.6g}, at most {upper_digits(point.upper_bound, 6)}, "
            f"{point.seconds:.0f} s",
            flush=True,
        )

    return print_progress if model.verbose else None


class RunClassifier(BinaryClassifier):
    """Runs rules under the drivers, with the shared parameters and attributes."""

    augment: float
    extend: float
    kernel: kernels.Kernel | None
    kernel_memory: float
    mini_epochs: int
    max_updates: int | None
    max_epochs: int | None
    max_seconds: float | None
    enough_margin: float | None
    shuffle: bool
    random_state: int | np.random.RandomState | None
    verbose: bool
    slack_coef_: np.ndarray
    dual_coef_: np.ndarray
    support_: np.ndarray
    weight_norm_: float
    status_: str
    n_updates_: int
    n_epochs_: int
    n_mini_epochs_: int
    n_iter_: int
    n_visits_: int
    directional_margin_: float
    geometric_margin_: float
    margin_upper_bound_: float
    margin_bound_by_updates_: float
    guaranteed_fraction_: float
    squared_radius_: float
    history_: list[progress.Point]
    failure_: str
    _kernel_and_rho: tuple[Any, float]
    inseparable_: Answer | None

    worst_first = average = False  # parameters of learners, not of procedures
    # The values that parameters must have for learning in blocks.
    _in_blocks = {"kernel": None, "mini_epochs": 0, "worst_first": False, "shuffle": False}

    def _space(self, X, labels):
        if self.kernel is None:
            return memoised(make_space, X, labels, self.augment, self.extend)
        kernel = kernels.checked(self.kernel)
        memory = self.kernel_memory * 2**30
        rows = KernelRows(kernel.base, X, None, memory)
        weights = np.abs(labels)
        return KernelProblem(
            KernelSpace(kernel, rows, self.augment, self.extend, weights), X, labels
        )

    def _permute(self):
        return check_random_state(self.random_state) if self.shuffle else None

    def _run(self, rule, parameters, space, permute, budget):
        watch = printer_of(self)
        if self.worst_first:
            if self.average:
                raise ValueError(
                    "worst_first presents no pattern that does not call for an update, so that "
                    "there is no average over all visits: leave average at False."
                )
            if self.mini_epochs or self.shuffle:
                raise ValueError(
                    "worst_first always presents the worst pattern: leave mini_epochs at 0 and "
                    "shuffle at False."
                )
            geometry = self._geometry(space)
            return worst_first.run(rule, parameters, geometry, budget=budget, watch=watch)
        if isinstance(space, KernelProblem):
            return dual_run.run(
                rule,
                parameters,
                space.labels,
                space.space,
                mini_epochs=self.mini_epochs,
                permute=permute,
                budget=budget,
                watch=watch,
            )
        return sequential.run(
            rule,
            parameters,
            space,
            mini_epochs=self.mini_epochs,
            permute=permute,
            budget=budget,
            watch=watch,
            prove=None if space.delta else partial(_proof, space),
            averages=self.average,
        )

    def _geometry(self, space):
        """Return a space as the worst-first driver's geometry."""
        if isinstance(space, KernelProblem):
            memory = self.kernel_memory * 2**30
            return worst_first.KernelGeometry(space.space, space.X, space.labels, memory)
        return worst_first.LinearGeometry(space)

    def _store(self, result, space):
        """Set the fitted attributes from a `Run`."""
        end = result.end
        if isinstance(space, KernelProblem | KernelStream):
            self._store_support(result, space)
        else:
            self.coef_ = result.weights[None, :-1]
            self.intercept_ = space.rho * result.weights[-1:]
            if self.average:
                self.average_coef_ = result.average[None, :-1]
                self.average_intercept_ = space.rho * result.average[-1:]
        self.dual_coef_ = result.duals
        self.slack_coef_ = np.zeros(result.duals.size)
        if space.delta:
            self.slack_coef_ = space.delta * np.sign(space.labels) * result.duals
        self.status_, self.failure_ = result.status, result.failure
        self.inseparable_ = result.proof
        self.converged_ = result.status in ENDED_WELL
        self.n_updates_, self.n_visits_ = end.updates, end.visits
        self.n_epochs_, self.n_mini_epochs_ = end.epochs, end.mini_epochs
        self.n_iter_ = end.epochs + end.mini_epochs
        self.directional_margin_ = end.directional_margin
        self.geometric_margin_ = end.geometric_margin
        self.margin_upper_bound_ = end.upper_bound
        self.weight_norm_ = result.weight_norm
        self.history_ = result.curve
        self.squared_radius_ = space.squared_radius
        self._fitted_in = self.augment, self.extend  # for an audit after a later `set_params`

    def _store_support(self, result, problem):
        duals = result.duals
        self.support_ = np.flatnonzero(duals)
        if self.average:
            self.average_dual_coef_ = duals = result.average
        support = np.flatnonzero(duals)
        self._kernel_and_rho = self.kernel, self.augment  # predictions ignore later `set_params`
        self._support_X = problem.rows_of(support)
        self._support_coef = (duals * problem.labels)[support]

    def decision_function(self, X: MatrixLike) -> np.ndarray:
        """Return a·x for each pattern x, without the extending coordinates.

        With average, a is the average of the weights.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (m, n)
            The patterns.

        Returns
        -------
        array of shape (m,)
            A positive value predicts the class that is larger in sort order.

        Raises
        ------
        NotFittedError
            Before `fit`.
        ValueError
            If X has another number of columns than in `fit`, or if a product overflows.
        """
        if hasattr(self, "average_coef_"):
            X = checked_input.patterns(self, X)
            return outputs_of(X, self.average_coef_.ravel(), self.average_intercept_[0])
        if hasattr(self, "coef_"):
            return super().decision_function(X)
        X = checked_input.patterns(self, X)
        kernel, rho = self._kernel_and_rho
        values = kernels.values(kernel, X, self._support_X, rho)
        return outputs_of(values, self._support_coef)

    def _warn(self, missed, space):
        """Warn how the run ended, and why if its patterns in a `Space` cannot be separated.

        `missed` says in the past tense what the run did not do.
        """
        ending = _ENDINGS[self.status_].format(self)
        if self.status_ == STOPPED and not self.directional_margin_ > 0.0:
            ending = "stopped at a weight that does not separate the patterns,"
        warn_not_converged(
            f"{type(self).__name__} {ending} before it {missed}: "
            f"directional margin {self.directional_margin_:.6g} reached after {self.n_updates_} "
            f"updates, certified maximum at most {upper_digits(self.margin_upper_bound_, 6)}."
            f"{' The cause: ' + self.failure_ if self.failure_ else ''}"
            f"{self._cause(space)}"
        )

    def _cause(self, space):
        """Return why the run separated nothing, or "". It takes as long as the run at most."""
        if self.inseparable_ is not None:
            return f" {self.inseparable_.explain()} {remedy(self.inseparable_)}"
        if not isinstance(space, Space) or space.delta:  # not of a kernel, nor of a p-norm
            return ""
        if self.directional_margin_ > 0.0 or self.failure_:
            return ""
        X = space.storage.matrix(space.patterns, space.n)
        seconds = min(DECIDING_SECONDS, max(LEAST_SECONDS, self.history_[-1].seconds))
        found = cause(X, np.sign(space.labels), bool(space.rho), seconds)
        return f" {found}" if found else ""


def _proof(space, updates):
    """Return the `Answer` that no weight separates a `Space`, from numbers of updates, or None."""
    X = space.storage.matrix(space.patterns, space.n)
    labels, weights = np.sign(space.labels), np.abs(space.labels)
    return proof_of_updates(X, labels, bool(space.rho), weights, updates)


# The time to find out why a run has separated nothing: that of the run, within these limits.
LEAST_SECONDS, DECIDING_SECONDS = 0.1, 10.0
_ENDINGS = {
    MAX_UPDATES: "reached max_updates={0.max_updates}",
    MAX_EPOCHS: "reached max_epochs={0.max_epochs}",
    MAX_SECONDS: "reached max_seconds={0.max_seconds}",
    FAILED: "failed",
    INSEPARABLE: "reached an earlier weight again",
    OPTIMAL: "brought its objective within gap={0.gap} of the minimum, with a margin of 0 or less,",
    STOPPED: "was stopped by rounding",
}
