"""Other libraries' learners solve our problem, and their margins and runs are reported alike."""

import time
import warnings
from itertools import pairwise

import numpy as np
import psutil
import pytest
from scipy import sparse
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.estimator_checks import parametrize_with_checks

from maxmargin import LEARNERS, MaximumMargin
from peers.online import one_by_one, vowpal_wabbit
from peers.online.adapter import explicit
from peers.online.river_alma_classifier import RiverALMAClassifier
from peers.online.river_pa import RiverPA
from peers.online.scikit_learn_perceptron import ScikitLearnPerceptron
from peers.online.scikit_learn_sgd import ScikitLearnSGD
from peers.online.vowpal_wabbit import VowpalWabbit
from tests.algorithms.problems import public, separable

THIRD_PARTY = {
    "perceptron": ScikitLearnPerceptron(),
    "perceptron, shuffled": ScikitLearnPerceptron(shuffle=True, random_state=1),
    "sgd": ScikitLearnSGD(random_state=1),
    "sgd, average": ScikitLearnSGD(average=True, random_state=1),
    "alma": RiverALMAClassifier(alpha=0.5),
    "pa": RiverPA(),
    "vowpal wabbit": VowpalWabbit(),
}
SPACES = [(1.0, 0.0), (2.0, 0.5), (0.0, 0.0)]
X, Y = separable(1, m=30)
every_model = pytest.mark.parametrize("adapted", THIRD_PARTY.values(), ids=THIRD_PARTY)
every_space = pytest.mark.parametrize("space", SPACES)


def fitted(adapted, rows, labels, space=(1.0, 0.0), **options):
    options = {"augment": space[0], "extend": space[1], "max_epochs": 20} | options
    model = type(adapted)(**adapted.get_params()).set_params(**options)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        return model.fit(rows, labels)


@every_model
@every_space
@pytest.mark.parametrize("storage", [np.array, sparse.csr_matrix])
def test_margins_are_those_of_explicit_vectors(adapted, space, storage):
    augment, extend = space
    model = fitted(adapted, storage(X), Y, space)
    m, n = X.shape
    rows = np.hstack([X, np.full((m, 1), augment), extend * np.eye(m)])
    augmenting = model.intercept_ / augment if augment else [0.0]
    weight = np.concatenate([model.coef_[0], augmenting, model.slack_coef_])
    smallest = (Y * (rows @ weight)).min()
    assert model.directional_margin_ == pytest.approx(smallest / np.linalg.norm(weight))
    plain = smallest / np.linalg.norm(np.delete(weight, n))
    assert model.geometric_margin_ == pytest.approx(plain)
    assert model.weight_norm_ == pytest.approx(np.linalg.norm(weight))
    assert model.squared_radius_ == pytest.approx((rows**2).sum(axis=1).max())
    best = MaximumMargin(augment, extend).fit(X, Y).directional_margin_
    assert model.directional_margin_ <= best * (1 + 1e-9)
    if not extend:
        np.testing.assert_array_equal(model.slack_coef_, np.zeros(m))


@every_model
def test_the_curve_has_a_point_an_epoch(adapted):
    model = fitted(adapted, X, Y, max_epochs=7)
    curve = model.history_
    assert [point.epochs for point in curve] == list(range(1, len(curve) + 1))
    assert [point.visits for point in curve] == [30 * point.epochs for point in curve]
    assert model.n_epochs_ == model.n_iter_ == len(curve) and model.n_visits_ == 30 * len(curve)
    assert model.train_seconds_ == curve[-1].seconds > 0
    assert hasattr(model, "n_updates_") == (curve[-1].updates is not None)
    assert all(earlier.seconds < later.seconds for earlier, later in pairwise(curve))
    shorter = fitted(adapted, X, Y, max_epochs=2)
    assert shorter.directional_margin_ == curve[len(shorter.history_) - 1].directional_margin


