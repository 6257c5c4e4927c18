"""The benchmark of separability asks every solver, and judges each answer by the proved one."""

import sys

import numpy as np
import pytest

from benchmarks import separable
from benchmarks.separable_others import PROVES_NOTHING, SOLVERS, Solver
from maxmargin import separable as decide

INSTALLED = [solver for solver in SOLVERS if solver.is_installed]


@pytest.fixture(params=[True, False], ids=["separable", "not separable"])
def question(request):
    """Return X, y and the answer."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(200, 4))
    X = X[np.abs(X[:, 0]) > 0.1]
    y = np.sign(X[:, 0]) if request.param else rng.choice([-1, 1], len(X))
    assert decide(X, y).separable is request.param
    return 100 * X, y, request.param


@pytest.mark.parametrize("solver", INSTALLED, ids=lambda solver: solver.name)
def test_each_solver_decides_an_easy_question(solver, question):
    X, y, expected = question
    found = solver.solve(separable.reflected(X, y))
    if solver.name == "LinearSVC":
        assert found == (True if expected else PROVES_NOTHING)
    else:
        assert found is expected


def test_four_solvers_need_no_optional_package():
    names = {solver.name for solver in INSTALLED}
    assert len([name for name in names if name.startswith("HiGHS")]) == 4 and "LinearSVC" in names


def endless(Z):
    while True:
        pass


def failing(Z):
    raise ValueError("no answer")


@pytest.mark.long
@pytest.mark.parametrize(
    ("solve", "verdict"),
    [
        (lambda Z: True, separable.RIGHT),
        (lambda Z: False, separable.WRONG),
        (lambda Z: None, separable.UNDECIDED),
        (lambda Z: PROVES_NOTHING, separable.PROVES_NOTHING),
        (endless, separable.UNDECIDED),
        (failing, separable.FAILED),
    ],
)
def test_what_an_answer_is_worth(solve, verdict):
    row = separable.row_of(Solver("any", "numpy", solve), np.eye(2), True, limit=1)
    assert row.verdict == verdict
    assert (row.seconds is None) == (solve in (endless, failing))


def test_a_missing_package_is_a_row_that_says_so():
    row = separable.row_of(Solver("any", "no_such_module", endless), np.eye(2), True)
    assert row == ("any", None, separable.MISSING)
    X, y = np.array([[1.0], [2.0]]), np.array([0, 1])
    text = separable.block("two", X, decide(X, y), 1.0, [row])
    assert text.splitlines()[-1].split() == ["any", "-", "-", "not", "installed"]


def test_wrong_and_undecided_answers_are_not_the_fastest():
    rows = [
        separable.Row("a", 0.1, separable.WRONG),
        separable.Row("b", 0.2, separable.UNDECIDED),
        separable.Row("c", 7.0, separable.RIGHT),
        separable.Row("d", 9.0, separable.RIGHT),
    ]
    assert separable.fastest(rows) == 7.0 and separable.fastest(rows[:2]) is None
    late = separable.Row("slow", None, separable.UNDECIDED)
    assert separable.fastest([*rows[:2], late]) == separable.LIMIT
    text = separable.summary({"near": (2.0, rows), "far": (1.0, rows), "none": (1.0, rows[:2])})
    assert "on 1 of 3 problems, but not on near, none." in text and "Wrong answers: 3." in text


def test_the_summary_without_the_solver_that_cannot_say_no():
    rows = [separable.Row(separable.LINEAR_SVC, 0.5, separable.RIGHT)]
    text = separable.summary({"easy": (0.2, [*rows, separable.Row("c", 7.0, separable.RIGHT)])})
    first, second, _ = text.split(". ")
    assert first.endswith("on 0 of 1 problems, but not on easy")
    assert second.endswith("that is 1 of 1 problems")


def test_nested_faces_are_separable_whole_numbers():
    X, y = separable.nested_faces()
    assert (X == X.round()).all() and set(y.tolist()) == {-1, 1}
    assert decide(X, y).separable is True


def test_a_problem_by_its_name(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["separable", "wdbc"])
    monkeypatch.setattr(separable.os, "sched_setaffinity", lambda *_: None)
    monkeypatch.setattr(separable, "RUNS", {np.inf: 1})
    separable.main()
    head, ours, *rows, last = capsys.readouterr().out.splitlines()
    assert head == "wdbc (569 × 30): separable" and ours.endswith("proved")
    assert [row[2:26].strip() for row in rows] == [solver.name for solver in SOLVERS]
    assert last.startswith("The fastest right answer of another solver takes at least 5 times")
