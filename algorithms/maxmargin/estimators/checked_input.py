"""Input as all estimators take it: float64, and sparse matrices without duplicate entries."""

import numpy as np
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from maxmargin.preparation import check_unchanged, once
from maxmargin.space import without_duplicates

FORM = {"accept_sparse": "csr", "dtype": np.float64}


def patterns_and_codes(estimator, X, y, **fit_params):
    """(X, codes) to learn from; sets classes_, of which codes, (m,), are places.

    Raises ValueError for anything but numbers and classes, and for a ρ or Δ whose square overflows,
    and TypeError for fit_params, as `refuse` does.
    """
    refuse(estimator, fit_params)
    checked, classes, codes = once(_checked, X, y, estimator=estimator)
    check_unchanged(X, y)
    validate_data(estimator, X, skip_check_array=True)  # sets n_features_in_, feature_names_in_
    check_lengths(estimator)
    estimator.classes_ = classes.copy()
    return checked, codes


def refuse(estimator, fit_params):
    """Raises TypeError for what `fit` was given besides X and y, unless it is None.

    It comes as **fit_params, since scikit-learn takes a parameter of the name sample_weight for a
    promise that weights count: AdaBoost would boost with them, and others would pass them on.
    """
    who = f"{type(estimator).__name__}.fit"
    for name, value in fit_params.items():
        if value is not None and name == "sample_weight":
            raise TypeError(
                f"{who} takes no sample_weight, as the nearest patterns alone decide the maximum "
                "margin: leave it out; where the margin is soft, repeat in X what counts more."
            )
        if value is not None:
            raise TypeError(f"{who} takes X and y, but no {name}: leave it out.")


def check_lengths(estimator):
    """Raises ValueError for a ρ or Δ whose square overflows."""
    for name in ("augment", "extend"):
        value = float(getattr(estimator, name, 0.0))
        if not np.isfinite(value * value):
            raise ValueError(f"{name} is {value:g}, whose square overflows; it has to be smaller.")


def _checked(X, y, estimator):
    """X as FORM says, the classes of y and their codes. estimator: whom errors name."""
    X, y = validate_data(estimator, X, y, **FORM)
    check_classification_targets(y)
    classes = np.unique(y)
    return without_duplicates(X), classes, np.searchsorted(classes, y)


def patterns(estimator, X):
    """X to predict for. Raises NotFittedError, and ValueError for another number of columns."""
    check_is_fitted(estimator)
    return without_duplicates(validate_data(estimator, X, reset=False, **FORM))
