"""Proofs of margins are true for the given data, even damaged data, and exact and quick."""

import warnings
import zipfile
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from operator import mul
from pathlib import Path

import numpy as np
import pandas
import pytest
from scipy import sparse
from sklearn.base import clone
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

import data
from maxmargin import (
    MICRA,
    PDM,
    PUMMA,
    MaximumMargin,
    Perceptron,
    Pocket,
    PocketMaximumMargin,
    PocketPerceptron,
)
from maxmargin.audit import main, prove_model, save_model
from maxmargin.kernels import Polynomial
from maxmargin.proof import prove
from peers import LIBLINEAR, LIBSVM
from tests.algorithms.exact_answers import problem
from tests.algorithms.models import fit
from tests.algorithms.problems import separable
from tests.algorithms.rational import squared_margin

SPACE = {"augment": 0.7, "extend": 0.3}


def slow_ends(X, labels, coef, intercept, slacks, duals, augment, extend):
    """Return p|p|/‖a‖² of the margin p/‖a‖, and the squared bound, as fractions."""
    rho, delta = Fraction(augment), Fraction(extend)
    rows = []
    for k, (x, label) in enumerate(zip(X.tolist(), labels.tolist(), strict=True)):
        own = [delta * int(label) if i == k else 0 for i in range(len(labels))]
        rows.append([Fraction(v) * int(label) for v in x] + [rho * int(label), *own])
    # The threshold of the weight that is meant, which need not have the decimals of the intercept.
    weight = [Fraction(v) for v in [*coef.tolist(), intercept / augment, *slacks.tolist()]]
    least = min(sum(a * b for a, b in zip(row, weight, strict=True)) for row in rows)
    sums = [sum(a * Fraction(d) for a, d in zip(column, duals.tolist(), strict=True))
            for column in zip(*rows, strict=True)]  # fmt: skip
    total = sum(map(Fraction, duals.tolist()))
    return least * abs(least) / sum(v * v for v in weight), sum(v * v for v in sums) / total**2


def parts_of(model):
    return {
        "coef": model.coef_[0],
        "intercept": model.intercept_[0],
        "slacks": model.slack_coef_,
        "duals": model.dual_coef_,
    }


def assert_between(proof, lower, upper):
    """Check that the ends, as signed squares, agree with the proof to its last digit."""
    unit = Fraction(1, 10 ** len(proof.upper.partition(".")[2]))
    low, high = Fraction(Decimal(proof.lower)), Fraction(Decimal(proof.upper))
    assert low * abs(low) <= lower <= (low + 2 * unit) * abs(low + 2 * unit)
    assert max(0, high - unit) ** 2 <= upper <= high**2


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("form", [np.asarray, sparse.csr_matrix], ids=["dense", "sparse"])
def test_both_ends_are_those_written_out_in_fractions(seed, form):
    X, labels = separable(seed, m=8, n=3)
    model = fit(Perceptron(**SPACE, max_updates=seed + 1), (X, labels))
    ends = slow_ends(X, labels, **parts_of(model), **SPACE)
    assert_between(prove(form(X), labels, **parts_of(model), **SPACE), *ends)


def arbitrary(rng):
    """Return unrelated arguments of `prove`, and γ² of the patterns.

    The weights and duals are whole numbers; some are large, or all are 0.
    """
    X, labels, _ = problem(rng)
    m, n = X.shape
    if rng.random() < 0.1:
        labels[:] = rng.choice([-1.0, 1.0])
    augment = (None, None, 0.0, 1.0, 3.0)[rng.integers(5)]
    extend = float(rng.choice([0, 0, 1, 2]))
    duals = rng.integers(0, 4, m) * 10.0 ** rng.integers(-3, 4, m)
    if rng.random() < 0.3:
        duals = (labels > 0) * duals if rng.random() < 0.5 else np.eye(m)[rng.integers(m)]
    if rng.random() < 0.2:  # near to those of the maximum margin
        exact = MaximumMargin(free_threshold=augment is None, augment=augment or 0.0, extend=extend)
        with suppress(ValueError), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            duals = exact.fit(X, labels).dual_coef_
    parts = {
        "coef": rng.integers(-9, 10, n) * 10.0 ** rng.integers(-3, 4),
        "intercept": float(rng.integers(-9, 10)) if augment is None or augment else 0.0,
        "slacks": rng.integers(-2, 3, m) * (extend > 0.0),
        "duals": duals,
    }
    rows = [[int(v) for v in row] for row in X.tolist()]
    products = np.array([[sum(map(mul, a, b)) for b in rows] for a in rows], dtype=object)
    gram = (products + int(augment or 0) ** 2) * np.outer(labels, labels).astype(int)
    gram += np.diag([int(extend) ** 2] * m)
    free = augment is None
    gamma = (
        None if free and len(set(labels)) < 2 else squared_margin(gram, labels if free else None)
    )
    return (X, labels), {**parts, "augment": augment, "extend": extend}, gamma


