"""The function decides each question as brute force does, and proves its answer."""

from fractions import Fraction
from time import sleep

import numpy as np
import pandas as pd
import pytest
from scipy import sparse

from maxmargin import separable
from maxmargin.compilation import binding
from maxmargin.separable import decide, exact, search, separation
from tests.algorithms.separable.circuits import random_question, reflected, tied

TOY = [[0, 0], [1, 1], [0, 1], [1, 0]]


def check(answer, X, y, expected):
    """Check an answer's value, its proof, and the number of its patterns."""
    assert answer.separable is expected
    assert answer.proof(X, y)
    if not expected:
        assert len(answer.patterns) <= answer.columns + 1 + answer.with_threshold
        assert min(answer.integers) > 0


def question_of_margin(margin, seed=0, m=300, n=5):
    """Return patterns of normal noise whose distances to a plane are `margin` to 10 `margin`."""
    rng = np.random.default_rng(seed)
    X, w = rng.normal(size=(m, n)), rng.normal(size=n)
    w /= np.linalg.norm(w)
    y = np.where(rng.random(m) < 0.5, 1, -1)
    return X - np.outer(X @ w, w) + np.outer(y * margin * (1 + 9 * rng.random(m)), w), y


def nested_faces(seed, levels, rest, separable, scale=1000, each=20):
    """Return patterns of which a weight decides one face after the other, in mixed coordinates.

    The patterns of a level are 0 in the coordinates of levels before and positive in their own. A
    weight has to weigh each level far above the next one.
    """
    rng = np.random.default_rng(seed)
    n = levels + rest
    blocks = []
    for level in range(levels):
        block = np.zeros((each, n), dtype=object)
        block[:, level] = rng.integers(1, scale, each)
        block[:, level + 1 :] = rng.integers(-scale, scale + 1, (each, n - level - 1))
        blocks.append(block)
    face = np.zeros((rest, n), dtype=object)
    face[:, levels:] = rng.integers(-scale, scale + 1, (rest, rest))
    blocks.append(face)
    if not separable:
        blocks.append(-(rng.integers(1, 9, (1, rest)).astype(object) @ face))
    mixture = rng.integers(-scale, scale + 1, (n, n)).astype(object)
    X = np.vstack(blocks) @ mixture
    return X[rng.permutation(len(X))]


def fuzz(seeds):
    """Return the number of questions of each answer, all decided as brute force does."""
    counts = {True: 0, False: 0}
    for seed in seeds:
        X, y, threshold = random_question(np.random.default_rng(seed))
        expected = not tied(reflected(X, y, threshold))
        answer = separable(X, y, threshold=threshold)
        assert answer.separable is expected, (X, y, threshold)
        assert answer.proof(X, y)
        counts[expected] += 1
    return counts


@pytest.mark.long
def test_small_questions_are_decided_as_by_brute_force():
    assert min(fuzz(range(200)).values()) > 60


@pytest.mark.slow
def test_a_hundred_thousand_small_questions():
    counts = fuzz(range(200, 100_200))
    assert sum(counts.values()) == 100_000 and min(counts.values()) > 30_000


@pytest.mark.parametrize("margin", [1e-6, 1e-8, 1e-10, 1e-12, 1e-14])
def test_small_margins(margin):
    X, y = question_of_margin(margin)
    answer = separable(X, y)
    check(answer, X, y, True)
    assert 0 < answer.margin < 11 * margin
    y[7] = -y[7]
    check(separable(X, y), X, y, False)


@pytest.mark.parametrize("is_separable", [True, False])
@pytest.mark.parametrize(("levels", "rest"), [(3, 3), (5, 5), (8, 4), (10, 10)])
def test_nested_faces(levels, rest, is_separable):
    X = nested_faces(levels, levels, rest, is_separable)
    y = np.ones(len(X))
    check(separable(X, y, threshold=False), X, y, is_separable)


def simplex_in_integers(rows, deadline):
    """Decide nothing about floats."""
    return exact.simplex(rows, deadline) if rows.dtype == object else (None, [])


