"""LIBSVM's soft-margin SVM with a kernel, one-vs-rest (through scikit-learn)."""

from typing import Self

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.validation import check_is_fitted, validate_data

from maxmargin.estimators.binary_classifier import largest
from maxmargin.estimators.constraints import check_parameters
from maxmargin.estimators.shared_parameters import (
    POSITIVE,
    Attribute,
    Parameter,
    attributes,
    declares,
    shared,
)
from maxmargin.input.checked_input import (
    ArrayLike,
    check_are_classes,
    check_labels,
    check_nothing_is_masked,
    exact_labels,
    forget,
    refuse,
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

CACHE = 2000  # MB, of LIBSVM's own cache
START = 5000  # least number of patterns in the first part, if there are many patterns
SLICE = 512  # patterns whose outputs are computed at a time


C = Parameter(1.0, [POSITIVE], "LIBSVM's C, the cost of slacks.")


@declares(
    {**shared("kernel"), "C": C, **shared("tol")},
    attributes=attributes("classes_")
    | {"n_support_": Attribute("np.ndarray", "(C,), the number of support vectors of each SVM.")},
)
class KernelSVM(ClassifierMixin, BaseEstimator):
    """Trains one SVM for each class. The largest output decides a prediction.

    Fewer than 10,000 patterns are solved at once. For more patterns, LIBSVM first solves a part.
    The next part is the support vectors, with the patterns that the solution violates by more than
    tol. Parts follow until no pattern is violated. LIBSVM gets the Gram matrix of a part, 8 bytes a
    value, or three times as much while it is computed. LIBSVM caches half as much, up to 2 GB. So
    memory grows with the square of the number of support vectors.
    """

    def fit(self, X: ArrayLike, y: ArrayLike, **fit_params: None) -> Self:
        """Learn from patterns of two or more classes.

        Parameters
        ----------
        X : array-like of shape (m, n)
            The patterns.
        y : array-like of shape (m,)
            The labels: two or more values.
        **fit_params : None
            Other arguments must be None. They let scikit-learn's tools call `fit`.

        Returns
        -------
        self
            The fitted estimator.

        Raises
        ------
        ValueError
            If y has only one class, if kernel is not a kernel or has wrong parameters, or if its
            values overflow or are lost in rounding on these patterns.
        TypeError
            If an argument in `fit_params` is not None.
        """
        refuse(self, fit_params)
        forget(self)
        kernel = checked(self.kernel or Linear())
        check_parameters(self)
        check_nothing_is_masked(X)
        check_labels(y)
        X, y = validate_data(self, X, exact_labels(y), dtype=np.float64)
        check_are_classes(y)
        self.classes_, self._X = np.unique(y), X.copy()  # a copy, because the caller may change X
        if len(self.classes_) == 1:
            raise ValueError(
                f"y has only one class, {self.classes_[0]!s}; at least two are needed."
            )
        squares = squared_norms(X)
        diagonal(kernel, squares)
        relative_error(kernel, float(squares.max()), most_entries(X))
        self._kernel, members = kernel, y[:, None] == self.classes_
        self._coefficients, self._thresholds = self._solved(members)
        self.n_support_ = np.count_nonzero(self._coefficients, axis=0)
        return self

    def __sklearn_is_fitted__(self):
        return hasattr(self, "n_support_")

    def decision_function(self, X: ArrayLike) -> np.ndarray:
        """Return the SVMs' outputs.

        Parameters
        ----------
        X : array-like of shape (m, n)
            The patterns.

        Returns
        -------
        array of shape (m, C), or (m,) for two classes
            The outputs of each class's SVM; for two classes, of the second class's SVM.

        Raises
        ------
        NotFittedError
            Before `fit`.
        ValueError
            If X has another number of columns than in `fit`, or if kernel values overflow.
        """
        check_is_fitted(self)
        X = validate_data(self, X, dtype=np.float64, reset=False)
        diagonal(self._kernel, squared_norms(X))
        outputs = self._outputs(X, self._coefficients) + self._thresholds
        return outputs[:, 1] if len(self.classes_) == 2 else outputs

    def predict(self, X: ArrayLike) -> np.ndarray:
        """Return the predicted class of each pattern.

        Parameters
        ----------
        X : array-like of shape (m, n)
            The patterns.

        Returns
        -------
        array of shape (m,)
            The class of each row of X.

        Raises
        ------
        NotFittedError
            Before `fit`.
        ValueError
            If X has another number of columns than in `fit`, or if kernel values overflow.
        """
        outputs = self.decision_function(X)
        return largest(self.classes_, outputs)

    def _solved(self, members):
        """Return the signed coefficients, (m, C), and thresholds, (C,), of all SVMs up to tol.

        members is (m, C), bool. The next part consists of the support vectors of the present part's
        SVM and of the violated patterns. A pattern that comes back stays, so that the parts end.
        """
        coefficients, thresholds = np.zeros(members.shape), np.zeros(members.shape[1])
        parts, waiting = [_Part(members) for _ in thresholds], list(range(len(thresholds)))
        inside = gram = None
        while waiting:
            for c in waiting:
                if not np.array_equal(inside, places := np.flatnonzero(parts[c].inside)):
                    inside, gram = places, None  # releases the last matrix first
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
                if parts[c].refresh(coefficients[:, c] != 0.0, own)
            ]
        return coefficients, thresholds

    def _svm(self, gram, labels):
        """Return LIBSVM's SVM of patterns with this Gram matrix. labels: bool."""
        from sklearn.svm import SVC  # imported here because it takes long

        svm = SVC(kernel="precomputed", C=self.C, tol=self.tol, cache_size=CACHE)
        return svm.fit(gram, labels)

    def _outputs(self, X, coefficients):
        """Return Σ_k coefficients_k K(x, x_k), without thresholds, of shape (rows of X, SVMs).

        coefficients: (m, SVMs).
        """
        bearing = coefficients.any(axis=1)
        patterns, coefficients = self._X[bearing], coefficients[bearing]
        outputs = np.empty((len(X), coefficients.shape[1]))
        for start in range(0, len(X), SLICE):
            part = values(self._kernel, X[start : start + SLICE], patterns)
            outputs[start : start + SLICE] = part @ coefficients
        return outputs


class _Part:
    """The patterns inside a class's next SVM, the dropped ones, and those that came back.

    Each is (m,), bool. members: (m, C), bool. The first part has patterns of all classes.
    """

    def __init__(self, members):
        self.inside = np.zeros(len(members), dtype=bool)
        self.inside[:: max(1, len(members) // START)] = True
        self.inside[members.argmax(axis=0)] = self.inside[members.argmin(axis=0)] = True
        self.dropped, self.back = np.zeros_like(self.inside), np.zeros_like(self.inside)

    def refresh(self, support, violated):
        """Set the next part, if a pattern outside is violated. Return whether one is.

        support: (m,), whether a pattern is a support vector. violated: (m,).
        """
        before, violated = self.inside, violated & ~self.inside
        if not violated.any():
            return False
        self.inside = violated | self.back | support
        self.back |= violated & self.dropped
        self.dropped |= before & ~self.inside
        return True
