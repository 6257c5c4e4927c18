"""The loop records weights for points of the curve, and goes on. No number depends on it."""

import numpy as np
import pytest
from scipy import sparse

from maxmargin.compilation.binding import bind
from maxmargin.drivers.sequential import driver as sequential
from maxmargin.drivers.sequential.recorded_weights import RecordedWeights
from maxmargin.drivers.shared import storage_kernel
from maxmargin.drivers.shared.pattern_order import PatternOrder
from maxmargin.drivers.shared.progress import (
    Budget,
    ProgressMonitor,
    bound_of,
    margin_of,
)
from maxmargin.rules import all_rules
from maxmargin.space import make_space
from tests.algorithms.cases import BY_CHANGE, slow_beyond
from tests.algorithms.problems import separable

X, LABELS = separable(5, m=30, margin=0.02)
SPACES = {
    "dense": X,
    "sparse": sparse.csr_matrix(X),
    "binary": sparse.csr_matrix((X > 0).astype(float)),
}


def run(rule, monkeypatch, storage, records, **options):
    """Return a `Run`, with all points of its curve recorded by the loop, or with none."""
    monkeypatch.setattr(sequential, "RECORDED_POINTS", 128 if records else 0)
    space = make_space(SPACES[storage], LABELS, augment=1.0, extend=0.5)
    return sequential.run(rule, rule.Parameters(), space, **options)


def without_seconds(curve):
    return [point._replace(seconds=0.0) for point in curve]


@pytest.mark.long
@pytest.mark.parametrize("mini_epochs", [0, 3])
@pytest.mark.parametrize("shuffled", [False, True])
@pytest.mark.parametrize(
    ("name", "storage", "cached"),
    [
        ("PDM", "dense", False),
        ("PDM", "dense", True),
        ("MICRA", "sparse", False),
        ("ALMA", "dense", True),
        ("ALMA", "binary", False),
    ],
)
def test_curve_is_that_of_a_loop_which_stops(
    name, storage, shuffled, mini_epochs, cached, monkeypatch
):
    monkeypatch.setattr(sequential, "caching_pays", lambda *_: cached)
    monkeypatch.setattr(sequential, "LEAST_UPDATES", 150)  # several calls of the loop
    found = []
    for records in (False, True):
        generator = np.random.default_rng(3) if shuffled else None
        options = {"mini_epochs": mini_epochs, "permute": generator}
        budget = Budget(max_updates=700, max_epochs=300)
        rule = all_rules()[name]
        found.append(run(rule, monkeypatch, storage, records, budget=budget, **options))
    stopping, recording = found
    assert without_seconds(recording.curve) == without_seconds(stopping.curve)
    assert (recording.weights == stopping.weights).all()
    assert (recording.duals == stopping.duals).all()
    assert recording.status == stopping.status
    seconds = [point.seconds for point in recording.curve]
    assert seconds == sorted(seconds)
    assert len(seconds) > 30


@pytest.mark.parametrize("limits", [{"max_updates": 50}, {"max_updates": 1}, {"max_epochs": 2}])
def test_a_limit_ends_the_curve(limits, monkeypatch):
    rule = all_rules()["PDM"]
    found = [
        run(rule, monkeypatch, "dense", records, budget=Budget(**limits))
        for records in (False, True)
    ]
    assert without_seconds(found[0].curve) == without_seconds(found[1].curve)
    if "max_updates" in limits:
        assert found[1].end.updates == limits["max_updates"]


def test_runs_with_a_target_stop_at_its_point(monkeypatch):
    rule, budget = all_rules()["PDM"], Budget(certify=0.3)
    found = [run(rule, monkeypatch, "dense", records, budget=budget) for records in (False, True)]
    assert found[1].status == "certified"
    assert without_seconds(found[0].curve) == without_seconds(found[1].curve)


@pytest.mark.long
@pytest.mark.parametrize(
    "name",
    slow_beyond(BY_CHANGE, ((name,) for name in (*BY_CHANGE, "NORMA", "Ballseptron"))),
)
def test_no_bit_of_an_average_depends_on_where_the_loop_stops(name, monkeypatch):
    averages = []
    for visits, updates, points in ((1 << 16, 1 << 12, 128), (1, 1, 0), (100, 7, 5)):
        monkeypatch.setattr(sequential, "LEAST_VISITS", visits)
        monkeypatch.setattr(sequential, "LEAST_UPDATES", updates)
        monkeypatch.setattr(sequential, "RECORDED_POINTS", points)
        rule, space = all_rules()[name], make_space(X, LABELS, augment=1.0, extend=0.5)
        budget = Budget(max_updates=300, max_epochs=100)
        found = sequential.run(rule, rule.Parameters(), space, budget=budget, averages=True)
        averages.append(found.average)
    assert (averages[0] == averages[1]).all()
    assert (averages[0] == averages[2]).all()


def test_next_stops_are_those_of_calls_of_check():
    def monitor(**limits):
        return ProgressMonitor(Budget(**limits), None, None, lambda point: True)

    ahead, one_by_one = monitor().next_stops(80), []
    slow = monitor()
    for _ in range(80):
        one_by_one.append(slow.next_stop)
        slow.last_due = slow.next_stop
    assert ahead == tuple(one_by_one)
    assert monitor(max_updates=37).next_stops(80)[-1] == 37
    assert monitor(max_updates=37).next_stops(80).count(37) == 1
    assert monitor(max_updates=37).next_stops(80, end=20)[-1] == 20
    for target in ({"certify": 0.9}, {"enough_margin": 0.1}):
        assert monitor(**target).next_stops(80) == (1,)
        assert monitor(**target).next_stops(80, sees_targets=True) == ahead


def test_margins_and_bounds_of_recorded_weights_are_those_of_each():
    generator = np.random.default_rng(8)
    space = make_space(X, LABELS, augment=1.0, extend=0.5)
    m, n = X.shape
    duals = generator.exponential(size=(9, m))
    duals[2], duals[3, 5], duals[4], duals[5, 7] = 0.0, 0.0, 0.0, -1e-9
    weights = np.hstack([generator.normal(size=(9, n + 1)), np.zeros((9, 1))])
    weights[2] = 0.0
    counts = np.zeros((9, 4), np.int64)
    kernel = bind(storage_kernel, storage=space.storage)
    ids = np.arange(m, dtype=np.int32)
    order = PatternOrder(ids, space.patterns, space.labels, space.squared_norms, duals[0])
    measured = np.empty((9, 3))
    kernel.measure_recorded(
        order, 1.0, 0.5, RecordedWeights(counts, weights, duals), duals.sum(axis=1), measured
    )
    own = []
    for weight, dual in zip(weights, duals, strict=True):
        smallest, *norms = kernel.measure(order._replace(duals=dual), 1.0, 0.5, weight)
        margins = [margin_of(smallest, norm) for norm in norms]
        own.append([*margins, bound_of(norms[0], dual)])
    np.testing.assert_array_equal(measured, own)
    assert (measured[2, :2] == 0.0).all()
    assert np.isnan(measured[:, 2]).tolist() == [i in (2, 4, 5) for i in range(9)]
