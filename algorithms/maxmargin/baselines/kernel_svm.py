"""LIBSVM's soft-margin SVM with a kernel, one class against the rest (through scikit-learn)."""

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from maxmargin.estimators.checked_input import check_labels, check_nothing_is_masked, forget, refuse
from maxmargin.estimators.linear_classifier import largest
from maxmargin.estimators.shared_parameters import (
    POSITIVE,
    Parameter,
    attributes,
    declares,
    shared,
)
from maxmargin.kernels import (
    Linear,
    checked,
    diagonal,
    relative_error,
    squared_norms,
    values,
)
from maxmargin.rounding import most_entries

CACHE = 2000  # MB, of LIBSVM's own
START = 5000  # patterns, at least, that the first SVM of many is found from
SLICE = 512  # patterns whose outputs are computed at a time


C = Parameter(1.0, [POSITIVE], "LIBSVM's C, the cost of slacks.")


@declares(
    {**shared("kernel"), "C": C, **shared("tol")},
    attributes=attributes("classes_", support_vectors_="(C,), how many each SVM has."),
)
class KernelSVM(ClassifierMixin, BaseEstimator):
    """An SVM for each class; the largest output decides the prediction.

    Fewer than 10,000 patterns are solved at once. Of more, LIBSVM solves a part, then its support
    vectors with the patterns that its solution violates by more than tol, and so on until there are
    none. It is given the Gram matrix of the part, 8 bytes a value and while it is made three times
    as much, and keeps half as much, up to 2 GB. So memory grows with the square of the support
    vectors.
    """

    def fit(self, X, y, **fit_params):
        """Learns from X, (m, n), an array, and y, (m,), of two values or more.

        Raises ValueError for a kernel that is none or has wrong parameters, and for one whose
        values overflow or are lost in rounding on these patterns.
        """
        refuse(self, fit_params)
        forget(self)
        kernel = checked(self.kernel or Linear())
        self._validate_params()
        check_nothing_is_masked(X)
        check_labels(y)
        X, y = validate_data(self, X, y, dtype=np.float64)
        check_classification_targets(y)
        self.classes_, self._X = np.unique(y), X.copy()  # which the caller may change
        if len(self.classes_) == 1:
            raise ValueError(
                f"y has only one class, {self.classes_[0]!s}; at least two are needed."
            )
        squares = squared_norms(X)
        diagonal(kernel, squares)
        relative_error(kernel, float(squares.max()), most_entries(X))
        self._kernel, members = kernel, y[:, None] == self.classes_
        self._coefficients, self._thresholds = self._solved(members)
        self.support_vectors_ = np.count_nonzero(self._coefficients, axis=0)
        return self

    def __sklearn_is_fitted__(self):
        return hasattr(self, "support_vectors_")

    def decision_function(self, X):
        """The SVMs' outputs, (m, C), or (m,) of the second of two classes."""
        check_is_fitted(self)
        X = validate_data(self, X, dtype=np.float64, reset=False)
        diagonal(self._kernel, squared_norms(X))
        outputs = self._outputs(X, self._coefficients) + self._thresholds
        return outputs[:, 1] if len(self.classes_) == 2 else outputs

    def predict(self, X):
        """The class of each row of X, (m,)."""
        outputs = self.decision_function(X)
        return largest(self.classes_, outputs)

    def _solved(self, members):
        """The signed coefficients, (m, C), and thresholds, (C,), of each class's SVM up to tol.

        The next part is the support vectors of this one's SVM and what it violates. A pattern that
        comes back stays, so that the parts end. members: (m, C), bool.
        """
        coefficients, thresholds = np.zeros(members.shape), np.zeros(members.shape[1])
        parts, waiting = [_Part(members) for _ in thresholds], list(range(len(thresholds)))
        inside = gram = None
        while waiting:
            for c in waiting:
                if not np.array_equal(inside, places := np.flatnonzero(parts[c].inside)):
                    inside, gram = places, None  # before the next is made
                    gram = values(self._kernel, self._X[inside], self._X[inside])
                svm = self._svm(gram, members[inside, c])
                coefficients[:, c] = 0.0
                coefficients[inside[svm.support_], c] = svm.dual_coef_[0]
                thresholds[c] = svm.intercept_[0]
            waiting = [c for c in waiting if not parts[c].inside.all()]
            outputs = self._outputs(self._X, coefficients[:, waiting]) + thresholds[waiting]
            signed = np.where(members[:, waiting], outputs, -outputs)
            violated = signed < 1.0 - self.tol
            waiting = [
                c
                for c, own in zip(waiting, violated.T, strict=True)
                if parts[c].renew(coefficients[:, c] != 0.0, own)
            ]
        return coefficients, thresholds

    def _svm(self, gram, labels):
        """LIBSVM's SVM of patterns with this Gram matrix. labels: bool."""
        from sklearn.svm import SVC  # here, as it takes long to import

        svm = SVC(kernel="precomputed", C=self.C, tol=self.tol, cache_size=CACHE)
        return svm.fit(gram, labels)

    def _outputs(self, X, coefficients):
        """Σ_k coefficients_k K(x, x_k) for each row of X and each SVM, without its threshold: (rows
        of X, SVMs). coefficients: (m, SVMs).
        """
        bearing = coefficients.any(axis=1)
        patterns, coefficients = self._X[bearing], coefficients[bearing]
        outputs = np.empty((len(X), coefficients.shape[1]))
        for start in range(0, len(X), SLICE):
            part = values(self._kernel, X[start : start + SLICE], patterns)
            outputs[start : start + SLICE] = part @ coefficients
        return outputs


class _Part:
    """The patterns, (m,), that are inside a class's next SVM, those that have been and are no
    longer, and those that have come back. members: (m, C), bool; the first part has all classes.
    """

    def __init__(self, members):
        self.inside = np.zeros(len(members), dtype=bool)
        self.inside[:: max(1, len(members) // START)] = True
        self.inside[members.argmax(axis=0)] = self.inside[members.argmin(axis=0)] = True
        self.dropped, self.back = np.zeros_like(self.inside), np.zeros_like(self.inside)

    def renew(self, support, violated):
        """Whether any pattern outside is violated, (m,); then the part is the next one. support:
        (m,), which patterns are support vectors.
        """
        before, violated = self.inside, violated & ~self.inside
        if not violated.any():
            return False
        self.inside = violated | self.back | support
        self.back |= violated & self.dropped
        self.dropped |= before & ~self.inside
        return True