def assert_nothing_false_is_proved(seed, count):
    """Check a proof; return how many lower and upper ends it has."""
    rng, lower, upper = np.random.default_rng(seed), 0, 0
    for _ in range(count):
        given, parts, gamma = arbitrary(rng)
        proof = prove(*given, **parts)
        low, high = (Fraction(Decimal(end)) if end else None for end in proof[:2])
        if low is not None and gamma is not None:
            assert low * abs(low) <= gamma, (given, parts, proof)
            lower += 1
        if high is not None:
            assert gamma is not None and high >= 0 and high**2 >= gamma, (given, parts, proof)
            assert low is None or low <= high, (given, parts, proof)
            upper += 1
        assert (high is None) == (gamma is None or not np.any(parts["duals"])), (given, parts)
    return lower, upper


def test_arbitrary_weights_and_duals_prove_nothing_false():
    lower, upper = assert_nothing_false_is_proved(seed=1, count=1000)
    assert lower > 500 and upper > 500


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10, 20))
def test_100_000_arbitrary_weights_and_duals_prove_nothing_false(seed):
    print(assert_nothing_false_is_proved(seed, count=10_000))


def test_the_bound_of_a_free_threshold_counts_the_extension():
    """|b| is at most R = √(0.01 + Δ²); 0.1 in its place once proved a false bound."""
    X, labels = np.full((21, 1), 0.1), np.ones(21)
    X[20], labels[20] = -0.1, -1.0
    proof = prove(X, labels, [1.0], 0.0, np.zeros(21), np.append(np.ones(20), 0.0), None, 1.0)
    exact = MaximumMargin(free_threshold=True, extend=1.0).fit(X, labels).geometric_margin_
    assert float(proof.upper) >= exact > 0.5


def test_one_class_with_a_free_threshold_has_no_bound():
    X, labels = np.array([[1.0], [2.0]]), np.ones(2)
    proof = prove(X, labels, [1.0], 100.0, duals=[1.0, 0.0])
    assert float(proof.lower) == 101.0 and proof.upper == ""
    assert "one class and a free threshold" in proof.reason


def test_the_end_of_a_free_threshold_is_the_one_derived():
    """The bound is (‖Σ α_k y_k‖ + |Σ α_k label_k| R)/Σ α_k, in the extended space."""
    X, labels = np.array([[3.0, 4.0], [0.0, 1.0], [-1.0, 0.0]]), np.array([1.0, 1.0, -1.0])
    duals, extend = np.array([1.0, 2.0, 1.0]), 2.0
    sums = (labels * duals) @ X  # [4, 6]
    length = np.sqrt(sums @ sums + extend**2 * (duals @ duals))
    expected = (length + abs(labels @ duals) * np.sqrt(25.0 + extend**2)) / duals.sum()
    proof = prove(X, labels, [1.0, 1.0], 0.0, duals=duals, extend=extend)
    assert expected <= float(proof.upper) * (1 + 1e-12) <= expected * (1 + 1e-10)


def damaged(X, labels, parts, rng):
    """Return copies with one random change, and whether the numbers can still be arbitrary."""
    X, labels, parts = X.copy(), labels.copy(), {key: np.copy(v) for key, v in parts.items()}
    k, size = rng.integers(len(labels)), rng.choice([1e-12, 1e-3, 1.0, 1e6, np.nan])
    match rng.integers(5):
        case 0:
            parts["coef"][rng.integers(X.shape[1])] += size
        case 1:
            parts["duals"][k] -= size
        case 2:
            labels[k] = -labels[k]
        case 3:
            X[k] += size * rng.normal(size=X.shape[1])
        case 4:
            X[[0, k]] = X[[k, 0]]
    return X, labels, parts


def test_a_thousand_damaged_certificates_prove_nothing_false():
    """Each one is refused, or its proof is true of the damaged data."""
    rng = np.random.default_rng(1)
    refused = weaker = 0
    wholes = []
    for seed in range(50):
        X, labels = separable(seed, m=8, n=2)
        parts = parts_of(MaximumMargin(**SPACE).fit(X, labels))
        wholes.append((X, labels, parts, prove(X, labels, **parts, **SPACE)))
    for trial in range(1000):
        *made, whole = wholes[trial % 50]
        X, labels, parts = damaged(*made, rng)
        try:
            proof = prove(X, labels, **parts, **SPACE)
        except ValueError:
            refused += 1
            continue
        maximum = MaximumMargin(gap=1e-6, **SPACE).fit(X, labels)
        gamma = maximum.directional_margin_
        assert not proof.lower or float(proof.lower) <= gamma * (1 + 1e-6)
        assert not proof.upper or float(proof.upper) >= gamma * (1 - 1e-6)
        weaker += proof != whole
    assert refused > 50 and weaker > 500


