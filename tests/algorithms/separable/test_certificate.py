"""The checker refuses each certificate that was tampered with, and needs nothing of the package."""

import ast
from pathlib import Path

import numpy as np
import pytest
from scipy import sparse

from maxmargin import separable
from maxmargin.separable import certificate
from maxmargin.separable.certificate import Refused, check_inseparability, check_separation
from tests.algorithms.separable.circuits import reflected


def inseparable(seed):
    """Return a question and its certificate that no weight separates."""
    rng = np.random.default_rng(seed)
    X, y = rng.integers(-9, 10, (40, 3)).astype(float), rng.integers(0, 2, 40)
    threshold = bool(seed % 2)
    answer = separable(X, y, threshold=threshold)
    return X, y, answer.patterns.tolist(), list(answer.integers), threshold


def changed(rng, X, y, patterns, integers):
    """Return the parts with one of them changed, so that they prove nothing."""
    X, y, patterns, integers = X.copy(), y.copy(), [*patterns], [*integers]
    place = int(rng.integers(len(patterns)))
    change = int(rng.integers(8))
    if change == 0:
        integers[place] += int(rng.choice([-1, 1, 10**9]))
    elif change == 1:
        patterns[place] = int(rng.choice(np.setdiff1d(np.arange(len(y)), patterns)))
        while X[patterns[place]].tolist() in X[patterns[:place] + patterns[place + 1 :]].tolist():
            patterns[place] = int(rng.integers(len(y)))
    elif change == 2:
        integers[place] = -integers[place]
    elif change == 3:
        y[patterns[place]] = 1 - y[patterns[place]]
    elif change == 4:
        X[patterns[place], rng.integers(X.shape[1])] += rng.choice([-1.0, 2.0**-40])
    elif change == 5:
        del patterns[place], integers[place]
    elif change == 6:
        integers = [float(v) for v in integers]
    else:
        patterns.append(patterns[place])
        integers.append(1)
    return X, y, patterns, integers


def proves(X, y, patterns, integers, threshold):
    """Return whether Σ α_k z_k = 0 with α > 0, by the definition."""
    rows = reflected(X.tolist(), y.tolist(), threshold)
    if (
        not integers
        or min(integers) <= 0
        or len(set(patterns)) < len(patterns)
        or type(integers[0]) is not int
    ):
        return False
    sums = [
        sum(alpha * rows[k][j] for k, alpha in zip(patterns, integers, strict=True))
        for j in range(len(rows[0]))
    ]
    return not any(sums)


def test_a_thousand_changed_certificates_of_inseparability_are_refused():
    refused = 0
    for seed in range(60):
        X, y, patterns, integers, threshold = inseparable(seed)
        check_inseparability(X, y, patterns, integers, threshold)
        rng = np.random.default_rng(seed)
        for _ in range(20):
            parts = changed(rng, X, y, patterns, integers)
            if proves(*parts, threshold):  # another index of an equal row, for example
                continue
            with pytest.raises(Refused):
                check_inseparability(*parts, threshold)
            refused += 1
    assert refused >= 1000


def test_a_thousand_changed_weights_are_refused_if_they_do_not_separate():
    refused = accepted = 0
    for seed in range(60):
        rng = np.random.default_rng(seed)
        X = rng.normal(size=(40, 3))
        y = (X @ [1.0, -2.0, 0.5] > 0.1).astype(int)
        answer = separable(X, y)
        weight, threshold = answer.weight.tolist(), answer.threshold
        assert check_separation(X, y, weight, threshold) == answer.margin
        for _ in range(30):
            parts = [*weight, threshold]
            place, factor = rng.integers(4), rng.choice([-1.0, 0.0, 0.5, 3.0])
            parts[place] *= factor
            data, labels = X, y.copy()
            if rng.random() < 0.3:
                labels[rng.integers(40)] ^= 1
            signs = 2 * labels - 1
            products = (data @ parts[:3] + parts[3]) * signs
            assert np.abs(products).min() > 1e-12
            if (products > 0).all():
                assert 0 < check_separation(data, labels, parts[:3], parts[3])
                accepted += 1
            else:
                with pytest.raises(Refused) as found:
                    check_separation(data, labels, parts[:3], parts[3])
                assert found.value.row is None or products[found.value.row] < 0
                refused += 1
    assert refused >= 1000 and accepted


