"""Each batch method makes the steps of a slow reference, which writes the paper's formulas out."""

import warnings
from itertools import pairwise
from math import log, sqrt

import numpy as np
import pytest
from scipy import sparse
from sklearn.exceptions import ConvergenceWarning

from data.planted import planted
from maxmargin import (
    BATCH_LEARNERS,
    MDM,
    AwaySteps,
    Gilbert,
    MaximumMargin,
    NormalisedGradient,
    ProgressiveRescaling,
)
from tests.algorithms.models import fit
from tests.algorithms.problems import separable
from tests.chosen import long_unless

SPACES = [(0.0, 0.0), (1.5, 0.0), (1.0, 2.0)]


def softmax(values):
    weights = np.exp(values - values.max())
    return weights / weights.sum()


def gilbert(Y, updates):
    a = Y[0]
    for _ in range(updates):
        y = Y[np.argmin(Y @ a)]
        a = a + np.clip((a - y) @ a / ((a - y) @ (a - y)), 0, 1) * (y - a)
    return a


def away_steps(Y, updates):
    alpha = np.eye(len(Y))[0]
    for _ in range(updates):
        a = alpha @ Y
        products = Y @ a
        low, high = np.argmin(products), np.argmax(np.where(alpha > 0, products, -np.inf))
        towards, away = np.eye(len(Y))[low] - alpha, alpha - np.eye(len(Y))[high]
        if a @ a - products[low] >= products[high] - a @ a:
            direction, longest = towards, 1.0
        else:
            direction, longest = away, alpha[high] / (1 - alpha[high])
        moved = direction @ Y
        alpha = alpha + min(-(a @ moved) / (moved @ moved), longest) * direction
        alpha[alpha < 1e-15] = 0.0
    return alpha @ Y


def normalised_gradient(Y, updates):
    w = np.zeros(Y.shape[1])
    for _ in range(updates):
        w = w + softmax(-Y @ w) @ Y
    return w


def normalised_momentum(Y, updates):
    g = w = np.zeros(Y.shape[1])
    q = np.full(len(Y), 1 / len(Y))
    for t in range(updates):
        g = t / (t + 1) * (g + q @ Y)
        w = w + g + q @ Y
        q = softmax(-Y @ w)
    return w


def smoothed_perceptron(Y, updates):
    y, mu = Y.mean(axis=0), 2.0
    x = softmax(-Y @ y / mu)
    for k in range(updates - 1):
        theta = 2 / (k + 3)
        y = (1 - theta) * (y + theta * x @ Y) + theta**2 * softmax(-Y @ y / mu) @ Y
        mu = (1 - theta) * mu
        x = (1 - theta) * x + theta * softmax(-Y @ y / mu)
    return y


def nesterov_game(Y, updates):
    past, answers = [np.full(len(Y), 1 / len(Y))], []
    for t in range(1, updates + 1):
        means = sum((s * q for s, q in enumerate(past)), start=t * past[-1])
        answers.append(t * (means / (t * (t + 1) / 2)) @ Y)
        past.append(softmax(-Y @ sum(answers) / 4))
    return sum(answers)


def progressive_rescaling(Y, updates, growth=1.2, period=5, warm_up=50):
    w, length = np.zeros(Y.shape[1]), None
    for t in range(updates):
        if t >= warm_up:
            length = np.linalg.norm(w) if length is None else length
            if (t - warm_up) % period == 0:
                length *= growth
            w = length * w / np.linalg.norm(w)
        w = w + softmax(-Y @ w) @ Y
    return w


REFERENCES = {
    "AwaySteps": away_steps,
    "Gilbert": gilbert,
    "NesterovGame": nesterov_game,
    "NormalisedGradient": normalised_gradient,
    "NormalisedMomentum": normalised_momentum,
    "ProgressiveRescaling": progressive_rescaling,
    "SmoothedPerceptron": smoothed_perceptron,
}
FEW_UPDATES = {"AwaySteps": 25}  # before rounding decides which product is the smallest