@pytest.mark.long
@pytest.mark.parametrize("is_separable", [True, False])
def test_the_exact_search_alone_decides(monkeypatch, is_separable):
    """If the floating-point search finds nothing, the simplex method in integers decides."""
    monkeypatch.setattr(search, "newton", lambda rows, weight, *_: np.zeros(len(weight)))
    monkeypatch.setattr(search, "reduced", lambda *_: None)
    monkeypatch.setattr(decide, "simplex", simplex_in_integers)
    X = nested_faces(1, 5, 3, is_separable)
    y = np.ones(len(X))
    check(separable(X, y, threshold=False), X, y, is_separable)
    counts = fuzz(range(100))
    assert min(counts.values()) > 30


@pytest.mark.parametrize("kind", [object, float])
def test_the_simplex_method_needs_the_rows_that_come_last(kind):
    """A part of the patterns is separable, and grows until it is not."""
    X = np.array([[k, k * k] for k in range(1, 30)], dtype=kind)
    weight, places = exact.simplex(X)
    assert places == [] and (X @ weight > 0).all()
    weight, places = exact.simplex(np.vstack([X, np.array([[-15, -226]], dtype=kind)]))
    assert weight is None and 29 in places and len(places) <= 3


def test_two_equal_rows_with_opposite_labels():
    X, y = [[1, 2], [3, 4], [1, 2], [5, 6]], [0, 1, 1, 0]
    for data in (X, np.array(X, float), sparse.csr_matrix(X)):
        answer = separable(data, y)
        assert answer.patterns.tolist() == [0, 2] and answer.integers == (1, 1)
        assert answer.equal_rows
        assert "rows 0 and 2 of X, counted from 0, are equal" in answer.explain()


def test_a_pattern_of_zeros_needs_a_threshold():
    X, y = [[1.0, 0.0], [0.0, 0.0], [2.0, 1.0]], [1, 0, 1]
    check(separable(X, y), X, y, True)
    answer = separable(X, y, threshold=False)
    check(answer, X, y, False)
    assert answer.patterns.tolist() == [1] and "row 1 of X" in answer.explain()


def test_patterns_of_small_integer_types_are_not_zero_by_overflow():
    X = np.array([[-128, 0], [-128, 1], [127, -128]], np.int8)
    answer = separable(X[:2], [1, 1], threshold=False)
    check(answer, X[:2], [1, 1], True)


@pytest.mark.parametrize("kind", [np.array, sparse.csr_array])
def test_columns_and_patterns_of_zeros(kind):
    X = kind(np.zeros((3, 2)))
    assert separable(X, [0, 1, 1]).equal_rows
    assert separable(X, [1, 1, 1], threshold=False).patterns.tolist() == [0]
    check(separable(kind(np.array([[3.0]])), [1], threshold=False), kind([[3.0]]), [1], True)
    X = kind(np.array([[0.0, 1.0], [0.0, 2.0], [0.0, 3.0]]))
    check(separable(X, [0, 1, 1]), X, [0, 1, 1], True)
    check(separable(X, [0, 1, 0]), X, [0, 1, 0], False)


def test_minus_zero_is_zero():
    answer = separable([[0.0, 1.0], [-0.0, 1.0]], [0, 1])
    assert answer.equal_rows


@pytest.mark.parametrize("seed", range(5))
def test_sparse_and_dense_patterns_have_the_same_answer(seed):
    rng = np.random.default_rng(seed)
    X = rng.integers(-2, 3, (120, 12)) * (rng.random((120, 12)) < 0.3)
    y = rng.integers(0, 2, 120) if seed % 2 else (X[:, 0] > X[:, 1]).astype(int)
    dense = separable(X, y)
    assert dense.separable is (seed % 2 == 0)
    for kind in (sparse.csr_matrix, sparse.csc_array, sparse.coo_array):
        answer = separable(kind(X.astype(float)), y)
        check(answer, kind(X), y, dense.separable)
        assert answer.proof(X, y)


def test_many_columns_stay_sparse():
    rng = np.random.default_rng(0)
    X = sparse.random_array((1000, 5000), density=0.002, rng=rng, format="csr")
    y = rng.integers(0, 2, 1000)
    check(separable(X, y), X, y, True)


