"""partial_fit makes the updates of one epoch of fit, however the patterns are split into blocks."""

import pickle
from copy import copy, deepcopy

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy import sparse
from sklearn.base import clone
from sklearn.multiclass import OneVsRestClassifier

from maxmargin import (
    ALMA,
    LEARNERS,
    MICRA,
    PDM,
    KrauthMezard,
    OneVsRest,
    PassiveAggressive,
    Perceptron,
    PerceptronWithMargin,
    UnnormalisedALMA,
    fit_in_blocks,
)
from maxmargin.kernels import Polynomial
from maxmargin.statuses import FAILED, MAX_EPOCHS
from tests.algorithms.cases import CASES, by_target
from tests.algorithms.models import fit
from tests.algorithms.problems import separable

IN_ORDER = by_target(case for case in CASES if case[0] != "KrauthMezard")
X, Y = separable(3, m=90, n=5)
FORMS = {
    "dense": np.asarray,
    "sparse": lambda X: sparse.csr_matrix(np.where(np.abs(X) > 0.4, X, 0.0)),
    "first ones": lambda X: sparse.csr_matrix((X > 0) * (1.0 + (np.arange(90) > 49))[:, None]),
    "ones": lambda X: sparse.csr_matrix((X > 0) * 1.0),
}


def streamed(learner, X, y, cuts, squared_radius=None):
    places = [0, *sorted(cuts), len(y)]
    for first, last in zip(places, places[1:], strict=False):
        if first < last:
            learner.partial_fit(X[first:last], y[first:last], np.unique(y), squared_radius)
    return learner


def assert_same(model, whole):
    for name in ("n_updates_", "n_epochs_", "n_visits_", "n_iter_", "weight_norm_"):
        assert getattr(model, name) == getattr(whole, name), name
    assert model.squared_radius_ == whole.squared_radius_
    np.testing.assert_equal(model.margin_upper_bound_, whole.margin_upper_bound_)
    np.testing.assert_equal(model.margin_bound_by_updates_, whole.margin_bound_by_updates_)
    for name in ("coef_", "intercept_", "dual_coef_", "slack_coef_", "classes_"):
        np.testing.assert_array_equal(getattr(model, name), getattr(whole, name))


@pytest.mark.long
def test_any_split_of_many_columns_makes_the_updates_of_fit_to_the_last_bit():
    """numpy adds the squares of more than 8192 columns in an order that depends on the rows."""
    patterns = np.random.default_rng(2).normal(size=(20, 20_001))
    labels = np.where(np.arange(20) % 3, 1, -1)
    learner = LEARNERS["AMIRA"](0.5, max_updates=None, max_epochs=1)
    whole = fit(learner, (patterns, labels))
    for cuts in [[], range(20), [3, 11]]:
        model = streamed(clone(learner), patterns, labels, cuts, whole.squared_radius_)
        assert_same(model, whole)


@pytest.mark.long
@pytest.mark.parametrize(("name", "values"), IN_ORDER)
def test_any_split_makes_the_updates_of_an_epoch_of_fit_to_the_last_bit(name, values):
    limits = {"max_updates": None, "max_epochs": 1}
    learner = LEARNERS[name](*values, augment=1.0, extend=0.5, **limits)
    whole = fit(learner, (X, Y))
    for cuts in [[], [1], [37], range(90), [3, 60, 61]]:
        model = streamed(clone(learner), X, Y, cuts, whole.squared_radius_)
        assert_same(model, whole)
        assert (model.status_, model.converged_) == (MAX_EPOCHS, False)


@pytest.mark.long
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    "learner",
    [PDM(0.3), ALMA(0.5), pytest.param(LEARNERS["ROMMA"](), marks=pytest.mark.slow)],  # as ALMA
    ids=str,
)
def test_in_every_storage(learner, form):
    patterns = FORMS[form](X)
    learner = clone(learner).set_params(augment=1.0, max_epochs=1)
    whole = fit(learner, (patterns, Y))
    for cuts in [[20], range(0, 90, 7)]:
        assert_same(streamed(clone(learner), patterns, Y, cuts, whole.squared_radius_), whole)


