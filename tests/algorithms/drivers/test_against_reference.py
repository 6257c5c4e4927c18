"""The compiled driver makes the updates of the slow reference, with every storage."""

import numpy as np
import pytest

from maxmargin.drivers.sequential import driver as sequential
from maxmargin.drivers.shared import progress
from maxmargin.rules import all_rules
from maxmargin.space import make_space
from tests.algorithms import reference
from tests.algorithms.cases import (
    CASES,
    CASES_AND_STORAGES,
    ENDLESS,
    STORAGES,
    by_target,
)
from tests.algorithms.problems import separable

RULES = all_rules()


def test_cases_name_every_rule():
    assert {name for name, _ in CASES} == set(RULES)


def unit(vector):
    return vector / np.linalg.norm(vector)


@pytest.mark.parametrize(("name", "values", "storage", "cached"), CASES_AND_STORAGES)
def test_same_updates_as_reference(name, values, storage, cached, monkeypatch):
    monkeypatch.setattr(sequential, "caching_pays", lambda *_: cached)
    rule = RULES[name]
    parameters = rule.Parameters(*values)
    module, values_are_one, form = STORAGES[storage]
    for seed in range(6):
        m = 12 + 7 * seed  # below and above the number of cached products that are read together
        X, labels = separable(seed, m=m, n=6, binary=values_are_one)
        augment, extend = [(0.0, 0.5), (1.5, 0.0), (1.0, 2.0)][seed % 3]
        if not extend and values_are_one:
            extend = 0.5
        mini_epochs = [0, 3][seed % 2]
        space = make_space(form(X), labels, augment, extend)
        assert space.storage is module
        Y = reference.patterns(X, labels, augment, extend)
        limit = ENDLESS.get(name, 20_000)
        expected = reference.run(rule, parameters, Y, mini_epochs, max_updates=limit, labels=labels)
        converged, updates, epochs, minis, visits, a = expected
        run = sequential.run(
            rule,
            parameters,
            space,
            mini_epochs=mini_epochs,
            budget=progress.Budget(max_updates=limit),
        )
        assert converged or name in ENDLESS
        ended = "converged" if (Y @ a).min() > 1e-14 * np.linalg.norm(a) else "stopped"
        assert run.status == (ended if converged else "max_updates")  # stopped: a margin of 0
        assert (run.end.updates, run.end.visits) == (updates, visits)
        if converged:  # else the reference counts the epoch that was cut short
            assert (run.end.epochs, run.end.mini_epochs) == (epochs, minis)
        n = X.shape[1]
        slacks = extend * labels * run.duals
        weight = np.concatenate([run.weights, slacks])
        np.testing.assert_allclose(
            weight / np.linalg.norm(weight), a / np.linalg.norm(a), atol=1e-9
        )
        products = Y @ a
        margin = products.min() / np.linalg.norm(a)
        plain = products.min() / np.linalg.norm(np.delete(a, n))
        assert run.end.directional_margin == pytest.approx(margin, rel=1e-8, abs=1e-14)
        assert run.end.geometric_margin == pytest.approx(plain, rel=1e-8, abs=1e-14)
        # The weight is the combination of patterns in the certificate.
        assert (run.duals >= 0).all()
        np.testing.assert_allclose(Y.T @ run.duals, weight, atol=1e-9 * np.linalg.norm(weight))


@pytest.mark.long
@pytest.mark.parametrize(("name", "values", "storage", "cached"), CASES_AND_STORAGES)
def test_same_updates_in_a_random_order(name, values, storage, cached, monkeypatch):
    """Each full epoch has its own order, and its active set keeps this order."""
    monkeypatch.setattr(sequential, "caching_pays", lambda *_: cached)
    rule = RULES[name]
    _, values_are_one, form = STORAGES[storage]
    X, labels = separable(3, m=30, n=6, binary=values_are_one)
    expected = reference.run(
        rule,
        rule.Parameters(*values),
        reference.patterns(X, labels, 1.0, 0.5),
        mini_epochs=2,
        max_updates=ENDLESS.get(name, 20_000),
        permute=np.random.default_rng(5),
        labels=labels,
    )
    run = sequential.run(
        rule,
        rule.Parameters(*values),
        make_space(form(X), labels, 1.0, 0.5),
        mini_epochs=2,
        permute=np.random.default_rng(5),
        budget=progress.Budget(max_updates=ENDLESS.get(name, 20_000)),
    )
    assert expected[0] or name in ENDLESS
    assert (run.end.updates, run.end.visits) == (expected[1], expected[4])
    if expected[0]:  # else the reference counts the epoch that was cut short
        assert (run.end.epochs, run.end.mini_epochs) == expected[2:4]
    weight = np.concatenate([run.weights, 0.5 * labels * run.duals])
    a = expected[5]
    np.testing.assert_allclose(weight / np.linalg.norm(weight), a / np.linalg.norm(a), atol=1e-9)


@pytest.mark.parametrize(("name", "values"), by_target(CASES))
def test_kept_products_change_no_bit(name, values, monkeypatch):
    rule = RULES[name]
    parameters = rule.Parameters(*values)
    runs = []
    for cached in (True, False):
        monkeypatch.setattr(sequential, "caching_pays", lambda *_, cached=cached: cached)
        space = make_space(*separable(5, m=60, n=5, margin=0.02), 1.0, 0.3)
        budget = progress.Budget(max_updates=ENDLESS.get(name, 20_000))
        runs.append(sequential.run(rule, parameters, space, budget=budget))
    assert runs[0].weights.tobytes() == runs[1].weights.tobytes()
    assert runs[0].duals.tobytes() == runs[1].duals.tobytes()
    assert [p._replace(seconds=0) for p in runs[0].curve] == [
        p._replace(seconds=0) for p in runs[1].curve
    ]


def test_slices_change_nothing(monkeypatch):
    """A run that is interrupted and resumed after every second update makes the same updates."""
    rule, parameters = RULES["MICRA"], RULES["MICRA"].Parameters(0.5, 0.8, 1.0, 0.5)
    space = make_space(*separable(3, m=40), 1.0, 0.3)
    whole = sequential.run(rule, parameters, space, mini_epochs=2)
    monkeypatch.setattr(progress, "CURVE_RATIO", 1.0)
    sliced = sequential.run(rule, parameters, space, mini_epochs=2)
    assert len(sliced.curve) > len(whole.curve)
    assert sliced.end._replace(seconds=0) == whole.end._replace(seconds=0)
    assert sliced.weights.tobytes() == whole.weights.tobytes()
