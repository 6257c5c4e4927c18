"""Input that is easily misread is checked: duplicate entries, rows of zeros, huge numbers."""

import re
from decimal import Decimal
from fractions import Fraction
from functools import partial

import numpy as np
import pandas
import pytest
from scipy import sparse
from sklearn import config_context
from sklearn.base import clone

import maxmargin
from maxmargin import ALMA, MICRA, PDM, MaximumMargin, OneVsRest, Perceptron, fit_in_blocks
from maxmargin.input import checked_input
from maxmargin.kernels import Gaussian, Linear, Polynomial
from maxmargin.preparation import prepared_once
from peers import LIBLINEAR, LIBSVM, KernelSVM

X = np.array([[1.0, 2], [2, 1], [-1, -1], [-2, 0.5]])
Y = [1, 1, 0, 0]


@pytest.fixture
def duplicates():
    """Return X as a csr matrix whose entries are unsorted parts of a sum."""
    data = [2, 0.5, 0.5, 1, 2, -1, -1, 0.25, -2, 0.25]
    columns = [1, 0, 0, 1, 0, 0, 1, 1, 0, 1]
    matrix = sparse.csr_matrix((data, columns, [0, 3, 5, 7, 10]), shape=X.shape)
    assert not matrix.has_canonical_format and (matrix.toarray() == X).all()
    return matrix


@pytest.mark.parametrize(
    "model",
    [
        LIBSVM(),
        LIBLINEAR(),
        MaximumMargin(),
        MICRA(),
        PDM(worst_first=True),
        ALMA(kernel=Gaussian(2.0)),
        OneVsRest(Perceptron(kernel=Polynomial(2)), random_state=0),
        maxmargin.Pocket(kernel=Gaussian(2.0), random_state=1),
    ],
    ids=lambda model: type(model).__name__,
)
def test_duplicate_entries_are_added(model, duplicates):
    stored = duplicates.data.copy()
    expected = model.fit(sparse.csr_matrix(X), Y).decision_function(X)
    assert np.array_equal(model.fit(duplicates, Y).decision_function(X), expected)
    np.testing.assert_allclose(model.decision_function(duplicates), expected, rtol=1e-12)
    assert np.array_equal(duplicates.data, stored)


def test_a_row_of_zeros_has_no_margin_in_a_kernels_space_either():
    with pytest.raises(ValueError, match="row 2 of X, counted from 0, is all zero"):
        ALMA(kernel=Linear(), augment=0).fit(X * [[1], [1], [0], [1]], Y)


@pytest.mark.parametrize("name", ["augment", "extend"])
@pytest.mark.parametrize("model", [MICRA(), LIBLINEAR(), ALMA(kernel=Linear())], ids=repr)
def test_a_coordinate_whose_square_overflows_is_named(name, model):
    if not hasattr(model, name):
        pytest.skip("it has a free threshold")
    with pytest.raises(ValueError, match=rf"{name} is 1e\+200, and its square overflows"):
        type(model)(**{**model.get_params(), name: 1e200}).fit(X, Y)


def test_no_margin_is_enough_unless_one_is_given():
    """Margins in this kernel's space are above 2^62."""
    model = PDM(0.1, kernel=Polynomial(9), augment=0).fit(1000 * X, Y)
    assert model.directional_margin_ > 2.0**62
    assert model.status_ == "converged"
    assert model.directional_margin_ >= 0.9 * model.margin_upper_bound_


MISSING = {
    "nan": np.array([1.0, 1, np.nan, np.nan]),
    "None": np.array(["p", "p", None, "q"], dtype=object),
    "NA": pandas.Series(["p", "p", pandas.NA, "q"], dtype="string"),
    "Int64": pandas.Series([1, 1, pandas.NA, 0], dtype="Int64"),
    "category": pandas.Series(["p", "p", None, "q"], dtype="category"),
    "nan among texts": ["p", "p", float("nan"), "q"],
    "NaT": np.array(["2020-01-01", "2020-01-01", "NaT", "2021-01-01"], dtype="M8[D]"),
    "masked": np.ma.array([1, 1, 0, 0], mask=[0, 0, 1, 0]),
}


