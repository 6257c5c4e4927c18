"""Online runs become records of every permutation, epoch, hypothesis and class."""

import json

import numpy as np
import pytest
from sklearn.datasets import load_digits
from sklearn.model_selection import KFold

import data
from data.artificial import amira
from data.problem import SplitProblem
from maxmargin.drivers.dual.learner import DualLearner
from maxmargin.online import HYPOTHESES
from records import entries
from records.run_files import ONLINE
from tests.workflows.collected import collected
from workflows.commands import execute_online
from workflows.commands.execute import execute_draws
from workflows.commands.execute_online import execute, orders

PROTOCOL = {"permutations": 3, "epochs": 2, "shuffle": "once", "hypotheses": HYPOTHESES}
GAUSSIAN = {"name": "gaussian", "width": 20}
RUNS = {
    "perceptron": {"algorithm": "Perceptron", "kernel": GAUSSIAN},
    "alma": {
        "algorithm": "ALMA",
        "kernel": {"name": "polynomial", "degree": 3, "scale": 100, "normalised": True},
        "parameters": {"alpha": 0.9, "B": 1.1},
    },
    "p-norm": {"algorithm": "ALMA", "parameters": {"p": 6, "alpha": 0.9}},
    "together": {
        "algorithm": "AMIRA",
        "parameters": {"epsilon": 0.5},
        "kernel": GAUSSIAN,
        "k_best": 3,
    },
    "svm": {"algorithm": "KernelSVM", "parameters": {"C": 10}, "kernel": GAUSSIAN},
}


@pytest.fixture
def digits(monkeypatch):
    images = load_digits()
    X, y = images.data.astype(np.uint8), images.target.astype(np.int64)
    problem = SplitProblem("digits", X[:200], y[:200], X[200:300], y[200:300])
    monkeypatch.setattr(execute_online.data, "read_problem", lambda path, writeable: problem)
    return problem


def batch(runs=RUNS, **protocol):
    complete = {n: {**entries.ONLINE, "parameters": {}, **run} for n, run in runs.items()}
    return {"data": "digits", "online": {**PROTOCOL, **protocol}, "runs": complete}


def run(runs=RUNS, permutations=None, memory=2**28, threads=2, **protocol):
    own = batch(runs, **protocol)
    counts = {"permutations": permutations or own["online"]["permutations"]}
    return execute(own, "", counts, memory, 7, threads)


def test_records_become_tables(digits, tmp_path):
    records = run()
    assert [(r["run"], r["status"]) for r in records] == [(name, "completed") for name in RUNS]
    path = tmp_path / "records.json"
    path.write_text(json.dumps(records, default=float))
    tables = collected(path)
    online = tables["online"]
    assert list(online.columns) == list(ONLINE.header)
    totals = online[online["class"] == "all"]
    counts = totals.groupby("run", sort=False).size().to_dict()
    assert counts == {**{n: 3 * 2 * 3 for n in RUNS}, "svm": 1}
    assert totals["test_error"].between(0, 0.5).all()
    for name in ("perceptron", "alma", "p-norm"):
        own = online[online["run"] == name]
        of_classes = own[own["class"] != "all"].groupby(["permutation", "epoch"])["updates"]
        summed = own[(own["class"] == "all") & (own["hypothesis"] == "last")]["updates"]
        assert of_classes.sum().tolist() == summed.tolist()
        assert of_classes.size().eq(10).all()
    # A support vector had one update or more, and in one epoch exactly one.
    first = totals[(totals["epoch"] == 1) & totals["run"].isin(["perceptron", "alma"])]
    assert (first["updates"] == first["support_vectors"]).all()
    computed = totals[totals["run"].isin(["perceptron", "alma", "together"])]["kernel_values"]
    assert (computed > 0).all()
    assert totals[totals["run"].isin(["p-norm", "svm"])]["kernel_values"].isna().all()
    distributions = tables["distributions"]
    assert set(distributions["hypothesis"]) == {"last", "average"}
    for _, one in distributions.groupby(["run", "epoch", "hypothesis"]):
        assert one["margin"].is_monotonic_increasing and one["fraction"].is_monotonic_increasing
        assert len(one) == 401 and one["fraction"].iloc[-1] == pytest.approx(1)
    runs = tables["runs"].set_index("run")
    assert json.loads(runs.loc["alma", "parameters"])["normalised"] is True
    assert json.loads(runs.loc["together", "parameters"])["k_best"] == 3
    # The part of the training set with a margin of 0 or less is what is classified wrongly.
    last = totals[(totals["run"] == "alma") & (totals["hypothesis"] == "last")]
    at_zero = distributions[
        (distributions["run"] == "alma")
        & (distributions["hypothesis"] == "last")
        & (distributions["margin"] == 0)
    ]
    errors = last.groupby("epoch")["train_error"].mean()
    np.testing.assert_allclose(at_zero["fraction"], errors, atol=1e-12)


