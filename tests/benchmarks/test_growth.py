"""The growth of exact solvers is measured on problems that have what they claim."""

import json
import sys
from math import inf, isnan, sqrt

import numpy as np
import pytest
from scipy import sparse

from analyses.exact_solver import measured
from analyses.exact_solver.growth import MEGABYTES, MILLISECONDS, read_growth
from analyses.exact_solver.measured import OURS
from benchmarks import growth
from benchmarks.growth import NAMED, SIZES, Size, drawn, least, with_maximum
from maxmargin import MaximumMargin
from peers import time_limit


@pytest.mark.parametrize("size", [Size(m=2000, n=7, extension=0.1), Size(300, 50, 0.02, 3.0, True)])
def test_a_drawn_problem_has_its_size(size):
    problem = drawn(size)
    dense = problem.X.toarray() if sparse.issparse(problem.X) else problem.X
    assert sparse.issparse(problem.X) == size.sparse_rows
    assert dense.shape == (size.m, size.n)
    assert np.count_nonzero(dense) == round(size.density * dense.size)
    values = dense[dense != 0.0]
    assert abs(values.mean()) < 0.15 and values.std() == pytest.approx(1.0, abs=0.1)
    squared_radius = (dense**2).sum(axis=1).max() + problem.rho**2
    assert problem.delta == pytest.approx(size.extension * sqrt(squared_radius))
    assert set(problem.labels) == {-1.0, 1.0} and isnan(problem.maximum)
    again = drawn(size)
    assert (problem.X != again.X).sum() == 0 and (problem.labels == again.labels).all()
    exact = MaximumMargin(augment=problem.rho, extend=problem.delta).fit(dense, problem.labels)
    solved, hardness = with_maximum(problem)
    assert solved.maximum == pytest.approx(exact.directional_margin_, rel=1e-5)
    radius = sqrt(squared_radius + problem.delta**2)
    assert hardness == pytest.approx(radius / exact.directional_margin_, rel=1e-5)


def test_a_rule_gives_all_labels_but_the_flipped():
    problem = drawn(Size(m=20000, n=5))
    rule = np.random.default_rng(growth.SEED).standard_normal(5)
    flipped = (problem.labels != np.where(problem.X @ rule >= 0.0, 1.0, -1.0)).mean()
    assert flipped == pytest.approx(growth.FLIPPED, abs=0.01)


def test_one_property_changes_along_an_axis():
    changing = {"m": "m", "n": "n", "density": "density", "margin": "extension"}
    for axis, sizes in SIZES.items():
        others = [size._replace(**{changing[axis]: 0}) for size in sizes]
        assert len(sizes) == len(set(sizes)) and len(set(others)) == 1
    assert SIZES["m"][0].m == 10**3 and SIZES["m"][-1].m == 10**7


def test_a_long_run_has_one_turn_and_a_run_beyond_the_limit_no_time(monkeypatch):
    monkeypatch.setattr(growth, "SHORT", 0.5)
    assert least(lambda: (0.25,), 0.375) == 0.25
    assert least(lambda: (0.25,), 0.5) == 0.5
    assert least(lambda: (growth.LIMIT + 1.0,)) == inf


def test_a_solver_that_fails_has_no_time_at_larger_sizes(monkeypatch):
    called = []

    def seconds(problem, solver):
        called.append((solver, problem.labels.size))
        return inf if called[-1] == ("-s 1", 200) else 1.0

    monkeypatch.setattr(growth, "seconds_of", seconds)
    monkeypatch.setitem(SIZES, "m", [Size(m=m, n=2) for m in (100, 200, 300)])
    found = [row.numbers["LIBLINEAR dual"] for row in growth.times_along("m")]
    assert found == [1000.0, inf, inf] and ("-s 1", 300) not in called
    assert called.count((OURS, 300)) == 1


def test_a_process_that_the_system_ends_has_no_time(monkeypatch, capsys):
    def fails(problem):
        raise RuntimeError("the solver's process ended without a result, exit code -9.")

    monkeypatch.setattr(growth, "seconds_of_ours", fails)
    assert growth.seconds_of(drawn(Size(m=100)), OURS) == inf
    assert capsys.readouterr().err.startswith("MaximumMargin, 100 rows: the solver's process ended")


@pytest.mark.slow
def test_a_process_measures_the_copies_that_a_solver_makes():
    """A copy of X in another process than the tests', which have freed memory to use again."""
    megabytes = growth.peak("-s 1", 100_000)
    assert megabytes > 100_000 * 21 * 16 / 1e6  # a node of LIBLINEAR has 16 bytes
    assert 0.0 < growth.peak(OURS, 100_000) < megabytes


@pytest.mark.slow
def test_the_benchmark_prints_and_stores_all_axes(tmp_path, monkeypatch, capsys):
    few = {
        "m": [Size(m=m, n=3) for m in (100, 200, 300)],
        "n": [Size(m=100, n=n) for n in (2, 3)],
        "density": [Size(100, 20, part, 1.0, True) for part in (0.1, 1.0)],
        "margin": [Size(m=100, n=3, extension=part) for part in (1.0, 0.1)],
    }
    for axis, sizes in few.items():
        monkeypatch.setitem(SIZES, axis, sizes)
    monkeypatch.setattr(growth, "LARGE", 100)
    monkeypatch.setattr(time_limit, "SHORT", 0.01)  # its repetitions take longer than the solvers
    monkeypatch.setattr(growth, "peak", lambda solver, m: 1.0 + m / 1e3)
    monkeypatch.setattr(growth, "circumstances", lambda solvers: {"solvers": solvers})
    monkeypatch.setattr(measured, "HERE", tmp_path)
    monkeypatch.setattr(sys, "argv", ["growth", "--save"])
    growth.main()
    rows, made_by = read_growth()
    assert made_by["solvers"] == list(NAMED.values())[1:] and made_by["memory"] > 1e8
    assert [row.quantity for row in rows] == 9 * [MILLISECONDS] + 3 * [MEGABYTES]
    installed = [OURS, "LIBLINEAR", "LIBLINEAR dual"]
    assert all(0.0 < row.numbers[name] < inf for row in rows for name in installed)
    assert all(row.hardness > 1.0 for row in rows)
    printed = capsys.readouterr().out
    assert "MaximumMargin needs 1000 bytes for each row of 3 columns, beside X." in printed
    monkeypatch.setattr(sys, "argv", ["growth", "n", "--save"])
    with pytest.raises(SystemExit, match="needs all axes"):
        growth.main()
    assert json.loads((tmp_path / "growth.json").read_text("utf-8")) == made_by