@pytest.mark.parametrize("name", MISSING)
@pytest.mark.parametrize(
    "fit",
    [
        PDM().fit,
        MaximumMargin().fit,
        OneVsRest(Perceptron()).fit,
        KernelSVM().fit,
        lambda X, y: fit_in_blocks(PDM(), X, y),
    ],
    ids=["PDM", "MaximumMargin", "OneVsRest", "KernelSVM", "in blocks"],
)
def test_a_missing_label_is_refused(name, fit):
    with pytest.raises(ValueError, match="^y has (a missing value, .* at place 2|masked values)"):
        fit(X, MISSING[name])


@pytest.mark.parametrize("kind", ["datetime64[D]", "timedelta64[D]"])
def test_dates_and_durations_are_refused(kind):
    times, labels = np.array([[1], [2], [400]]).astype(kind), [0, 0, 1]
    with pytest.raises(ValueError, match=rf"X is of {re.escape(kind)}: convert it to numbers"):
        MICRA().fit(times, labels)
    frame = pandas.DataFrame(
        {"length": [1.0, 2.0, 3.0], "day": times[:, 0].astype(f"{kind[:-2]}s]")}
    )
    for table in (frame, frame[["day"]]):
        with pytest.raises(ValueError, match=r"column 'day' of X is of (date|time).*: convert it"):
            MICRA().fit(table, labels)
        with pytest.raises(ValueError, match="column 'day' of X"):
            MICRA().fit(frame[["length"]], labels).predict(table)


def test_a_class_is_no_estimator():
    with pytest.raises(ValueError, match=r"estimator is the class PDM, .* such as PDM\(\)"):
        OneVsRest(PDM).fit(X, Y)


def test_masked_patterns_are_refused():
    masked = np.ma.array(X, mask=X == 0.5)
    for use in (
        lambda: PDM().fit(masked, Y),
        lambda: PDM().fit(X, Y).predict(masked),
        lambda: KernelSVM().fit(masked, Y),
    ):
        with pytest.raises(ValueError, match="^X has masked values"):
            use()


@pytest.mark.parametrize("truth", [np.True_, True])
def test_truth_of_numpy_is_truth(truth):
    model = PDM(kernel=Polynomial(2, 1.0, truth)).fit(X, Y)
    assert np.array_equal(model.decision_function(X), fitted_normalised().decision_function(X))


def fitted_normalised():
    return PDM(kernel=Polynomial(2, 1.0, normalised=True)).fit(X, Y)


@pytest.mark.parametrize(
    "kernel", [Polynomial("2"), Polynomial(True), Gaussian(None), Gaussian(np.nan), Linear(1)]
)
def test_a_kernels_parameter_of_another_type_is_named(kernel):
    with pytest.raises(ValueError, match="kernel is .*, but has to be"):
        PDM(kernel=kernel).fit(X, Y)


def test_a_whole_number_beyond_float64_is_refused():
    X, y = [[10**400, 2], [2, 1], [-1, -1]], [1, 1, 0]
    with pytest.raises(ValueError, match="X has a whole number that is too large for float64"):
        PDM().fit(X, y)
    with pytest.raises(ValueError, match="X has a whole number that is too large for float64"):
        PDM().fit([[1, 2], [2, 1], [-1, -1]], y).predict(X)


SPARSE = sparse.csr_matrix(np.vstack([X, X, X]))


def changed(attribute, place, value):
    """Return SPARSE with another number in one of its parts."""
    matrix = SPARSE.copy()
    getattr(matrix, attribute)[place] = value
    return matrix


def longer(number):
    """Return SPARSE with a number behind its last entry, which belongs to no row."""
    data, indices = np.append(SPARSE.data, number), np.append(SPARSE.indices, 0)
    matrix = sparse.csr_matrix(SPARSE.shape)
    matrix.data, matrix.indices, matrix.indptr = data, indices.astype(np.int32), SPARSE.indptr
    return matrix


