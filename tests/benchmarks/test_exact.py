"""The benchmark of exact solvers knows the overview's problems and times every solver."""

import sys
from importlib.metadata import version
from math import inf

import numpy as np
import pytest

from benchmarks import exact
from benchmarks.exact_others import OTHERS, Proof
from maxmargin import MaximumMargin


def of_iris():
    """Return a problem with ρ and the same problem with a free threshold."""
    return exact.problems_of(
        {"data": "iris", "augment": 1, "extend": 0.1, "positive": [2], "among": None}
    )


@pytest.mark.slow
def test_a_problem_of_the_overview_by_its_name(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["exact", "iris"])
    monkeypatch.setattr(exact, "TURNS", 1)
    monkeypatch.setattr(exact, "SECONDS", 0.0)
    monkeypatch.setattr(exact, "LIMIT", 2.0)
    exact.main()
    head, *lines = capsys.readouterr().out.splitlines()
    assert all(name in head for name in OTHERS)
    rows = [line.split() for line in lines if line.startswith("iris")]
    assert len(rows) == 8  # two thresholds, two parts of the maximum, reached and shown
    assert all(0.0 < float(row[-1]) < inf for row in rows)


def test_the_papers_problems_are_stored_and_no_others(monkeypatch):
    stored, overview = [], exact.read_overview()
    planted = "planted-m-200"
    overview["problems"]["papers"] = {"sonar": overview["problems"]["papers"]["sonar"]}
    monkeypatch.setattr(exact, "read_overview", lambda: overview)
    times = [[float(2 + place)] * len(exact.GOALS) for place in range(1 + len(OTHERS))]
    monkeypatch.setattr(exact, "milliseconds", lambda problem: times)
    monkeypatch.setattr(exact, "made_by", lambda rows: {})
    monkeypatch.setattr(exact, "write_measured", lambda rows, _: stored.append(rows))
    monkeypatch.setattr(sys, "argv", ["exact", "--save"])
    exact.main()
    assert [{row.problem for row in rows} for rows in stored] == [{"sonar"}]
    for names in ([planted], ["sonar", planted]):
        monkeypatch.setattr(sys, "argv", ["exact", *names, "--save"])
        with pytest.raises(SystemExit, match="needs the papers' problems, and no others"):
            exact.main()
    assert len(stored) == 1


@pytest.mark.slow
def test_libraries_of_the_suite_get_there():
    """With Δ, each library solves the problem with both kinds of threshold, LIBSVM with one."""
    problems, found = of_iris(), {}
    for problem in problems:
        for name in ("-s 2", "-s 1", "LIBSVM", "sklearn"):
            if solvers := exact.solvers_of(problem, name):
                found[name, problem.free] = exact.of_other(problem, solvers)()
    both = {(name, free) for name in ("-s 2", "-s 1", "sklearn") for free in (False, True)}
    assert set(found) == both | {("LIBSVM", True)}
    assert all(max(seconds) < inf for seconds in found.values())
    for problem in problems:
        assert problem.proof.seconds > 0.0
        ours = exact.of_exact(problem)()
        assert 0.0 < ours[0] <= ours[1] < inf
        assert ours[2:] == ours[:2]


def test_duals_show_no_more_than_a_weight_reaches():
    random = np.random.default_rng(0)
    for free in (False, True):
        problem = of_iris()[free]
        space = {"free_threshold": True} if free else {"augment": 1.0}
        best = MaximumMargin(extend=0.1, **space).fit(problem.X, problem.labels)
        weight = np.append(best.coef_, best.intercept_) / problem.maximum**2  # products of 1
        assert problem.shown(weight, best.dual_coef_) == pytest.approx(1.0, abs=1e-6)
        worse = weight + 0.01 * random.standard_normal(weight.size)
        for _ in range(20):
            duals = best.dual_coef_ + 0.01 * random.standard_normal(problem.labels.size)
            assert 0.0 < problem.shown(worse, duals) <= problem.fraction(worse) < 1.0
        assert problem.shown(weight, np.zeros(problem.labels.size)) == 0.0


def test_a_large_rho_stands_for_a_free_threshold():
    _, problem = of_iris()
    fractions = []
    for part in (0.1, *exact.LARGE_RHO):
        inside = problem.inside(part)
        best = MaximumMargin(augment=inside.rho, extend=0.1).fit(problem.X, problem.labels)
        weight = np.append(best.coef_, best.intercept_ / inside.rho)
        weight /= best.directional_margin_**2  # products of 1
        moved = problem.weight_of(weight, inside)
        np.testing.assert_allclose(problem.products(moved), inside.products(weight), rtol=1e-9)
        fractions.append(problem.fraction(moved))
    assert fractions == sorted(fractions) and fractions[0] < 0.99 and 0.999 < fractions[-1] <= 1.0


@pytest.mark.parametrize(("ours", "limit"), [(1e-6, 0.1), (1e-3, 1.0), (0.1, 5.0)])
def test_the_limit_of_a_run_follows_our_seconds(ours, limit):
    problem, _ = of_iris()
    problem = problem._replace(proof=problem.proof._replace(seconds=ours))
    assert exact.limit_of(problem) == pytest.approx(limit)


def test_without_an_extension_squared_slacks_get_small_ones():
    problem, _ = of_iris()
    problem = problem._replace(delta=0.0)
    ((_, deltas),) = exact.solvers_of(problem, "-s 2")
    radius = np.linalg.norm(problem.augmented(), axis=1).max()
    assert deltas == pytest.approx([part * radius for part in exact.NO_EXTENSION])
    ((_, deltas),) = exact.solvers_of(problem, "DAQP")
    assert deltas == [0.0]


