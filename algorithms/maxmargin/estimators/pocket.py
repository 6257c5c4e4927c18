"""Gallant's pocket algorithm with ratchet (1990), the fault-tolerant Perceptron."""

from time import perf_counter

import numpy as np
from sklearn.utils import check_random_state

from maxmargin.compilation import bind
from maxmargin.drivers.progress import ratio
from maxmargin.estimators.linear_classifier import LinearClassifier
from maxmargin.estimators.shared_parameters import attributes, declares, shared
from maxmargin.rules import perceptron
from maxmargin.space import make_space

BLOCK = 1 << 16  # patterns between checks of the clock


PARAMETERS = shared("augment", "max_visits", "max_seconds", "random_state")


@declares(
    PARAMETERS,
    attributes=attributes(
        *("coef_", "intercept_", "n_updates_", "directional_margin_", "train_seconds_"),
        dual_coef_="(m,), α of the weight in the pocket.",
        correct_="(m,), bool, which patterns the weight in the pocket classifies correctly.",
        n_visits_="Patterns presented.",
        n_checks_="Checks of all patterns by the ratchet.",
        status_='"converged", "max_visits" or "max_seconds".',
        converged_="Whether it classifies all patterns correctly.",
    ),
)
class Pocket(LinearClassifier):
    """Perceptron learning that keeps the best weight so far in its pocket.

    Patterns are presented at random, with replacement. A weight replaces the one in the pocket when
    it has classified more patterns in a row correctly and, which is the ratchet, classifies more of
    all patterns correctly. A run ends when all patterns are classified correctly, or at a limit.
    """

    def fit(self, X, y):
        """Learns from X, (m, n), an array or sparse matrix, and y, (m,), of two values.

        Raises ValueError for a pattern that no weight can classify.
        """
        X, labels = self._checked(X, y)
        space = make_space(X, labels, self.augment)
        generator = check_random_state(self.random_state)
        kernel = bind("pocket_kernel", perceptron, space.storage)
        weights, pocket = np.zeros((2, space.n + 2))
        duals, self.dual_coef_ = np.zeros((2, labels.size))
        counts = np.zeros(1, dtype=kernel.COUNTS)
        counts["correct"] = -1
        started, self.n_visits_, self.status_ = perf_counter(), 0, None
        while self.status_ is None:
            left = min(BLOCK, self.max_visits - self.n_visits_)
            ids = generator.randint(labels.size, size=left)
            self.n_visits_ += kernel.advance(
                space.patterns,
                space.labels,
                space.rho,
                ids,
                weights,
                duals,
                pocket,
                self.dual_coef_,
                counts,
            )
            if counts["pocket_correct"][0] == labels.size:
                self.status_ = "converged"
            elif self.n_visits_ >= self.max_visits:
                self.status_ = "max_visits"
            elif self.max_seconds and perf_counter() - started >= self.max_seconds:
                self.status_ = "max_seconds"
        self.train_seconds_ = perf_counter() - started
        self.n_updates_, self.n_checks_ = int(counts["updates"][0]), int(counts["checks"][0])
        self.coef_ = pocket[None, :-2].copy()
        self.intercept_ = space.rho * pocket[-2:-1]
        products = labels * (X @ self.coef_[0] + self.intercept_[0])
        self.correct_ = products > 0
        self.converged_ = self.status_ == "converged"
        self.directional_margin_ = ratio(products.min(), np.linalg.norm(pocket))
        return self
