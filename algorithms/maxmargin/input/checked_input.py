"""Checks of the input of all estimators.

Checked patterns are float64, and sparse matrices have no duplicate entries. Checked labels have no
missing values.
"""

from decimal import Decimal
from math import isfinite
from numbers import Integral, Rational
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy import sparse
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_array, check_is_fitted, validate_data

from maxmargin.input.finite import not_finite
from maxmargin.input.sparse_input import check_sparse, widened, without_duplicates
from maxmargin.input.unchanged import check_unchanged
from maxmargin.preparation import memoised

MatrixLike = ArrayLike | sparse.sparray | sparse.spmatrix
FORM = {"accept_sparse": "csr", "dtype": np.float64}
NUMBERS = "biuf"  # kinds of dtypes
EXACT = 1 << 53  # float64 has all whole numbers up to this one


def patterns_and_codes(estimator, X, y, **fit_params):
    """Return X and the class codes, (m,), for learning. Set classes_, which the codes index.

    Raises ValueError if X does not hold numbers or y no classes, and if ρ² or Δ² overflows. Raises
    TypeError if an argument in `fit_params` is not None.
    """
    refuse(estimator, fit_params)
    check_nothing_is_masked(X)  # also what was masked since an earlier fit in `prepared_once`
    check_nothing_is_masked(y, "y")
    checked, classes, codes = memoised(_checked, X, y, estimator=estimator)
    check_unchanged(X, y)
    _check_columns(estimator, X, reset=True)
    check_added_coordinates(estimator)
    estimator.classes_ = classes.copy()
    return checked, codes


def forget(estimator):
    """Delete the attributes of an earlier fit, so that none outlives a refused fit."""
    attributes = vars(estimator)
    for name in [*attributes]:
        if name.endswith("_") and not name.startswith("_"):
            del attributes[name]


def refuse(estimator, fit_params):
    """Raise TypeError if `fit` got a value other than None besides X and y.

    `fit` takes these values as **fit_params, because scikit-learn treats a `sample_weight`
    parameter as a promise to use weights. AdaBoost, for example, would boost with them.
    """
    who = f"{type(estimator).__name__}.fit"
    for name, value in fit_params.items():
        if value is not None and name == "sample_weight":
            raise TypeError(
                f"{who} got sample_weight, but the nearest patterns alone decide the maximum "
                "margin: leave it out. If the margin is soft, repeat the heavier patterns in X."
            )
        if value is not None:
            raise TypeError(f"{who} got {name}, but takes only X and y: leave {name} out.")


def check_added_coordinates(estimator):
    """Raise ValueError if ρ² or Δ² overflows."""
    for name in ("augment", "extend"):
        value = float(getattr(estimator, name, 0.0))
        if not np.isfinite(value * value):
            raise ValueError(f"{name} is {value:g}, and its square overflows: make it smaller.")


def check_nothing_is_masked(X, name="X"):
    """Raise ValueError for masked values, because scikit-learn would use the hidden ones."""
    if type(X) is not np.ndarray and np.ma.is_masked(X):
        raise ValueError(f"{name} has masked values: leave their rows out, or fill them in.")


def check_no_dates(X):
    """Raise ValueError for dates or times, because scikit-learn would read them as numbers."""
    types = [X.dtype] if hasattr(X, "dtype") else [*getattr(X, "dtypes", ())]
    for column, dtype in enumerate(types):
        if getattr(dtype, "kind", "") in ("m", "M"):  # a duration or a date
            what = "X" if hasattr(X, "dtype") else f"column {X.columns[column]!r} of X"
            raise ValueError(f"{what} is of {dtype}: convert it to numbers, such as days.")


