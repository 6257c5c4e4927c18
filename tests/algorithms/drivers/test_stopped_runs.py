"""A run can be stopped at any update, even amid copied patterns."""

import numpy as np
import pytest

from maxmargin.drivers.sequential import driver as sequential
from maxmargin.drivers.shared.progress import Budget
from maxmargin.rules import all_rules
from maxmargin.space import make_space
from tests.algorithms.problems import separable

pytestmark = pytest.mark.long

X, LABELS = separable(5, m=30, margin=0.02)


@pytest.mark.parametrize("cached", [False, True])
@pytest.mark.parametrize("mini_epochs", [0, 3])
@pytest.mark.parametrize("shuffled", [False, True])
@pytest.mark.parametrize("name", ["PDM", "MICRA", "AggressiveROMMA", "AdaTron"])
def test_duals_and_curve_are_those_of_the_weight(name, shuffled, mini_epochs, cached, monkeypatch):
    monkeypatch.setattr(sequential, "LEAST_UPDATES", 3)
    monkeypatch.setattr(sequential, "LEAST_VISITS", 11)
    monkeypatch.setattr(sequential, "caching_pays", lambda *_: cached)
    rule, space = all_rules()[name], make_space(X, LABELS, augment=1.0, extend=0.5)
    inside = 0  # runs stopped between the ends of epochs
    for updates in range(1, 60):
        run = sequential.run(
            rule,
            rule.Parameters(),
            space,
            mini_epochs=mini_epochs,
            permute=np.random.default_rng(3) if shuffled else None,
            budget=Budget(max_updates=updates),
        )
        own = np.column_stack([X, np.ones(len(X))]) * LABELS[:, None]
        np.testing.assert_allclose(run.weights, own.T @ run.duals, atol=1e-9)
        products = own @ run.weights + 0.25 * run.duals
        norm = np.sqrt(run.duals @ products)
        assert run.end.directional_margin == pytest.approx(products.min() / norm, abs=1e-9)
        assert run.end.upper_bound == pytest.approx(norm / run.duals.sum(), rel=1e-9)
        inside += run.end.visits % len(X) > 0
    assert inside > 10
