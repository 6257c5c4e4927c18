"""The arguments of the sequential loop: their names, order and types."""

from inspect import signature
from itertools import product

import numpy as np
import pytest

from maxmargin.drivers.sequential import driver, kernel
from maxmargin.drivers.sequential.arguments import Arguments
from maxmargin.drivers.shared.progress import Budget
from maxmargin.rules import all_rules
from maxmargin.space import make_space
from tests.algorithms import compiled_types
from tests.algorithms.cases import CASES, STORAGES
from tests.algorithms.problems import separable


def test_names_and_order_are_the_loops():
    loop = getattr(kernel.advance, "py_func", kernel.advance)
    assert Arguments._fields == tuple(signature(loop).parameters)


@pytest.mark.long
@pytest.mark.parametrize("storage", STORAGES)
@pytest.mark.parametrize("name", ["MICRA", "NORMA"])
def test_the_first_run_does_not_decide_types_for_later_ones(name, storage, monkeypatch):
    """NORMA has a memory. Each call asserts that its types equal the types of earlier calls."""
    monkeypatch.setattr(compiled_types, "seen", {})
    _, values_are_one, form = STORAGES[storage]
    X, labels = separable(3, m=30, n=5, binary=values_are_one)
    rule, parameters = all_rules()[name], all_rules()[name].Parameters(*dict(CASES)[name])
    weights = [labels, np.where(labels > 0.0, 2.0, 1.0) * labels]
    ends = [(0, None), (True, True), (np.int32(2), np.int32(3)), (2, 3.0)]
    choices = product(weights, ends, [0, 1, np.float32(0.5)], [False, True], [None, lambda _: None])
    for labelled, (mini_epochs, epochs), extend, permuted, prove in choices:
        driver.run(
            rule,
            parameters,
            make_space(form(X), labelled, 1, extend + 1),
            mini_epochs=mini_epochs,
            permute=np.random.default_rng(1) if permuted else None,
            prove=prove,
            budget=Budget(max_epochs=epochs, max_updates=50.0 if epochs else 50),
        )
    assert len(compiled_types.seen) >= 4