def test_a_classifier_of_scikit_learn_is_proved_with_a_free_threshold():
    X, labels = separable(3, m=40, n=2, margin=0.5)
    proof = prove_model(SVC(kernel="linear", C=1e9, tol=1e-9).fit(X, labels), X, labels)
    exact = MaximumMargin(free_threshold=True).fit(X, labels).geometric_margin_
    assert float(proof.lower) <= exact * (1 + 1e-9) and exact <= float(proof.upper) * (1 + 1e-9)
    assert float(proof.lower) > 0.999 * float(proof.upper)


def test_whole_numbers_with_a_free_threshold_lose_no_digits():
    X, labels = np.array([[2.0], [-1.0], [4.0]]), np.array([1, -1, 1])
    proof = prove(X, labels, [1.0], -0.5, duals=[1.0, 1.0, 0.0])
    assert float(proof.lower) == 1.5 and 1.5 <= float(proof.upper) < 1.5 + 1e-10


@pytest.mark.parametrize("shape", [(0, 2), (3, 0), (3, 2, 1), (3,)])
def test_patterns_without_rows_or_columns_are_refused(shape):
    with pytest.raises(
        ValueError, match=r"X has the shape \(.*\), but has to have rows and columns"
    ):
        prove(np.zeros(shape), np.ones(3), [1.0, 1.0], 0.0)


@pytest.mark.parametrize("cls", [LIBSVM, LIBLINEAR])
def test_other_solvers_are_proved_as_far_as_they_have_duals(cls):
    X, labels = separable(3, m=40, n=2, margin=0.5)
    model = cls().fit(X, labels)
    proof = prove_model(model, X, labels)
    assert abs(float(proof.lower) - model.geometric_margin_) < 1e-9
    assert bool(proof.upper) == hasattr(model, "dual_coef_")
    assert proof.upper or proof.reason == "there are no duals, so no bound is proved"


def test_that_nothing_separates_the_patterns_is_a_bound_of_nearly_zero():
    X, labels = np.array([[1.0, 0], [-1, 0], [0, 1], [0, -1]]), np.array([1.0, 1, 1, 1])
    proof = prove(X, labels, [1, 0], 0.0, duals=[1, 1, 0, 0], augment=0.0)
    assert float(proof.upper) == 0.0 and float(proof.lower) < 0


