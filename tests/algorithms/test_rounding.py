"""Sums of many patterns have no rounding errors that grow with their number."""

from fractions import Fraction

import numpy as np
import pytest
from scipy import sparse

from maxmargin import MaximumMargin
from maxmargin.rounding import combination, squared_norm, total
from peers.solvers.margins import upper_bound

UNIT = 2.0**-53
FORMS = {"array": np.asarray, "sparse": sparse.csr_matrix}


def equal_rows(random, m):
    """Return rows of which each addition may round in the same direction, and factors."""
    values = np.tile(random.normal(size=3), (m, 1))
    return values, np.full(m, 1.0) * np.where(np.arange(m) % 2, 1.0, -1.0)


def few_rows(random, m):
    return random.normal(size=(4, 3))[random.integers(4, size=m)], random.choice([-1.0, 1.0], m)


def different_rows(random, m):
    factors = random.normal(size=m) * (random.random(m) < 0.3)
    return random.normal(size=(m, 3)) * 10.0 ** random.integers(-9, 1, (m, 3)), factors


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("m", [1, 7, 5000, 20_000])
@pytest.mark.parametrize("rows", [equal_rows, few_rows, different_rows])
def test_a_combination_in_fractions(rows, m, form):
    X, factors = rows(np.random.default_rng(m), m)
    factors = factors / np.abs(factors).sum() if m > 1 else np.ones(1)
    X = 1.99 * X / np.abs(X).max()
    found = combination(FORMS[form](X), factors)
    for column, number in zip(X.T, found, strict=True):
        terms = [Fraction(x) * Fraction(a) for x, a in zip(column, factors, strict=True)]
        assert abs(sum(terms) - Fraction(number)) <= 3 * UNIT * float(sum(map(abs, terms)))


@pytest.mark.parametrize("number", [0.1, 1 / 3, 2 / 3, 1.0])
def test_a_total_in_fractions(number):
    numbers = np.full(100_001, number / 60_000)
    numbers[::3] *= -1.0
    exact = sum(map(Fraction, numbers))
    assert abs(Fraction(total(numbers)) - exact) <= 2 * UNIT * float(exact)


@pytest.mark.parametrize("number", [0.1, 1 / 3, 1e-3])
def test_a_squared_norm_of_equal_numbers(number):
    exact = 10**6 * Fraction(number) ** 2
    found = squared_norm(np.full(10**6, number))
    assert abs(Fraction(found) - exact) <= 30 * Fraction(UNIT) * exact


def test_negative_duals_prove_no_bound():
    X, labels = np.eye(3), np.array([1, 1, -1])
    assert upper_bound(X, labels, np.array([1.0, 2.0, 1.0]), 1.0) >= 6**0.5 / 4
    assert np.isnan(upper_bound(X, labels, np.array([1.0, 1.0, -0.5]), 1.0))
    assert np.isnan(upper_bound(X, labels, np.zeros(3), 1.0))


@pytest.mark.parametrize("form", FORMS)
def test_the_bound_holds_for_equal_rows_of_one_column(form):
    """With α_k = 1/m the maximum is x in X and 1/m in the extending coordinates."""
    x, m = 1.9464599040412978, 8000
    y = np.where(np.arange(m) % 2, 1, -1)
    X = FORMS[form](np.full((m, 1), x) * y[:, None])
    model = MaximumMargin(augment=0.0, extend=1.0).fit(X, y)
    assert model.converged_ and model.relative_gap_ >= 0.0
    assert Fraction(model.margin_upper_bound_) ** 2 >= Fraction(x) ** 2 + Fraction(1, m)


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("distance", [1e-3, 1e-5, 1e-6])
def test_the_bound_holds_for_classes_near_each_other_and_far_from_the_origin(distance, form):
    """The maximum is half the distance of the classes, and Δ²/m in the extending coordinates."""
    x, m = 1.84509576383541, 8000
    apart = distance * x
    high, low = x + apart, x - apart
    X = np.repeat([high, low], m // 2)[:, None]
    model = MaximumMargin(extend=apart, free_threshold=True)
    model.fit(FORMS[form](X), np.repeat([1, -1], m // 2))
    squared = ((Fraction(high) - Fraction(low)) / 2) ** 2 + Fraction(apart) ** 2 / m
    assert Fraction(model.margin_upper_bound_) ** 2 >= squared
    if model.converged_:
        assert Fraction(model.geometric_margin_) ** 2 >= squared * (1 - Fraction(2, 10**9))
