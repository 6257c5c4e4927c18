"""Input as all estimators take it: float64, sparse matrices without duplicate entries, and labels
of which none is missing.
"""

import numpy as np
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from maxmargin.preparation import check_unchanged, once
from maxmargin.sparse_input import check_sparse, without_duplicates

FORM = {"accept_sparse": "csr", "dtype": np.float64}


def patterns_and_codes(estimator, X, y, **fit_params):
    """(X, codes) to learn from; sets classes_, of which codes, (m,), are places.

    Raises ValueError for anything but numbers and classes, and for a ρ or Δ whose square overflows,
    and TypeError for fit_params, as `refuse` does.
    """
    refuse(estimator, fit_params)
    forget(estimator)
    checked, classes, codes = once(_checked, X, y, estimator=estimator)
    check_unchanged(X, y)
    validate_data(estimator, X, skip_check_array=True)  # sets n_features_in_, feature_names_in_
    check_lengths(estimator)
    estimator.classes_ = classes.copy()
    return checked, codes


def forget(estimator):
    """Deletes the attributes of an earlier fit, so that none of them outlives a refused fit."""
    for name in [*vars(estimator)]:
        if name.endswith("_") and not name.startswith("_"):
            delattr(estimator, name)


def refuse(estimator, fit_params):
    """Raises TypeError for what `fit` was given besides X and y, unless it is None.

    It comes as **fit_params, since scikit-learn treats a `sample_weight` parameter as a promise to
    use weights: AdaBoost would boost with them, and others would pass them on.
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


def check_nothing_is_masked(X, name="X"):
    """Raise ValueError for a masked array with masked values, which scikit-learn would unmask."""
    if np.ma.is_masked(X):
        raise ValueError(f"{name} has masked values: leave their rows out, or fill them in.")


def check_no_dates(X):
    """Raise ValueError for dates or times, which scikit-learn would take as days or seconds."""
    kind = getattr(getattr(X, "dtype", None), "kind", "")
    if kind and kind in "mM":
        raise ValueError(f"X is of {X.dtype}: give numbers, such as days since a date of yours.")


def check_labels(y, name="y"):
    """Raise ValueError for missing labels: NaN, NaT, None, pandas' NA, or masked ones."""
    check_nothing_is_masked(y, name)
    try:
        labels = np.asarray(y)
    except ValueError:  # of lists of several lengths, which scikit-learn describes
        return
    if labels.dtype.kind in "US" and not hasattr(y, "dtype"):
        labels = np.asarray(y, dtype=object)  # a list's NaN would be a text
    if y is None or labels.ndim == 0:
        return
    missing = np.zeros(labels.size, dtype=bool)
    if labels.dtype.kind == "O":
        missing[:] = [_is_missing(label) for label in labels.ravel()]
    elif labels.dtype.kind in "fcmM":
        missing = labels.ravel() != labels.ravel()
    if missing.any():
        place = int(missing.argmax())
        raise ValueError(
            f"{name} has a missing value, {labels.ravel()[place]}, at place {place}, counted from "
            f"0 ({missing.sum()} in all): leave these rows out, or give their classes."
        )


def _is_missing(label):
    """Whether a label is None or is not equal to itself. The answer of pandas' NA is no bool."""
    try:
        return label is None or bool(label != label)
    except (TypeError, ValueError):
        return True


def _checked(X, y, estimator):
    """X as FORM says, the classes of y and their codes. estimator: whom errors name."""
    check_sparse(X)
    check_nothing_is_masked(X)
    check_no_dates(X)
    check_labels(y)
    X, y = validate_data(estimator, X, y, **FORM)
    check_classification_targets(y)
    classes = np.unique(y)
    return without_duplicates(X), classes, np.searchsorted(classes, y)


def patterns(estimator, X):
    """X to predict for. Raises NotFittedError, and ValueError for another number of columns."""
    check_is_fitted(estimator)
    check_sparse(X)
    check_nothing_is_masked(X)
    check_no_dates(X)
    return without_duplicates(validate_data(estimator, X, reset=False, **FORM))