def check_filled_with_zeros(X):
    """Raise ValueError for a frame of sparse columns whose fill value is not 0."""
    dtypes = () if hasattr(X, "dtype") else getattr(X, "dtypes", ())  # a column alone has both
    fills = [getattr(dtype, "fill_value", None) for dtype in dtypes]
    if not fills or None in fills:  # with one dense column all are read as dense
        return
    for name, fill in zip(X.columns, fills, strict=True):
        if fill != 0:
            raise ValueError(
                f"column {name!r} of X is sparse with the fill value {fill}: convert it, as with "
                "X.sparse.to_dense()."
            )


def check_no_texts(X):
    """Raise ValueError for texts, because scikit-learn would read some of them as numbers.

    Also for rows of different lengths and for records, which are no rows of numbers.
    """
    if sparse.issparse(X):
        return
    try:
        values = np.asarray(X)
    except ValueError:
        raise ValueError(_different_lengths(X)) from None
    if values.dtype.kind == "V":
        raise ValueError(
            "X has records with named fields: convert it, as with "
            "numpy.lib.recfunctions.structured_to_unstructured(X)."
        )
    is_text = values.dtype.kind in "US"
    if values.dtype.kind == "O":
        is_text = any(isinstance(value, str | bytes) for value in values.ravel())
    if is_text:
        raise ValueError("X has texts: convert them to numbers.")


def check_not_rounded(X):
    """Raise ValueError for fractions that float64 rounds: a proof would be about other numbers.

    These are longdouble, Fraction and Decimal. Whole numbers of 2⁵³ or more may be rounded, and
    `maxmargin.separable.cause` says nothing about such numbers.
    """
    values: Any = X if sparse.issparse(X) else np.asarray(X)
    if values.dtype.kind == "f" and values.dtype.itemsize > 8:
        values = values.tocoo().data if sparse.issparse(X) else values
        narrow = values.astype(np.float64)
        rounded = (narrow != values) & np.isfinite(narrow)  # scikit-learn names what is not finite
    elif values.dtype.kind == "O" and not sparse.issparse(X):
        rounded = np.array([_is_rounded(value) for value in values.ravel()], dtype=bool)
    else:
        return
    if rounded.any():
        value = values.ravel()[int(rounded.ravel().argmax())]
        raise ValueError(f"X has {value!r:.40}, which float64 rounds: convert X to float64.")


def _is_rounded(value):
    is_wide = isinstance(value, np.floating) and value.itemsize > 8
    if isinstance(value, Integral) or not (is_wide or isinstance(value, Rational | Decimal)):
        return False
    try:
        return isfinite(value) and float(value) != value
    except OverflowError:  # scikit-learn names such values
        return False


def _different_lengths(X):
    """Return a sentence about the first row that is not as long as row 0."""
    lengths = [len(row) if hasattr(row, "__len__") else 0 for row in X]
    place = next((k for k, length in enumerate(lengths) if length != lengths[0]), None)
    if place is None:
        return "X has rows that are no lists of numbers."
    return (
        f"row {place} of X, counted from 0, has a length of {lengths[place]}, but row 0 of "
        f"{lengths[0]}: all rows need the same columns."
    )


def check_labels(y, name="y"):
    """Raise ValueError for missing labels: NaN, NaT, None, pandas' NA or masked values."""
    check_nothing_is_masked(y, name)
    try:
        labels = np.asarray(y)
    except ValueError:  # lists of different lengths, for which scikit-learn has a message
        return
    if labels.dtype.kind in "US" and not hasattr(y, "dtype"):
        labels = np.asarray(y, dtype=object)  # otherwise numpy would turn a NaN in a list into text
    if y is None or labels.ndim == 0:
        return
    if isinstance(y, list | tuple):
        given = _flattened(y)
        _check_ends(given, name)
        _check_one_type(given, name)
    elif labels.dtype.kind == "O":
        _check_one_type(labels.ravel().tolist(), name)
    missing = np.zeros(labels.size, dtype=bool)
    if labels.dtype.kind == "O":
        missing[:] = [_is_missing(label) for label in labels.ravel()]
    elif labels.dtype.kind in "fcmM":
        missing = labels.ravel() != labels.ravel()
    if missing.any():
        place = int(missing.argmax())
        raise ValueError(
            f"{name} has a missing value, {labels.ravel()[place]}, at place {place}, counted from "
            f"0 ({missing.sum()} in all): leave these rows out, or fill in their classes."
        )