ENTRIES = sparse.csr_matrix((X.ravel(), np.tile([1, 0], 4), np.arange(0, 9, 2)), shape=X.shape)
PLAIN = {
    "array": SPARSE.toarray(),
    "infinite": np.where(SPARSE.toarray() == 0.5, np.inf, SPARSE.toarray()),
    "whole numbers": SPARSE.toarray().astype(int),
    "csr": SPARSE,
    "csr array": sparse.csr_array(SPARSE),
    "csc": SPARSE.tocsc(),
    "csr of whole numbers": SPARSE.astype(int),
    "unsorted": sparse.vstack([ENTRIES, ENTRIES, ENTRIES], format="csr"),
    "NaN": changed("data", 3, np.nan),
    "NaN behind the rows": longer(np.nan),
    "a number behind the rows": longer(7.0),
    "column out of range": changed("indices", 3, 2),
    "no columns": sparse.csr_matrix((12, 0)),
    "other rows": SPARSE[:11],
}
LABELS = {
    "±1": np.tile([1, -1, 1], 4),
    "float": np.tile([0.0, 2.0, -0.0], 4),
    "bytes": np.tile([0, 255, 0], 4).astype(np.uint8),
    "bool": np.tile([True, False, True], 4),
    "three": np.tile([1, 2, 3], 4),
    "one": np.ones(12),
    "too large": np.tile([1e300, 1.0, 1.0], 4),
    "big-endian": np.tile([1, -1, 1], 4).astype(">i4"),
    "fractions": np.tile([0.5, 1.5, 0.5], 4),
    "NaN": np.tile([0.0, np.nan, 1.0], 4),
    "list": [1, 0, 1] * 4,
    "column": np.tile([1, -1, 1], 4)[:, None],
    "all different": np.arange(12),
}


@pytest.mark.parametrize("y", LABELS)
@pytest.mark.parametrize("patterns", PLAIN)
@pytest.mark.filterwarnings("ignore:The number of unique classes:UserWarning")
@pytest.mark.filterwarnings("ignore:A column-vector y was passed")
@pytest.mark.filterwarnings("ignore:invalid value encountered in cast:RuntimeWarning")
def test_checks_left_out_for_plain_input_would_have_found_nothing(patterns, y, monkeypatch):
    def found():
        model = PDM()
        try:
            matrix, codes = checked_input.patterns_and_codes(model, PLAIN[patterns], LABELS[y])
        except ValueError as error:
            return str(error)
        matrix = matrix.toarray() if sparse.issparse(matrix) else matrix
        classes, width = model.classes_, model.n_features_in_
        return matrix.tolist(), codes.tolist(), classes.tolist(), classes.dtype, width

    shortened = found()
    monkeypatch.setattr(checked_input, "_classes_of_plain", lambda X, y: None)
    assert shortened == found()


@pytest.mark.parametrize("columns", [2, 200])
@pytest.mark.parametrize("place", [0, 1, 199, -1])
@pytest.mark.parametrize("count", [1, 100_000])
@pytest.mark.parametrize("model", [MaximumMargin(), PDM(), LIBLINEAR()], ids=repr)
def test_entries_behind_the_rows_do_not_count(model, columns, place, count):
    clean = sparse.csr_matrix((SPARSE.data, SPARSE.indices, SPARSE.indptr), shape=(12, columns))
    longer = clean.copy()
    longer.data = np.append(clean.data, np.full(count, 5.0))
    longer.indices = np.append(clean.indices, np.full(count, place, dtype=np.int32))
    y = np.tile(Y, 3)
    assert np.array_equal(model.fit(longer, y).coef_, model.fit(clean, y).coef_)
    assert len(longer.data) == len(clean.data) + count


LARGE = 2**53


@pytest.mark.parametrize("model", [PDM(), MaximumMargin(), LIBLINEAR()])
@pytest.mark.parametrize("kind", ["boolean", "category", "frame"])
def test_truth_values_of_pandas_stay_truth_values(model, kind):
    labels = pandas.Series([True, True, False, False], dtype=kind.replace("frame", "boolean"))
    labels = labels.to_frame() if kind == "frame" else labels
    model.fit(np.array([[1.0, 2], [2, 1], [-1, -2], [-2, -1]]), labels)
    assert model.classes_.dtype == bool and model.classes_.tolist() == [False, True]


@pytest.mark.parametrize("model", [PDM(), MaximumMargin(), LIBLINEAR()])
def test_whole_numbers_of_pandas_are_not_rounded(model):
    X = np.array([[1.0, 2], [2, 1], [-1, -2], [-2, -1]])
    two = pandas.Series([LARGE, LARGE, LARGE + 1, LARGE + 1], dtype="Int64")
    assert model.fit(X, two).classes_.tolist() == [LARGE, LARGE + 1]
    three = pandas.Series([LARGE, LARGE + 1, 5, 5], dtype="Int64")
    for labels in (three, three.to_frame()):
        with pytest.raises(ValueError, match="multiclass: y has 3 classes"):
            model.fit(X, labels)
    assert KernelSVM().fit(X, three).classes_.tolist() == [5, LARGE, LARGE + 1]


