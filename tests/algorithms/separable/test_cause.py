"""Warnings, advice and refusals say with a proof why patterns are not separated."""

import warnings

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning

from maxmargin import PDM, PUMMA, Gilbert, MaximumMargin, Perceptron, choose
from maxmargin.kernels import Gaussian
from maxmargin.separable.cause import cause

XOR = np.array([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]])
LABELS = np.array([0, 0, 1, 1])
PROVED = "The classes are not linearly separable: 4 of the 4 patterns prove it"


def warning_of(model, X=XOR, y=LABELS):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", ConvergenceWarning)
        model.fit(X, y)
    (found,) = [w for w in caught if w.category is ConvergenceWarning]
    return str(found.message)


@pytest.mark.parametrize(
    "model",
    [
        MaximumMargin(),
        MaximumMargin(free_threshold=True),
        Perceptron(max_updates=50),
        PDM(max_epochs=5),
        Gilbert(max_updates=50),
    ],
    ids=repr,
)
def test_a_warning_names_the_patterns_that_prove_it(model):
    message = warning_of(model)
    assert PROVED in message and message.endswith("Set extend above 0.")


@pytest.mark.parametrize("model", [MaximumMargin(augment=0.0), PDM(augment=0.0, max_epochs=5)])
def test_patterns_that_need_a_threshold_are_not_called_inseparable(model):
    message = warning_of(model, np.array([[1.0], [2.0]]), np.array([0, 1]))
    assert "No hyperplane through the origin separates the classes" in message
    assert "not linearly separable" not in message
    assert message.endswith("Set augment above 0, which adds a threshold, or extend above 0.")


def test_equal_rows_are_named():
    X, y = np.vstack([XOR, XOR[:1]]), np.array([0, 0, 0, 1, 1])
    assert "rows 0 and 4 of X, counted from 0, are equal" in warning_of(
        Perceptron(max_updates=9), X, y
    )


def test_a_separable_set_is_called_separable():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(200, 3))
    X = X[np.abs(X[:, 0]) > 0.01]
    message = warning_of(Perceptron(max_updates=1), X, np.sign(X[:, 0]))
    assert "A hyperplane separates the patterns, with a margin of at least" in message
    assert "extend" not in message


def test_a_run_with_a_margin_or_an_extension_or_a_kernel_is_told_nothing_more():
    X, y = np.array([[1.0], [2.0], [-1.0]]), np.array([1, 1, 0])
    for model in (
        PDM(epsilon=0.01, max_updates=2),
        Perceptron(extend=1e-3, max_updates=1),
        Perceptron(kernel=Gaussian(), max_updates=1),
        PUMMA(max_updates=1),
    ):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always", ConvergenceWarning)
            model.fit(X, y)
        assert not any("separa" in str(w.message) for w in caught)


def test_choose_says_that_nothing_separates_the_patterns():
    assert PROVED in choose(XOR, LABELS).reason
    assert "extend" not in choose(XOR, LABELS, extend=1.0).reason


def test_too_little_time_says_nothing():
    rng = np.random.default_rng(1)
    X = rng.normal(size=(4000, 60))
    assert cause(X, np.sign(rng.normal(size=4000)), True, 1e-9) == ""


def test_without_a_threshold_other_patterns_prove_it():
    X, y = np.array([[1.0], [2.0]]), np.array([1, 0])
    assert "through the origin" in cause(X, y, False, 10.0)
    assert "A hyperplane separates" in cause(X, y, True, 10.0)


def test_nothing_is_said_of_integers_that_float64_rounded():
    """The two rows are equal in float64 alone. The updates return the weight to 0."""
    X, y = np.array([[2**53], [2**53 + 1]]), [0, 1]
    with pytest.warns(ConvergenceWarning) as caught:
        model = Perceptron(max_epochs=100).fit(X, y)
    assert model.status_ == "max_epochs" and model.inseparable_ is None
    assert "separable" not in str(caught[0].message)