def test_every_method_has_a_reference():
    assert REFERENCES.keys() | {"MDM"} == BATCH_LEARNERS.keys()


def reflected(X, labels, space):
    """Return Y, label-reflected patterns, whose longest row has length 1."""
    augment, extend = space
    extra = np.full((len(X), 1), augment)
    Y = labels[:, None] * np.hstack([X, extra, extend * labels[:, None] * np.eye(len(X))])
    return Y / sqrt((Y**2).sum(axis=1).max())


# Each method is compiled once more for sparse patterns.
@pytest.mark.parametrize(
    ("name", "form"),
    [
        pytest.param(name, form, marks=long_unless(form is np.asarray or name == "Gilbert"))
        for name in REFERENCES
        for form in (np.asarray, sparse.csr_matrix)
    ],
)
@pytest.mark.parametrize("space", SPACES)
def test_same_weight_as_the_reference(name, form, space):
    X, labels = separable(5, m=30, n=4)
    Y, (augment, extend) = reflected(X, labels, space), space
    updates = FEW_UPDATES.get(name, 300)
    weight = REFERENCES[name](Y, updates)
    model = BATCH_LEARNERS[name](augment=augment, extend=extend, certify=None, max_updates=updates)
    fit(model, (form(X), labels))
    assert model.n_updates_ == updates and model.n_visits_ == updates * len(X)
    own = np.concatenate([model.coef_[0], model.intercept_ / augment if augment else [0.0]])
    own = np.concatenate([own, model.slack_coef_ * labels if extend else np.zeros(len(X))])
    own, weight = own / np.linalg.norm(own), weight / np.linalg.norm(weight)
    np.testing.assert_allclose(own, weight, rtol=1e-6, atol=1e-9)


@pytest.mark.parametrize("space", SPACES)
def test_mdm_moves_from_a_largest_to_a_smallest_product(space):
    """Only single updates are compared: each makes two products equal, and rounding orders them."""
    X, labels = separable(5, m=30, n=4)
    Y, alpha = reflected(X, labels, space), np.eye(30)[0]
    for updates in range(1, 40):
        model = MDM(augment=space[0], extend=space[1], certify=None, max_updates=updates)
        change = fit(model, (X, labels)).dual_coef_ - alpha
        (low,), (high,) = np.flatnonzero(change > 1e-14), np.flatnonzero(change < -1e-14)
        products = Y @ (alpha @ Y)
        assert products[low] == pytest.approx(products.min(), abs=1e-12)
        assert products[high] == pytest.approx(products[alpha > 0].max(), abs=1e-12)
        apart = Y[high] - Y[low]
        step = min((products[high] - products[low]) / (apart @ apart), alpha[high])
        assert [change[low], -change[high]] == pytest.approx([step, step], abs=1e-12)
        alpha = model.dual_coef_


# What is proved, as a lower bound on (margin/γ_d)² after t updates, of c = log m (R/γ_d)².
PROVED = {
    "SmoothedPerceptron": lambda t, c: 1 - 8 * c / (t * (t + 1)),
    "NesterovGame": lambda t, c: 1 - 16 * c / (t * (t + 1)),
}


@pytest.mark.parametrize("name", PROVED)
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("space", SPACES)
def test_accelerated_methods_keep_what_is_proved(name, seed, space):
    problem = separable(seed, m=40, n=3 + seed)
    best = MaximumMargin(*space).fit(*problem)
    c = log(40) * best.squared_radius_ / best.directional_margin_**2
    model = BATCH_LEARNERS[name](augment=space[0], extend=space[1], certify=None, max_updates=5000)
    for point in fit(model, problem).history_:
        proved = PROVED[name](point.updates, c)
        if proved > 0:
            assert point.directional_margin >= sqrt(proved) * best.directional_margin_


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("cls", [Gilbert, MDM, AwaySteps])
def test_steps_of_frank_and_wolfe_shorten_the_weight_as_fast_as_proved(cls, seed):
    problem = separable(seed, m=40, n=3 + seed)
    best = MaximumMargin(augment=1.0).fit(*problem)
    gamma = best.directional_margin_
    history = fit(cls(certify=None, max_updates=20_000), problem).history_
    bounds = [point.upper_bound for point in history]
    assert all(later <= earlier * (1 + 1e-12) for earlier, later in pairwise(bounds))
    if cls is Gilbert:
        for point in history:
            allowed = 16 * best.squared_radius_ / (point.updates + 2)
            assert point.upper_bound**2 - gamma**2 <= allowed
    else:
        assert bounds[-1] == pytest.approx(gamma, rel=1e-6)


