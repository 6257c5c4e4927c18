"""No wrong answer passes: random small problems, decided in fractions."""

from collections import Counter
from copy import deepcopy

import numpy as np
import pytest

from maxmargin import MICRA
from tests.algorithms import exact_answers
from tests.algorithms.exact_answers import draws, faults, fit, gram_of, judge
from tests.algorithms.rational import squared_margin

PROBLEMS = 100_000
SEEDS = 20


def described(wrong):
    return [f"{draw.way} on {draw.problem}: {fault}" for draw, fault in wrong[:5]]


@pytest.mark.long
def test_no_status_margin_or_bound_is_wrong():
    runs, ended, wrong = judge(seed=0, count=200, of_each_kind=True)
    assert sum(runs.values()) == 200 and not wrong, described(wrong)
    assert sum(count for (_, status), count in ended.items() if status == "converged") > 15


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 100 + SEEDS))
def test_no_status_margin_or_bound_is_wrong_on_100_000_problems(seed):
    """Print how many runs each learner had, and how the runs ended."""
    count = 2 * PROBLEMS // SEEDS
    runs, ended, wrong = judge(seed, count, learners=2)
    by_learner = Counter()
    for (way, status), number in ended.items():
        by_learner[way.partition(",")[0], status] += number
    for (name, status), number in sorted(by_learner.items(), key=str):
        print(name, status, number, sep="\t")
    assert sum(runs.values()) == count and not wrong, described(wrong)


TURNED = "the weight of the opposite direction"


@pytest.fixture(scope="module")
def right():
    """Return a draw of a separable problem, and a model that has learned it."""
    for draw in draws(seed=3):
        separable = squared_margin(gram_of(draw)) > 0
        if draw.way == "MICRA" and separable and draw.problem.X.shape[1] == 2:
            break
    model = fit(draw._replace(model=MICRA(augment=draw.model.augment, extend=draw.model.extend)))
    assert model.converged_ and not faults(draw, model)
    return draw, model


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"converged_": False}, "status_ is converged and converged_ False"),
        ({"directional_margin_": 2.0}, "its margin is"),
        ({"margin_upper_bound_": 1e-3}, "is below the maximum"),
        ({"margin_upper_bound_": np.nan}, "its bound is nan"),
        ({"weight_norm_": 1e-3}, "not 0.001"),
        ({"margin_upper_bound_": 1e300}, "its bound 1e+300 is above"),
        ({"coef_": np.array([[np.nan, 0.0]])}, "its coef_ is not finite"),
        (TURNED, "it ended well with a smallest product of"),
    ],
)
def test_a_wrong_answer_is_seen(right, change, fault):
    """The judge detects a model that is right until the test changes it."""
    draw, model = right[0], deepcopy(right[1])
    if change == TURNED:
        change = {name: -getattr(model, name) for name in ("coef_", "intercept_", "slack_coef_")}
    vars(model).update(change)
    assert any(fault in sentence for sentence in faults(draw, model))


def test_a_refusal_without_a_reason_is_seen(monkeypatch):
    def refuse(self, X, y):
        raise ValueError("boom")

    def of_micra(seed):
        return (draw for draw in draws(seed) if draw.way == "MICRA")

    monkeypatch.setattr(MICRA, "fit", refuse)
    monkeypatch.setattr(exact_answers, "draws", of_micra)  # no other learner has to be compiled
    _, _, wrong = judge(seed=3, count=1)
    assert [fault for _, fault in wrong] == ["it was refused: boom"]


@pytest.mark.parametrize(
    ("gram", "groups", "squared"),
    [
        ([[4]], None, 4),
        ([[1, 0], [0, 1]], None, 0.5),
        ([[1, -1], [-1, 1]], None, 0),
        ([[4, -2], [-2, 1]], None, 0),
        ([[1, 2], [2, 4]], None, 1),
        ([[1, 3], [3, 9]], [1, -1], 4),  # x = 1 and −3: half the distance, squared
        ([[1, -3], [-3, 9]], [1, -1], 1),  # x = 1 and 3
        ([[9, 6, 0], [6, 5, 0], [0, 0, 0]], [1, 1, -1], 1.25),
    ],
)
def test_the_exact_maximum_margin(gram, groups, squared):
    assert squared_margin(gram, groups) == squared