@pytest.mark.long
@given(seed=st.integers(0, 10**6), cuts=st.sets(st.integers(1, 39), max_size=8))
@example(seed=450, cuts={20})  # ROMMA fails
def test_small_integer_problems(seed, cuts):
    generator = np.random.default_rng(seed)
    X = generator.integers(-3, 4, (40, 3))
    y = np.where(generator.random(40) < 0.5, "a", "b")
    for learner in [Perceptron(augment=1.0), LEARNERS["ROMMA"](augment=1.0), PDM(augment=1.0)]:
        learner.set_params(max_epochs=1)
        if len(np.unique(y)) == 2:
            whole = fit(learner, (X, y))
            if whole.status_ == FAILED:  # ROMMA has no step from y to −y
                assert not whole.converged_ and not whole.directional_margin_ > 0.0
                continue
            assert_same(streamed(clone(learner), X, y, cuts, whole.squared_radius_), whole)


def test_a_stream_goes_on_where_learning_in_blocks_ends_its_epoch():
    learner = MICRA(augment=1.0, max_epochs=1)
    with pytest.warns(UserWarning, match="max_epochs"):
        blocks = fit_in_blocks(clone(learner), X, Y, rows=20)
    assert_same(streamed(learner, X, Y, [20], blocks.squared_radius_), blocks)


def test_margins_are_of_the_patterns_of_the_last_call_and_the_bound_is_of_all():
    model = Perceptron(augment=1.0)
    seen = 0
    for block in np.split(np.arange(90), [30, 60]):
        model.partial_fit(X[block], Y[block], classes=[-1, 1])
        seen += block.size
        weight = np.append(model.coef_, model.intercept_)
        products = Y[block] * (np.c_[X[block], np.ones(30)] @ weight)
        assert np.isclose(model.directional_margin_, products.min() / np.linalg.norm(weight))
        # a is the sum of all patterns seen with their duals, which proves ‖a‖/Σα for all of them.
        signed = np.c_[X[:seen], np.ones(seen)] * Y[:seen, None]
        np.testing.assert_allclose(weight, model.dual_coef_ @ signed, atol=1e-12)
        bound = np.linalg.norm(weight) / model.dual_coef_.sum()
        assert np.isclose(model.margin_upper_bound_, bound)
    assert [point.visits for point in model.history_] == [30, 60, 90]
    assert len({point.updates for point in model.history_}) > 1


def test_pickled_and_copied_streams_continue_alone():
    model = PDM(augment=1.0).partial_fit(X[:30], Y[:30], classes=[-1, 1])
    copies = [pickle.loads(pickle.dumps(model)), deepcopy(model)]
    for each in copies:
        each.partial_fit(X[30:], Y[30:])
    assert (copies[0].coef_ == copies[1].coef_).all()
    assert not (copies[0].coef_ == model.coef_).all()
    model.partial_fit(X[30:], Y[30:])
    assert_same(model, copies[0])


def test_results_of_earlier_calls_do_not_change():
    model = Perceptron(augment=1.0).partial_fit(X[:30], Y[:30], classes=[-1, 1])
    kept = model.coef_, model.dual_coef_, model.history_
    before = deepcopy(kept)
    model.partial_fit(X[30:], Y[30:])
    np.testing.assert_array_equal(kept[0], before[0])
    np.testing.assert_array_equal(kept[1], before[1])
    assert kept[2] == before[2]


def test_fit_begins_anew_after_a_stream():
    model = Perceptron(augment=1.0).partial_fit(X[:30], Y[:30], classes=[-1, 1])
    assert_same(model.fit(X, Y), Perceptron(augment=1.0).fit(X, Y))


