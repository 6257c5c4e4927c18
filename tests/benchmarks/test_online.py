"""The online benchmark makes every row on a small problem, and its learners learn."""

import numpy as np
import pytest

import data
from benchmarks import online

NAMES = [" ".join(key) for key in online.PASSES]


@pytest.fixture(scope="module")
def problem():
    """Return three classes of grey levels, each with its own bright pixels."""
    rng = np.random.default_rng(0)
    y = rng.integers(3, size=400)
    X = rng.integers(0, 60, size=(400, 30)) * (rng.random((400, 30)) < 0.5)
    X[np.arange(400)[:, None], 10 * y[:, None] + np.arange(5)] += 150
    X = X.astype(float)
    return data.SplitProblem("small", X[:300], y[:300], X[300:], y[300:])


@pytest.fixture(scope="module")
def rows(problem):
    return online.rows_of(problem)


def test_a_row_of_each_that_has_learned(rows):
    assert [f"{row.learner} {row.library}" for row in rows] == NAMES
    for row in rows:
        assert row.errors and all(part < 0.1 for part in row.errors.values())
        assert row.nanoseconds == pytest.approx(1e9 * row.seconds / 900)


def test_ratios_are_to_ours_of_the_same_learner(rows):
    seconds = {(row.learner, row.library): row.seconds for row in rows}
    for row in rows:
        expected = row.seconds / seconds[row.learner, "ours"]
        assert row.ratio == (None if row.library == "ours" else expected)
    assert sum(row.ratio is None for row in rows) == 3


def test_weights_of_all_libraries_are_those_of_one_perceptron(problem):
    """Every class appears among the first patterns, since river's learner sees a class late."""
    two = problem._replace(y=(problem.y == 2).astype(int), y_test=(problem.y_test == 2).astype(int))
    first = np.flatnonzero(two.y == 0)[0], np.flatnonzero(two.y == 1)[0]
    order = [*first, *np.setdiff1d(np.arange(300), first)]
    two = two._replace(X=two.X[order], y=two.y[order])
    ours = online.our_perceptron(two).hypotheses["last"]
    river = online.river_perceptron(two).hypotheses["last"]
    np.testing.assert_array_equal(river.W[0], ours.W[0])
    assert river.thresholds[0] == ours.thresholds[0]


def test_other_weights_than_scikit_learns_are_an_error(problem, monkeypatch):
    doubled = online.our_perceptron(problem)
    doubled.hypotheses["last"].W[:] *= 2
    monkeypatch.setitem(online.PASSES, ("Perceptron", "ours"), lambda _: doubled)
    with pytest.raises(ValueError, match="not scikit-learn's"):
        online.rows_of(problem)


def test_errors_are_those_of_the_test_set(problem):
    W = np.zeros((3, 30))
    for label in range(3):
        W[label, 10 * label : 10 * label + 5] = 1.0
    weights = online.Weights(W, np.zeros(3))
    expected = float(np.mean((problem.X_test @ W.T).argmax(axis=1) != problem.y_test))
    assert online.error(weights, problem) == expected < 0.1
    always = online.Weights(W, np.array([0.0, 0.0, 1e9]))
    assert online.error(always, problem) == float(np.mean(problem.y_test != 2))


def test_table_has_what_was_measured(rows):
    lines = online.table(rows).splitlines()
    assert len(lines) == 2 + len(rows)
    assert f"{rows[0].updates:,}" in lines[2] and f"{100 * rows[0].errors['last']:.2f}" in lines[2]
    assert lines[3].endswith(f"{rows[1].ratio:.2f}")


def test_without_mnist_there_is_a_sentence(monkeypatch, capsys):
    def load(name):
        raise data.Unreachable("not available.")

    monkeypatch.setattr(data, "load", load)
    assert online.main([]) is None
    assert capsys.readouterr().out == "mnist: left out, not available.\n"
