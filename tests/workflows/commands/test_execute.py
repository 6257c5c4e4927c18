"""A batch's runs become records; a failed run has its reason and does not stop the others."""

import json
import time

import pandas as pd
import pytest

from data.prepared import prepare, prepare_own, read_problem
from maxmargin import PDM, MaximumMargin
from maxmargin.estimators.learner import Learner
from records import entries
from tests.workflows.collected import collected
from workflows.commands.execute import execute

BUDGET = {"max_updates": 5000, "max_epochs": None, "max_seconds": None}
RUN = {**entries.PLAIN, "augment": 1, "parameters": {}}


@pytest.fixture(scope="module")
def sonar(tmp_path_factory):
    path = tmp_path_factory.mktemp("problems") / "sonar.npz"
    prepare("sonar", path)
    return path


def batch(**runs):
    return {"data": "sonar", "timed": False, "runs": {k: {**RUN, **r} for k, r in runs.items()}}


def test_records(sonar, tmp_path):
    runs = batch(
        stopped={"algorithm": "PerceptronWithMargin", "parameters": {"b": 100}},
        done={"algorithm": "LIBSVM", "parameters": {"tol": 0.001}},
        wrong={"algorithm": "PerceptronWithMargin", "parameters": {"b": -1}},
        unknown={"algorithm": "Perceptor"},
    )
    records = execute(runs, sonar, BUDGET, seed=1)
    by_name = {record["run"]: record for record in records}
    assert [r["run"] for r in records] == list(runs["runs"])
    assert by_name["stopped"]["status"] == "max_updates"
    assert by_name["stopped"]["updates"] == 5000
    assert by_name["stopped"]["reason"] == "Stopped at its limit on updates."
    assert by_name["stopped"]["curve"][-1][0] == 5000
    assert by_name["done"]["status"] == "converged" and by_name["done"]["updates"] is None
    assert by_name["wrong"]["status"] == "failed" and "'b' parameter" in by_name["wrong"]["reason"]
    assert "no algorithm is called 'Perceptor'" in by_name["unknown"]["reason"]

    path = tmp_path / "records.json"
    path.write_text(json.dumps(records, default=float))
    tables = collected(path)
    runs_table, curves, timings = (tables[name] for name in ("runs", "curves", "timings"))
    assert list(runs_table["run"]) == list(runs["runs"])
    assert runs_table["updates"][0] == 5000 and pd.isna(runs_table["updates"][1])
    assert set(curves["run"]) == {"stopped"}
    assert runs_table["guaranteed_fraction"].isna().all()
    assert timings["seconds"].notna().tolist() == [True, True, False, False]


def test_inseparable_patterns_are_proved_to_be_so(tmp_path):
    """They are separable with a threshold, but not through the origin."""
    file, path = tmp_path / "line.csv", tmp_path / "line.npz"
    file.write_text("1,a\n2,a\n3,b\n4,b\n")
    prepare_own("line", file, path)
    runs = batch(
        through_origin={"algorithm": "MICRA", "augment": 0},
        exact={"algorithm": "MaximumMargin", "augment": 0},
        augmented={"algorithm": "MaximumMargin"},
        free={"algorithm": "MaximumMargin", "augment": 0, "parameters": {"free_threshold": True}},
        solver={"algorithm": "LIBSVM", "augment": 0, "parameters": {"tol": 0.001}},
    )
    records = {record["run"]: record for record in execute(runs, path, BUDGET, seed=1)}
    for name in ("through_origin", "exact"):
        assert records[name]["status"] == "inseparable"
        assert "2 of the 4 patterns prove it" in records[name]["reason"]
    assert all(records[n]["status"] == "converged" for n in ("augmented", "free", "solver"))


def test_a_program_that_is_not_installed_is_said(sonar, monkeypatch):
    monkeypatch.setenv("PATH", "")
    runs = batch(light={"algorithm": "SVMlight", "parameters": {"tol": 0.001}})
    (record,) = execute(runs, sonar, BUDGET, seed=1)
    assert record["status"] == "unavailable" and "svm_learn" in record["reason"]
    assert record["needs"] == "svm_learn"


def test_patterns_whose_maximum_rounding_hides_are_not_called_inseparable(sonar, monkeypatch):
    class Unfinished(MaximumMargin):
        def fit(self, *arguments):
            super().fit(*arguments)
            self.converged_ = False
            return self

    monkeypatch.setattr("workflows.commands.execute.MaximumMargin", Unfinished)
    runs = batch(grid={"algorithm": "PDM", "parameter_grid": True})
    (record,) = execute(runs, sonar, {**BUDGET, "setting_seconds": 1.0}, seed=1)
    assert record["status"] == "stopped"
    assert record["reason"].startswith("The maximum margin, from which parameters are chosen, was")


