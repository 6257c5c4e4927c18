"""The base class of all classifiers of two classes: checked input and predictions."""

from typing import Any

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin

from maxmargin.estimators.constraints import check_parameters
from maxmargin.input import checked_input
from maxmargin.input.checked_input import MatrixLike
from maxmargin.preparation import memoised


class BinaryClassifier(ClassifierMixin, BaseEstimator):
    """A classifier of two classes, by coef_ and intercept_ or in a kernel's space."""

    classes_: np.ndarray
    n_features_in_: int
    coef_: np.ndarray
    intercept_: np.ndarray
    converged_: bool

    _needs_margin = False  # whether the classifier is of little use if no weight separates

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        tags.classifier_tags.poor_score = self._needs_margin and not getattr(self, "extend", 0.0)
        tags.input_tags.sparse = True
        return tags

    def __sklearn_is_fitted__(self):
        """Return whether a fit ended. A refused fit sets only attributes that do not count."""
        return hasattr(self, "converged_")

    def _checked(self, X, y, **fit_params) -> tuple[Any, np.ndarray]:
        """Return X and y for `make_space`, and set classes_. Raise ValueError for bad input."""
        return patterns_and_labels(self, X, y, **fit_params)

    def decision_function(self, X: MatrixLike) -> np.ndarray:
        """Return X·coef_ + intercept_.

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
        X = checked_input.patterns(self, X)
        return outputs_of(X, self.coef_.ravel(), self.intercept_[0])

    def predict(self, X: MatrixLike) -> np.ndarray:
        """Return the predicted class of each pattern.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (m, n)
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
            If X has another number of columns than in `fit`, or if a product overflows.
        """
        positive = self.decision_function(X) > 0
        return self.classes_[positive.astype(int)]


def patterns_and_labels(model, X, y, **fit_params) -> tuple[Any, np.ndarray]:
    """Return X and the labels for `make_space`, and set the classes_ of a `BinaryClassifier`.

    Raises ValueError for bad input or parameters.
    """
    checked_input.forget(model)
    check_parameters(model)
    X, codes = checked_input.patterns_and_codes(model, X, y, **fit_params)
    checked_input.check_two(model.classes_)
    return X, memoised(_signs, codes)


def _signs(codes):
    return 2.0 * codes - 1.0


def outputs_of(patterns, weights, threshold=0.0):
    """Return the products of patterns, (m, n), with weights, (n,) or (n, C), plus a threshold.

    Raises ValueError for a product that is not finite. Patterns and weights have to be finite.
    """
    with np.errstate(over="ignore", invalid="ignore"):
        outputs = patterns @ weights + threshold
    finite = np.isfinite(outputs)
    if not finite.all():
        row = int(finite.reshape(len(finite), -1).all(axis=1).argmin())
        raise ValueError(
            f"row {row} of X, counted from 0, is so long that its product with the weight "
            "overflows: scale X down."
        )
    return outputs


def largest(classes, outputs):
    """Return the class of the largest output, (m,), for outputs of `decision_function`."""
    best = outputs > 0 if outputs.ndim == 1 else np.argmax(outputs, axis=1)
    return classes[np.asarray(best, dtype=int)]