def csr(values, columns, indptr):
    X = sparse.csr_matrix(([1.0] * 4, [0, 1, 1, 0], range(5)), shape=(4, 2))
    X.data, X.indices, X.indptr = np.array(values), np.array(columns), np.array(indptr)
    return X


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"coef": [1.0]}, "X has 2 columns, but coef has 1 number."),
        ({"duals": [1.0, np.inf, 0, 0]}, "duals has inf at place 1"),
        ({"intercept": np.nan}, "intercept has nan"),
        ({"intercept": -5.0, "augment": 0.0}, "intercept is -5, but augment is 0"),
        ({"labels": [1, -1, 1, 0]}, "labels are not all"),
        ({"X": np.array([[1, np.nan]] * 4)}, "X has nan at row 0, column 1"),
        ({"X": np.array([[1, 1j]] * 4)}, r"X has \(1\+0j\) at row 0, column 0"),
        ({"coef": [1j, 1]}, r"coef has 1j at place 0"),
        (
            {"X": [[Decimal("0.1"), 1]] * 4},
            "X has 0.1 at row 0, column 0, .* of type Decimal, but needs",
        ),
        ({"X": [[1, Fraction(1, 3)]] * 4}, "X has 1/3 at row 0, column 1, .* of type Fraction"),
        ({"duals": [Fraction(1, 3), 1, 1, 1]}, "duals has 1/3 at place 0"),
        ({"augment": Decimal("0.1")}, "augment has 0.1 at place 0, .* of type Decimal"),
        ({"X": [[1, None]] * 4}, "X has None at row 0, column 1"),
        (
            {"X": pandas.DataFrame([[1, pandas.NA]] * 4, dtype="Float64")},
            "X has <NA> at row 0, column 1",
        ),
        ({"X": np.zeros((4, 2), dtype="M8[D]")}, "X has 1970-01-01 at .* of type datetime64"),
        ({"X": [["1", "2"]] * 4}, "X has '1' at row 0, column 0, .* of type str"),
        ({"coef": [{}, 1]}, "coef has {} at place 0"),
        ({"coef": np.zeros(2, dtype=[("v", "f8")])}, r"coef has \(0.0,\) at place 0"),
        ({"X": np.ma.array(np.ones((4, 2)), mask=[[0, 1]] * 4)}, "X has masked values"),
        ({"labels": np.ma.array([1, 1, -1, -1], mask=[0, 0, 0, 1])}, "labels has masked values"),
        ({"X": csr([1.0] * 4, [0.0, 1.0, 1.0, 0.0], range(5))}, "X has indices of float64"),
        ({"X": csr([1.0] * 4, [[0], [1], [1], [0]], range(5))}, r"indices of int64 and shape"),
        ({"X": sparse.dok_matrix(np.ones((4, 2)))}, "X is a dok matrix"),
        (
            {"X": [[10**400, 1]] * 4},
            "X has an integer of 1329 bits at row 0, column 0, .* of type int",
        ),
        ({"coef": [10**400, 1]}, "coef has an integer of 1329 bits at place 0"),
        ({"augment": 10**5000}, "augment has an integer of 16610 bits at place 0"),
        ({"coef": [np.timedelta64(1, "s"), 1]}, "coef has 1 seconds .* of type timedelta64"),
        ({"augment": -1.0}, "augment is -1.0, but has to be 0 or more"),
        ({"extend": -1.0}, "extend is -1.0, but has to be 0 or more"),
        ({"X": sparse.csc_matrix(np.ones((4, 2)))}, "X is a csc matrix"),
        ({"X": csr([1.0] * 4, [0, 1, 2, 0], range(5))}, "entries outside its 2 columns"),
        ({"X": csr([1.0] * 4, [0, 1, -1, 0], range(5))}, "entries outside its 2 columns"),
        ({"X": csr([1.0] * 4, [0, 1, 1, 0], [0, 1, 4, 2, 4])}, "indptr that does not rise"),
    ],
)
def test_what_cannot_be_proved_is_named(change, sentence):
    given = {"X": np.ones((4, 2)), "labels": [1, 1, -1, -1], "coef": [1, 2], "intercept": 0}
    with pytest.raises(ValueError, match=sentence):
        prove(**given | change)


def test_entries_of_one_place_are_added():
    """Otherwise a pattern seems shorter, and a false bound is proved for a free threshold."""
    X = sparse.csr_matrix(([50.0, 50.0, 49.0, 49.0], [0, 0, 0, 0], [0, 2, 4]), shape=(2, 1))
    proof = prove(X, [1, -1], [1.0], -99.0, duals=[0.98, 1.0])
    assert proof == prove(X.toarray(), [1, -1], [1.0], -99.0, duals=[0.98, 1.0])
    assert float(proof.lower) == 1.0 <= float(proof.upper)


@pytest.mark.parametrize("size", [1e13, 1e20, 1e200])
def test_patterns_may_be_of_any_length(size):
    X = np.array([[size], [-size]])
    proof = prove(X, [1, -1], [1.0], 0.0, duals=[1, 1], augment=1.0)
    assert Fraction(proof.lower) <= Fraction(size) <= Fraction(proof.upper)
    assert Fraction(proof.upper) <= Fraction(size) * (1 + Fraction(1, 10**9))


def test_whole_numbers_are_not_rounded():
    size = 2**53 + 1
    proof = prove(np.array([[size], [-size]]), [1, -1], [1.0], 0.0, duals=[1, 1], augment=0.0)
    assert Fraction(proof.lower) <= size <= Fraction(proof.upper)


def test_a_model_is_proved_for_its_own_classes_alone():
    X, labels = separable(3, m=40, n=2, margin=0.5)
    model = SVC(kernel="linear", C=1e9).fit(X, labels)
    with pytest.raises(ValueError, match="the class 7.0, which the model does not know"):
        prove_model(model, X, np.where(labels > 0, labels, 7.0))
    with pytest.raises(ValueError, match="the model has 3 classes"):
        prove_model(SVC(kernel="linear").fit(X, np.arange(40) % 3), X, labels)


MODELS = [Perceptron(augment=1.0, extend=0.5), LIBSVM(), SVC(kernel="linear"), MaximumMargin()]


@pytest.mark.parametrize("model", MODELS, ids=lambda model: type(model).__name__)
def test_patterns_may_be_given_in_any_form(model):
    X, labels = separable(3, m=40, n=2, margin=0.5)
    model = clone(model).fit(X, labels)
    proof = prove_model(model, X, labels)
    assert proof.lower and float(proof.lower) > 0
    for form in (X.tolist(), sparse.csr_matrix(X), sparse.coo_matrix(X), sparse.csc_array(X)):
        assert prove_model(model, form, labels) == proof
    assert prove_model(model, X, labels.tolist()) == proof
    assert prove_model(model, X, labels[:, None]) == proof