def test_other_data_are_refused():
    X, y, patterns, integers, threshold = inseparable(1)
    others, labels = inseparable(3)[:2]
    with pytest.raises(Refused, match="^the combination of the patterns is not 0.$"):
        check_inseparability(others, labels, patterns, integers, threshold)
    with pytest.raises(Refused, match="^the patterns are not all among the 3 rows of X.$"):
        check_inseparability(X[:3], y[[0, 1, 2]], patterns, integers, threshold)


@pytest.mark.parametrize("kind", [np.array, sparse.csr_matrix])
@pytest.mark.parametrize("exponent", [-1000, -60, 0, 60, 1000])
def test_the_margin_is_rounded_down(kind, exponent):
    """A margin of 3/5 is no float64; 3 of a weight of length 5."""
    X = np.array([[3.0, 0.0], [0.0, -0.75]]) * 2.0**exponent
    margin = check_separation(kind(X), [1, 0], [1.0, 0.0], -1.5 * 2.0**exponent)
    assert margin == 1.5 * 2.0**exponent
    X = np.array([[1.0, 0.0], [-1.0, 0.0]]) * 2.0**exponent
    margin = check_separation(kind(X), [1, 0], [3, 4], 0)
    assert margin == np.nextafter(0.6, 0) * 2.0**exponent or margin == 0.6 * 2.0**exponent
    assert margin * 5 / 2.0**exponent <= 3


def test_fast_products_are_never_above_the_exact_ones():
    for seed in range(50):
        rng = np.random.default_rng(seed)
        m, n = 50, int(rng.integers(1, 9))
        X = rng.normal(size=(m, n)) * 10.0 ** rng.integers(-200, 200, n)
        X[rng.random((m, n)) < 0.2] = 0
        signs = rng.choice([-1, 1], m)
        whole = [
            int(v) << int(k)
            for v, k in zip(rng.integers(-99, 99, n + 1), rng.integers(0, 90, n + 1), strict=True)
        ]
        if not any(whole[:n]):
            continue
        for data in (X, sparse.csr_matrix(X)):
            lower, unit = certificate._lower_products(data, signs, whole, True)
            for k in range(m):
                exact, shift = certificate._whole(X[k].tolist(), "")
                product = sum(x * w for x, w in zip(exact, whole, strict=False)) + (
                    whole[n] << shift
                )
                number, places = int(lower[k]), unit + shift
                scaled = number << places if places >= 0 else number
                assert scaled <= int(signs[k]) * product << max(0, -places)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"weight": [1.0]}, "the weight has 1 numbers for 2 columns."),
        ({"weight": [0, 0.0]}, "the weight is 0, so that it separates nothing."),
        ({"weight": [np.inf, 1.0]}, "the weight has a value that is no finite integer or float."),
        ({"weight": ["1", 1.0]}, "the weight has a value that is no finite integer or float."),
        ({"X": np.array([[np.nan, 1], [2, 3]])}, "X has a number that is not finite, or"),
        ({"y": [0, 1, 1]}, "y has 3 labels of 2 classes for 2 rows."),
        ({"y": [0]}, "y has 1 labels of 1 classes for 2 rows."),
        ({"y": [1, 0]}, "the weight does not separate row "),
        ({"weight": [0.0, 1.0]}, "the weight does not separate row "),  # which it has on the plane
    ],
)
def test_each_fault_of_a_weight_has_its_sentence(change, sentence):
    given = {"X": np.array([[-1.0, 0.0], [1.0, 0.0]]), "y": [0, 1], "weight": [1.0, 0.0]}
    assert check_separation(**given, threshold=0.0) == 1.0
    with pytest.raises(Refused) as raised:
        check_separation(**given | change, threshold=0.0)
    assert str(raised.value).startswith(sentence)


def test_entries_that_name_one_place_often_are_refused():
    """The sum of their parts could exceed int64."""
    X = sparse.csr_matrix((2, 1))
    X.data, X.indices = np.array([1e300, -1e300, 1.0, -1.0]), np.zeros(4, np.int32)
    X.indptr = np.array([0, 3, 4], np.int32)
    sentence = "^X has a number that is not finite, or is no sound csr matrix.$"
    with np.errstate(over="ignore"), pytest.raises(Refused, match=sentence):
        check_separation(X, [1, 0], [1.0], 0.0)


def test_the_checker_is_short_and_imports_nothing_of_the_package():
    text = Path(certificate.__file__).read_text(encoding="utf-8")
    assert len(text.splitlines()) < 150
    modules = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            modules |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            modules.add(node.module)
    assert modules == {"fractions", "math", "numpy"}
