"""Loops that measure points of the curve themselves, and go on. No number depends on it."""

import json
import os
import subprocess
import sys
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from scipy import sparse
from sklearn import clone

from maxmargin import BATCH_LEARNERS, PUMMA, Gilbert
from maxmargin.batch_methods import gilbert, normalised_gradient, smoothed_perceptron
from maxmargin.drivers.batch import driver as batch
from maxmargin.drivers.pairs import driver as pairs
from maxmargin.drivers.shared.measured_points import MeasuredPoints
from maxmargin.drivers.shared.progress import Budget
from maxmargin.space import make_space
from tests.algorithms import compiled_types
from tests.algorithms.models import fit
from tests.algorithms.problems import separable

ROOT = Path(__file__).parents[3]
X, LABELS = separable(5, m=30, margin=0.02)
LEARNERS = [Gilbert(certify=None, max_updates=300), PUMMA(max_updates=300)]
LIMITS = [
    {"certify": None, "max_updates": 700},
    {"certify": None, "max_updates": 1},
    {"certify": 0.3},
    {"certify": 0.95, "max_updates": 700},
    {"certify": None, "enough_margin": 0.05, "max_updates": 700},
]


def curves(monkeypatch, learner, problem):
    """Return a fitted learner whose loop measures points, and one whose loop stops at each."""
    found = []
    for most in (128, 0):
        monkeypatch.setattr(batch, "MOST_POINTS", most)
        monkeypatch.setattr(pairs, "MOST_POINTS", most)
        found.append(fit(learner(), problem))
    return found


def assert_equal(one, other):
    assert without_seconds(one) == without_seconds(other)
    assert one.status_ == other.status_
    np.testing.assert_array_equal(one.coef_, other.coef_)
    np.testing.assert_array_equal(one.dual_coef_, other.dual_coef_)
    seconds = [point.seconds for point in one.history_]
    assert seconds == sorted(seconds)


def without_seconds(model):
    return [repr(point._replace(seconds=0.0)) for point in model.history_]


@pytest.mark.parametrize("limits", LIMITS, ids=str)
@pytest.mark.parametrize("name", BATCH_LEARNERS)
def test_a_batch_methods_curve_is_that_of_a_loop_which_stops(name, limits, monkeypatch):
    def learner():
        return BATCH_LEARNERS[name](augment=1.0, extend=0.5, **limits)

    measuring, stopping = curves(monkeypatch, learner, (X, LABELS))
    assert_equal(measuring, stopping)
    if measuring.status_ == "certified":  # at the first point that may end the run
        shown = [
            p.directional_margin >= limits["certify"] * p.upper_bound for p in stopping.history_
        ]
        assert shown == [False] * (len(shown) - 1) + [True]


@pytest.mark.parametrize("shuffle", [False, True])
@pytest.mark.parametrize("form", [np.asarray, sparse.csr_matrix])
@pytest.mark.parametrize(
    "limits", [*LIMITS[:3], {"max_epochs": 7}, {"delta": 0.1}, {"max_updates": 700}], ids=str
)
def test_pummas_curve_is_that_of_a_loop_which_stops(limits, form, shuffle, monkeypatch):
    def learner():
        return PUMMA(extend=0.5, shuffle=shuffle, random_state=3, **limits)

    measuring, stopping = curves(monkeypatch, learner, (form(X), LABELS))
    assert_equal(measuring, stopping)
    if "max_epochs" in limits:
        assert measuring.n_epochs_ == limits["max_epochs"]


def test_measuring_is_no_learning():
    """A second passes between two readings of the clock, and each point takes two readings."""
    command = [sys.executable, "-m", "tests.algorithms.drivers.measured_seconds"]
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    ran = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True)
    assert not ran.returncode, ran.stderr
    found = json.loads(ran.stdout)
    # At its end each call of the loop takes two seconds more, and the next begins a second later.
    assert found["PUMMA"] == [*range(1, 20), 22]
    assert found["MDM"] == [3, 4, 5, 6, 9, *range(10, 24), 26]


@pytest.mark.parametrize("learner", LEARNERS, ids=repr)
def test_a_pause_leaves_points_to_the_driver(learner, monkeypatch):
    """Without the pause a call would measure 128 points before the time limit is looked at."""
    problem, numbers, curves = separable(5, m=300, margin=0.02), [], []
    as_points = MeasuredPoints.as_points

    def counted(points, number, seconds):
        numbers.append(number)
        return as_points(points, number, seconds)

    monkeypatch.setattr(MeasuredPoints, "as_points", counted)
    for pause in (np.inf, 0.0):
        numbers.clear()
        monkeypatch.setattr(batch, "PAUSE", pause)
        monkeypatch.setattr(pairs, "PAUSE", pause)
        curves.append(without_seconds(fit(clone(learner), problem)))
        assert any(numbers) == (pause > 0.0)
    assert curves[0] == curves[1]


@pytest.mark.long
@pytest.mark.parametrize("form", [np.asarray, sparse.csr_matrix])
def test_the_first_run_does_not_decide_types_for_later_ones(form, monkeypatch):
    """Each call asserts that its types equal the types of earlier calls."""
    monkeypatch.setattr(compiled_types, "seen", {})
    methods = [
        (gilbert, gilbert.Parameters()),
        (normalised_gradient, normalised_gradient.Parameters(1)),
        (smoothed_perceptron, smoothed_perceptron.Parameters()),  # has a memory
    ]
    weights = [LABELS, np.where(LABELS > 0.0, 2.0, 1.0) * LABELS]
    limits = [
        {"max_updates": 9},
        {"max_updates": 9.0, "certify": 1},
        {"enough_margin": np.float32(1)},
    ]
    choices = product(methods, weights, [0, 1, np.float32(0.5)], limits)
    for (method, parameters), labels, extend, limit in choices:
        space = make_space(form(X), labels, 1, extend)
        batch.run(method, parameters, space, budget=Budget(max_epochs=np.int32(20), **limit))
    assert len(compiled_types.seen) >= 4
