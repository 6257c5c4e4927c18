"""Patterns that combine to 0 are reduced to as few as their rank allows, and still combine to 0."""

import numpy as np
import pytest

from maxmargin.separable.search import reduced

RANDOM = np.random.default_rng(3)
PAIRS = RANDOM.normal(size=(40, 6))


def balanced(rows):
    """Rows, and one more, that combine to 0 with factors 1."""
    return np.vstack([rows, -rows.sum(axis=0)])


SETS = {
    "few": (balanced(RANDOM.normal(size=(9, 6))), 6),
    "many": (balanced(RANDOM.normal(size=(5000, 6))), 6),
    "of a smaller rank": (balanced(RANDOM.normal(size=(700, 2)) @ RANDOM.normal(size=(2, 6))), 2),
    "whole numbers": (balanced(RANDOM.integers(-2, 3, (700, 6)).astype(float)), 6),
    "opposite pairs side by side": (np.hstack([PAIRS, -PAIRS]).reshape(80, 6), 6),
    "opposite pairs far apart": (np.vstack([PAIRS, -PAIRS]), 6),
    "equal rows": (np.repeat(balanced(RANDOM.normal(size=(3, 6))), 200, axis=0), 3),
    "one column": (balanced(RANDOM.normal(size=(300, 1))), 1),
}


@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize("spread", [0, 6])
def test_as_many_are_left_as_the_rank_and_one(name, spread):
    rows, rank = SETS[name]
    alpha = 10.0 ** -np.random.default_rng(5).uniform(0, spread, len(rows))
    places, factors = reduced(rows / alpha[:, None], alpha)
    assert 0 < len(places) <= rank + 1
    assert len({*places}) == len(places) and (factors > 0).all()
    parts = factors[:, None] * (rows / alpha[:, None])[places]
    assert np.abs(parts.sum(axis=0)).max() <= 1e-9 * np.abs(parts).max()


def test_factors_that_are_only_near_a_combination_are_corrected():
    rows, _ = SETS["many"]
    near = np.random.default_rng(5).uniform(0.999, 1.001, len(rows))
    places, factors = reduced(rows, near)
    parts = factors[:, None] * rows[places]
    assert np.abs(parts.sum(axis=0)).max() <= 1e-9 * np.abs(parts).max()


@pytest.mark.parametrize("rows", [np.zeros((4, 3)), np.eye(3)])
def test_nothing_is_left_of_rows_that_do_not_combine(rows):
    assert reduced(rows, np.ones(len(rows))) is None