@pytest.mark.parametrize("storage", [np.array, sparse.csr_matrix])
@pytest.mark.parametrize("max_epochs", [1, 3, 1000])
def test_scikit_learns_perceptron_makes_our_weights(storage, max_epochs):
    """Sums of integers are exact, so every bit must agree."""
    random = np.random.default_rng(3)
    rows = random.integers(-5, 6, size=(60, 5)).astype(float)
    labels = np.where(rows @ [1, -2, 3, 1, 1] > 0.5, 1.0, -1.0)
    adapted = fitted(ScikitLearnPerceptron(), storage(rows), labels, max_epochs=max_epochs)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        ours = LEARNERS["Perceptron"](max_epochs=max_epochs).fit(storage(rows), labels)
    np.testing.assert_array_equal(adapted.coef_, ours.coef_)
    np.testing.assert_array_equal(adapted.intercept_, ours.intercept_)
    assert (adapted.status_, adapted.n_visits_) == (ours.status_, ours.n_visits_)
    assert adapted.status_ == ("converged" if max_epochs == 1000 else "max_epochs")


@pytest.mark.parametrize("extend", [0.5, 2.0])
def test_scikit_learns_perceptron_makes_our_weights_in_the_extended_space(extend):
    """Multiples of 1/2 with random labels have exact sums too."""
    random = np.random.default_rng(4)
    rows = random.integers(-3, 4, size=(40, 3)).astype(float)
    labels = random.choice([-1.0, 1.0], 40)
    adapted = fitted(ScikitLearnPerceptron(), rows, labels, (1.0, extend), max_epochs=1000)
    ours = LEARNERS["Perceptron"](augment=1.0, extend=extend).fit(rows, labels)
    np.testing.assert_array_equal(adapted.coef_, ours.coef_)
    np.testing.assert_array_equal(adapted.slack_coef_, ours.slack_coef_)
    assert adapted.n_visits_ == ours.n_visits_


def test_rivers_pa_is_our_pa():
    """The weights agree up to rounding.

    Rounding decides visits with p = 1, so counts may differ.
    """
    adapted = fitted(RiverPA(), X, Y, (1.0, 0.5), max_epochs=5)
    with pytest.warns(ConvergenceWarning):
        ours = LEARNERS["PassiveAggressive"](augment=1.0, extend=0.5, max_epochs=5).fit(X, Y)
    scale = adapted.weight_norm_ / ours.weight_norm_  # the learners may choose units of their own
    np.testing.assert_allclose(adapted.coef_, scale * ours.coef_, rtol=1e-6)
    np.testing.assert_allclose(adapted.slack_coef_, scale * ours.slack_coef_, rtol=1e-6, atol=1e-9)
    assert adapted.directional_margin_ == pytest.approx(ours.directional_margin_, rel=1e-6)
    assert 0 < adapted.n_updates_ <= adapted.n_visits_


def test_rivers_pa_is_held_back_by_c():
    """With τ ≤ C, an update moves the weight by at most C R."""
    adapted = fitted(RiverPA(C=1e-3), X, Y, max_epochs=3)
    assert adapted.n_updates_ > 30
    assert (
        adapted.weight_norm_ * np.sqrt(adapted.squared_radius_)
        <= 1e-3 * adapted.n_updates_ * 1.0001
    )


def test_rivers_alma_is_ours_where_it_is_faithful():
    """With p = 2 and all zeros present, only ties differ."""
    adapted = fitted(RiverALMAClassifier(alpha=0.5), X, Y, max_epochs=1000)
    ours = LEARNERS["ALMA"](alpha=0.5, augment=1.0).fit(X, Y)
    assert adapted.status_ == ours.status_ == "converged"
    assert (adapted.n_updates_, adapted.n_visits_) == (ours.n_updates_, ours.n_visits_)
    assert adapted.directional_margin_ == pytest.approx(ours.directional_margin_, rel=1e-9)


def test_rivers_alma_that_never_begins_has_not_converged():
    adapted = fitted(RiverALMAClassifier(alpha=1.0), X, Y, max_epochs=3)
    assert adapted.status_ == "max_epochs" and not adapted.converged_
    assert adapted.n_updates_ == 0 and not adapted.coef_.any()