def _flattened(labels):
    """Return a list of labels, also of rows with one label each."""
    rows = list | tuple | np.ndarray
    return [one[0] if isinstance(one, rows) and np.shape(one) == (1,) else one for one in labels]


def _check_ends(labels, name):
    """Raise ValueError for texts of a list that end with NUL, which numpy's array leaves out."""
    for place, label in enumerate(labels):
        if isinstance(label, str | bytes) and label[-1:] in ("\0", b"\0"):
            raise ValueError(
                f"{name} has {label!r} at place {place}, counted from 0, but numpy's texts lose a "
                "NUL at their end: give this class another name, or an array of objects."
            )


def _check_one_type(labels, name):
    """Raise ValueError for labels whose types numpy would make one, so that values change."""
    if len({isinstance(label, str) for label in labels}) > 1 and not any(map(_is_missing, labels)):
        raise ValueError(f"{name} mixes texts and numbers: give the classes one type.")
    large = any(isinstance(label, int | np.integer) and abs(label) >= EXACT for label in labels)
    if large and np.asarray(labels).dtype.kind == "f":
        raise ValueError(
            f"{name} has integers of 2⁵³ or more, which numpy rounds beside floats or negative "
            "integers: give the classes smaller numbers, or names."
        )


def check_are_classes(y):
    """Raise ValueError for labels that scikit-learn does not take for classes, such as fractions.

    y: (m,), after `check_labels`.
    """
    if y.dtype.kind == "O" and y.size and not isinstance(y[0], str):
        raise ValueError(
            f"Unknown label type: y is an array of objects, such as {y[0]!r:.40}. Convert it to an "
            "array of whole numbers or of texts."
        )
    check_classification_targets(y)


def exact_labels(y):
    """Return y, as an array if scikit-learn would change its labels or refuse them.

    scikit-learn makes floats of pandas' whole numbers and truth values, and so rounds large ones.
    """
    if hasattr(y, "iloc") and len(getattr(y, "columns", ())) == 1:
        y = y.iloc[:, 0]
    dtype = getattr(y, "dtype", None)
    if hasattr(dtype, "categories"):
        return np.asarray(y)
    if getattr(dtype, "kind", "") == "T":  # numpy's texts of any length
        return y.astype(object)
    if not isinstance(dtype, np.dtype) and getattr(dtype, "kind", "") in ("b", "i", "u"):
        return np.asarray(y, dtype=getattr(dtype, "numpy_dtype", None))
    return y


def check_two(classes):
    """Raise ValueError unless there are two classes."""
    if len(classes) == 1:
        raise ValueError(f"y has only one class, {classes[0]!s}; a margin needs two classes.")
    if len(classes) != 2:
        raise ValueError(
            "Only binary classification is supported. The type of the target is multiclass: y "
            f"has {len(classes)} classes, but two are needed: put the learner into scikit-learn's "
            "OneVsRestClassifier, or into maxmargin.OneVsRest."
        )


def _is_missing(label):
    """Return whether a label is None or differs from itself."""
    try:
        return label is None or bool(label != label)
    except (TypeError, ValueError):  # pandas' NA has no truth value
        return True


def _checked(X, y, estimator):
    """Return X in `FORM`, the classes of y and their codes. Errors name the estimator."""
    X, y, classes = _for_learning(estimator, X, y, reset=True)
    if len(classes) == 2 and y.dtype.kind in NUMBERS:  # a tenth of the time of a search
        return X, classes, (y == classes[1]).astype(np.intp)
    return X, classes, np.searchsorted(classes, y)


def block(estimator, X, y, reset=True):
    """Return X in `FORM` and y, for learning. Errors name the estimator.

    Sets n_features_in_ and feature_names_in_ with `reset`, and raises ValueError without it if X
    has other columns.
    """
    X, y, _ = _for_learning(estimator, X, y, reset)
    return X, y