@pytest.mark.parametrize(
    ("labels", "sentence"),
    [
        ([LARGE, LARGE + 1, 0.0, 0.0], r"y has integers of 2⁵³ or more, which numpy rounds beside"),
        ([[LARGE], [LARGE + 1], [0.0], [0.0]], "y has integers of 2⁵³ or more, which numpy rounds"),
        ([[1], ["1"], ["b"], ["b"]], "y mixes texts and numbers: give the classes one type"),
        ([["a\0"], ["a"], ["b"], ["b"]], r"y has 'a\\x00' at place 0"),
        ([1, 1, "a", "a"], "y mixes texts and numbers: give the classes one type"),
        (np.array([1, 1, "a", "a"], object), "y mixes texts and numbers"),
        (
            ["a", "a", "a\0", "b"],
            r"y has 'a\\x00' at place 2, counted from 0, but numpy's texts lose a NUL",
        ),
        (
            np.array([1, 1, 0, 0], object),
            "Unknown label type: y is an array of objects, such as 1. Convert it to",
        ),
    ],
)
def test_labels_that_numpy_would_change_are_refused(labels, sentence):
    X = np.array([[1.0, 2], [2, 1], [-1, -2], [-2, -1]])
    for fit in (
        PDM().fit,
        OneVsRest(PDM()).fit,
        partial(fit_in_blocks, PDM()),
        maxmargin.separable,
    ):
        with pytest.raises(ValueError, match=f"^{sentence}"):
            fit(X, labels)


def test_objects_that_end_with_a_null_character_are_told_apart():
    X = np.array([[1.0, 2], [2, 1], [-1, -2], [-2, -1]])
    three = np.array(["a\0", "a", "b", "b"], object)
    with pytest.raises(ValueError, match="multiclass: y has 3 classes"):
        PDM().fit(X, three)
    for labels in (three[[1, 1, 0, 0]], three[[0, 0, 1, 1]]):
        model = PDM().fit(X, labels)
        assert model.predict(X).tolist() == labels.tolist()
        assert fit_in_blocks(PDM(), X, labels, rows=3).predict(X).tolist() == labels.tolist()


@pytest.mark.parametrize("model", [PDM(), OneVsRest(PDM(kernel=Linear()))])
def test_labels_of_a_stream_are_not_rounded(model):
    X = np.array([[1.0, 2], [2, 1], [-1, -2], [-2, -1]])
    with pytest.raises(ValueError, match="y is of int64 and the classes of float64, which are rou"):
        model.partial_fit(X, np.array([LARGE, LARGE + 1, 5, 5]), classes=[float(LARGE), 5.0])
    assert model.partial_fit(X, np.array([1, 1, 0, 0]), classes=[1.0, 0.0]).classes_.size == 2


@pytest.mark.parametrize("model", [PDM(), OneVsRest(PDM(kernel=Linear()))])
@pytest.mark.parametrize(
    ("classes", "sentence"),
    [
        ({0, 1}, r"classes is \{0, 1\}, but has to be a list or an array"),
        ("ab", "classes is 'ab', but has to be a list or an array"),
        ([[0], [1, 2]], r"classes is \[\[0\], \[1, 2\]\], but has to be a list or an array"),
        ([0.0, np.inf], "classes are 0.0 and inf, but a class has to be finite"),
    ],
)
def test_classes_that_are_none_are_named(model, classes, sentence):
    with pytest.raises(ValueError, match=f"^{sentence}"):
        clone(model).partial_fit([[1.0, 2.0], [2.0, 1.0]], [1, 0], classes=classes)


@pytest.mark.parametrize(
    "X",
    [
        [["1", "2"], ["2", "1"], ["-1", "-1_0"]],
        np.array([["1", "2"], ["2", "1"], ["-1", "-2"]]),
        np.array([[1.0, "2"], [2.0, 1.0], [-1.0, -2.0]], object),
        pandas.DataFrame({"a": [1.0, 2.0, -1.0], "b": ["2", "1", "-2"]}),
    ],
    ids=["list", "texts", "objects", "table"],
)
def test_texts_are_no_numbers(X):
    with pytest.raises(ValueError, match=r"^X has texts: convert them to numbers\.$"):
        PDM().fit(X, [1, 1, 0])
    fitted = PDM().fit([[1.0, 2], [2, 1], [-1, -2]], [1, 1, 0])
    with pytest.raises(ValueError, match=r"^X has texts: convert them to numbers\.$"):
        fitted.predict(np.asarray(X))


