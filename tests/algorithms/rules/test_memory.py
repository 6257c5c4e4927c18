"""A rule with its own memory is one file and runs under every driver."""

from pathlib import Path

import numpy as np
import pytest

from maxmargin import MaximumMargin, conformance, variants
from maxmargin.drivers.dual import driver as dual_run
from maxmargin.drivers.dual.kernel_rows import KernelRows
from maxmargin.drivers.dual.learner import KernelSpace
from maxmargin.drivers.sequential import driver as sequential
from maxmargin.drivers.shared import progress
from maxmargin.drivers.worst_first import driver as worst_first
from maxmargin.estimators.learner import learner
from maxmargin.kernels import Linear
from maxmargin.space import make_space
from tests.algorithms import reference
from tests.algorithms.cases import STORAGES
from tests.algorithms.problems import separable

pytestmark = pytest.mark.long

FILE = Path(__file__).parents[3] / "docs" / "examples" / "rule_with_memory.py"
WAYS = [(0, False), (3, False), (2, True)]  # mini-epochs, and whether the order is permuted


@pytest.fixture(scope="module")
def rule():
    return variants.load(FILE)


def expected(rule, X, labels, space, mini_epochs, seed):
    permute = np.random.default_rng(seed) if seed else None
    Y = reference.patterns(X, labels, *space)
    return reference.run(rule, rule.Parameters(0.05, 0.2), Y, mini_epochs, permute=permute)


def test_the_file_conforms():
    assert conformance.report(FILE) == (True, [f"{FILE}: MeanLossAMIRA conforms."])


@pytest.mark.parametrize("storage", STORAGES)
@pytest.mark.parametrize(("mini_epochs", "permuted"), WAYS)
def test_same_updates_as_the_reference(rule, storage, mini_epochs, permuted, monkeypatch):
    monkeypatch.setattr(sequential, "caching_pays", lambda *_: True)  # which would skip visits
    _, values_are_one, form = STORAGES[storage]
    X, labels = separable(3, m=30, n=6, binary=values_are_one)
    seed = 5 if permuted else None
    converged, updates, epochs, mini_passes, visits, a = expected(
        rule, X, labels, (1.0, 0.5), mini_epochs, seed
    )
    run = sequential.run(
        rule,
        rule.Parameters(0.05, 0.2),
        make_space(form(X), labels, 1.0, 0.5),
        mini_epochs=mini_epochs,
        permute=np.random.default_rng(seed) if permuted else None,
    )
    assert converged and run.status == "converged"
    assert run.end[:4] == (updates, epochs, mini_passes, visits)
    weight = np.concatenate([run.weights, 0.5 * labels * run.duals])
    np.testing.assert_allclose(weight, a, atol=1e-9 * np.linalg.norm(a))


@pytest.mark.parametrize(("mini_epochs", "permuted"), WAYS)
def test_the_dual_driver_makes_the_same_updates(rule, mini_epochs, permuted):
    X, labels = separable(3, m=30, n=6)
    seed = 5 if permuted else None
    ended = expected(rule, X, labels, (1.0, 0.5), mini_epochs, seed)
    space = KernelSpace(Linear(), KernelRows(("product", 1.0), X, None, 1e8), 1.0, 0.5)
    permute = np.random.default_rng(seed) if permuted else None
    parameters = rule.Parameters(0.05, 0.2)
    run = dual_run.run(rule, parameters, labels, space, mini_epochs=mini_epochs, permute=permute)
    assert run.status == "converged"
    assert run.end[:4] == ended[1:5]


def test_the_memory_outlives_a_break(rule, monkeypatch):
    """A run that is interrupted and resumed after every second update makes the same updates."""
    space = make_space(*separable(3, m=40), 1.0, 0.3)
    whole = sequential.run(rule, rule.Parameters(), space, mini_epochs=2)
    monkeypatch.setattr(progress, "CURVE_RATIO", 1.0)
    sliced = sequential.run(rule, rule.Parameters(), space, mini_epochs=2)
    assert len(sliced.curve) > len(whole.curve)
    assert sliced.end._replace(seconds=0) == whole.end._replace(seconds=0)
    assert sliced.weights.tobytes() == whole.weights.tobytes()


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