@pytest.mark.parametrize("n", [3, 30])
def test_answers_without_flint_are_the_same(monkeypatch, n):
    pytest.importorskip("flint")
    rng = np.random.default_rng(n)
    X, y = rng.integers(-9, 10, (20 * n, n)), rng.integers(0, 2, 20 * n)
    answer = separable(X, y)
    assert not answer.separable
    monkeypatch.setattr(exact, "flint", None)
    again = separable(X, y)
    assert again.patterns.tolist() == answer.patterns.tolist()
    assert again.integers == answer.integers
    rows = rng.integers(-3, 4, (4, 7)).astype(object)
    assert len(exact.null_space(rows)) == 3
    assert not (rows @ np.array(exact.null_space(rows), dtype=object).T).any()


@pytest.mark.parametrize("scale", [5e-324, 1e-300, 1.0, 1e300])
def test_sizes_at_the_ends_of_float64(scale):
    rng = np.random.default_rng(0)
    X = rng.integers(-5, 6, (60, 3)) * np.array([scale, 1.0, 1.0])
    for y, expected in (((X[:, 0] > 0) | (X[:, 0] == 0) & (X[:, 1] > 0), True), (None, False)):
        y = rng.integers(0, 2, 60) if y is None else y
        check(separable(X, y), X, y, expected)


def test_columns_of_all_sizes():
    for seed in range(5):
        X, y = question_of_margin(1e-6, seed)
        X = X * np.array([1e300, 1e-300, 1.0, 1e150, 5e-310])
        answer = separable(X, y)
        assert answer.proof(X, y)
        X[:, 4] = 0  # so small that it is rounded to few digits
        assert separable(X, y).proof(X, y)


def test_integers_of_any_size():
    X = [[10**400, 1], [10**400 + 1, 0], [10**400, 0], [10**400 + 1, 1]]
    check(separable(X, [0, 0, 1, 1]), X, [0, 0, 1, 1], False)
    check(separable(X, [0, 1, 0, 1]), X, [0, 1, 0, 1], True)
    X = np.array([[2**60], [2**60 + 1], [2**60 + 2]])  # equal as float64
    check(separable(X, [0, 1, 1]), X, [0, 1, 1], True)
    check(separable(X, [0, 1, 0]), X, [0, 1, 0], False)


def test_a_float_is_the_dyadic_number_that_it_is():
    X = [[0.1], [0.2], [0.1 + 0.2], [0.3]]  # 0.1 + 0.2 > 0.3
    assert separable(X, [0, 0, 1, 0]).separable
    assert not separable(X, [0, 0, 0, 1]).separable
    answer = separable([[0.1], [0.3], [0.2]], [0, 0, 1])
    total = sum(
        alpha * (1 if k == 2 else -1) * Fraction([0.1, 0.3, 0.2][k])
        for k, alpha in zip(answer.patterns.tolist(), answer.integers, strict=True)
    )
    assert total == 0


@pytest.mark.parametrize("seed", range(20))
def test_the_answer_does_not_depend_on_the_form_of_the_question(seed):
    """Neither the order of rows, nor a column's unit or a redundant column, changes the answer."""
    rng = np.random.default_rng(seed)
    X, y, threshold = random_question(rng)
    X, y = np.array(X), np.array(y)
    order = rng.permutation(len(y))
    units = 2.0 ** rng.integers(-30, 30, X.shape[1])
    redundant = np.hstack([X, X[:, :1] - 2 * X[:, -1:]])
    answers = {
        separable(data, labels, threshold=threshold).separable
        for data, labels in ((X, y), (X[order], y[order]), (X * units, y), (redundant, y), (-X, y))
    }
    assert len(answers) == 1


def test_equal_calls_have_equal_answers():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(400, 6)), rng.integers(0, 2, 400)
    first, second = separable(X, y), separable(X, y)
    assert first.patterns.tolist() == second.patterns.tolist()
    assert first.integers == second.integers
    y = X[:, 0] > 0
    assert separable(X, y).weight.tolist() == separable(X, y).weight.tolist()


@pytest.mark.parametrize("seconds", [1e-9, np.float32(1e-9), np.float16(1e-7)])
def test_a_question_that_takes_too_long_is_not_decided(seconds):
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(3000, 60)), rng.integers(0, 2, 3000)
    answer = separable(X, y, max_seconds=seconds)
    assert answer.separable is None and answer.weight.shape == (60,)
    assert 0 <= answer.errors <= 3000 and answer.combination > 0
    assert answer.explain().startswith("Not decided in the time given")
    with pytest.raises(ValueError, match="^nothing is proved: the question was not decided"):
        answer.proof(X, y)