def test_a_value_that_is_no_number_is_named():
    X = np.array([[1.0, pandas.NA], [2.0, 1.0], [-1.0, -2.0]], object)
    with pytest.raises(TypeError, match="^X has a value that is no number: .*NAType"):
        PDM().fit(X, [1, 1, 0])


@pytest.mark.parametrize("where", ["X", "y"])
def test_what_is_masked_inside_prepared_once_is_refused(where):
    masked = {
        "X": np.ma.array([[1.0, 2], [2, 1], [-1, -2], [-2, -1]]),
        "y": np.ma.array([1, 1, 0, 0]),
    }
    with prepared_once():
        PDM().fit(masked["X"], masked["y"])
        masked[where][0] = np.ma.masked
        with pytest.raises(ValueError, match=f"^{where} has masked values"):
            PDM().fit(masked["X"], masked["y"])


@pytest.mark.parametrize(
    "options", [{"augment": 1e80}, {"extend": 1e80}, {"class_weight": {1: 1e-80}}]
)
def test_a_row_that_parameters_alone_make_too_long_or_short_is_not_blamed(options):
    with pytest.raises(ValueError, match="^row . of X, .* has a norm of 2.24, but of .* with augm"):
        PDM(**options).fit([[1.0, 2], [2, 1], [-1, -2]], [1, 1, 0])


NOT_FINITE = np.array([[1.0, 2], [np.nan, 1], [-1, -2], [1, np.inf]])


@pytest.mark.parametrize(
    ("patterns", "place"),
    [
        (NOT_FINITE, "X has NaN at row 1, column 0, counted from 0:"),
        (NOT_FINITE.tolist(), "X has NaN at row 1, column 0, counted from 0:"),
        (sparse.csr_matrix(NOT_FINITE), "X has NaN at row 1, column 0, counted from 0:"),
        (sparse.csc_array(NOT_FINITE), "X has NaN at row 1, column 0, counted from 0:"),
        (pandas.DataFrame(NOT_FINITE, columns=[10, 20]), "X has NaN at row 1, column 10, counted"),
        (
            pandas.DataFrame(NOT_FINITE, columns=["a", "b"]),
            "X has NaN at row 1, column 'a', counted",
        ),
        (
            pandas.DataFrame(X, columns=["a", "b"]).astype("Float64").replace(2, pandas.NA),
            "X has NaN at row 0, column 'b', counted",
        ),
        (np.where(X == 0.5, -np.inf, X), "X has -inf at row 3, column 1, counted"),
        pytest.param(
            np.where(X == 0.5, np.longdouble("1e400"), X),
            "X has inf at row 3, column 1, counted",
            marks=pytest.mark.filterwarnings("ignore:overflow:RuntimeWarning"),
        ),
    ],
)
@pytest.mark.parametrize("model", [PDM(), MaximumMargin(), LIBLINEAR()], ids=repr)
def test_a_value_that_is_not_finite_is_named_in_one_sentence(model, patterns, place):
    with pytest.raises(ValueError, match=f"^{place}") as refused:
        model.fit(patterns, [1, 1, 0, 0])
    assert "\n" not in str(refused.value)
    learned_from = pandas.DataFrame(X, columns=patterns.columns) if "column '" in place else X
    model.fit(learned_from, [1, 1, 0, 0])
    with pytest.raises(ValueError, match=f"^{place}"):
        model.predict(patterns)


ROUNDED = [
    np.array([[1], [1 + np.longdouble(1e-18)], [2], [3]]),
    sparse.csr_matrix(np.array([[1], [1 + np.longdouble(1e-18)], [2], [3]])),
    [[Fraction(1, 3)], [Fraction(1, 3) + Fraction(1, 10**20)], [2], [3]],
    np.array([[Decimal("0.1")], [Decimal("0.10000000000000000001")], [2], [3.5]], dtype=object),
]


@pytest.mark.parametrize("patterns", ROUNDED, ids=["longdouble", "sparse", "Fraction", "Decimal"])
@pytest.mark.parametrize("model", [PDM(), MaximumMargin(), LIBLINEAR()], ids=repr)
def test_fractions_that_float64_rounds_are_refused(model, patterns):
    """Rows 0 and 1 are equal in float64, which would prove that nothing separates them."""
    with pytest.raises(ValueError, match="which float64 rounds: convert X to float64"):
        model.fit(patterns, [1, 0, 0, 0])
    exact = np.array([[Fraction(1, 4)], [np.longdouble(0.1)], [Decimal("-0.5")], [-1]])
    model.fit(exact, [1, 1, 0, 0])


