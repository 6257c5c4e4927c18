"""Bounds on ‖a‖^e hold to the last bit, and the Margitron's updates do not depend on them."""

import numpy as np
import pytest

from maxmargin.drivers.sequential import driver as sequential
from maxmargin.drivers.shared import norm_power
from maxmargin.rules import margitron
from maxmargin.space import make_space
from tests.algorithms import reference
from tests.algorithms.problems import separable

# 1 − ε for ε of 2 to 0, and exponents whose halves are 1 and above.
EXPONENTS = [-1.0, -0.999, -0.5, -1e-9, 0.0, 1e-9, 0.05, 0.5, 0.9, 0.999, 1.0, 1.7, 2.0, 3.5]


@pytest.mark.parametrize("exponent", EXPONENTS)
@pytest.mark.parametrize("squared_norm", [1e-30, 0.37, 1.0, 2.0**40 + 1.0, 7.1e25])
def test_the_power_is_never_outside_its_bounds(exponent, squared_norm):
    bounds = norm_power.bounds_around(squared_norm, exponent)
    middle = 0.5 * (bounds.first + bounds.last)
    near = [np.linspace(-1e-13, 1e-13, 201) * x + x for x in (bounds.first, middle, bounds.last)]
    inside = np.concatenate([np.linspace(bounds.first, bounds.last, 2001), *near])
    inside = [x for x in inside if norm_power.bounded(bounds, x)]
    assert len(inside) > 2000 and norm_power.bounded(bounds, squared_norm)
    for x in inside:
        power = norm_power.power_of_norm(x, exponent)
        below, above = norm_power.power_below(bounds, x), norm_power.power_above(bounds, x)
        assert below <= power <= above
        # They are close enough to decide nearly all visits.
        assert above - below <= 1e-3 * power


@pytest.mark.parametrize("squared_norm", [0.0, 1e-300, 1e300, np.inf])
@pytest.mark.parametrize("exponent", [-1.0, 0.0, 0.9])
def test_where_there_are_no_bounds_every_visit_is_undecided(squared_norm, exponent):
    bounds = norm_power.bounds_around(squared_norm, exponent)
    assert norm_power.bounded(bounds, squared_norm)
    assert not norm_power.power_below(bounds, squared_norm) > 0.0
    assert norm_power.power_above(bounds, squared_norm) == np.inf


@pytest.mark.parametrize("cached", [False, True])
@pytest.mark.parametrize("epsilon", [0.01, 0.1, 0.5, 0.9, 1.0, 1.1, 1.5, 1.95])
def test_updates_are_those_of_the_power(epsilon, cached, monkeypatch):
    """Patterns are whole numbers, so products tie and nothing is rounded."""
    monkeypatch.setattr(sequential, "caching_pays", lambda *_: cached)
    for seed in range(3):
        X, labels = separable(seed, m=40, n=6)
        X = np.round(4.0 * X)
        parameters = margitron.Parameters(epsilon, 0.3, "w")
        Y = reference.patterns(X, labels, 1.0, 1.0)
        expected = reference.run(margitron, parameters, Y, 2, max_updates=3000)
        space = make_space(X, labels, 1.0, 1.0)
        budget = sequential.NO_BUDGET._replace(max_updates=3000)
        run = sequential.run(margitron, parameters, space, mini_epochs=2, budget=budget)
        assert (run.end.updates, run.end.visits) == (expected[1], expected[4])
        weight = np.concatenate([run.weights, labels * run.duals])
        np.testing.assert_array_equal(weight, expected[5])
