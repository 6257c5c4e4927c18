"""The benchmark of whole calls of `fit`: what counts as learning, and which turn counts."""

from types import SimpleNamespace

import pytest

from benchmarks import fits
from maxmargin import ESTIMATORS


class Clocked:
    """A learner with given seconds of whole calls, and of learning in them."""

    def __init__(self, clock, whole, learning):
        self.clock, self.whole, self.learning = clock, list(whole), list(learning)

    def fit(self, X, y):
        self.clock.now += self.whole.pop(0)
        self.history_ = [
            SimpleNamespace(seconds=0.0),
            SimpleNamespace(seconds=self.learning.pop(0)),
        ]


def test_least_whole_call_and_least_rest_may_be_of_different_turns(monkeypatch):
    clock = SimpleNamespace(now=0.0)
    monkeypatch.setattr(fits, "perf_counter", lambda: clock.now)
    monkeypatch.setattr(fits, "TURNS", 3)
    learners = {
        "one": Clocked(clock, (4.0, 3.0, 5.0), (1.0, 0.5, 4.5)),
        "two": Clocked(clock, (8.0, 7.0, 9.0), (0.0, 0.0, 0.0)),
    }
    assert fits.least_times(learners, None, None) == {"one": (3.0, 0.5), "two": (7.0, 7.0)}


@pytest.mark.parametrize("name", ["PDM", "MaximumMargin", "Pocket"])
def test_learning_is_a_part_of_the_call(name, monkeypatch):
    monkeypatch.setattr(fits, "TURNS", 3)
    learner = fits.learner_of(name)
    assert isinstance(learner, ESTIMATORS[name])
    whole, rest = fits.least_times({name: learner}, *fits.small_problem())[name]
    assert 0.0 < rest < whole


def test_seconds_of_the_pocket_algorithm_are_learning():
    learner = SimpleNamespace(train_seconds_=2.0, pocket_=SimpleNamespace(train_seconds_=0.5))
    assert fits.seconds_of(learner) == 2.5
