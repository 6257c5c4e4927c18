"""Gallant's pocket algorithm with ratchet (1990), the fault-tolerant Perceptron."""

from typing import Any, Self

import numpy as np
from sklearn.utils import check_random_state

from maxmargin import kernels
from maxmargin.compilation.binding import clock
from maxmargin.drivers.dual.learner import LEAST_KNOWN
from maxmargin.drivers.pocket import driver as pocket_driver
from maxmargin.drivers.shared.progress import margin_of
from maxmargin.estimators.binary_classifier import BinaryClassifier, outputs_of
from maxmargin.estimators.shared_parameters import Attribute, attributes, declares, shared
from maxmargin.input import checked_input
from maxmargin.input.checked_input import ArrayLike, MatrixLike
from maxmargin.input.mapped import in_parts
from maxmargin.rounding import most_entries, rounding_of
from maxmargin.space import check_lengths, make_space
from maxmargin.statuses import CONVERGED, STOPPED

POCKET_PARAMETERS = shared("augment", "max_visits", "max_seconds", "random_state", "kernel")


@declares(
    POCKET_PARAMETERS,
    attributes=attributes(
        "classes_",
        "coef_",
        "intercept_",
        "n_updates_",
        "n_visits_",
        "directional_margin_",
        "train_seconds_",
        dual_coef_="(m,), α of the weight in the pocket.",
        status_='How the run ended: "converged", "max_visits", "max_seconds", or "stopped" by '
        "rounding.",
        converged_="Whether the weight in the pocket classifies all patterns correctly.",
    )
    | {
        "correct_": Attribute(
            "np.ndarray",
            "(m,), bool: whether the weight classifies each pattern correctly. A product that may "
            "be 0 up to rounding counts as an error, although `predict` gives the pattern a class.",
        ),
        "n_checks_": Attribute("int", "How often the ratchet checked all patterns."),
    },
)
class Pocket(BinaryClassifier):
    """Perceptron learning that stores the best weight found in a pocket.

    Patterns are presented at random, with replacement. A weight replaces the weight in the pocket
    on two conditions. It has classified more patterns in a row correctly. And it classifies more
    patterns of the whole set correctly, which is the ratchet. A run ends when all patterns are
    classified correctly, or at a limit. With a kernel, memory holds all m² of its values.
    """

    augment: float
    max_visits: int
    max_seconds: float | None
    random_state: int | np.random.RandomState | None
    kernel: kernels.Kernel | None
    _kernel_and_rho: tuple[Any, float]

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
            If no weight can classify one of the patterns.
        TypeError
            If an argument in `fit_params` is not None.
        """
        X, labels = self._checked(X, y, **fit_params)
        started = clock()
        found = self._in_kernels_space(X, labels) if self.kernel else self._in_own_space(X, labels)
        products, norm, errors = found
        self.train_seconds_ = clock() - started
        # The ratchet has added in another order, with other errors of the same size.
        self.correct_ = products > 2.0 * errors
        if self.status_ == CONVERGED and not self.correct_.all():
            self.status_ = STOPPED
        self.converged_ = self.status_ == CONVERGED
        self.directional_margin_ = margin_of(products.min(), norm)
        self._fitted_in = self.augment, 0.0  # for an audit after a later `set_params`
        return self

    def _in_own_space(self, X, labels):
        """Return a·y_k of all patterns, (m,), ‖a‖, and the rounding errors of the products, (m,).

        a is the weight in the pocket.
        """
        space = make_space(X, labels, self.augment)
        generator = check_random_state(self.random_state)
        run = pocket_driver.run(space, generator, self.max_visits, self.max_seconds)
        self._store_run(run)
        pocket = run.pocket
        self.coef_ = pocket[None, :-2].copy()
        self.intercept_ = space.rho * pocket[-2:-1]
        products = labels * (X @ self.coef_[0] + self.intercept_[0])
        terms = [abs(rows) @ np.abs(self.coef_[0]) for _, rows in in_parts(X)]
        sums = np.concatenate(terms) + abs(self.intercept_[0])
        return products, np.linalg.norm(pocket), rounding_of(most_entries(X)) * sums

    def _in_kernels_space(self, X, labels):
        """Return the same numbers, from kernel values."""
        kernel = kernels.checked(self.kernel)
        squares = kernels.squared_norms(X)
        check_lengths(kernels.diagonal(kernel, squares, self.augment))
        gram = kernels.values(kernel, X, X, self.augment)
        longest = float(squares.max())
        relative_error = kernels.relative_error(kernel, longest, most_entries(X))
        generator = check_random_state(self.random_state)
        run = pocket_driver.run_on_kernel(
            gram, labels, generator, self.max_visits, self.max_seconds
        )
        self._store_run(run)
        self._X, self._coefficients = X.copy(), labels * self.dual_coef_
        self._kernel_and_rho = self.kernel, self.augment  # predictions ignore later `set_params`
        products = labels * (gram @ self._coefficients)
        lengths, squared_norm = np.sqrt(gram.diagonal()), float(self.dual_coef_ @ products)
        longest = lengths.max() * self.dual_coef_.sum()
        is_known = squared_norm > LEAST_KNOWN * relative_error * longest**2
        errors = (relative_error + rounding_of(len(gram))) * (lengths @ self.dual_coef_) * lengths
        return products, np.sqrt(squared_norm) if is_known else 0.0, errors

    def _store_run(self, run):
        """Set the fitted attributes that a `PocketRun` has."""
        self.dual_coef_, self.status_ = run.duals, run.status
        self.n_updates_, self.n_visits_, self.n_checks_ = run.updates, run.visits, run.checks

    def decision_function(self, X: MatrixLike) -> np.ndarray:
        """Return a·x for each pattern x.

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
        if hasattr(self, "coef_"):
            return super().decision_function(X)
        X = checked_input.patterns(self, X)
        kernel, rho = self._kernel_and_rho
        return outputs_of(kernels.values(kernel, X, self._X, rho), self._coefficients)