def test_threads_and_memory_change_no_record(digits):
    """Integer grey levels have exact inner products, so the rows are equal in any order."""
    runs = {name: RUNS[name] for name in ("alma", "p-norm")}
    found = [run(runs, threads=1), run(runs, threads=3), run(runs), run(runs, memory=600_000)]
    for records in found:
        assert records[0].pop("spent_seconds") > 0
    one, *others = map(json.dumps, found)
    assert all(other == one for other in others)


def test_fewer_permutations_are_said(digits):
    (record,) = run({"alma": RUNS["alma"]}, permutations=1)
    assert {row[0] for row in record["online"]} == {1}
    assert record["parameters"]["permutations"] == 1


def test_orders():
    once = list(orders(20, {**PROTOCOL, "epochs": 3}, seed=1, permutation=1))
    assert all((order == once[0]).all() for order in once)
    anew = list(orders(20, {"epochs": 3, "shuffle": "every epoch"}, seed=1, permutation=1))
    assert (anew[0] == once[0]).all() and not (anew[1] == anew[0]).all()
    other = next(orders(20, PROTOCOL, seed=1, permutation=2))
    assert not (other == once[0]).all() and sorted(other) == list(range(20))


def test_failures_have_their_reason_and_do_not_sink_the_rest(digits):
    records = run(
        {
            "unknown": {"algorithm": "Perceptor", "kernel": GAUSSIAN},
            "no-kernel": {"algorithm": "Perceptron"},
            "wrong-kernel": {"algorithm": "Perceptron", "kernel": {"name": "gaussian", "sigma": 1}},
            "wrong-parameter": {"algorithm": "AMIRA", "parameters": {"eps": 1}, "kernel": GAUSSIAN},
            "wrong-value": {"algorithm": "ALMA", "parameters": {"projection": "alwyas"}},
            "right": RUNS["perceptron"],
        }
    )
    reasons = {record["run"]: record["reason"] for record in records}
    assert "no algorithm that learns online is called 'Perceptor'" in reasons["unknown"]
    assert reasons["no-kernel"] == "Perceptron needs a kernel; name one, such as linear."
    assert reasons["wrong-kernel"] == "the gaussian kernel has no sigma; it has width."
    assert "eps" in reasons["wrong-parameter"]
    assert "'projection' parameter of ALMA must be" in reasons["wrong-value"]
    assert [record["status"] for record in records] == ["failed"] * 5 + ["completed"]


def test_too_little_memory_is_a_reason(digits):
    (record,) = run({"alma": RUNS["alma"]}, memory=1000)
    assert record["status"] == "failed" and "kernel_memory is 9.31e-07 GiB" in record["reason"]


@pytest.mark.filterwarnings("default:invalid value:RuntimeWarning")
def test_a_hypothesis_that_overflows_is_a_reason(digits, monkeypatch):
    monkeypatch.setattr(DualLearner, "average", lambda self: np.full(300, np.inf))
    (record,) = run({"perceptron": RUNS["perceptron"]})
    assert record["status"] == "failed"
    assert "perceptron: its average hypothesis overflows after epoch 1." in record["reason"]