def _for_learning(estimator, X, y, reset) -> Any:
    """Return X in `FORM`, y and its classes. The arguments are those of `block`."""
    check_sparse(X)
    classes = _classes_of_plain(X, y)
    if classes is not None:
        _check_columns(estimator, X, reset)
        return without_duplicates(X), y, classes
    check_nothing_is_masked(X)
    check_no_dates(X)
    check_filled_with_zeros(X)
    check_no_texts(X)
    check_not_rounded(X)
    check_labels(y)
    X, y = _validated(estimator, X, exact_labels(y), reset=reset)
    check_are_classes(y)
    return without_duplicates(X), y, np.unique(y)


def _classes_of_plain(X, y):
    """Return the classes of y if X and y are arrays that clearly pass all checks, or None.

    X may also be a checked csr matrix. The checks themselves take longer than a small fit.
    """
    numbers = X.data if type(X) in (sparse.csr_matrix, sparse.csr_array) else X
    plain = (
        type(numbers) is type(y) is np.ndarray
        and numbers.dtype == np.float64
        and X.ndim == 2
        and y.dtype.kind in NUMBERS
        and y.ndim == 1
        and y.size == X.shape[0]
        and min(X.shape) > 0
        and bool(np.isfinite(numbers).all())
        and (
            y.dtype.kind != "f"
            or bool(((np.abs(y) <= np.float64(EXACT)) & (y == np.floor(y))).all())
        )
    )
    classes = _classes_of(y) if plain else np.zeros(0)
    return classes if 0 < 2 * classes.size <= y.size else None


def _classes_of(y):
    """Return the different numbers of y, (m,), sorted. np.unique takes longer if they are two."""
    least, most = y.min(), y.max()
    if least < most and ((y == least) | (y == most)).all():
        return np.array([least, most], dtype=y.dtype)
    return np.unique(y)


def _check_columns(estimator, X, reset):
    """Set n_features_in_ and feature_names_in_ with `reset`, and check the columns without it."""
    unnamed = isinstance(X, np.ndarray) or sparse.issparse(X)
    if reset and unnamed and not hasattr(estimator, "feature_names_in_"):
        estimator.n_features_in_ = X.shape[1]  # scikit-learn does this 20 times as slowly
    else:
        _validated(estimator, X, reset=reset, skip_check_array=True)


def patterns(estimator, X):
    """Return X in `FORM`, for predictions.

    Raises NotFittedError before `fit`, and ValueError if X has another number of columns.
    """
    check_is_fitted(estimator)
    check_sparse(X)
    check_nothing_is_masked(X)
    check_no_dates(X)
    check_filled_with_zeros(X)
    if not (isinstance(X, np.ndarray) and X.dtype.kind in NUMBERS):
        check_no_texts(X)
    return without_duplicates(_validated(estimator, X, reset=False))


def _validated(estimator, *arrays, **options):
    """Return the arrays as scikit-learn checks them.

    Raises ValueError also for whole numbers that are too large for float64. A value that is not
    finite is named with its row and column, which scikit-learn's message leaves out.
    """
    arrays = (widened(arrays[0]), *arrays[1:])
    try:
        return validate_data(estimator, *arrays, **FORM, **options)
    except ValueError as error:
        if not str(error).startswith("Input X contains"):
            raise
        X = arrays[0]
        values = check_array(X, **FORM, ensure_all_finite=False)
        columns = getattr(X, "columns", None)
        names = None if columns is None else list(columns)
        raise ValueError(not_finite(values, columns=names)) from None
    except OverflowError:
        raise ValueError(
            "X has a whole number that is too large for float64: use larger units."
        ) from None
    except TypeError as error:
        if "argument must be" not in str(error):
            raise
        reason = str(error).removesuffix(".")
        raise TypeError(f"X has a value that is no number: {reason}.") from None