@pytest.mark.parametrize("model", MODELS, ids=lambda model: type(model).__name__)
@pytest.mark.parametrize("rows", [slice(0, 20), slice(5, 40)])
def test_other_rows_than_the_fitted_are_refused(model, rows):
    """The model has a number for each pattern, which would belong to another pattern."""
    X, labels = separable(3, m=40, n=2, margin=0.5)
    model = clone(model).fit(X, labels)
    with pytest.raises(ValueError, match="give the patterns that it was fitted on"):
        prove_model(model, X[rows], labels[rows])


@pytest.mark.parametrize(
    ("model", "sentence"),
    [
        (Perceptron(kernel=Polynomial(2, 1.0)), "has no coef_.* without a kernel"),
        (SVC(kernel="rbf"), "has no coef_.* without a kernel"),
        (DecisionTreeClassifier(), "has no coef_"),
    ],
)
def test_a_model_without_a_weight_is_refused(model, sentence):
    X, labels = separable(3, m=40, n=2, margin=0.5)
    with pytest.raises(ValueError, match=sentence):
        prove_model(clone(model).fit(X, labels), X, labels)


@pytest.mark.parametrize("model", [SVC, Perceptron, None, 3])
def test_what_is_no_classifier_is_refused(model):
    with pytest.raises(ValueError, match="model is .*, but has to be a fitted classifier"):
        prove_model(model, [[1.0], [-1.0]], [1, -1])


def test_masked_patterns_and_classes_are_refused():
    X, labels = separable(3, m=40, n=2, margin=0.5)
    model = Perceptron().fit(X, labels)
    with pytest.raises(ValueError, match="X has masked values"):
        prove_model(model, np.ma.array(X, mask=X > 0.5), labels)
    with pytest.raises(ValueError, match="y has masked values"):
        prove_model(model, X, np.ma.array(labels, mask=labels > 0))


def test_a_table_may_have_columns_of_any_name():
    X, labels = np.array([[2.0, 1.0], [-2.0, 0.0]]), [1, -1]
    table = pandas.DataFrame(X, columns=["format", "indptr"])
    assert prove(table, labels, [1.0, 0.0], 0.0) == prove(X, labels, [1.0, 0.0], 0.0)


def test_whole_numbers_of_any_size_are_exact():
    size = 2**53 + 1
    X = np.array([[3 * size], [-3 * size]], dtype=object)
    proof = prove(X, [1, -1], [1.0], 0.0, duals=[1, 1], augment=4 * size)
    assert Fraction(proof.lower) <= 3 * size <= Fraction(proof.upper)
    only = prove(X, [1, 1], [0.0], 4.0 * size, duals=[1, 1], augment=4 * size)
    assert Fraction(only.lower) <= 4 * size <= Fraction(only.upper)


def test_whole_numbers_are_exact_beside_fractions():
    size = 2**53 + 1
    for zeros in ([[0, 0.0], [0, 0.0]], pandas.DataFrame([[0, 0.0], [0, 0.0]])):
        proof = prove(zeros, [1, 1], [1.0, 0.5], size)
        assert Fraction(proof.lower) ** 2 * 5 <= 4 * size**2
    assert Fraction(prove([[0], [0]], [1, 1], [1.0], size).lower) == size


def test_objects_may_be_numbers_of_numpy():
    X, labels = np.array([[2.0, 1.0], [-2.0, 0.0]]), [1, -1]
    kinds = (np.int64(2), np.float32(1), np.int8(-2), np.bool_(False))
    objects = np.array(kinds, dtype=object).reshape(2, 2)
    assert prove(objects, labels, [1, 0], 0) == prove(X, labels, [1.0, 0.0], 0.0)
    assert isinstance(objects[0, 0], np.int64)


@pytest.mark.skipif(np.finfo(np.longdouble).maxexp < 2000, reason="longdouble is float64 there")
@pytest.mark.parametrize("size", ["1e-4900", "1e4900", "1e400"])
@pytest.mark.parametrize("name", ["X", "coef", "duals", "slacks", "intercept", "augment", "extend"])
def test_numbers_outside_the_range_of_float64_are_refused(name, size):
    given = {"X": [[1.0], [1.0]], "labels": [1, -1], "coef": [1.0], "intercept": 0.0}
    shape = {"X": (2, 1), "coef": 1, "duals": 2, "slacks": 2}.get(name, ())
    given[name] = np.full(shape, np.longdouble(size))
    with pytest.raises(ValueError, match=rf"{name} has 1e[+-]\d+ at .* the range of float64"):
        prove(**given)