def test_compiling_takes_no_time_from_the_search(monkeypatch):
    def slowly_compiled(kernel):
        with binding.compiling.counted():
            sleep(1.1)
        return binding.bind(kernel)

    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(300, 5)), rng.integers(0, 2, 300)
    assert separation(X, y).kind == "overlap"
    monkeypatch.setattr(search, "bind", slowly_compiled)
    assert separation(X, y, max_seconds=1.0).kind == "overlap"


def test_equal_sparse_rows_are_found_before_the_first_step(monkeypatch):
    monkeypatch.delattr(search, "newton")
    X, y = sparse.csr_matrix([[0, 1], [2, 0], [0, 1], [3, 3]]), [0, 1, 1, 0]
    answer = separable(X, y)
    assert answer.equal_rows and answer.patterns.tolist() == [0, 2] and answer.proof(X, y)


def test_one_class_is_a_question_only_without_a_threshold():
    X = [[1, 2], [2, 1]]
    check(separable(X, [1, 1], threshold=False), X, [1, 1], True)
    check(separable(X, ["a", "a"], threshold=False), X, ["a", "a"], True)
    with pytest.raises(ValueError, match="^y has only one class, 1, which any large threshold"):
        separable(X, [1, 1])


def test_classes_may_be_words_and_the_larger_in_sort_order_is_positive():
    answer = separable([[1.0], [3.0]], ["yes", "no"])
    assert answer.weight[0] < 0
    assert answer.weight[0] * 1.0 + answer.threshold > 0


@pytest.mark.parametrize(
    ("X", "y", "sentence"),
    [
        ([[1, np.nan], [2, 3]], [0, 1], "X has NaN at row 0, column 1, counted from 0"),
        ([[0], [1]], [0.0, np.inf], "y has inf at place 1, counted from 0"),
        ([[0], [1]], [0.5, 1.5], "Unknown label type"),
        (np.array([[1], [np.inf]]), [0, 1], "X has inf at row 1, column 0, counted from 0"),
        (sparse.csr_array([[0.0, 1.0], [0.0, np.nan]]), [0, 1], "X has NaN at row 1, column 1"),
        ([[10**400, 1], [2, np.inf]], [0, 1], "X has inf at row 1, column 1, counted from 0"),
        ([[1, "a"], [2, 3]], [0, 1], "X has 'a' at row 0, column 1, counted from 0"),
        ([[1, None], [2, 3]], [0, 1], "X has None at row 0, column 1, counted from 0"),
        (np.array([["a"], ["b"]]), [0, 1], "X is of <U1, but needs integers or floats"),
        (np.array([[1j], [2]]), [0, 1], "X is of complex128, but needs integers or floats"),
        ([1, 2], [0, 1], "X has the shape (2,), but has to have rows and columns"),
        (np.zeros((0, 2)), [], "X has the shape (0, 2), but has to have rows and columns"),
        (np.zeros((2, 0)), [0, 1], "X has the shape (2, 0), but has to have rows and columns"),
        (TOY, [0, 1], "Found input variables with inconsistent numbers of samples: [4, 2]"),
        (TOY, [0, 1, 2, 1], "y has 3 classes, but two are needed"),
        (TOY, [0, 1, None, 1], "y has a missing value, None, at place 2"),
        (TOY, [0.5, 1.25, 2.5, 3], "Unknown label type: continuous"),
        (np.ma.masked_array(TOY, [[0, 1]] * 4), [0, 0, 1, 1], "X has masked values"),
    ],
)
def test_each_fault_has_its_sentence(X, y, sentence):
    with pytest.raises(ValueError) as raised:
        separable(X, y)
    assert str(raised.value).startswith(sentence)


@pytest.mark.parametrize("seconds", [0, -1, float("nan")])
def test_time_is_above_0(seconds):
    with pytest.raises(
        ValueError,
        match="^max_seconds is .*, but has to be a number above 0 that float64 holds, or None.$",
    ):
        separable(TOY, [0, 0, 1, 1], max_seconds=seconds)


