"""The benchmark of exact solvers knows the overview's problems and times every solver."""

import sys
from math import inf

import pytest

from benchmarks import exact
from benchmarks.exact_others import OTHERS

pytestmark = pytest.mark.long


def test_a_problem_of_the_overview_by_its_name(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["exact", "iris"])
    monkeypatch.setattr(exact, "TURNS", 1)
    monkeypatch.setattr(exact, "LIMIT", 2.0)
    exact.main()
    head, *lines = capsys.readouterr().out.splitlines()
    assert all(name in head for name in OTHERS)
    rows = [line.split() for line in lines if line.startswith("iris")]
    assert len(rows) == 4  # two thresholds, two parts of the maximum
    assert all(float(row[-1]) > 0 for row in rows)


def test_libraries_of_the_suite_get_there():
    """With Δ, each library solves the problem with one of the two kinds of threshold."""
    problems = exact.problems_of(
        {"data": "iris", "augment": 1, "extend": 0.1, "positive": [2], "among": None}
    )
    found = {}
    for problem in problems:
        for name in ("-s 2", "-s 1", "LIBSVM", "sklearn"):
            if solve := OTHERS[name](problem):
                found[name, problem.free] = exact.of_other(problem, name, solve)()
    assert {name for name, _ in found} == {"-s 2", "-s 1", "LIBSVM", "sklearn"}
    assert all(max(seconds) < inf for seconds in found.values())
    for problem in problems:
        ours = exact.of_exact(problem)()
        assert 0.0 < ours[0] <= ours[1] < inf


def test_those_near_the_first_have_all_turns():
    turns = {"ours": [[3.0, 5.0], [2.0, 6.0], [4.0, 4.0]], "near": [[inf, 40.0], [inf, 30.0]]}
    turns |= {"far": [[30.0, inf]], "none": [[inf, inf]]}
    left = {name: [*own, *[own[-1]] * exact.TURNS] for name, own in turns.items()}
    measures = [lambda own=own: own.pop(0) for own in left.values()]
    assert exact.in_turns(measures) == [[2.0, 4.0], [inf, 30.0], [30.0, inf], [inf, inf]]
    made = {name: len(turns[name]) + exact.TURNS - len(own) for name, own in left.items()}
    assert made == {"ours": exact.TURNS, "near": exact.TURNS, "far": 1, "none": 1}
