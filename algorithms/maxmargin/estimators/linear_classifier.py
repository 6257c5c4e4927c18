"""What all linear classifiers share here: two classes, checked input, prediction."""

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin

from maxmargin.estimators import checked_input
from maxmargin.preparation import once


class LinearClassifier(ClassifierMixin, BaseEstimator):
    """A classifier of two classes by coef_ and intercept_."""

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        tags.input_tags.sparse = True
        return tags

    def __sklearn_is_fitted__(self):
        """Whether a fit has ended: a refused one leaves classes_ and n_features_in_."""
        return hasattr(self, "converged_")

    def _checked(self, X, y, **fit_params):
        """X and y as `make_space` takes them; sets classes_. Raises ValueError."""
        self._validate_params()
        X, codes = checked_input.patterns_and_codes(self, X, y, **fit_params)
        if len(self.classes_) == 1:
            raise ValueError(f"y has only one class, {self.classes_[0]!s}; a margin needs two.")
        if len(self.classes_) > 2:
            raise ValueError(
                "Only binary classification is supported. The type of the target is multiclass: y "
                f"has {len(self.classes_)} classes, but two are needed: put the learner into "
                "scikit-learn's OneVsRestClassifier, or into maxmargin.OneAgainstRest."
            )
        return X, once(_signs, codes)

    def decision_function(self, X):
        """X·coef_ + intercept_, (m,): positive for the class that is larger in sort order."""
        X = checked_input.patterns(self, X)
        return X @ self.coef_.ravel() + self.intercept_[0]

    def predict(self, X):
        """The class of each row of X, (m,)."""
        positive = self.decision_function(X) > 0
        return self.classes_[positive.astype(int)]


def _signs(codes):
    return 2.0 * codes - 1.0


def largest(classes, outputs):
    """The class of the largest output, (m,), of outputs as `decision_function` gives them."""
    best = outputs > 0 if outputs.ndim == 1 else np.argmax(outputs, axis=1)
    return classes[np.asarray(best, dtype=int)]
