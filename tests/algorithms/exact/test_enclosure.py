"""Two solutions enclose the maximum margin from both sides."""

from math import inf

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning

from maxmargin import MaximumMargin
from maxmargin.exact import maximum_margin, minimum_norm_point
from maxmargin.exact.enclosure import MarginProblem, best_of, measured
from tests.algorithms.problems import separable


def test_of_two_solutions_the_better_weight_and_the_better_duals_count():
    X, labels = separable(2, m=30, n=3)
    problem = MarginProblem(X, labels, 1.0, 0.0, False, 1.0)
    exact = MaximumMargin(1.0).fit(X, labels)
    best = np.append(exact.coef_[0], exact.intercept_)
    given = (best, np.ones(30)), (labels @ np.c_[X, np.ones(30)], exact.dual_coef_)
    found = [measured(problem, weight, np.zeros(30), duals.copy()) for weight, duals in given]
    assert min(one.gap for one in found) > 1e-3
    for kept in (best_of(*found), best_of(*found[::-1])):
        assert kept.gap < 1e-9
        np.testing.assert_array_equal(kept.weight, found[0].weight)
        np.testing.assert_array_equal(kept.duals, found[1].duals)
    assert best_of(found[0], found[0]) is found[0]


@pytest.mark.parametrize("free", [False, True])
def test_newton_alone_solves_many_patterns_with_slacks(monkeypatch, free):
    """Wolfe's algorithm would need a coordinate for each pattern."""
    X, labels = separable(2, m=60, n=3)
    space = 0.0 if free else 1.0, 1e-2, free
    few = MaximumMargin(*space).fit(X, labels)
    monkeypatch.setattr(maximum_margin, "WOLFE_UP_TO", 59)
    monkeypatch.setattr(maximum_margin, "by_minimum_norm_point", None)
    many = MaximumMargin(*space).fit(X, labels)
    assert many.converged_
    assert many.geometric_margin_ == pytest.approx(few.geometric_margin_, rel=1e-8)


@pytest.mark.parametrize("space", [(0.0, 0.0, False), (1.0, 0.0, False), (1.0, 0.0, True)])
def test_time_spent_where_nothing_separates_makes_nothing_worse(monkeypatch, space):
    """Wolfe's algorithm starts with a bound far above the bound of Newton's steps."""
    random = np.random.default_rng(1)
    problem = random.normal(size=(400, 20)), random.choice([-1.0, 1.0], 400)
    bounds = []
    for seconds in (inf, 0.0):  # that a product of least squares is taken to need
        monkeypatch.setattr(minimum_norm_point, "SECONDS_PER_PRODUCT", seconds)
        with pytest.warns(ConvergenceWarning):
            model = MaximumMargin(*space, max_seconds=100.0).fit(*problem)
        bounds.append(model.margin_upper_bound_)
        assert model.status_ == ("max_seconds" if seconds else "stopped")
        history = [point.upper_bound for point in model.history_]
        assert history == sorted(history, reverse=True)
        assert model.margin_upper_bound_ <= history[-1] * (1 + 1e-9) + 1e-13  # for rounding
    assert bounds[1] <= bounds[0]
