"""LIBSVM's soft-margin SVM with a kernel, one class against the rest (through scikit-learn)."""

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from maxmargin.estimators.checked_input import refuse
from maxmargin.estimators.linear_classifier import largest
from maxmargin.estimators.shared_parameters import (
    POSITIVE,
    Parameter,
    attributes,
    declares,
    shared,
)
from maxmargin.kernels import Gaussian, Linear, Polynomial, checked, values

CACHE = 2000  # MB, of LIBSVM's own
START = 5000  # patterns, at least, that the first SVM of many is found from
SLICE = 512  # patterns whose outputs are computed at a time
LINEAR = Linear()
PRECOMPUTED = {"kernel": "precomputed"}


C = Parameter(1.0, [POSITIVE], "LIBSVM's C, the cost of slacks.")


@declares(
    {**shared("kernel"), "C": C, **shared("tol")},
    attributes=attributes("classes_", support_vectors_="(C,), how many each SVM has."),
)
class KernelSVM(ClassifierMixin, BaseEstimator):
    """An SVM for each class; the largest output decides the prediction.

    LIBSVM computes the kernels that it knows itself when it needs them. Of many patterns it then
    solves a part, and again its support vectors with the patterns that its solution violates by
    more than tol, until there are none. Of another kernel, normalised or a `PolyGaussian`, the
    whole Gram matrix is stored: 8 m² bytes, and as much again inside LIBSVM.
    """

    def fit(self, X, y, **fit_params):
        """Learns from X, (m, n), an array, and y, (m,), of two values or more.

        Raises ValueError for a kernel that is none, or has wrong parameters.
        """
        refuse(self, fit_params)
        kernel = checked(self.kernel or LINEAR)
        X, y = validate_data(self, X, y, dtype=np.float64)
        check_classification_targets(y)
        self.classes_, self._X = np.unique(y), X.copy()  # which the caller may change
        if len(self.classes_) == 1:
            raise ValueError(
                f"y has only one class, {self.classes_[0]!s}; at least two are needed."
            )
        inputs, members = self._inputs(X), y[:, None] == self.classes_
        if _of_libsvm(kernel) == PRECOMPUTED:
            self._svms = [self._from_whole(kernel, inputs, labels) for labels in members.T]
        else:
            self._svms = self._from_parts(kernel, inputs, members)
        self.support_vectors_ = np.array([svm.support_.size for svm in self._svms])
        return self

    def decision_function(self, X):
        """The SVMs' outputs, (m, C), or (m,) of the second of two classes."""
        check_is_fitted(self)
        X = validate_data(self, X, dtype=np.float64, reset=False)
        inputs = self._inputs(X)
        outputs = np.column_stack([svm.decision_function(inputs) for svm in self._svms])
        return outputs[:, 1] if len(self.classes_) == 2 else outputs

    def predict(self, X):
        """The class of each row of X, (m,)."""
        outputs = self.decision_function(X)
        return largest(self.classes_, outputs)

    def _from_whole(self, kernel, inputs, labels):
        """LIBSVM's SVM of all inputs. labels: (m,), bool."""
        from sklearn.svm import SVC  # here, as it takes long to import

        parameters = _of_libsvm(kernel) | {"C": self.C, "tol": self.tol}
        return SVC(**parameters, cache_size=CACHE).fit(inputs, labels)

    def _from_parts(self, kernel, X, members):
        """The same up to tol for each class, of many patterns from one part after another.

        The next part is the support vectors of this one's SVM and what it violates. A pattern that
        comes back stays, so that the parts end. members: (m, C), bool.
        """
        parts, svms = [_Part(labels) for labels in members.T], [None] * members.shape[1]
        waiting = list(range(len(parts)))
        while waiting:
            for c in waiting:
                used = parts[c].inside
                svms[c] = self._from_whole(kernel, X[used], members[used, c])
            outputs = _outputs(kernel, X, [(parts[c], svms[c]) for c in waiting])
            signed = np.where(members[:, waiting], outputs, -outputs)
            violated = signed < 1.0 - self.tol
            waiting = [
                c
                for c, own in zip(waiting, violated.T, strict=True)
                if parts[c].renew(svms[c].support_, own)
            ]
        return svms

    def _inputs(self, X):
        """What LIBSVM is given for X: X itself, or its rows of the Gram matrix."""
        kernel = self.kernel or LINEAR
        return values(kernel, X, self._X) if _of_libsvm(kernel) == PRECOMPUTED else X


def _of_libsvm(kernel):
    """A kernel as parameters of scikit-learn's SVC."""
    match kernel:
        case Linear(normalised=False):
            return {"kernel": "linear"}
        case Gaussian(width=width):
            return {"kernel": "rbf", "gamma": 1 / (2 * width**2)}
        case Polynomial(degree=degree, scale=scale, normalised=False):
            return {"kernel": "poly", "degree": degree, "gamma": 1 / scale, "coef0": 1.0}
    return PRECOMPUTED


class _Part:
    """The patterns, (m,), that are inside a class's next SVM, those that have been and are no
    longer, and those that have come back.
    """

    def __init__(self, labels):
        self.inside = np.zeros(len(labels), dtype=bool)
        self.inside[:: max(1, len(labels) // START)] = True
        self.inside[[labels.argmax(), labels.argmin()]] = True  # both classes
        self.dropped, self.back = np.zeros_like(self.inside), np.zeros_like(self.inside)

    def renew(self, support, violated):
        """Whether any pattern outside is violated, (m,); then the part is the next one. support:
        which patterns inside are support vectors.
        """
        before, violated = self.inside, violated & ~self.inside
        if not violated.any():
            return False
        self.inside = violated | self.back
        self.inside[np.flatnonzero(before)[support]] = True
        self.back |= violated & self.dropped
        self.dropped |= before & ~self.inside
        return True


def _outputs(kernel, X, solved):
    """The outputs of SVMs of parts of X, (m, len(solved)), which share their kernel's values."""
    coefficients = np.zeros((len(X), len(solved)))
    for column, (part, svm) in zip(coefficients.T, solved, strict=True):
        column[np.flatnonzero(part.inside)[svm.support_]] = svm.dual_coef_[0]
    used = coefficients.any(axis=1)
    bearing, coefficients, outputs = X[used], coefficients[used], np.empty((len(X), len(solved)))
    for start in range(0, len(X), SLICE):
        outputs[start : start + SLICE] = (
            values(kernel, X[start : start + SLICE], bearing) @ coefficients
        )
    return outputs + [svm.intercept_[0] for _, svm in solved]
