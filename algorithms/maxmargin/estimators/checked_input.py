"""Input as all estimators take it: float64, and sparse matrices without duplicate entries."""

import numpy as np
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from maxmargin.space import without_duplicates

FORM = {"accept_sparse": "csr", "dtype": np.float64}


def patterns_and_codes(estimator, X, y):
    """(X, codes) to learn from; sets classes_, of which codes, (m,), are places.

    Raises ValueError for anything but numbers and classes, and for a ρ or Δ whose square overflows.
    """
    X, y = validate_data(estimator, X, y, **FORM)
    check_classification_targets(y)
    for name in ("augment", "extend"):
        value = float(getattr(estimator, name, 0.0))
        if not np.isfinite(value * value):
            raise ValueError(f"{name} is {value:g}, whose square overflows; it has to be smaller.")
    estimator.classes_, codes = np.unique(y, return_inverse=True)
    return without_duplicates(X), codes


def patterns(estimator, X):
    """X to predict for. Raises NotFittedError, and ValueError for another number of columns."""
    check_is_fitted(estimator)
    return without_duplicates(validate_data(estimator, X, reset=False, **FORM))