@pytest.mark.parametrize("storage", [np.array, sparse.csr_matrix])
def test_the_weights_are_those_with_which_vowpal_wabbit_predicts(storage):
    patterns = explicit(storage(X), 2.0, 0.5)
    adapter = VowpalWabbit()._adapter(patterns, Y)
    assert adapter.epoch(np.inf) == (30, True)
    weight = adapter.weight()
    for start in range(30):
        adapter.model.predict(adapter.block(0)[start])
        predicted = adapter.block(0)[start].get_partial_prediction()
        assert predicted == pytest.approx((patterns @ weight)[start], rel=1e-5, abs=1e-6)
    assert weight[:5].all()


@pytest.mark.parametrize("kept, size", [(0, 256), (0, 7), (100, 7)])
def test_vowpal_wabbit_learns_the_same_in_blocks_of_any_size(monkeypatch, kept, size):
    whole = fitted(VowpalWabbit(), X, Y, (1.0, 0.5), max_epochs=5)
    monkeypatch.setattr(vowpal_wabbit, "MOST_STORED", kept)
    monkeypatch.setattr(one_by_one, "BLOCK", size)
    parts = fitted(VowpalWabbit(), X, Y, (1.0, 0.5), max_epochs=5)
    np.testing.assert_array_equal(whole.coef_, parts.coef_)
    np.testing.assert_array_equal(whole.slack_coef_, parts.slack_coef_)
    assert whole.n_visits_ == parts.n_visits_ == 150


def test_vowpal_wabbit_takes_the_numbers_of_arrays_and_gives_back_its_patterns():
    rows, labels = np.tile(X, (20, 1)), np.tile(Y, 20)
    process = psutil.Process()
    fitted(VowpalWabbit(np.float64(0.25)), rows, labels, max_epochs=1)
    before = process.memory_info().rss
    for _ in range(10):
        fitted(VowpalWabbit(), rows, labels, max_epochs=1)
    assert process.memory_info().rss - before < 50e6  # one fit's patterns take 22 MB


def test_vowpal_wabbits_learning_rate_reaches_it():
    slow, fast = (fitted(VowpalWabbit(rate), X, Y, max_epochs=1) for rate in (0.01, 0.5))
    assert 0 < slow.weight_norm_ < fast.weight_norm_


@pytest.mark.long
def test_sgd_comes_near_the_maximum_margin_as_its_alpha_falls():
    best = MaximumMargin(1.0, 0.5).fit(X, Y).directional_margin_
    margins = [
        fitted(ScikitLearnSGD(alpha, average=True, random_state=0), X, Y, (1.0, 0.5), max_epochs=n)
        for alpha, n in [(1e-1, 50), (1e-3, 2000)]
    ]
    coarse, fine = (model.directional_margin_ / best for model in margins)
    assert coarse < fine and 0.9 < fine <= 1 + 1e-9
    assert margins[0].n_updates_ == margins[0].n_visits_ == 50 * 30


@pytest.mark.parametrize(
    "adapted", [THIRD_PARTY["perceptron"], THIRD_PARTY["alma"]], ids=["perceptron", "alma"]
)
def test_convergence_is_an_epoch_without_update(adapted):
    model = fitted(adapted, X, Y, max_epochs=1000)
    assert model.status_ == "converged" and model.converged_ and model.directional_margin_ > 0
    before, end = model.history_[-2:]
    assert end.directional_margin == before.directional_margin
    shorter = fitted(adapted, X, Y, max_epochs=model.n_epochs_ - 1)
    assert shorter.status_ == "max_epochs" and not shorter.converged_
    np.testing.assert_array_equal(shorter.coef_, model.coef_)


@every_model
def test_a_cycle_is_no_convergence(adapted):
    """The Perceptron's updates on two equal patterns of different classes cancel."""
    rows, labels = np.array([[1.0], [1.0]]), np.array([1.0, -1.0])
    model = fitted(adapted, rows, labels, max_epochs=5)
    assert model.status_ == "max_epochs" and not model.converged_