def test_a_model_that_is_not_fitted_is_refused():
    X, labels = separable(3, m=40, n=2, margin=0.5)
    with pytest.raises(ValueError, match="not fitted yet"):
        prove_model(Perceptron(), X, labels)


@pytest.mark.parametrize(("X", "y"), [([[1.0, 2.0], [1.0]], [1, 0]), ([["a", "b"]], [1]), ([], [])])
def test_patterns_that_are_no_table_are_refused(X, y):
    model = Perceptron().fit([[1.0, 2.0], [-1.0, 0.0]], [1, 0])
    with pytest.raises(ValueError):
        prove_model(model, X, y)


def test_a_model_that_learned_from_a_sparse_matrix_is_proved():
    X, labels = separable(3, m=40, n=2, margin=0.5)
    model = SVC(kernel="linear", C=1e9, tol=1e-9).fit(sparse.csr_matrix(X), labels)
    proof = prove_model(model, X, labels)
    assert float(proof.lower) > 0.999 * float(proof.upper)


def test_the_command(tmp_path, capsys):
    problem = data.load("sonar")
    data_file, model_file = tmp_path / "sonar.npz", tmp_path / "model.npz"
    np.savez(data_file, X=problem.X, y=problem.y)
    model = MICRA(augment=1).fit(problem.X, problem.y)
    save_model(model, problem.y, model_file)
    assert main([str(model_file), str(data_file)]) == 0
    said = capsys.readouterr().out
    proof = prove_model(model, problem.X, problem.y)
    assert f"at least {proof.lower}." in said and f"at most {proof.upper}." in said
    assert main([str(data_file), str(data_file)]) == 1
    assert capsys.readouterr().err.startswith("error: ")


def test_damaged_files_get_a_sentence_or_prove_nothing_false(tmp_path, capsys):
    rng, whole, damaged = np.random.default_rng(1), tmp_path / "whole.npz", tmp_path / "damaged.npz"
    X, labels = np.array([[1.0, 0], [2, 1], [-1, 0], [-2, -1]]), [1.0, 1, -1, -1]
    data_file, refused = tmp_path / "data.npz", 0
    np.savez(data_file, X=X, y=labels)
    parts = {"coef": [1.0, 0], "intercept": 0.0, "duals": [1.0, 0, 1, 0], "augment": 1.0}
    for save in (np.savez, np.savez_compressed):
        save(whole, **parts)
        content = whole.read_bytes()
        for trial in range(200):
            changed = bytearray(
                content[: rng.integers(len(content))] if trial % 4 == 0 else content
            )
            if changed:
                changed[rng.integers(len(changed))] ^= 1 << rng.integers(8)
            damaged.write_bytes(changed)
            code, (out, err) = main([str(damaged), str(data_file)]), capsys.readouterr()
            refused += code
            assert err.startswith("error: ") if code else "at least 1.0000" in out
    assert refused > 200


def encrypted(path):
    """Mark the members of a ZIP file as encrypted, so that no password opens them."""
    content = bytearray(path.read_bytes())
    for signature, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        start = content.find(signature)
        while start >= 0:
            content[start + place] |= 1
            start = content.find(signature, start + 1)
    path.write_bytes(content)


def lying(path):
    """Make the first array of an uncompressed .npz file claim 10^15 numbers."""
    content = path.read_bytes()
    with_size = content.replace(b"(2,), }" + b" " * 16, b"(1000000000000000,), }" + b" ")
    assert with_size != content and len(with_size) == len(content)
    path.write_bytes(with_size)


def written_again(path, change):
    """Change the first array of an .npz file and correct its check sums."""
    with zipfile.ZipFile(path) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    name = next(iter(members))
    members[name] = change(members[name])
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)


def unclosed(path):
    written_again(path, lambda content: content.replace(b"}", b" "))


def without_magic(path):
    written_again(path, lambda content: b"no array" + content[8:])


@pytest.mark.parametrize("damage", [encrypted, lying, unclosed, without_magic])
def test_a_file_that_numpy_cannot_read_gets_a_sentence(tmp_path, capsys, damage):
    np.savez(tmp_path / "data.npz", X=[[1.0, 0.0], [-1.0, 0.0]], y=[1, -1])
    np.savez(tmp_path / "model.npz", coef=[1.0, 0.0], intercept=0.0)
    damage(tmp_path / "model.npz")
    assert main([str(tmp_path / "model.npz"), str(tmp_path / "data.npz")]) == 1
    said = capsys.readouterr().err
    assert "model.npz is not an .npz file of arrays, or it is damaged" in said or (
        "model.npz is damaged: coef is not an array" in said
    )


