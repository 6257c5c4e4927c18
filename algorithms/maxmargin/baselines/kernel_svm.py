"""LIBSVM's soft-margin SVM with a kernel, one class against the rest (through scikit-learn)."""

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from maxmargin.estimators.linear_classifier import largest
from maxmargin.estimators.shared_parameters import (
    POSITIVE,
    Parameter,
    attributes,
    declares,
    shared,
)
from maxmargin.kernels import Linear, values

CACHE = 400  # MB, of LIBSVM's own
LINEAR = Linear()


C = Parameter(1.0, [POSITIVE], "LIBSVM's C, the cost of slacks.")


@declares(
    {**shared("kernel"), "C": C, **shared("tol")},
    attributes=attributes("classes_", support_vectors_="(C,), how many each SVM has."),
)
class KernelSVM(ClassifierMixin, BaseEstimator):
    """An SVM for each class; the largest output decides the prediction.

    The whole Gram matrix is stored: 8 m² bytes, and as much again inside LIBSVM.
    """

    def fit(self, X, y):
        """Learns from X, (m, n), an array, and y, (m,), of two values or more."""
        X, y = validate_data(self, X, y, dtype=np.float64)
        check_classification_targets(y)
        self.classes_, self._X = np.unique(y), X
        if len(self.classes_) == 1:
            raise ValueError(
                f"y has only one class, {self.classes_[0]!s}; at least two are needed."
            )
        from sklearn.svm import SVC  # here, as it takes long to import

        gram = values(self.kernel or LINEAR, self._X, self._X)
        self._svms = [
            SVC(kernel="precomputed", C=self.C, tol=self.tol, cache_size=CACHE).fit(gram, y == c)
            for c in self.classes_
        ]
        self.support_vectors_ = np.array([svm.support_.size for svm in self._svms])
        return self

    def decision_function(self, X):
        """The SVMs' outputs, (m, C), or (m,) of the second of two classes."""
        check_is_fitted(self)
        X = validate_data(self, X, dtype=np.float64, reset=False)
        gram = values(self.kernel or LINEAR, X, self._X)
        outputs = np.column_stack([svm.decision_function(gram) for svm in self._svms])
        return outputs[:, 1] if len(self.classes_) == 2 else outputs

    def predict(self, X):
        """The class of each row of X, (m,)."""
        outputs = self.decision_function(X)
        return largest(self.classes_, outputs)
