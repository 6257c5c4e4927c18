"""LIBSVM's soft-margin machine with a kernel, one class against the rest (through scikit-learn)."""

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.svm import SVC

from algorithms.kernels import Linear, values

CACHE = 400  # MB, of LIBSVM's own
LINEAR = Linear()


class KernelSVM(ClassifierMixin, BaseEstimator):
    """A machine for each class; predicted is the class with the largest output.

    Parameters: kernel, of algorithms.kernels; C, LIBSVM's price of a slack; tol, its tolerance.
    After `fit`: classes_, (C,), and support_vectors_, (C,), how many each machine has. The Gram
    matrix is written out: 8 m² bytes, and as much again inside LIBSVM.
    """

    def __init__(self, kernel=LINEAR, C=1.0, tol=1e-3):
        self.kernel = kernel
        self.C = C
        self.tol = tol

    def fit(self, X, y):
        """Learns from X, (m, n), an array, and y, (m,), of at least two values."""
        self.classes_ = np.unique(y)
        self._X = np.asarray(X, dtype=np.float64)
        gram = values(self.kernel, self._X, self._X)
        self._machines = [
            SVC(kernel="precomputed", C=self.C, tol=self.tol, cache_size=CACHE).fit(gram, y == c)
            for c in self.classes_
        ]
        self.support_vectors_ = np.array([machine.support_.size for machine in self._machines])
        return self

    def decision_function(self, X):
        """The machines' outputs, (m, C)."""
        gram = values(self.kernel, np.asarray(X, dtype=np.float64), self._X)
        return np.column_stack([machine.decision_function(gram) for machine in self._machines])

    def predict(self, X):
        """The class of each row of X, (m,)."""
        return self.classes_[np.argmax(self.decision_function(X), axis=1)]