@pytest.mark.parametrize("content", [b"", b"1,2\n", b"\x93NUMPY\x01\x00"])
def test_a_file_that_is_no_npz_is_named(tmp_path, capsys, content):
    path = tmp_path / "model.npy"
    path.write_bytes(content)
    assert main([str(path), str(path)]) == 1
    wrong = f"{path} is not an .npz file of arrays, as numpy.savez writes."
    assert wrong in capsys.readouterr().err


@pytest.mark.parametrize(
    ("model", "data_of", "sentence"),
    [
        ({"intercept": 0.0}, {}, "but a model has coef, intercept"),
        ({"coef": [1.0], "intercept": 0.0, "dual": [1.0, 1]}, {}, "coef, intercept, dual, but"),
        ({"coef": [1.0], "intercept": 0.0}, {"y": [1, np.nan]}, "y has the classes 1.0, nan"),
        ({"coef": [1.0], "intercept": 0.0}, {"z": 1}, "has z, but needs y, and X"),
        ({"coef": [1.0], "intercept": 0.0}, {"X_data": [1.0]}, "leave X out, or the parts"),
        ({"coef": [1.0], "intercept": 0.0}, {"X": np.ones((2, 1), "M8[s]")}, "type datetime64"),
        ({"coef": np.ones(1, [("v", "f8")]), "intercept": 0.0}, {}, "coef has (1.0,) at place 0"),
    ],
)
def test_files_with_other_arrays_are_refused(tmp_path, capsys, model, data_of, sentence):
    np.savez(tmp_path / "model.npz", **model)
    data_of = data_of if "z" in data_of else {"X": [[1.0], [-1]], "y": [1, -1], **data_of}
    np.savez(tmp_path / "data.npz", **data_of)
    assert main([str(tmp_path / "model.npz"), str(tmp_path / "data.npz")]) == 1
    assert sentence in capsys.readouterr().err


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"X_shape": [2.5, 1]}, "X_shape is [2.5, 1.0], but has to be two whole numbers"),
        ({"X_indices": [0.5, 0.5]}, "X_indices is of float64, but has to be whole numbers"),
        ({"X_indptr": [0.0, 1, 2]}, "X_indptr is of float64, but has to be whole numbers"),
    ],
)
def test_parts_of_a_matrix_with_fractional_places_are_refused(tmp_path, capsys, change, sentence):
    parts = {"X_data": [1.0, -1.0], "X_indices": [0, 0], "X_indptr": [0, 1, 2], "X_shape": [2, 1]}
    np.savez(tmp_path / "model.npz", coef=[1.0], intercept=0.0)
    for changed, code in ((parts, 0), ({**parts, **change}, 1)):
        np.savez(tmp_path / "data.npz", y=[1, -1], **changed)
        assert main([str(tmp_path / "model.npz"), str(tmp_path / "data.npz")]) == code
    assert sentence in capsys.readouterr().err


@pytest.mark.parametrize(
    ("change", "file", "sentence"),
    [
        ({"y": [[1], [-1]]}, "data.npz", "y has the shape (2, 1), but has to have one label for"),
        ({"X_shape": [-2, 1]}, "data.npz", "X_shape is [-2, 1], but has to be two whole numbers."),
        ({"X_shape": [3, 1]}, "data.npz", "X_data, X_indices, X_indptr and X_shape do not agree: "),
        ({"X_indices": [0, 1]}, "data.npz", "X has entries outside its 1 columns."),
        ({"X_data": [np.nan, 1.0]}, "data.npz", "X has nan at place 0"),
        ({"coef": [1.0, 2.0]}, "model.npz", "coef has the shape (2,), but has to have one number"),
        ({"coef": [np.inf]}, "model.npz", "coef has inf at place 0"),
        ({"duals": [1.0]}, "model.npz", "duals has the shape (1,), but has to have 2 numbers."),
        ({"augment": -1.0}, "model.npz", "augment is -1.0, but has to be 0 or more."),
    ],
)
def test_a_refusal_begins_with_the_file_and_the_key(tmp_path, capsys, change, file, sentence):
    parts = {"X_data": [1.0, -1.0], "X_indices": [0, 0], "X_indptr": [0, 1, 2], "X_shape": [2, 1]}
    model, data_of = {"coef": [1.0], "intercept": 0.0}, {**parts, "y": [1, -1]}
    (data_of if file == "data.npz" else model).update(change)
    np.savez(tmp_path / "model.npz", **model)
    np.savez(tmp_path / "data.npz", **data_of)
    assert main([str(tmp_path / "model.npz"), str(tmp_path / "data.npz")]) == 1
    assert capsys.readouterr().err.startswith(f"error: {tmp_path / file}: {sentence}")