def test_one_pattern_is_the_maximum_itself():
    model = Gilbert(augment=0.0, certify=None).fit([[0.0, 2.0], [0.0, -2.0]], [1, 0])
    assert model.status_ == "converged" and model.n_updates_ == 0
    assert model.directional_margin_ == 2.0


@pytest.mark.parametrize("cls", [Gilbert, MDM, AwaySteps])
def test_patterns_that_nothing_separates_stop_the_run(cls):
    X, y = [[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]], [1, 1, 0, 0]
    with pytest.warns(UserWarning, match="stopped at a weight that does not separate"):
        model = cls(augment=0.0, certify=None).fit(X, y)
    assert not model.converged_ and model.margin_upper_bound_ < 1e-12


def test_progressive_rescaling_stops_when_steps_are_rounding():
    with pytest.warns(UserWarning, match="was stopped by rounding"):
        model = ProgressiveRescaling(certify=None).fit(*separable(3, m=40))
    assert model.status_ == "stopped" and model.n_updates_ < 2000


@pytest.mark.parametrize("warm_up", [50.5, 1.0])
def test_a_warm_up_need_not_be_whole(warm_up):
    problem = separable(3, m=40, margin=0.3)
    model = fit(ProgressiveRescaling(warm_up=warm_up, certify=None), problem)
    assert model.directional_margin_ > 0.8 * MaximumMargin().fit(*problem).directional_margin_


def test_converged_is_said_of_products_computed_afresh():
    _, X, y = planted(200, 20, 1e-6, seed=1)
    model = fit(MDM(augment=0.0, certify=None, max_updates=5000), (X, y))
    assert (
        not model.converged_ or model.directional_margin_ >= (1 - 1e-9) * model.margin_upper_bound_
    )


@pytest.mark.parametrize("power", [-220, 220])
@pytest.mark.parametrize("cls", BATCH_LEARNERS.values(), ids=BATCH_LEARNERS)
def test_a_scale_of_a_power_of_two_changes_no_bit(cls, power):
    X, labels = separable(3, m=40, n=5)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        one, other = (
            cls(augment=unit, extend=unit / 2, max_updates=300, certify=None).fit(unit * X, labels)
            for unit in (1.0, 2.0**power)
        )
    np.testing.assert_array_equal(one.coef_ * 2.0**power, other.coef_)
    for name in ("directional_margin_", "geometric_margin_", "margin_upper_bound_"):
        assert getattr(one, name) * 2.0**power == getattr(other, name), name


@pytest.mark.parametrize("rate", [1e-70, 1e-20, 1e70])
def test_the_smallest_and_largest_rates_give_true_bounds(rate):
    X, labels = [[1, 2], [2, 1], [-1, -1], [3, -1]], [1, 1, -1, 1]
    model = fit(NormalisedGradient(rate=rate, certify=None, max_updates=300), (X, labels))
    gamma = MaximumMargin().fit(X, labels).directional_margin_
    assert 0.6 < model.directional_margin_ / gamma <= 1 <= model.margin_upper_bound_ / gamma
    with pytest.raises(ValueError, match="rate"):
        NormalisedGradient(rate=1e-71 if rate < 1 else 1e71).fit(X, labels)
