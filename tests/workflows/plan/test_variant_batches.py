"""Variants run wherever the tables' learners run; all learners run on the user's own data."""

import time

import pytest

import peers
from data.own import read_own
from data.prepared import prepare_own
from maxmargin import EXACT, LEARNERS, PROCEDURES
from peers import BASELINES
from peers.own_classifier import load
from tests.algorithms.problems import separable
from workflows.commands import execute as execute_module
from workflows.commands.execute import execute
from workflows.plan.configuration import read_batches
from workflows.plan.sources import rule_names
from workflows.plan.variant_batches import own_batches, variant_batches
from workflows.plan.variant_files import RULE, Variant

RULES = [*rule_names(), *PROCEDURES]
BUDGET = {"max_updates": 3000, "max_epochs": None, "max_seconds": None, "setting_seconds": 5}


def test_the_names_of_rules_are_known_without_importing_them():
    assert sorted(RULES) == sorted({*LEARNERS, *PROCEDURES})


def spaces(batches):
    return {
        (batch["data"], run["augment"], run["extend"])
        for batch in batches.values()
        for run in batch["runs"].values()
        if run["algorithm"] in (*RULES, "Mine")
    }


def test_a_variant_runs_in_every_space_of_the_tables_once():
    tables = read_batches(["micra/table-1", "micra/table-5", "margitron/table-3"])
    made = variant_batches([Variant("Mine", RULE, "mine.py")], tables, RULES)
    assert spaces(made) == spaces(tables)
    runs = [run for batch in made.values() for run in batch["runs"].values()]
    assert sum(run["algorithm"] == "Mine" for run in runs) == len(spaces(tables))
    assert all(run.get("parameter_grid", False) == (run["algorithm"] == "Mine") for run in runs)
    names = [name for batch in made.values() for name in batch["runs"]]
    assert len(names) == len(set(names)) and all(name.startswith("variant-Mine-") for name in names)


def test_a_variant_runs_online_and_on_draws_as_the_others_do():
    tables = read_batches(["alma/table-5", "sweeps/amira-synthetic"])
    made = variant_batches([Variant("Mine", RULE, "mine.py")], tables, RULES)
    (online,) = [batch for batch in made.values() if "online" in batch]
    of_letter = tables["alma-letter"]  # beside it, only an SVM runs on Letter
    assert online["online"] == of_letter["online"]
    kernels = [run["kernel"] for run in of_letter["runs"].values() if run["kernel"]]
    runs = list(online["runs"].values())
    assert all(run["kernel"] in kernels and run["parameters"] == {} for run in runs)
    assert all(kernel in [run["kernel"] for run in runs] for kernel in kernels)
    drawn = [batch for batch in made.values() if "draws" in batch]
    assert drawn and all(len(batch["runs"]) == 1 for batch in drawn)


@pytest.fixture
def own(tmp_path):
    X, labels = separable(3, m=20)
    rows = [",".join(map(str, [*x, int(label)])) for x, label in zip(X, labels, strict=True)]
    path = tmp_path / "mine.csv"
    path.write_text("\n".join(rows) + "\n")
    prepare_own("mine", path, tmp_path / "mine.npz")
    return path, tmp_path / "mine.npz"


@pytest.mark.long
def test_all_learners_climb_their_ladders_on_own_data(own):
    path, problem = own
    (batch,) = own_batches({"mine": {"file": str(path), "augment": 1}}, RULES).values()
    records = execute(batch, problem, BUDGET, seed=1)
    assert {record["algorithm"] for record in records} == {
        *RULES,
        *EXACT,
        *BASELINES.keys() - {"SVMlight", "SVMPerf"},
    }
    assert not [record["reason"] for record in records if record["status"] == "failed"]
    names = [record["run"] for record in records]
    assert len(names) == len(set(names)) and {"own-mine-PDM-1", "own-mine-PDM-2"} <= set(names)
    maximum = next(record for record in records if record["run"] == "own-mine-maximum")
    for record in records:
        if record["directional_margin"] is not None:
            assert record["directional_margin"] <= maximum["directional_margin"] * (1 + 1e-9)
            assert record["upper_bound"] >= maximum["directional_margin"] * (1 - 1e-9)