def test_a_solver_that_is_stopped_by_the_budget_has_its_seconds(sonar, monkeypatch):
    def endless(problem, options):
        time.sleep(60)

    monkeypatch.setattr("peers.solvers.libsvm._train", endless)
    runs = batch(slow={"algorithm": "LIBSVM"}, next={"algorithm": "LIBLINEAR"})
    runs["timed"] = True
    slow, following = execute(runs, sonar, {**BUDGET, "max_seconds": 0.5}, seed=1)
    assert (slow["status"], slow["seconds"]) == ("max_seconds", 0.5)
    assert slow["reason"] == "LIBSVM with tol=0.001 was stopped after 0.5 s on 104 patterns."
    assert following["status"] == "converged"


@pytest.mark.parametrize(("limit", "fits"), [(0, 1), (1e9, 5)])
def test_only_short_timed_runs_are_repeated(sonar, monkeypatch, limit, fits):
    """The first fit, of one update, only loads the code and is not timed."""
    updates = []
    keep = Learner._store

    def counted(model, *args):
        keep(model, *args)
        updates.append(model.n_updates_)

    monkeypatch.setattr(Learner, "_store", counted)
    monkeypatch.setattr("workflows.commands.execute.TIMING_SECONDS", limit)
    runs = batch(one={"algorithm": "MICRA"})
    (record,) = execute({**runs, "timed": True}, sonar, BUDGET, seed=1)
    assert updates[0] <= 2 and updates[1:] == [record["updates"]] * fits


def test_searched_parameter_is_in_the_record(sonar):
    wanted = {"parameter": "beta", "margin": 0.004, "within": 0.0005, "start": 0.0005}
    run = {
        "algorithm": "MICRA",
        "parameters": {"epsilon": 0.05, "zeta": 0.9, "eta": 50},
        "search": wanted,
    }
    (record,) = execute(batch(one=run), sonar, {**BUDGET, "max_updates": None}, seed=1)
    assert record["status"] == "converged"
    assert abs(record["directional_margin"] - 0.004) <= 0.0005
    assert record["parameters"]["beta"] == float(f"{record['parameters']['beta']:.0e}")
    assert "was found by a search" in record["reason"]


def searched_in_vain(sonar, margin, **limits):
    wanted = {"parameter": "beta", "margin": margin, "within": 1e-9, "start": 0.001}
    run = {"algorithm": "MICRA", "parameters": {}, "search": wanted}
    (record,) = execute(batch(one=run), sonar, {**BUDGET, **limits}, seed=1)
    return record


def test_a_search_that_finds_nothing_is_no_failure(sonar):
    record = searched_in_vain(sonar, -1.0, max_updates=None)
    assert record["status"] == "not found" and "already at 0.001" in record["reason"]


def test_a_search_that_the_budget_cut_short_says_so(sonar):
    record = searched_in_vain(sonar, 1.0, max_updates=10)
    assert record["status"] == "max_updates" and "with beta=0.001 the run was" in record["reason"]


def test_a_search_in_which_no_run_converged_says_so(sonar, monkeypatch):
    monkeypatch.setattr("workflows.commands.execute.SEARCH_UPDATES", 1)
    record = searched_in_vain(sonar, 1.0, max_updates=None)
    assert record["status"] == "max_updates"
    assert record["reason"] == "The search ended: no run converged within 10 updates."


def test_same_numbers_again(sonar):
    runs = batch(one={"algorithm": "MICRA", "mini_epochs": 3})
    first, second = (execute(runs, sonar, BUDGET, seed=1)[0] for _ in range(2))
    for record in (first, second):
        assert record.pop("seconds") == record.pop("spent_seconds")
    assert first == second


def test_a_run_in_a_kernels_space(sonar):
    runs = batch(
        plain={"algorithm": "Perceptron"},
        kernel={"algorithm": "Perceptron", "kernel": {"name": "linear"}},
        wrong={"algorithm": "Perceptron", "kernel": {"name": "linear", "degree": 2}},
    )
    plain, kernel, wrong = execute(runs, sonar, BUDGET | {"max_updates": 300}, seed=1)
    assert kernel["parameters"] == {"kernel": "linear"}
    assert kernel["updates"] == plain["updates"] == 300
    assert kernel["directional_margin"] == pytest.approx(plain["directional_margin"])
    assert wrong["status"] == "failed" and "linear kernel has no degree" in wrong["reason"]


def test_held_out_patterns_are_classified(tmp_path):
    file = tmp_path / "mine.csv"
    file.write_text("".join(f"{k},{k % 7},{'up' if k > 30 else 'down'}\n" for k in range(60)))
    prepare_own("mine", file, tmp_path / "mine.npz", test=0.5, scale="standard")
    runs = batch(one={"algorithm": "PDM"}, two={"algorithm": "LIBLINEAR"})
    runs["data"] = "mine"
    one, two = execute(runs, tmp_path / "mine.npz", BUDGET, seed=1)
    problem = read_problem(tmp_path / "mine.npz")
    model = PDM(augment=1.0, max_updates=5000).fit(problem.X, problem.y)
    assert one["test_error"] == pytest.approx(1.0 - model.score(problem.X_test, problem.y_test))
    assert 0.0 <= two["test_error"] < 0.2
