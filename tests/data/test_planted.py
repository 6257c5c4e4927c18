"""Planted problems of every family have the margin that they state."""

import numpy as np
import pytest
from scipy import sparse

import data
from data.errors import DataError
from data.planted import planted
from maxmargin import MaximumMargin

CHOICES = [
    {},
    {"margin": 0.003},
    {"margin": 0.6},
    {"carriers": 0.5},
    {"copies": 5},
    {"n": 2, "margin": 0.2},
    {"n": 2, "carriers": 0.025},
    {"n": 3, "carriers": 0.1},
    {"n": 500, "density": 0.02},
]
CENTRE = {"m": 200, "n": 12, "margin": 0.05, "seed": 7}


@pytest.mark.parametrize("own", CHOICES)
def test_the_exact_solver_finds_what_was_planted(own):
    options = CENTRE | own
    _, X, y = planted(**options)
    assert sparse.issparse(X) == ("density" in own) and X.shape == (options["m"], options["n"])
    lengths = sparse.linalg.norm(X, axis=1) if sparse.issparse(X) else np.linalg.norm(X, axis=1)
    np.testing.assert_allclose(lengths, 1.0)
    model = MaximumMargin(augment=0.0).fit(X, y)
    assert model.directional_margin_ == pytest.approx(options["margin"], rel=1e-8)
    assert model.margin_upper_bound_ == pytest.approx(options["margin"], rel=1e-8)


@pytest.mark.parametrize("own", [{}, {"carriers": 0.1, "n": 30}, {"n": 500, "density": 0.02}])
def test_no_carrier_of_a_group_can_be_spared(own):
    options = CENTRE | own
    _, X, y = planted(**options)
    Y = y[:, None] * (X.toarray() if sparse.issparse(X) else X)
    carriers = np.flatnonzero(np.isclose(Y[:, 0], options["margin"]))
    assert len(carriers) == round(options.get("carriers", 0.02) * 200)
    left = np.delete(np.arange(200), carriers[0])
    model = MaximumMargin(augment=0.0).fit(X[left], y[left])
    assert model.directional_margin_ > options["margin"] * (1 + 1e-6)


def test_copies_and_flipped_labels():
    _, X, y = planted(**CENTRE | {"copies": 4})
    assert len(np.unique(y[:, None] * X, axis=0)) == 50
    _, X, y = planted(**CENTRE | {"flipped": 0.2, "m": 2000})
    wrong = (y * X[:, 0] < 0).mean()
    assert 0.15 < wrong < 0.25


def test_the_same_seed_gives_the_same_patterns_and_another_one_others():
    one, same = planted(**CENTRE), planted(**CENTRE)
    np.testing.assert_array_equal(one.X, same.X)
    assert (one.X != planted(**CENTRE | {"seed": 8}).X).any()


@pytest.mark.parametrize(
    ("own", "match"),
    [
        ({"margin": 1.0}, "margin is 1.0"),
        ({"seed": -1}, "seed is -1"),
        ({"copies": 3}, "multiple of copies"),
        ({"carriers": 1.5}, "room for two carriers"),
        ({"n": 1}, "n at least 2"),
    ],
)
def test_what_does_not_work_out_is_told(own, match):
    with pytest.raises(DataError, match=match):
        planted(**CENTRE | own)


def test_registered_families_are_drawn_from_the_config_s_seed():
    found = data.load("planted-m-200", seed=2007)
    assert found.X.shape == (200, 100)
    assert (found.X != data.load("planted-m-200", seed=1).X).any()