@pytest.mark.long
def test_a_ladder_ends_where_its_seconds_end_a_rung(own):
    path, problem = own
    batch = own_batches({"mine": {"file": str(path), "augment": 1}}, ["Pegasos"])
    budget = {**BUDGET, "max_updates": None, "setting_seconds": 0.1}
    records = execute(batch["own-mine"], problem, budget, seed=1)
    (record,) = [record for record in records if record["algorithm"] == "Pegasos"]
    assert record["run"] == "own-mine-Pegasos-1" and record["status"] == "max_seconds"


SLOW = """
import time
import numpy as np
from sklearn.base import BaseEstimator

class Slow(BaseEstimator):
    def __init__(self, seconds=0.0):
        self.seconds = seconds

    def partial_fit(self, X, y, classes=None):
        time.sleep(self.seconds)
        self.coef_, self.intercept_ = getattr(self, "coef_", 0) + (y @ X)[None], np.zeros(1)

    @staticmethod
    def parameter_grid(maximum_margin, radius):
        return [{"seconds": 0.3}, {"seconds": 0.0}]
"""


def test_a_users_classifier_runs_all_its_settings(own, tmp_path, monkeypatch):
    """The settings of a user's class need not be ordered by the time that they take."""
    path, problem = own
    file = tmp_path / "slow.py"
    file.write_text(SLOW)
    monkeypatch.setitem(peers.ESTIMATORS, "Slow", load(file))
    monkeypatch.setitem(peers.OWN_CLASSIFIERS, "Slow", peers.ESTIMATORS["Slow"])
    batch = own_batches({"mine": {"file": str(path), "augment": 1}}, [], ["Slow"])["own-mine"]
    batch["runs"] = {"own-mine-Slow": batch["runs"]["own-mine-Slow"]}
    budget = {**BUDGET, "max_epochs": 3, "setting_seconds": 0.2}
    first, second = execute(batch, problem, budget, seed=1)
    assert (first["status"], second["status"]) == ("max_seconds", "max_epochs")


def test_a_setting_that_fails_leaves_the_others(own, tmp_path, monkeypatch):
    path, problem = own
    file = tmp_path / "slow.py"
    faults = "[{'seconds': -1}, {'seconds': 0}, {'second': 0}, {'seconds': 'a'}]"
    file.write_text(SLOW.replace('[{"seconds": 0.3}, {"seconds": 0.0}]', faults))
    monkeypatch.setitem(peers.ESTIMATORS, "Slow", load(file))
    monkeypatch.setitem(peers.OWN_CLASSIFIERS, "Slow", peers.ESTIMATORS["Slow"])
    batch = own_batches({"mine": {"file": str(path), "augment": 1}}, [], ["Slow"])["own-mine"]
    batch["runs"] = {"own-mine-Slow": batch["runs"]["own-mine-Slow"]}
    records = execute(batch, problem, {**BUDGET, "max_epochs": 3}, seed=1)
    assert [record["run"] for record in records] == [f"own-mine-Slow-{k}" for k in (1, 2, 3, 4)]
    assert [record["status"] for record in records] == ["failed", "max_epochs", "failed", "failed"]
    assert [record["parameters"] for record in records] == [
        {"seconds": -1},
        {"seconds": 0},
        {"second": 0},
        {"seconds": "a"},
    ]
    assert "sleep length must be non-negative" in records[0]["reason"]
    assert "Invalid parameter 'second'" in records[2]["reason"]


