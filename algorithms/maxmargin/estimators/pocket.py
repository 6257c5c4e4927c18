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

BLOCK = 1 << 16  # patterns between two looks at the clock


PARAMETERS = shared("augment", "max_trials", "max_seconds", "random_state")


@declares(
    PARAMETERS,
    attributes=attributes(
        *("coef_", "intercept_", "n_updates_", "directional_margin_", "train_seconds_"),
        dual_coef_="(m,), α of the weight in the pocket.",
        right_="(m,), which patterns the weight in the pocket has right.",
        n_trials_="Patterns presented.",
        n_checks_="Checks of all patterns by the ratchet.",
        status_='"converged", "max_trials" or "max_seconds".',
        converged_="Whether all patterns are right.",
    ),
)
class Pocket(LinearClassifier):
    """Perceptron learning that keeps in its pocket the best weight that it has met.

    Patterns are presented at random, with replacement. A weight comes into the pocket when it has
    been right more often in a row than the one there, and, which is the ratchet, is right about
    more of all patterns. It ends when all are right, or by a limit.
    """

    def fit(self, X, y):
        """Learns from X, (m, n), an array or sparse matrix, and y, (m,), of two values.

        Raises ValueError for input no weight is right about.
        """
        X, labels = self._checked(X, y)
        space = make_space(X, labels, self.augment)
        generator = check_random_state(self.random_state)
        kernel = bind("pocket_kernel", perceptron, space.storage)
        weights, pocket = np.zeros((2, space.n + 2))
        duals, self.dual_coef_ = np.zeros((2, labels.size))
        counts = np.zeros(1, dtype=kernel.COUNTS)
        counts["right"] = -1
        started, self.n_trials_, self.status_ = perf_counter(), 0, None
        while self.status_ is None:
            left = min(BLOCK, self.max_trials - self.n_trials_)
            ids = generator.randint(labels.size, size=left)
            self.n_trials_ += kernel.advance(
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
            if counts["pocket_right"][0] == labels.size:
                self.status_ = "converged"
            elif self.n_trials_ >= self.max_trials:
                self.status_ = "max_trials"
            elif self.max_seconds and perf_counter() - started >= self.max_seconds:
                self.status_ = "max_seconds"
        self.train_seconds_ = perf_counter() - started
        self.n_updates_, self.n_checks_ = int(counts["updates"][0]), int(counts["checks"][0])
        self.coef_ = pocket[None, :-2].copy()
        self.intercept_ = space.rho * pocket[-2:-1]
        products = labels * (X @ self.coef_[0] + self.intercept_[0])
        self.right_ = products > 0
        self.converged_ = self.status_ == "converged"
        self.directional_margin_ = ratio(products.min(), np.linalg.norm(pocket))
        return self
