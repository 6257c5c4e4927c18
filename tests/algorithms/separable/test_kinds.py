"""Complete separation, quasi-complete separation and overlap are told apart as by brute force."""

import numpy as np
import pytest
from scipy import sparse

from maxmargin.separable import separation
from tests.algorithms.separable.circuits import random_question, reflected, tied

INF = float("inf")


def fuzz(seeds):
    """Return the number of questions of each kind, all as brute force says."""
    counts = dict.fromkeys(("complete", "quasi-complete", "overlap"), 0)
    for seed in seeds:
        X, y, threshold = random_question(np.random.default_rng(seed))
        Z = reflected(X, y, threshold)
        ties = tied(Z)
        kind = "overlap" if len(ties) == len(y) else "quasi-complete" if ties else "complete"
        found = separation(X, y, threshold=threshold)
        assert (found.kind, found.ties.tolist()) == (kind, ties), (X, y, threshold)
        if kind != "overlap":
            weight = found.weight.tolist() + ([found.threshold] if threshold else [])
            weight = [int(v) if v == int(v) else v for v in weight]
            products = [sum(a * b for a, b in zip(z, weight, strict=True)) for z in Z]
            assert [k for k, product in enumerate(products) if product == 0] == ties
            assert min(products) >= 0
        counts[kind] += 1
    return counts


def test_small_questions_are_told_apart_as_by_brute_force():
    assert min(fuzz(range(100)).values()) > 5


@pytest.mark.slow
def test_five_thousand_small_questions():
    assert min(fuzz(range(100, 5100)).values()) > 500


@pytest.mark.parametrize(
    ("X", "y", "kind", "estimates"),
    [
        ([[0], [1], [1], [2]], [0, 0, 1, 1], "quasi-complete", [INF, -INF]),
        ([[0], [1], [2], [3]], [0, 0, 1, 1], "complete", [INF, -INF]),
        ([[-3], [-2], [2], [3]], [0, 0, 1, 1], "complete", [INF, None]),
        ([[0], [1], [1], [0]], [0, 0, 1, 1], "overlap", [0, 0]),
        # A column that is above 0 for one class alone diverges, and the others do not.
        ([[1, 0], [2, 0], [3, 0], [2, 1], [3, 1]], [0, 1, 0, 1, 1], "quasi-complete", [0, INF, 0]),
    ],
)
def test_estimates_that_diverge(X, y, kind, estimates):
    found = separation(X, y)
    assert found.kind == kind
    shown = [None if v != v else v for v in found.estimates.tolist()]
    assert shown == estimates
    assert separation(sparse.csr_array(np.array(X, float)), y).kind == kind


def test_a_factor_that_predicts_one_class_diverges_among_others():
    """The pattern of R's endometrial data: one of many coefficients is infinite."""
    rng = np.random.default_rng(0)
    X = np.hstack([rng.normal(size=(300, 5)), rng.random((300, 1)) < 0.05])
    y = rng.integers(0, 2, 300)
    y[X[:, 5] == 1] = 1
    found = separation(X, y)
    assert found.kind == "quasi-complete" and found.estimates.tolist() == [0] * 5 + [INF, 0]
    assert found.ties.tolist() == np.flatnonzero(X[:, 5] == 0).tolist()
    text = found.explain(list("abcdef"))
    assert "quasi-complete, " in text and "The estimate of f diverges to inf." in text


def test_redundant_columns_are_the_later_ones():
    X = np.array([[0, 0, 5], [1, 2, 5], [1, 2, 5], [2, 4, 5]])
    found = separation(X, [0, 0, 1, 1])
    assert found.redundant == (1, 2)
    assert found.estimates.tolist() == [INF, 0, 0, -INF]
    assert "Redundant, and left out: column 1." in found.explain()


def test_the_units_of_columns_do_not_matter():
    X = np.array([[0, 1], [0, 2], [0, 3], [1, 2], [1, 3]]) * np.array([1e-300, 1e300])
    found = separation(X, [0, 1, 0, 1, 1])
    assert found.kind == "quasi-complete" and found.estimates.tolist() == [INF, 0, 0]


def test_nothing_is_told_if_the_time_was_too_short():
    rng = np.random.default_rng(0)
    found = separation(rng.normal(size=(2000, 40)), rng.integers(0, 2, 2000), max_seconds=1e-9)
    assert found.kind is None and found.answer.separable is None
    assert found.explain() == "Kind of separation: not decided in the time given."


def test_columns_are_redundant_for_overlap_too():
    X = np.array([[0, 0], [1, 2], [2, 4], [3, 6]])
    found = separation(X, [0, 1, 0, 1])
    assert (found.kind, found.redundant) == ("overlap", (1,))
    assert "Redundant, and left out: column 1." in found.explain()
    assert separation(X + [[0, 1], [0, 0], [0, 0], [0, 1]], [0, 1, 0, 1]).redundant == ()


def test_an_estimate_without_a_sign_is_not_said_to_diverge():
    """The maximum likelihood estimate of the second column is 0 here, for each penalty."""
    found = separation([[1, 1], [1, -1], [-1, 1], [-1, -1]], [1, 1, 0, 0])
    assert np.isnan(found.estimates[1:]).all() and found.estimates[0] == np.inf
    assert "The estimate of column 1 may diverge, or not." in found.explain()


def test_names_are_those_of_the_columns():
    found = separation([[1, 0], [2, 0], [3, 0], [2, 1], [3, 1]], [0, 1, 0, 1, 1])
    for names in (["dose", "treated"], np.array(["dose", "treated"])):
        assert "The estimate of treated diverges to inf." in found.explain(names)
    assert str(found) == found.explain() and "column 1 diverges" in str(found)
    for names in (["dose"], ["dose", "treated", "cured"], []):
        with pytest.raises(ValueError, match=f"names has {len(names)} entries, but X has 2 col"):
            found.explain(names)
    with pytest.raises(ValueError, match="names is the text 'ab', but has to be a list"):
        found.explain("ab")
    with pytest.raises(ValueError, match="max_seconds is True, but has to be a number above 0"):
        separation([[0], [1]], [0, 1], max_seconds=True)
    with pytest.raises(ValueError, match="max_seconds is 'a', but has to be a number above 0"):
        separation([[0], [1]], [0, 1], max_seconds="a")