@pytest.mark.long
@pytest.mark.parametrize("extend", [0.0, 0.5])
@pytest.mark.parametrize("augment", [0.0, 1.0])
@pytest.mark.parametrize(("name", "values"), IN_ORDER)
def test_a_stream_after_fit_continues_its_run(name, values, augment, extend):
    limits = {"max_updates": None, "max_epochs": 1, "augment": augment, "extend": extend}
    learner = LEARNERS[name](*values, **limits)
    whole = fit(clone(learner), (X, Y))
    radius = whole.squared_radius_
    first = streamed(clone(learner), X, Y, [], radius).partial_fit(X[:20], Y[:20])
    after = whole.partial_fit(X[:20], Y[:20])
    assert (after.n_updates_, after.n_visits_) == (first.n_updates_, 110)
    np.testing.assert_allclose(after.coef_, first.coef_, rtol=1e-9)
    np.testing.assert_allclose(after.dual_coef_, first.dual_coef_, rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(after.slack_coef_, first.slack_coef_, rtol=1e-9, atol=1e-12)


def test_a_fit_in_another_space_is_not_continued():
    model = ALMA(0.5, p=4).fit(X, Y)
    with pytest.raises(ValueError, match="p is 2, but was 4 at the start"):
        model.set_params(p=2).partial_fit(X, Y)
    kernel = Perceptron(kernel=Polynomial(2, 1.0)).fit(X, Y)
    with pytest.raises(ValueError, match="kernel is None, but was"):
        kernel.set_params(kernel=None).partial_fit(X, Y)


def test_a_block_of_one_class_and_labels_of_text():
    names = np.where(Y > 0, "yes", "no")
    model = Perceptron(augment=1.0)
    for sign in (1, -1):
        model.partial_fit(X[sign == Y], names[sign == Y], classes=["yes", "no"])
    assert model.classes_.tolist() == ["no", "yes"]
    assert set(model.predict(X)) <= {"no", "yes"}


def test_a_longer_pattern_is_refused_only_if_parameters_are_in_units_of_the_radius():
    longer = np.vstack([X[:4], 10 * X[4:6]])
    model = PerceptronWithMargin(b=0.1).partial_fit(X[:4], Y[:4], classes=[-1, 1])
    before = deepcopy(model)
    with pytest.raises(ValueError, match=r"row \d of X, counted from 0, has .* units of R²"):
        model.partial_fit(longer, Y[:6])
    assert_same(model, before)
    model.partial_fit(X[:4], Y[:4])
    free = Perceptron().partial_fit(X[:4], Y[:4], classes=[-1, 1]).partial_fit(longer, Y[:6])
    assert np.isclose(free.squared_radius_, 1 + (longer**2).sum(axis=1).max())  # with ρ = 1
    known = PerceptronWithMargin(b=0.1).partial_fit(X[:4], Y[:4], [-1, 1], free.squared_radius_)
    assert known.partial_fit(longer, Y[:6]).squared_radius_ == free.squared_radius_


@pytest.mark.parametrize(
    ("learner", "options", "sentence"),
    [
        (Perceptron(), {}, "classes is missing: the first call"),
        (Perceptron(), {"classes": [1]}, "classes has 1 values, but two are needed"),
        (Perceptron(), {"classes": [1, 2, 3]}, "classes has 3 values"),
        (Perceptron(), {"classes": [1, 2]}, "y has the label -1.0 at place 1"),
        (Perceptron(), {"classes": ["-1", "1"]}, "classes has texts, but y has none: give both"),
        (Perceptron(shuffle=True), {"classes": [-1, 1]}, "shuffle=True cannot learn in blocks"),
        (Perceptron(mini_epochs=2), {"classes": [-1, 1]}, "mini_epochs=2 cannot"),
        (Perceptron(), {"classes": [-1, np.nan]}, "classes has a missing value"),
    ],
)
def test_bad_calls_are_refused_in_one_sentence(learner, options, sentence):
    with pytest.raises(ValueError, match=sentence):
        learner.partial_fit(X, Y, **options)
    assert not hasattr(learner, "coef_")


def test_texts_are_not_among_classes_that_are_numbers():
    for model in (Perceptron(), OneVsRest(Perceptron())):
        with pytest.raises(ValueError, match=r"^y has texts, but classes has none: give both"):
            model.partial_fit(X, np.where(Y > 0, "1", "-1"), classes=[-1, 1])


def test_later_calls_have_to_agree_with_the_first():
    model = PDM(0.5).partial_fit(X[:30], Y[:30], classes=[-1, 1])
    with pytest.raises(ValueError, match="epsilon is 0.1, but was 0.5 at the start"):
        model.set_params(epsilon=0.1).partial_fit(X, Y)
    model.set_params(epsilon=0.5)
    with pytest.raises(ValueError, match="classes are 0 and 1, but were -1 and 1"):
        model.partial_fit(X, Y, classes=[0, 1])
    with pytest.raises(ValueError, match="X has 4 features, but PDM is expecting 5"):
        model.partial_fit(X[:, :4], Y)
    scaled = PerceptronWithMargin().partial_fit(X[:30], Y[:30], [-1, 1], squared_radius=90.0)
    with pytest.raises(ValueError, match="squared_radius is 100.0, but is 90.0 in this stream"):
        scaled.partial_fit(X, Y, squared_radius=100.0)
    assert model.partial_fit(X[30:], Y[30:]).n_visits_ == 90


@pytest.mark.long
def test_a_number_that_is_not_finite_ends_the_stream():
    X3, Y3 = np.array([[1.0, 2.0], [2.0, 1.0], [-1.0, -1.0]]), [1, 1, -1]
    model = UnnormalisedALMA(0.5, 1e-161, 1e-161)
    with pytest.warns(UserWarning, match="failed.*The cause: the step is"):
        model.partial_fit(X3, Y3, [-1, 1])
    assert (model.status_, model.converged_) == (FAILED, False)
    assert "the step is" in model.failure_ and np.isfinite(model.coef_).all()
    with pytest.raises(ValueError, match="the run of UnnormalisedALMA has ended: the step is"):
        model.partial_fit(X3, Y3)


def test_a_learner_that_presents_the_worst_pattern_has_no_partial_fit():
    assert not hasattr(KrauthMezard(), "partial_fit")
    with pytest.raises(ValueError, match="worst_first=True cannot learn in blocks"):
        PDM(worst_first=True).partial_fit(X, Y, [-1, 1])


@pytest.mark.parametrize("value", [np.nan, np.inf, -5.0, 0.0, "a", 10**400, True])
@pytest.mark.parametrize("learner", [Perceptron, PerceptronWithMargin])
def test_a_squared_radius_that_is_none_is_refused(learner, value):
    with pytest.raises(ValueError, match="squared_radius is .* finite number above 0, or None"):
        learner().partial_fit(X, Y, classes=[-1, 1], squared_radius=value)


@pytest.mark.parametrize("kernel", [None, Polynomial(2)], ids=["linear", "kernel"])
def test_a_shallow_copy_learns_by_itself(kernel):
    model = PassiveAggressive(kernel=kernel).partial_fit(X[:30], Y[:30], [-1, 1])
    whole = deepcopy(model).partial_fit(X[30:], Y[30:])
    other = copy(model)
    model.partial_fit(-X[30:], Y[30:])
    other.partial_fit(X[30:], Y[30:])
    assert other.n_updates_ == whole.n_updates_ and other.n_visits_ == 90
    np.testing.assert_array_equal(other.dual_coef_, whole.dual_coef_)


def test_a_rule_without_units_reports_the_true_radius():
    model = Perceptron().partial_fit(X, Y, classes=[-1, 1], squared_radius=1e9)
    assert model.squared_radius_ == Perceptron().partial_fit(X, Y, classes=[-1, 1]).squared_radius_


def test_several_classes_by_scikit_learns_wrapper():
    """Each class's learner makes the updates of an epoch of `fit` against the other classes."""
    y = np.arange(len(X)) % 3
    model = OneVsRestClassifier(PassiveAggressive(C=0.1))
    for block in np.array_split(np.arange(len(X)), 7):
        model.partial_fit(X[block], y[block], classes=[0, 1, 2])
    for number, learner in enumerate(model.estimators_):
        with pytest.warns(UserWarning, match="max_epochs=1"):
            whole = PassiveAggressive(C=0.1, max_epochs=1).fit(X, y == number)
        assert whole.coef_.tobytes() == learner.coef_.tobytes()


@pytest.mark.parametrize("seed", range(20))
def test_a_radius_of_another_order_of_additions_is_accepted(seed):
    X = np.random.default_rng(seed).normal(size=(40, 8))
    radius, y = (X**2).sum(axis=1).max() + 1.0, np.arange(40) % 2
    for value in (np.nextafter(radius, 0.0), radius, np.nextafter(radius, np.inf)):
        MICRA().partial_fit(X, y, classes=[0, 1], squared_radius=value)
    with pytest.raises(ValueError, match="give the first call of a new learner a larger"):
        MICRA().partial_fit(X, y, classes=[0, 1], squared_radius=radius * (1.0 - 1e-12))
