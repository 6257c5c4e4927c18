"""The chosen learner reaches the accuracy, with a certificate, and the reason is true."""

import numpy as np
import pytest
from scipy import sparse

from data.planted import planted
from maxmargin import choose
from tests.algorithms.problems import separable


@pytest.mark.parametrize("accuracy", [0.5, 0.9, 0.99, 0.999])
@pytest.mark.parametrize("margin", [0.3, 0.01])
def test_the_accuracy_is_reached(accuracy, margin):
    _, X, y = planted(300, 5, margin, seed=1)
    learner, _ = choose(X, y, accuracy, augment=0.0)
    learner.fit(X, y)
    assert learner.converged_
    assert learner.directional_margin_ >= accuracy * learner.margin_upper_bound_
    assert learner.directional_margin_ >= accuracy * margin


def test_what_the_look_decides():
    _, X, y = planted(300, 5, 0.3, seed=1)
    easy = choose(X, y, 0.9, augment=0.0)
    assert type(easy.learner).__name__ == "AdaTron" and "a few more passes" in easy.reason
    _, X, y = planted(300, 50, 0.001, seed=1)
    hard = choose(X, y, 0.9, augment=0.0)
    assert type(hard.learner).__name__ == "MaximumMargin" and "on the wrong side" in hard.reason


def test_space_and_form_of_the_patterns():
    X, labels = separable(3, m=60)
    names = np.where(labels > 0, "yes", "no")
    dense, rows = (
        choose(form(X), names, augment=2.0, extend=0.5) for form in (np.array, sparse.csr_matrix)
    )
    assert dense.reason == rows.reason and type(dense.learner) is type(rows.learner)
    assert (dense.learner.augment, dense.learner.extend) == (2.0, 0.5)


def test_what_is_refused():
    X, labels = separable(3, m=60)
    for accuracy in (0.0, 1.0, 99):
        with pytest.raises(ValueError, match="accuracy is .*; it has to be between 0 and 1"):
            choose(X, labels, accuracy)
    with pytest.raises(ValueError, match="y has only one class"):
        choose(X, np.ones(60))