@pytest.mark.parametrize(
    ("grid", "reason"),
    [
        ("[]", "Slow's parameter grid is empty: return a setting."),
        ("[1, {'seconds': 0}]", "Slow's parameter grid has 1: return dicts of texts, numbers"),
        ("{'seconds': 0}", "Slow's parameter grid has 'seconds': return dicts"),
        ("[{'seconds': np.zeros(2)}]", "Slow's parameter grid has {'seconds': array"),
        ("[{1: 0}]", "Slow's parameter grid has {1: 0}"),
        ("None", "Slow's parameter grid fails: TypeError"),
    ],
)
def test_a_grid_without_settings_fails_alone(own, tmp_path, monkeypatch, grid, reason):
    path, problem = own
    file = tmp_path / "slow.py"
    file.write_text(SLOW.replace('[{"seconds": 0.3}, {"seconds": 0.0}]', grid))
    monkeypatch.setitem(peers.ESTIMATORS, "Slow", load(file))
    monkeypatch.setitem(peers.OWN_CLASSIFIERS, "Slow", peers.ESTIMATORS["Slow"])
    batch = own_batches({"mine": {"file": str(path), "augment": 1}}, [], ["Slow"])["own-mine"]
    batch["runs"] = {name: batch["runs"][name] for name in ("own-mine-Slow", "own-mine-maximum")}
    failed, other = execute(batch, problem, BUDGET, seed=1)
    assert failed["status"] == "failed" and failed["reason"].startswith(f"RuntimeError: {reason}")
    assert (failed["parameters"], other["status"]) == ({}, "converged")


def test_a_solver_that_is_stopped_leaves_its_earlier_settings(own, monkeypatch):
    path, problem = own
    solved = peers.solvers.libsvm._train

    def endless(problem, options):
        if options.eps < 0.01:
            time.sleep(60)
        return solved(problem, options)

    monkeypatch.setattr("peers.solvers.libsvm._train", endless)
    batch = own_batches({"mine": {"file": str(path), "augment": 1}}, [])["own-mine"]
    batch["runs"] = {"own-mine-LIBSVM": batch["runs"]["own-mine-LIBSVM"]}
    *ended, stopped = execute(batch, problem, {**BUDGET, "setting_seconds": 1.0}, seed=1)
    assert [record["status"] for record in ended] == ["converged", "converged"]
    assert (stopped["run"], stopped["status"]) == ("own-mine-LIBSVM-3", "max_seconds")
    assert stopped["parameters"] == {"tol": 0.001} and stopped["seconds"] == 1.0
    assert stopped["reason"].startswith("LIBSVM with tol=0.001 was stopped after 1 s")


def test_a_learner_is_compiled_before_its_seconds_begin(own, monkeypatch):
    path, problem = own
    fitted, limits = execute_module._fit, []

    def fit(fitter, model, problem):
        limits.append(model.get_params().get("max_updates"))
        return fitted(fitter, model, problem)

    monkeypatch.setattr(execute_module, "_fit", fit)
    batch = own_batches({"mine": {"file": str(path), "augment": 1}}, ["PDM"])["own-mine"]
    batch["runs"] = {"own-mine-PDM": batch["runs"]["own-mine-PDM"]}
    records = execute(batch, problem, BUDGET, seed=1)
    assert limits == [1, *[BUDGET["max_updates"]] * len(records)]


@pytest.mark.long
@pytest.mark.filterwarnings("default::sklearn.exceptions.ConvergenceWarning")
def test_patterns_that_nothing_separates_are_a_row_with_its_reason(tmp_path):
    path = tmp_path / "mine.csv"
    path.write_text("1,1\n1,-1\n")
    assert read_own("mine", path).X.shape == (2, 1)
    prepare_own("mine", path, tmp_path / "mine.npz")
    (batch,) = own_batches({"mine": {"file": str(path)}}, ["PDM"]).values()
    records = execute(batch, tmp_path / "mine.npz", BUDGET, seed=1)
    (record,) = [record for record in records if record["algorithm"] == "PDM"]
    assert record["status"] == "inseparable"
    assert "rows 0 and 1 of X, counted from 0, are equal" in record["reason"]
    assert record["reason"].endswith("Set extend above 0.")
    batch = own_batches({"mine": {"file": str(path), "extend": 1}}, ["PDM"])["own-mine"]
    records = execute(batch, tmp_path / "mine.npz", BUDGET, seed=1)
    assert {r["status"] for r in records if r["algorithm"] == "PDM"} == {"converged"}


def test_a_variant_on_own_data_is_one_there_too(tmp_path):
    runs = own_batches({"mine": {"file": "mine.csv"}}, ["PDM"], ["Mine"])["own-mine"]["runs"]
    assert runs["own-mine-PDM"]["added_by"] == ["own_data"]
    assert runs["own-mine-Mine"]["added_by"] == ["own_data", "variants"]