def test_numbers_that_a_conversion_rounded_are_refused():
    """2⁵³ and 2⁵³ + 1 are one number in float64, so equal rows would be proved."""
    wide = [[2**53, 0.5], [2**53 + 1, 0.5]]
    assert separable(wide, [0, 1]).separable is True
    table = pd.DataFrame({"a": [2**53, 2**53 + 1], "b": [0.5, 0.5]})
    with pytest.raises(ValueError, match="columns of several types and numbers of 2⁵³"):
        separable(table, [0, 1])
    assert separable(table[["a"]], [0, 1]).separable is True
    assert separable(table // 2**30, [0, 1]).separable is False
    with pytest.raises(ValueError, match="needs an integer or a float"):
        separable([[np.longdouble(1) + np.longdouble(2) ** -60], [1.0]], [0, 1])


@pytest.mark.parametrize(
    ("values", "dtype"), [([100, 100, 50], "int8"), ([200, 100, 100], "uint8"), ([2**61] * 3, "i8")]
)
@pytest.mark.parametrize("labels", [[1, 1], [1, 0]])
def test_duplicate_entries_of_small_integers_are_added_exactly(values, dtype, labels):
    places = ([0, 0, 1], [0, 0, 0])
    parts = np.array(values, dtype)
    X = np.array([[sum(values[:2])], [values[2]]])
    for matrix in (
        sparse.coo_matrix((parts, places), shape=(2, 1)),
        sparse.csr_matrix((parts, places[1], [0, 2, 3]), shape=(2, 1)),
    ):
        answer = separable(matrix, labels, threshold=False)
        check(answer, X, labels, labels == [1, 1])
        assert answer.proof(matrix, labels)


def test_duplicate_booleans_are_one():
    parts = np.ones(3, dtype=bool)
    for X in (
        sparse.coo_matrix((parts, ([0, 0, 1], [0, 0, 0]))),
        sparse.csr_matrix((parts, [0, 0, 0], [0, 2, 3])),
    ):
        check(separable(X, [1, 0]), X.toarray(), [1, 0], False)


def test_a_sum_of_duplicate_entries_that_leaves_the_type_is_refused():
    for values, dtype in (([2**62, 2**62, 1], "i8"), ([2**63, 2**63, 1], "u8")):
        X = sparse.coo_matrix((np.array(values, dtype), ([1, 1, 0], [2, 2, 0])), shape=(2, 3))
        with pytest.raises(ValueError, match="entries in row 1, column 2, .* not fit into u?int64"):
            separable(X, [0, 1])


@pytest.mark.parametrize(
    "numbers", [[1e200, 1e-110, 2e-110], [1e308, 0.1, 0.2], [1, 1e-320, 1e-319]]
)
def test_a_column_may_have_any_range(numbers):
    X = np.array(numbers)[:, None]
    check(separable(X, [0, 1, 0], threshold=False), X, [0, 1, 0], False)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"max_seconds": "3"}, "max_seconds is '3', but has to be a number above 0"),
        ({"max_seconds": 10**400}, "max_seconds is an int of 1329 bits, but has to be a number"),
        ({"max_seconds": np.nan}, "max_seconds is nan"),
    ],
)
def test_a_limit_of_another_kind_is_refused(options, sentence):
    with pytest.raises(ValueError, match=sentence):
        separable([[0], [1]], [0, 1], **options)


def test_classes_of_two_types_are_refused():
    with pytest.raises(ValueError, match="y mixes texts and numbers"):
        separable([[0], [1]], np.array(["a", 1], dtype=object))


def test_labels_that_numpy_would_make_equal_are_refused():
    X = [[1], [2], [3]]
    with pytest.raises(ValueError, match="y mixes texts and numbers"):
        separable(X, ["1", "1", 0])
    for labels in ([2**53 + 1, float(2**53), 1], [2**63, 2**63 + 1, -1], [2**53 + 1, 0.5, 1]):
        with pytest.raises(ValueError, match="y has integers of 2⁵³ or more, which numpy rounds"):
            separable(X, labels)


def test_labels_that_end_with_a_null_character_are_told_apart():
    answer = separable([[1], [2], [3]], np.array(["a\0", "a", "a"], dtype=object))
    assert answer.separable
