"""Gallant's pocket algorithm with ratchet (1990), the fault-tolerant Perceptron."""

from typing import Self

import numpy as np
from sklearn.utils import check_random_state

from maxmargin import kernels
from maxmargin.compilation import bind, clock
from maxmargin.drivers.dual.learner import LEAST_KNOWN
from maxmargin.drivers.pocket import dual_kernel
from maxmargin.drivers.pocket import kernel as pocket_kernel
from maxmargin.drivers.pocket.counts import COUNTS
from maxmargin.drivers.shared.progress import margin_of
from maxmargin.estimators import checked_input
from maxmargin.estimators.binary_classifier import BinaryClassifier
from maxmargin.estimators.checked_input import ArrayLike, MatrixLike
from maxmargin.estimators.shared_parameters import Attribute, attributes, declares, shared
from maxmargin.rounding import most_entries, rounding_of
from maxmargin.rules import perceptron
from maxmargin.space import make_space
from maxmargin.statuses import CONVERGED, MAX_SECONDS, MAX_VISITS, STOPPED

BLOCK = 1 << 16  # patterns between checks of the clock
PARAMETERS = shared("augment", "max_visits", "max_seconds", "random_state", "kernel")


@declares(
    PARAMETERS,
    attributes=attributes(
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
            "np.ndarray", "(m,), bool: whether the weight classifies each pattern correctly."
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
        products, norm, error = found
        self.train_seconds_ = clock() - started
        self.correct_ = products > 0
        if self.status_ == CONVERGED and not products.min() > error:
            self.status_ = STOPPED
        self.converged_ = self.status_ == CONVERGED
        self.directional_margin_ = margin_of(products.min(), norm)
        return self

    def _in_own_space(self, X, labels):
        """Return a·y_k of all patterns, ‖a‖ and the rounding error of the products.

        a is the weight in the pocket.
        """
        space = make_space(X, labels, self.augment)
        weights, pocket = np.zeros((2, space.n + 2))
        advance = bind(pocket_kernel, perceptron, space.storage).advance
        patterns = space.patterns, space.labels, space.rho
        self._visit(
            labels.size,
            lambda ids, duals, counts: advance(
                *patterns, ids, weights, duals, pocket, self.dual_coef_, counts
            ),
        )
        self.coef_ = pocket[None, :-2].copy()
        self.intercept_ = space.rho * pocket[-2:-1]
        products = labels * (X @ self.coef_[0] + self.intercept_[0])
        norm = np.linalg.norm(pocket)
        error = rounding_of(most_entries(X)) * np.sqrt(space.squared_radius) * norm
        return products, norm, error

    def _in_kernels_space(self, X, labels):
        """Return the same numbers, from kernel values."""
        kernel = kernels.checked(self.kernel)
        gram = kernels.values(kernel, X, X, self.augment)
        longest = float(kernels.squared_norms(X).max())
        relative_error = kernels.relative_error(kernel, longest, most_entries(X))
        scores, pocket = np.zeros((2, labels.size))
        advance = bind(dual_kernel).advance
        self._visit(
            labels.size,
            lambda ids, duals, counts: advance(
                gram, labels, ids, scores, duals, pocket, self.dual_coef_, counts
            ),
        )
        self._X, self._coefficients = X.copy(), labels * self.dual_coef_
        products = labels * (gram @ self._coefficients)
        total, squared_norm = self.dual_coef_.sum(), float(self.dual_coef_ @ products)
        error = LEAST_KNOWN * relative_error * gram.diagonal().max() * total
        return products, np.sqrt(squared_norm) if squared_norm > error * total else 0.0, error

    def _visit(self, m, advance):
        """Present patterns at random until the run ends.

        `advance(ids, duals, counts)` presents the patterns `ids` and returns how many it presented.
        """
        generator = check_random_state(self.random_state)
        duals, self.dual_coef_ = np.zeros((2, m))
        counts = np.zeros(1, dtype=COUNTS)
        counts["correct"] = -1
        started, self.n_visits_, self.status_ = clock(), 0, None
        while self.status_ is None:
            left = min(BLOCK, self.max_visits - self.n_visits_)
            self.n_visits_ += advance(generator.randint(m, size=left), duals, counts)
            if counts["pocket_correct"][0] == m:
                self.status_ = CONVERGED
            elif self.n_visits_ >= self.max_visits:
                self.status_ = MAX_VISITS
            elif self.max_seconds and clock() - started >= self.max_seconds:
                self.status_ = MAX_SECONDS
        self.n_updates_, self.n_checks_ = int(counts["updates"][0]), int(counts["checks"][0])

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
            If X has another number of columns than in `fit`.
        """
        if self.kernel is None:
            return super().decision_function(X)
        X = checked_input.patterns(self, X)
        return kernels.values(self.kernel, X, self._X, self.augment) @ self._coefficients
