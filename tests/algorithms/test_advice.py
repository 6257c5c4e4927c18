"""The chosen learner reaches the accuracy, with a certificate, and the reason is true."""

import numpy as np
import pytest
from scipy import sparse

from data.planted import planted
from maxmargin import choose
from tests.algorithms.problems import separable


@pytest.mark.parametrize("accuracy", [0.5, 0.9, 0.99, 0.999])
@pytest.mark.parametrize(("n", "margin"), [(5, 0.3), (60, 0.3), (60, 0.001), (1000, 0.1)])
def test_the_accuracy_is_reached(accuracy, n, margin):
    _, X, y = planted(300, n, margin, seed=1)
    learner, _ = choose(X, y, accuracy, augment=0.0)
    learner.fit(X, y)
    assert learner.converged_
    assert learner.directional_margin_ >= accuracy * learner.margin_upper_bound_
    assert learner.directional_margin_ >= accuracy * margin


@pytest.mark.parametrize(
    ("n", "margin", "accuracy", "name", "reason"),
    [
        (5, 0.3, 0.9, "MaximumMargin", "With 5 coordinates"),
        (60, 0.3, 0.9, "AdaTron", "certified: a few more are enough."),
        (60, 0.001, 0.9, "MaximumMargin", "leave patterns on the wrong side: the margin is small"),
        (60, 0.3, 0.999, "MaximumMargin", "For more than 99% the exact solver"),
        (1000, 0.3, 0.999, "AdaTron", "with 1000 coordinates a step of the exact solver costs"),
        (1000, 0.0001, 0.9, "MaximumMargin", "leave patterns on the wrong side"),
    ],
)
def test_what_decides(n, margin, accuracy, name, reason):
    _, X, y = planted(300, n, margin, seed=1)
    learner, said = choose(X, y, accuracy, augment=0.0)
    assert type(learner).__name__ == name and reason in said


def test_space_and_form_of_the_patterns():
    X, labels = separable(3, m=60)
    names = np.where(labels > 0, "yes", "no")
    dense, rows = (
        choose(form(X), names, augment=2.0, extend=0.5) for form in (np.array, sparse.csr_matrix)
    )
    assert dense.reason == rows.reason and type(dense.learner) is type(rows.learner)
    assert (dense.learner.augment, dense.learner.extend) == (2.0, 0.5)


def test_patterns_that_are_zero_but_for_the_threshold():
    X, y = np.zeros((4, 3)), [0, 1, 0, 1]
    assert choose(X, y).reason == choose(sparse.csr_matrix(X), y).reason


def test_what_is_refused():
    X, labels = separable(3, m=60)
    for accuracy in (0.0, 1.0, 99, "0.9"):
        with pytest.raises(ValueError, match="accuracy is .*; it has to be between 0 and 1"):
            choose(X, labels, accuracy)
    with pytest.raises(ValueError, match="y has only one class"):
        choose(X, np.ones(60))
