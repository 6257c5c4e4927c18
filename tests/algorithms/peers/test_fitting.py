"""A fitter adds up the seconds of its fits."""

import gc

import pytest

from maxmargin import MICRA
from peers import LIBSVM
from peers.fitting import Fitter, parameter_grid_of, seconds_of

X, Y = [[1.0, 2.0], [2.0, 1.0], [-1.0, -1.0]], [1, 1, -1]


def test_seconds_are_those_of_all_fits():
    fitter = Fitter()
    assert fitter.seconds == 0.0
    models = [fitter.fit(LIBSVM(), X, Y), fitter.fit(MICRA(beta=0.3), X, Y)]
    assert fitter.seconds == seconds_of(models[0]) + seconds_of(models[1])


def test_a_run_at_its_limit_warns_nobody():
    assert not Fitter().fit(MICRA(max_updates=1), X, [1, -1, 1]).converged_


def test_an_error_in_a_grid_names_the_learner():
    class Broken:
        @staticmethod
        def parameter_grid(gamma, radius):
            raise ValueError("no grid")

    with pytest.raises(RuntimeError, match="^Broken's parameter grid fails: ValueError"):
        parameter_grid_of(Broken, 1.0, 1.0)


def test_no_garbage_is_collected_while_seconds_count():
    class Watching:
        train_seconds_ = 1.0

        def fit(self, X, y):
            self.collects = gc.isenabled()

    model = Fitter().fit(Watching(), [], [])
    assert not model.collects and gc.isenabled()