def test_draws(monkeypatch):
    monkeypatch.setattr("data.artificial.AMIRA_PATTERNS", 300)
    monkeypatch.setattr(
        "workflows.commands.execute.data.load", lambda name, seed: amira(0.15, seed)
    )
    runs = {
        "mira": {"algorithm": "MIRA"},
        "pegasos": {"algorithm": "Pegasos", "max_epochs": 3},
        "unknown": {"algorithm": "Perceptor"},
    }
    plain = {**entries.PLAIN, "augment": 1, "parameters": {}}
    drawn = {
        "data": "amira-synthetic",
        "timed": False,
        "draws": 5,
        "runs": {name: {**plain, **run} for name, run in runs.items()},
    }
    budget = {"max_updates": 100_000, "max_epochs": None, "max_seconds": None}
    mira, pegasos, unknown = execute_draws(drawn, 2, budget, seed=3)
    assert [row[:2] for row in mira["draws"]] == [[1, "converged"], [2, "converged"]]
    for *_, geometric, maximum in mira["draws"]:
        assert 0 < geometric <= maximum * 1.001
    assert [row[1] for row in pegasos["draws"]] == ["max_epochs"] * 2
    assert mira["parameters"]["draws"] == 2 and mira["draws"][0] != mira["draws"][1]
    assert unknown["status"] == "failed"
    assert unknown["reason"].startswith("In draw 1 of 2: ValueError: no algorithm is called 'Perce")
    assert [of["status"] for of in (mira, pegasos)] == ["completed"] * 2
    mira, pegasos, _ = execute_draws(drawn, 2, {**budget, "max_updates": 3}, seed=3)
    reason = "In draw 1 of 2: Stopped at its limit on updates."
    assert (mira["status"], mira["reason"]) == ("max_updates", reason)
    assert (pegasos["status"], pegasos["reason"]) == ("max_updates", reason)


def test_draws_of_a_split_problem_are_averaged_over_permutations(digits, monkeypatch):
    asked = []

    def drawn(name, seed):
        asked.append(seed)
        keep = np.random.default_rng(seed).permutation(200)[:150]
        return digits._replace(X=digits.X[keep], y=digits.y[keep])

    monkeypatch.setattr(execute_online.data, "load", drawn)
    runs = {"perceptron": RUNS["perceptron"], "p-norm": RUNS["p-norm"]}
    repeated = {**batch(runs), "draws": 4}
    records = execute(repeated, "", {"permutations": 2, "draws": 3}, 2**28, 7, 2)
    assert asked == [8, 9, 10]
    for record in records:
        assert record["parameters"]["draws"] == 3 and record["parameters"]["permutations"] == 2
        totals = [row for row in record["online"] if row[3] == "all" and row[2] == "last"]
        assert [row[:2] for row in totals] == [
            [draw, epoch] for draw in (1, 2, 3) for epoch in (1, 2)
        ]
    # One draw with its permutations is what an undrawn run averages to.
    monkeypatch.setattr(execute_online.data, "read_problem", lambda *_, **__: drawn("digits", 8))
    alone = execute(batch(runs), "", {"permutations": 2}, 2**28, 7, 2)[0]["online"]
    updates = [row[6] for row in alone if row[1:4] == [1, "last", "all"]]
    first = next(row for row in records[0]["online"] if row[1:4] == [1, "last", "all"])
    assert first[6] == np.mean(updates)


def test_data_out_of_reach_are_a_reason(monkeypatch):
    def unreachable(path, writeable):
        raise data.Unreachable("usps is unreachable.")

    monkeypatch.setattr(execute_online.data, "read_problem", unreachable)
    records = run({"alma": RUNS["alma"], "svm": RUNS["svm"]})
    assert {(r["status"], r["reason"]) for r in records} == {
        ("unavailable", "usps is unreachable.")
    }
    assert all(record["online"] == [] for record in records)


def test_a_class_of_the_test_set_alone_is_named(digits, monkeypatch):
    odd = digits._replace(y_test=np.where(np.arange(100) == 3, 11, digits.y_test))
    monkeypatch.setattr(execute_online.data, "read_problem", lambda path, writeable: odd)
    (record,) = run({"alma": RUNS["alma"]})
    assert "y_test has the class 11, which no training pattern has" in record["reason"]


def test_folds_are_learned_from_the_rest_and_tested_once_each(digits):
    runs = {"perceptron": RUNS["perceptron"]}
    (record,) = run(runs, permutations=1, folds=4, epochs=1)
    totals = [row for row in record["online"] if row[2:4] == ["last", "all"]]
    assert [row[0] for row in totals] == [1, 2, 3, 4]
    parts = KFold(4, shuffle=True, random_state=7).split(digits.X)
    for row, (learned, held_out) in zip(totals, parts, strict=True):
        X, y = digits.X[learned], digits.y[learned]
        split = SplitProblem("fold", X, y, digits.X[held_out], digits.y[held_out])
        own = batch(runs, epochs=1, permutations=1)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(execute_online.data, "read_problem", lambda *_, split=split, **__: split)
            (alone,) = execute(own, "", {"permutations": 1}, 2**28, 7, 1)
        (expected,) = [r for r in alone["online"] if r[2:4] == ["last", "all"]]
        assert row[1:] == expected[1:]