def test_a_path_that_cannot_be_read_is_named(tmp_path, capsys):
    for path, sentence in ((tmp_path, "Is a directory."), (tmp_path / "no", "No such file or")):
        assert main([str(path), str(path)]) == 1
        assert capsys.readouterr().err.startswith(f"error: {path}: {sentence}")


def test_the_proof_imports_nothing_of_the_learners():
    import maxmargin.proof

    text = Path(maxmargin.proof.__file__).read_text(encoding="utf-8")
    assert "maxmargin" not in text.replace("maxmargin.audit", "")


def test_classes_may_be_dates():
    X, y = [[1, 2], [2, 1], [-1, -1]], np.array(["2020-01-02"] * 2 + ["2020-01-01"], "M8[D]")
    assert prove_model(PDM().fit(X, y), X, y).lower


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("intercept_", [], "intercept_ has 0 numbers, but has to have one"),
        ("intercept_", [1, 2], "intercept_ has 2 numbers, but has to have one"),
        ("dual_coef_", np.ones((1, 3)), "dual_coef_ has 2 dimensions, but has to have one"),
        ("dual_coef_", 5.0, "dual_coef_ has 0 dimensions, but has to have one"),
        ("slack_coef_", np.nan, "slack_coef_ has 0 dimensions, but has to have one"),
        ("classes_", None, "the model has 1 classes, but two are needed"),
    ],
)
def test_attributes_of_another_form_are_refused(name, value, sentence):
    X, y = [[1, 2], [2, 1], [-1, -1]], [1, 1, 0]
    model = PDM().fit(X, y)
    setattr(model, name, value)
    with pytest.raises(ValueError, match=sentence):
        prove_model(model, X, y)


def test_lists_as_classes_are_refused():
    X = [[1, 2], [2, 1], [-1, -1]]
    with pytest.raises(ValueError, match="y has an entry that is no class"):
        prove_model(PDM().fit(X, [1, 1, 0]), X, np.array([[1], 1, 0], dtype=object))


@pytest.mark.parametrize("support", [[0, 99], [0, -1]])
def test_support_vectors_that_are_not_there_are_refused(support):
    X, y = [[1.0, 2], [2, 1], [-1, -1]], [1, 1, 0]
    model = SVC(kernel="linear", C=1e6).fit(X, y)
    model.support_ = np.array(support)
    with pytest.raises(ValueError, match="support_ names a pattern outside 0 to 2"):
        prove_model(model, X, y)


def test_duals_of_weighted_classes_count_with_their_own_weights():
    """Other weights would give a bound too, but a larger one."""
    X, y = separable(3)
    model = PDM(augment=0.7, class_weight={-1: 1.0, 1: 3.0}).fit(X, y)
    duals = model.dual_coef_ * np.where(y > 0, 3.0, 1.0)
    rows = y[:, None] * np.hstack([X, np.full((len(y), 1), 0.7)])
    bound = np.linalg.norm(duals @ rows) / duals.sum()
    assert float(prove_model(model, X, y).upper) == pytest.approx(bound, rel=1e-9)


@pytest.mark.parametrize("seed", range(40))
def test_ends_have_ten_digits_from_the_first_digit_of_the_longest_row(seed):
    rng = np.random.default_rng(seed)
    size = 10.0 ** rng.uniform(-6, 6)
    X, labels = size * rng.normal(size=(3, 2)), np.array([1, -1, 1])
    proof = prove(X, labels, rng.normal(size=2), 0.3, duals=[0.2, 0.5, 0.3], augment=size)
    first = Decimal(float(np.linalg.norm(X, axis=1).max())).adjusted()
    for end in filter(None, (proof.lower, proof.upper)):
        assert (
            10 <= first - Decimal(end).as_tuple().exponent + 1 <= 12 or Decimal(end) < size / 1000
        )


@pytest.mark.parametrize(
    ("model", "changes"),
    [
        (MaximumMargin(), {"augment": 5.0, "extend": 1.0}),
        (MaximumMargin(), {"free_threshold": True}),
        (MaximumMargin(free_threshold=True), {"free_threshold": False}),
        (MICRA(), {"augment": 5.0, "extend": 1.0}),
        (PUMMA(extend=0.5), {"extend": 1.0}),
        (Pocket(random_state=0), {"augment": 5.0}),
        (PocketPerceptron(random_state=0), {"augment": 5.0}),
        (PocketMaximumMargin(random_state=0), {"augment": 5.0}),
    ],
)
def test_a_model_is_proved_in_the_space_of_its_fit(model, changes):
    X, labels = separable(1)
    model = clone(model).fit(X, labels)
    proof = prove_model(model, X, labels)
    assert prove_model(model.set_params(**changes), X, labels) == proof
