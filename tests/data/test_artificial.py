"""The artificial data have the properties of their papers and depend only on their seed."""

import numpy as np
import pytest

from data import Problem, SplitProblem
from data.artificial import alma, amira
from data.errors import DataError
from data.loading import load_with_record
from data.register import data_set_entry, names
from peers import LIBSVM

ALMA = [(s, epsilon) for s in (3, 10, 100, 300) for epsilon in (0.0, 0.05, 0.1, 0.15)]


def alma_target(problem):
    """Return the target, found from the noise-free labels of the test set.

    A nonzero component shows as a correlation of its attribute with the labels of about sqrt(2 / (3
    pi s)). Chance gives 0.01 to the other attributes.
    """
    s = int(problem.name.split("-")[2][1:])
    correlations = problem.X_test.T @ problem.y_test / len(problem.y_test)
    return np.where(np.arange(300) < s, np.sign(correlations), 0.0), correlations


@pytest.mark.parametrize(("s", "epsilon"), ALMA)
def test_alma(s, epsilon):
    problem = alma(s, epsilon, seed=2007)
    name, X, y, X_test, y_test = problem
    assert isinstance(problem, SplitProblem)
    assert name == f"alma-artificial-s{s}-e{epsilon:.2f}".replace("0.", "0")
    assert X.shape == X_test.shape == (10_000, 300) and X.dtype == X_test.dtype == np.float64
    assert y.dtype == y_test.dtype == np.int64 and set(y) == set(y_test) == {-1, 1}
    assert np.abs(X).max() <= 1 and np.abs(X_test).max() <= 1
    u, correlations = alma_target(problem)
    assert np.abs(correlations[s:]).max(initial=0) < 0.03
    # the labels of the test set determine u, and u determines everything else
    assert np.array_equal(np.where(X_test @ u >= 0, 1, -1), y_test)
    assert np.abs(X @ u).min() >= 1
    assert np.abs(X_test @ u).min() < 0.1
    flipped = np.mean(np.sign(X @ u) != y)
    assert abs(flipped - epsilon) <= 4 * np.sqrt(epsilon * (1 - epsilon) / 10_000)


def test_alma_patterns_are_uniform():
    _, X, _, X_test, _ = alma(3, 0.1, seed=1)
    # the irrelevant attributes: 3 million numbers of variance 1/3 and 4/45
    for free in (X[:, 3:], X_test[:, 3:]):
        assert abs(free.mean()) < 4 * np.sqrt(1 / 3 / free.size)
        assert abs((free**2).mean() - 1 / 3) < 4 * np.sqrt(4 / 45 / free.size)
    assert not np.array_equal(X[0], X_test[0])


def test_alma_draws_are_independent():
    draws = [alma(3, 0.0, 1), alma(3, 0.0, 2), alma(10, 0.0, 1), alma(3, 0.05, 1)]
    assert len({draw.X_test[0].tobytes() for draw in draws}) == 4
    again = alma(3, 0.0, 1)
    assert all(a.tobytes() == b.tobytes() for a, b in zip(again[1:], draws[0][1:], strict=True))
    signs = {tuple(alma_target(alma(3, 0.0, seed))[0][:3]) for seed in range(12)}
    assert len(signs) > 3  # of the eight that there are


def test_amira():
    problem = amira(0.15, seed=2007)
    name, X, y = problem
    assert isinstance(problem, Problem) and name == "amira-synthetic"
    assert X.shape == (10_000, 10) and X.dtype == y.dtype == np.float64 and set(y) == {-1.0, 1.0}
    assert X.min() >= 0 and X.max() <= 10 and X.flags.c_contiguous
    assert abs(X.mean() - 5) < 0.05 and abs(np.mean(y)) < 0.05  # the centre halves the cube


def test_amira_may_have_its_centre_at_the_origin():
    name, X, y = amira(0.15, seed=3, centred=True)
    _, plain, labels = amira(0.15, seed=3)
    assert name == "amira-centred"
    np.testing.assert_array_equal(X, plain - 5)
    np.testing.assert_array_equal(y, labels)


def test_amira_is_separable_by_a_hyperplane_through_the_centre():
    from scipy.optimize import linprog

    _, X, y = amira(0.15, seed=3)
    constraints = -y[:, None] * (X - 5)
    found = linprog(np.zeros(10), constraints, -np.ones(len(y)), bounds=(None, None))
    assert found.status == 0  # there is a w with y w.(x - 5) >= 1


def test_amira_keeps_its_distance():
    def margin(problem):
        return LIBSVM(tol=1e-4).fit(problem.X, problem.y).geometric_margin_

    assert 0.15 <= margin(amira(0.15, seed=3)) < 0.16
    assert margin(amira(0.5, seed=3)) >= 0.4999


def test_amira_normals_go_everywhere():
    halves = np.array([(X - 5).T @ y / len(y) for _, X, y in (amira(0.15, s) for s in range(40))])
    assert (halves > 0).any(axis=0).all() and (halves < 0).any(axis=0).all()
    assert len({amira(0.15, seed).X.tobytes() for seed in (0, 1)}) == 2


@pytest.mark.parametrize(
    ("draw", "said"),
    [
        (lambda: alma(0, 0.1, 1), "s is 0, but must be from 1 to 300."),
        (lambda: alma(301, 0.1, 1), "s is 301, but must be from 1 to 300."),
        (lambda: alma(3, 1.5, 1), "epsilon is 1.5, but must be from 0 to 1."),
        (lambda: alma(3, 0.1, -1), "The seed is -1, but must be a whole number, 0 or more."),
        (lambda: amira(6, 1), "margin is 6, but must be from 0 to 5."),
        (lambda: amira(0.15, -2), "The seed is -2, but must be a whole number, 0 or more."),
    ],
)
def test_what_cannot_be_drawn_is_named(draw, said):
    with pytest.raises(DataError) as error:
        draw()
    assert str(error.value) == said


def test_the_register_has_all_of_them(monkeypatch):
    monkeypatch.setattr("data.artificial.ALMA_PATTERNS", 10)  # the names do not depend on it
    entries = {name: data_set_entry(name) for name in names()}
    drawn = {n: e for n, e in entries.items() if e.get("generator") in ("alma", "amira")}
    assert len(drawn) == 18
    options = [tuple(e["options"].values()) for e in drawn.values()]
    assert options == [*ALMA, (0.15,), (0.15, True)]
    for name, entry in drawn.items():
        generator = {"alma": alma, "amira": amira}[entry["generator"]]
        assert generator(**entry["options"], seed=0).name == name


@pytest.mark.parametrize("name", ["alma-artificial-s100-e010", "amira-synthetic"])
def test_loading_wants_a_seed_and_records_it(name):
    with pytest.raises(DataError, match=f"{name} is drawn at random and needs a seed"):
        load_with_record(name)
    problem, record = load_with_record(name, seed=5)
    assert problem.name == record["name"] == name and record["seed"] == 5
    assert record["fingerprint"]["m"] == 10_000 and record["files"] == {}