def test_a_version_names_another_package():
    assert exact.version_of("L-BFGS-B") == f"scipy {version('scipy')}"
    assert exact.version_of("DAQP") == version("daqp")


def test_a_turn_that_is_stopped_counts_as_never(monkeypatch):
    problem, _ = of_iris()
    weight, calls = np.zeros(problem.X.shape[1] + 1), []

    def solve(delta, tol):
        calls.append(tol)
        if len(calls) > 1:
            raise TimeoutError
        return weight, None, 0.2

    monkeypatch.setattr(exact, "loosest", lambda *_: [(1.0, [False] * len(exact.GOALS))])
    measure = exact.of_other(problem, [(solve, [0.0, 0.1])])
    assert measure() == [inf] * len(exact.GOALS) and len(calls) == 2


def test_the_first_settings_that_suffice_are_tried_and_slow_ones_left_out(monkeypatch):
    problem, _ = of_iris()
    every, made = [True] * len(exact.GOALS), []
    meets = {0.3: [(1.0, [True, False, True, False])], 0.2: [(0.1, every)], 0.1: [(0.1, every)]}
    monkeypatch.setattr(exact, "loosest", lambda problem, solve, delta, limit: meets[delta])

    def solve(delta, tol):
        made.append(delta)
        return None, None, {0.3: 0.2, 0.2: 1.0}[delta]

    def seconds_to_goals(problem, weight, duals, seconds):
        return [seconds, inf if seconds == 0.2 else seconds, seconds, seconds + 1.0]

    monkeypatch.setattr(exact, "seconds_to_goals", seconds_to_goals)
    solvers = [(solve, [0.3, 0.2]), (solve, [0.1])]
    assert [delta for _, delta, _ in exact.settings_of(problem, solvers)] == [0.3, 0.2]
    measure = exact.of_other(problem, solvers)
    assert measure() == [0.2, 1.0, 0.2, 1.2] == measure()
    assert made == [0.3, 0.2] * 2  # each is near the best for a goal
    monkeypatch.setattr(exact, "NEAR", 1.0 + 1e-9)
    monkeypatch.setattr(exact, "seconds_to_goals", lambda *found: [found[-1]] * len(exact.GOALS))
    made.clear()
    measure = exact.of_other(problem, solvers)
    assert measure() == [0.2] * len(exact.GOALS) == measure()
    assert made == [0.3, 0.2, 0.3]


def test_whole_numbers_of_a_byte_have_a_large_rho_too():
    problem, _ = of_iris()
    whole = np.round(10.0 * problem.X)
    small, wide = (problem._replace(X=whole.astype(kind)) for kind in (np.uint8, np.float64))
    assert small.inside(30.0).rho == wide.inside(30.0).rho > 255.0


def test_without_duals_those_of_ours_count_with_their_seconds():
    problem, _ = of_iris()
    best = MaximumMargin(augment=1.0, extend=0.1).fit(problem.X, problem.labels)
    weight = np.append(best.coef_, best.intercept_) / problem.maximum**2  # products of 1
    problem = problem._replace(proof=Proof(best.dual_coef_, 3.0))
    times = exact.seconds_to_goals(problem, weight, best.dual_coef_, 2.0)
    assert times == [2.0] * len(exact.GOALS)
    assert exact.seconds_to_goals(problem, weight, None, 2.0) == [2.0, 2.0, 5.0, 5.0]
    bad = problem._replace(proof=Proof(np.ones(problem.labels.size), 3.0))
    assert exact.seconds_to_goals(bad, weight, None, 2.0) == [2.0, 2.0, inf, inf]


@pytest.mark.parametrize(("seconds", "calls"), [(0.01, 2), (exact.LONG, 1)])
def test_a_short_run_follows_an_equal_one(seconds, calls):
    made = []

    def run():
        made.append(len(made))
        return made[-1], seconds

    assert exact.warm(run) == (calls - 1, seconds)
    assert len(made) == calls


def test_those_near_the_first_have_all_turns(monkeypatch):
    monkeypatch.setattr(exact, "SECONDS", 0.0)
    # The best are ours with 2 and the second solver with 3, both in the second of three turns.
    turns = {"ours": [[30.0, 50.0], [2.0, 40.0], [25.0, 60.0]]}
    turns |= {"second": [[30.0, 20.0], [19.0, 3.0], [40.0, 90.0]]}
    turns |= {"far": [[20.0, 30.0], [90.0, inf], [40.0, 31.0]], "slowest": [[3000.0, 2000.0]]}
    turns |= {"none": [[inf, inf]]}
    left = {name: [*own, *[own[-1]] * exact.TURNS] for name, own in turns.items()}
    measures = [lambda own=own: own.pop(0) for own in left.values()]
    found = [[2.0, 40.0], [19.0, 3.0], [20.0, 30.0], [3000.0, 2000.0], [inf, inf]]
    assert exact.in_turns(measures) == found
    made = {name: len(turns[name]) + exact.TURNS - len(own) for name, own in left.items()}
    assert made == {
        "ours": exact.TURNS,
        "second": exact.TURNS,
        "far": 3,
        "slowest": 1,
        "none": 1,
    }


def test_turns_go_on_until_enough_time_has_passed(monkeypatch):
    """With a turn of three seconds, the sixteenth begins after 45 seconds."""
    clock = [0.0]

    def measure():
        clock[0] += 3.0
        return [clock[0]]

    monkeypatch.setattr(exact, "perf_counter", lambda: clock[0])
    for seconds, turns in ((0.0, exact.TURNS), (45.0, 15), (45.5, 16), (61.0, 21)):
        clock[0] = 0.0
        monkeypatch.setattr(exact, "SECONDS", seconds)
        assert exact.in_turns([measure]) == [[3.0]]
        assert clock[0] == 3.0 * turns