@pytest.mark.parametrize(
    ("values", "dtype"),
    [
        ([True, True, True], "bool"),
        ([100, 100, 50], "int8"),
        ([200, 100, 100], "uint8"),
        ([2**24, 1, 2**24], "float32"),
    ],
)
@pytest.mark.parametrize("form", ["coo", "csr", "csc", "bsr"])
@pytest.mark.filterwarnings("ignore:Perceptron was stopped by rounding")
def test_duplicate_entries_are_added_in_float64(values, dtype, form):
    """Scipy adds 100 and 100 in int8 to −56. Of booleans its sum is True."""
    added = np.array([[float(values[0]) + values[1]], [values[2]], [0.0]])
    if dtype == "bool":
        added[0] = 1.0
    parts, places = np.array(values, dtype), ([0, 0, 1], [0, 0, 0])
    matrix = sparse.csr_matrix((parts, places[1], [0, 2, 3, 3]), shape=(3, 1))
    matrices = {
        "coo": sparse.coo_matrix((parts, places), shape=(3, 1)),
        "csr": matrix,
        "csc": matrix.tocsc(),
        "bsr": matrix.tobsr(),
    }
    model = Perceptron(augment=1.0, max_updates=1000)
    expected = model.fit(added, [1, 1, 0])
    coef, margin = expected.coef_.tolist(), expected.directional_margin_
    model.fit(matrices[form], [1, 1, 0])
    assert (model.coef_.tolist(), model.directional_margin_) == (coef, margin)
    assert model.predict(matrices[form]).tolist() == [1, 1, 0]


def test_blocks_name_a_value_that_is_not_finite():
    patterns = np.vstack([X, NOT_FINITE])
    for form in (np.asarray, sparse.csr_matrix):
        with pytest.raises(ValueError, match="^X has NaN at row 5, column 0, counted"):
            fit_in_blocks(PDM(), form(patterns), np.array([1, 1, 0, 0] * 2), rows=3)


def test_nan_is_named_where_scikit_learn_does_not_look():
    X = np.array([[1.0, 2], [np.nan, 1], [-1, -2]])
    with config_context(assume_finite=True):
        for model in (PDM(), MaximumMargin()):
            with pytest.raises(ValueError, match="^row 1 of X, counted from 0, has NaN"):
                model.fit(X, [1, 1, 0])


@pytest.mark.parametrize(
    ("patterns", "sentence"),
    [
        ([[1, 2], [3], [1, 1], [2, 2]], "row 1 of X, counted from 0, has a length of 1, but row 0"),
        ([[1, 2], 3, [1, 1], [2, 2]], "row 1 of X, counted from 0, has a length of 0, but row 0"),
        ([[[1, 2], [3]], [[1], [2]]] * 2, "X has rows that are no lists of numbers"),
        (np.array([(1, 2.0)] * 4, dtype=[("a", int), ("b", float)]), "records with named fields"),
        (
            pandas.DataFrame(X, columns=["a", "b"]).astype("Sparse[float]"),
            "column 'a' of X is sparse with the fill value nan",
        ),
        (
            pandas.DataFrame(X, columns=["a", "b"]).astype(pandas.SparseDtype(float, 1.0)),
            "column 'a' of X is sparse with the fill value 1.0",
        ),
    ],
)
def test_what_is_no_table_of_numbers_is_named(patterns, sentence):
    fitted = Perceptron().fit(X, Y)
    for called in (lambda: Perceptron().fit(patterns, Y), lambda: fitted.predict(patterns)):
        with pytest.raises(ValueError, match=sentence):
            called()


def test_a_column_alone_is_no_table():
    with pytest.raises(ValueError, match="2-dimensional"):
        Perceptron().fit(pandas.Series([1.0, 2, 3, 4]), Y)


def test_a_frame_of_sparse_columns_filled_with_zeros_is_learned_from():
    frame = pandas.DataFrame(X, columns=["a", "b"])
    filled = frame.astype(pandas.SparseDtype(float, 0.0))
    assert Perceptron().fit(filled, Y).n_updates_ == Perceptron().fit(X, Y).n_updates_
