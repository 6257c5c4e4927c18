"""Fingerprints of problems, and the check against the papers' facts."""

import numpy as np
import pytest
from scipy import sparse

from data import Problem, SplitProblem, load
from data.errors import DataError
from data.problem import check_facts, fingerprint, of_two_classes

X = np.array([[3.0, 4.0], [0.0, 1.0], [1.0, 0.0]])
PROBLEM = Problem("toy", X, np.array([1.0, -1.0, -1.0]))
SPARSE = PROBLEM._replace(X=sparse.csr_matrix(X))
SPLIT = SplitProblem(
    "grey",
    np.array([[200, 150, 0], [0, 0, 1]], np.uint8),
    np.array([7, 2]),
    np.array([[255, 255, 255]], np.uint8),
    np.array([2]),
)
ONES = Problem("ones", sparse.csr_matrix([[1.0, 0, 1], [0, 1, 1]]), np.array([1.0, -1]))


@pytest.mark.parametrize("problem", [PROBLEM, SPARSE])
def test_fingerprint(problem):
    expected = {"m": 3, "n": 2, "nonzeros": 4, "positives": 1, "negatives": 2, "max_norm": 5.0}
    assert fingerprint(problem) == expected


def test_fingerprint_of_several_classes():
    found = fingerprint(SPLIT)
    assert found.pop("max_norm") == 250.0  # not what remains of its square in a byte
    assert found == {"m": 2, "m_test": 1, "n": 3, "nonzeros": 3, "classes": 2}


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ({"m": 2, "m_test": 2}, "grey: m_test is 1, but the register states 2."),
        ({"classes": 10}, "grey: classes is 2, but the register states 10."),
        ({"n": 2}, "grey: n is 3, but the register states 2."),
        ({"max_norm": "250.1"}, "grey: max_norm is 250.0, but the register states 250.1."),
        ({"positives": 2}, "grey: the stated positives = 2 cannot be checked."),
    ],
)
def test_a_fact_of_several_classes_that_differs(facts, said):
    check_facts(SPLIT, {"m": 2, "m_test": 1, "n": 3, "classes": 2, "max_norm": "250.00"})
    with pytest.raises(DataError) as error:
        check_facts(SPLIT, facts)
    assert str(error.value) == said


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ({"m": 4}, "toy: m is 3, but the register states 4."),
        ({"n": 3}, "toy: n is 2, but the register states 3."),
        ({"positives": 2}, "toy: positives is 1, but the register states 2."),
        ({"ones_per_row": 1}, "toy: ones_per_row is mixed with 3, but the register states 1."),
        ({"classes": 10}, "toy: the stated classes = 10 cannot be checked."),
        ({"m_test": 3}, "toy: the stated m_test = 3 cannot be checked."),
        ({"max_norm": "5.01"}, "toy: max_norm is 5.00, but the register states 5.01."),
        (
            {"radii": [{"rho": 1, "delta": 2, "squared": 31}]},
            "toy with rho = 1 and delta = 2: R squared is 30, but the register states 31.",
        ),
        (
            {"radii": [{"rho": 1, "delta": 0, "printed": "5.09"}]},
            "toy with rho = 1 and delta = 0: R is 5.10, but the register states 5.09.",
        ),
    ],
)
@pytest.mark.parametrize("problem", [PROBLEM, SPARSE])
def test_a_fact_that_differs_names_both_values(problem, facts, said):
    with pytest.raises(DataError) as error:
        check_facts(problem, facts)
    assert str(error.value) == said


def test_facts_that_hold():
    radii = [{"rho": 1, "delta": 2, "squared": 30}, {"rho": 1, "delta": 0, "printed": "5.099"}]
    check_facts(PROBLEM, {"m": 3, "n": 2, "positives": 1, "radii": radii})
    check_facts(ONES, {"ones_per_row": 2})


def test_uneven_ones_are_found():
    uneven = ONES._replace(X=sparse.csr_matrix([[1.0, 0, 1], [0, 1, 0]]))
    with pytest.raises(DataError, match="ones_per_row is 1 to 2, but the register states 2"):
        check_facts(uneven, {"ones_per_row": 2})


def test_the_papers_radii():
    """The MICRA paper's Section 4 prints R = 3.8121, sqrt(917) and sqrt(1716)."""

    def radius_squared(name, rho, delta):
        return fingerprint(load(name))["max_norm"] ** 2 + rho**2 + delta**2

    assert f"{np.sqrt(radius_squared('sonar', 1, 0)):.4f}" == "3.8121"
    assert radius_squared("wbc", 10, 1) == pytest.approx(917, rel=1e-12)
    assert radius_squared("wbc-11", 30, 0) == pytest.approx(1716, rel=1e-12)


def test_loading_checks_the_facts(register):
    register["data_sets"]["sonar"]["facts"]["m"] = 105
    with pytest.raises(DataError, match="sonar: m is 104, but the register states 105"):
        load("sonar")


def test_two_of_several_classes():
    X, y = np.arange(3.0)[:, None], np.array([1, 2, 7])
    assert of_two_classes(X, y, [1, 7], None)[1].tolist() == [1, -1, 1]
    kept, labels = of_two_classes(X, y, [7], [2, 7])
    assert labels.tolist() == [-1, 1] and kept.tolist() == [[1.0], [2.0]]
    assert of_two_classes(X, y, None, None) == (X, y)
    with pytest.raises(DataError, match="no pattern is of class 3; there are"):
        of_two_classes(X, y, [3], None)
