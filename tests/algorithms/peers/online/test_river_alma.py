"""river's unmodified ALMA follows the paper only for p = 2, normalised patterns and all zeros."""

from math import sqrt

import numpy as np
import pytest

from maxmargin.drivers.p_norm.driver import PNormLearner
from maxmargin.drivers.p_norm.space import normalised, q_norm
from maxmargin.rules.alma import Parameters
from peers.online.river_adapter import named
from peers.online.river_alma import RiverALMA
from tests.algorithms.problems import separable


def stream(sparse=False):
    X, labels = separable(4, m=300, n=8, margin=0.05)
    if sparse:
        X[np.random.default_rng(1).random(X.shape) < 0.6] = 0.0
        X[~X.any(axis=1), 0] = 1.0
    return X / np.sqrt((X**2).sum(axis=1))[:, None], labels


def parameters(alpha=0.9):
    return Parameters(alpha, 1.0 / alpha, sqrt(2.0))


def learned(settings, labels, X, p=2.0):
    adapted = RiverALMA(settings, p, labels, X)
    for t in range(len(labels)):
        adapted.learn(t)
    return adapted


def ours(settings, labels, X):
    learner = PNormLearner(settings, 2.0, labels, normalised(X, 2.0))
    learner.present(np.arange(len(labels), dtype=np.int32))
    return learner


@pytest.mark.parametrize("alpha", [0.9, 0.5])
@pytest.mark.parametrize("sparse", [False, True])
def test_faithful_where_only_the_tie_differs(alpha, sparse):
    X, labels = stream(sparse)
    adapted = learned(parameters(alpha), labels, X)
    learner = ours(parameters(alpha), labels, X)
    assert adapted.updates == learner.updates > 10
    np.testing.assert_allclose(adapted.weights(), learner.learning.last(), atol=1e-12)


def test_never_begins_with_alpha_1():
    X, labels = stream()
    adapted = learned(parameters(1.0), labels, X)
    assert adapted.updates == 0 and not adapted.weights().any()
    assert ours(parameters(1.0), labels, X).updates > 0


def test_a_pattern_of_zeros_counts():
    """Figure 1 makes no update on a pattern of zeros (footnote 3)."""
    X, labels = stream()
    X[7] = 0.0
    adapted = RiverALMA(parameters(), 2.0, labels, X)
    for t in range(8):
        before = adapted.updates
        adapted.learn(t)
    assert adapted.updates == before + 1
    learner = ours(parameters(), labels, X)
    assert 7 not in learner.logs[-1].patterns


def test_zeros_left_out_leave_the_unit_ball():
    X, labels = stream(sparse=True)
    adapted = RiverALMA(parameters(), 2.0, labels, X, with_zeros=False)
    largest = 0.0
    for t in range(len(labels)):
        adapted.learn(t)
        largest = max(largest, np.linalg.norm(adapted.weights()))
    assert largest > 1.01


def test_no_link_and_the_norm_of_patterns_for_p_above_2():
    """The test writes one update out."""
    X, labels = np.array([[0.6, 0.3, 0.9]]), np.array([1.0])
    p = 6.0
    w = sqrt(2.0) / sqrt(p - 1.0) * X[0]
    adapted = learned(parameters(), labels, X, p)
    np.testing.assert_allclose(adapted.weights(), w / max(1.0, (w**p).sum() ** (1 / p)), rtol=1e-12)
    X, labels = stream()
    assert q_norm(learned(parameters(), labels, X, p).weights(), p) > 1.01


def test_patterns_as_dicts():
    x = np.array([0.0, 2.0, 0.0, -1.0])
    assert named(x, with_zeros=True) == {0: 0.0, 1: 2.0, 2: 0.0, 3: -1.0}
    assert named(x, with_zeros=False) == {1: 2.0, 3: -1.0}
