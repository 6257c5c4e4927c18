"""A rule with its own memory is one file and runs under every driver."""

from pathlib import Path

import numpy as np
import pytest

from maxmargin import MaximumMargin, conformance, variants
from maxmargin.drivers.sequential import driver as sequential
from maxmargin.drivers.shared import progress
from maxmargin.drivers.worst_first import driver as worst_first
from maxmargin.estimators.learner import learner
from maxmargin.space import make_space
from tests.algorithms import reference
from tests.algorithms.cases import STORAGES
from tests.algorithms.problems import separable
from tests.algorithms.rules.under_drivers import ORDERS, check_dual, check_sequential
from tests.chosen import slow_unless

FILE = Path(__file__).parents[3] / "docs" / "examples" / "rule_with_memory.py"


@pytest.fixture(scope="module")
def rule():
    return variants.load(FILE)


@pytest.mark.slow
def test_the_file_conforms():
    assert conformance.report(FILE) == (True, [f"{FILE}: MeanLossAMIRA conforms."])


@pytest.mark.long
@pytest.mark.parametrize(
    "storage",
    [pytest.param(storage, marks=slow_unless(storage == "dense")) for storage in STORAGES],
)
@pytest.mark.parametrize(("mini_epochs", "permuted"), ORDERS)
def test_same_updates_as_the_reference(rule, storage, mini_epochs, permuted, monkeypatch):
    monkeypatch.setattr(sequential, "caching_pays", lambda *_: True)  # which would skip visits
    check_sequential(rule, rule.Parameters(0.05, 0.2), storage, mini_epochs, permuted)


@pytest.mark.long
@pytest.mark.parametrize(("mini_epochs", "permuted"), ORDERS)
def test_the_dual_driver_makes_the_same_updates(rule, mini_epochs, permuted):
    check_dual(rule, rule.Parameters(0.05, 0.2), mini_epochs, permuted)


def test_the_memory_outlives_a_break(rule, monkeypatch):
    """A run that is interrupted and resumed after every second update makes the same updates."""
    space = make_space(*separable(3, m=40), 1.0, 0.3)
    whole = sequential.run(rule, rule.Parameters(), space, mini_epochs=2)
    monkeypatch.setattr(progress, "CURVE_RATIO", 1.0)
    sliced = sequential.run(rule, rule.Parameters(), space, mini_epochs=2)
    assert len(sliced.curve) > len(whole.curve)
    assert sliced.end._replace(seconds=0) == whole.end._replace(seconds=0)
    assert sliced.weights.tobytes() == whole.weights.tobytes()


@pytest.mark.long
def test_worst_first_remembers_too(rule):
    X, labels = separable(6, m=30)
    geometry = worst_first.LinearGeometry(make_space(X, labels, 1.0, 0.0))
    run = worst_first.run(rule, rule.Parameters(0.05, 0.2), geometry)
    Y = reference.patterns(X, labels, 1.0, 0.0)
    converged, updates, a = reference.run_worst_first(rule, rule.Parameters(0.05, 0.2), Y)
    assert converged and (run.status, run.end.updates) == ("converged", updates)
    np.testing.assert_allclose(run.weights, a[:-30], atol=1e-9 * np.linalg.norm(a))


def test_its_certificate_holds(rule):
    X, labels = separable(4, m=40)
    model = learner(rule)(epsilon=0.01).fit(X, labels)
    gamma = MaximumMargin().fit(X, labels).directional_margin_
    assert model.directional_margin_ <= gamma * (1 + 1e-9)
    assert gamma <= model.margin_upper_bound_ * (1 + 1e-9)