@every_model
def test_a_run_ends_where_enough_is_reached(adapted):
    best = fitted(adapted, X, Y, max_epochs=50)
    goal = max(point.directional_margin for point in best.history_) * 0.5
    model = fitted(adapted, X, Y, max_epochs=50, enough_margin=goal)
    first = next(point for point in best.history_ if point.directional_margin >= goal)
    assert model.history_[-1]._replace(seconds=0) == first._replace(seconds=0)
    assert model.converged_ and model.status_ in ("reached", "converged")
    assert model.status_ == "reached" or first == best.history_[-1]


@every_model
def test_a_time_limit_ends_the_run(adapted):
    labels = Y.copy()
    labels[:15] *= -1  # overlapping, so it does not converge
    started = time.perf_counter()
    with pytest.warns(ConvergenceWarning, match="'max_seconds' before it converged"):
        type(adapted)(**adapted.get_params()).set_params(max_epochs=None, max_seconds=0.1).fit(
            X, labels
        )
    assert time.perf_counter() - started < 10


@pytest.mark.parametrize("name", ["alma", "pa", "vowpal wabbit"])
def test_a_library_of_single_patterns_is_stopped_within_an_epoch(name):
    adapted, random = THIRD_PARTY[name], np.random.default_rng(1)
    rows, labels = random.normal(size=(3000, 4)), random.choice([-1.0, 1.0], 3000)
    model = fitted(adapted, rows, labels, max_seconds=1e-9)
    assert model.status_ == "max_seconds"
    assert model.n_epochs_ == 0 and 0 < model.n_visits_ < 3000


@pytest.mark.parametrize("name", ["perceptron, shuffled", "sgd"])
def test_shuffling_is_reproducible_and_every_epoch_has_an_order_of_its_own(name):
    one, again = (fitted(THIRD_PARTY[name], X, Y, max_epochs=4) for _ in range(2))
    np.testing.assert_array_equal(one.coef_, again.coef_)
    other = fitted(THIRD_PARTY[name], X, Y, max_epochs=4, random_state=2)
    assert (one.coef_ != other.coef_).any()
    ordered = fitted(THIRD_PARTY[name], X, Y, max_epochs=4, shuffle=False)
    assert (one.coef_ != ordered.coef_).any()


@every_model
def test_bad_input_is_named(adapted):
    with pytest.raises(ValueError, match="y has only one class"):
        fitted(adapted, X, np.ones(30))
    with pytest.raises(ValueError, match="y has 3 classes"):
        fitted(adapted, X, np.arange(30) % 3)
    with pytest.raises(ValueError, match="row 3 of X.*all zero"):
        fitted(adapted, np.where(np.arange(30)[:, None] == 3, 0.0, X), Y, (0.0, 0.0))
    for name in ("augment", "extend", "max_epochs", "max_seconds", "enough_margin"):
        with pytest.raises(ValueError, match=f"The '{name}' parameter"):
            fitted(adapted, X, Y, **{name: -1})


@pytest.mark.long
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@parametrize_with_checks(
    [
        ScikitLearnPerceptron(max_epochs=100, extend=1.0),
        RiverPA(max_epochs=20, extend=1.0),
        VowpalWabbit(max_epochs=20, extend=1.0),
    ]
)
def test_scikit_learn_conventions(estimator, check):
    """One learner of each library is tested here, and the others below."""
    check(estimator)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@parametrize_with_checks(
    [
        ScikitLearnSGD(max_epochs=20, extend=1.0),
        RiverALMAClassifier(max_epochs=20, extend=1.0),
    ]
)
def test_scikit_learn_conventions_of_the_others(estimator, check):
    check(estimator)


@pytest.mark.slow
def test_a_public_set():
    """The Perceptron separates sonar; ours and scikit-learn's agree."""
    _, rows, labels = public("sonar")
    adapted = fitted(ScikitLearnPerceptron(), rows, labels, max_epochs=None)
    ours = LEARNERS["Perceptron"](augment=1.0).fit(rows, labels)
    assert adapted.status_ == "converged"
    assert adapted.n_visits_ == ours.n_visits_
    np.testing.assert_allclose(adapted.coef_, ours.coef_, rtol=1e-9)
