"""Descriptions of online learners that cannot be run are refused."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from maxmargin.kernels import Linear
from maxmargin.online import OnlineData, OnlineLearner, learn_online
from maxmargin.rules import alma, perceptron

X, Y = np.array([[0.0, 1.0], [1.0, 0.0], [-1.0, -1.0]]), np.array(["up", "right", "down"])


def first_epoch(*learners):
    with ThreadPoolExecutor(1) as threads:
        data = OnlineData(X, Y, X, Y, [Linear().base], 2**20, threads)
        orders = [np.arange(3, dtype=np.int32)]
        return list(learn_online(learners, data, orders, ("last",)))


def test_only_alma_learns_without_a_kernel():
    """The driver without a kernel knows no other rule, and would run ALMA under its name."""
    with pytest.raises(ValueError, match=r"mine: kernel is None, but only ALMA .*give the kernel"):
        first_epoch(OnlineLearner("mine", perceptron, perceptron.Parameters(), None))
    ((_, without),) = first_epoch(OnlineLearner("alma", alma, alma.Parameters(), None))
    ((_, result),) = first_epoch(
        OnlineLearner("mine", perceptron, perceptron.Parameters(), Linear())
    )
    assert without.updates.sum() > 0 and result.updates.sum() > 0
