"""Streams in a kernel's space, and of several classes, equal one epoch of fit for any split."""

import pickle
import warnings
from copy import deepcopy

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from scipy import sparse
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning

from maxmargin import (
    ALMA,
    LEARNERS,
    MICRA,
    PDM,
    MaximumMargin,
    MulticlassAMIRA,
    OneVsRest,
    PassiveAggressive,
    Perceptron,
    PerceptronWithMargin,
    UnnormalisedALMA,
)
from maxmargin.drivers.dual import stream as dual_stream
from maxmargin.kernels import Gaussian, Linear, PolyGaussian, Polynomial, values
from maxmargin.statuses import FAILED, MAX_EPOCHS, STOPPED
from tests.algorithms.cases import CASES, by_target
from tests.algorithms.models import fit
from tests.algorithms.problems import separable

IN_ORDER = by_target(case for case in CASES if case[0] != "KrauthMezard")
KERNELS = [
    Linear(),
    Linear(normalised=True),
    Polynomial(3, 4.0),
    Polynomial(2, 3.0, normalised=True),
    Gaussian(2.0),
    PolyGaussian(3.0, 2),
]
SPLITS = [[], [37], [*range(1, 12), 60], [3, 60, 61]]
GENERATOR = np.random.default_rng(1)
# Whole numbers, so that matrix products are exact whatever their shapes.
X = GENERATOR.integers(-3, 4, (90, 4)) + 8.0 * np.eye(90, 4)
Y = np.where(X @ [1.0, -2.0, 0.5, 1.0] + GENERATOR.normal(size=90) > 0.0, 1, -1)
CODES = (X @ GENERATOR.normal(size=(4, 4))).argmax(axis=1)
REALS = X + 0.1 * GENERATOR.normal(size=X.shape)
ONE_EPOCH = {"max_updates": None, "max_epochs": 1}


def streamed(model, X, y, cuts, **options):
    """Return a model after blocks of X that end at these cuts."""
    places = [0, *sorted(cuts), len(y)]
    for first, last in zip(places, places[1:], strict=False):
        if first < last:
            model.partial_fit(X[first:last], y[first:last], classes=np.unique(y), **options)
    return model


def assert_same(model, whole, exact=("dual_coef_", "support_")):
    for name in ("n_updates_", "n_epochs_", "n_visits_", "n_iter_", "squared_radius_"):
        assert getattr(model, name) == getattr(whole, name), name
    for name in (*exact, "classes_"):
        np.testing.assert_array_equal(getattr(model, name), getattr(whole, name))
    np.testing.assert_array_equal(model.slack_coef_, whole.slack_coef_)
    np.testing.assert_allclose(model.weight_norm_, whole.weight_norm_, rtol=1e-12)
    np.testing.assert_allclose(model.margin_upper_bound_, whole.margin_upper_bound_, rtol=1e-12)
    np.testing.assert_equal(model.margin_bound_by_updates_, whole.margin_bound_by_updates_)
    np.testing.assert_array_equal(model.decision_function(X), whole.decision_function(X))


@pytest.mark.long
@pytest.mark.parametrize(("name", "values"), IN_ORDER)
def test_any_split_makes_the_updates_of_an_epoch_of_fit_to_the_last_bit(name, values):
    kernel = Polynomial(2, 4.0)
    learner = LEARNERS[name](*values, kernel=kernel, augment=1.0, extend=0.5, **ONE_EPOCH)
    whole = fit(learner, (X, Y))
    for cuts in SPLITS:
        model = streamed(clone(learner), X, Y, cuts, squared_radius=whole.squared_radius_)
        assert_same(model, whole)
        assert (model.status_, model.converged_) == (MAX_EPOCHS, False)


@pytest.mark.long
@pytest.mark.parametrize("form", [np.asarray, sparse.csr_matrix, sparse.csr_array])
@pytest.mark.parametrize("kernel", KERNELS, ids=str)
@pytest.mark.parametrize(
    "learner", [PDM(0.3), MICRA(0.5, 0.8, 1.0, 0.9), LEARNERS["NORMA"](1.0, 0.3)], ids=str
)
def test_every_kernel_and_form(learner, kernel, form):
    learner = clone(learner).set_params(kernel=kernel, augment=0.5, **ONE_EPOCH)
    whole = fit(learner, (form(X), Y))
    radius = whole.squared_radius_
    for cuts in [[20], range(0, 90, 7)]:
        assert_same(streamed(clone(learner), form(X), Y, cuts, squared_radius=radius), whole)


@pytest.mark.long
@settings(max_examples=25)
@given(
    seed=st.integers(0, 10**6),
    cuts=st.sets(st.integers(1, 39), max_size=8),
    kernel=st.sampled_from(KERNELS),
    piece=st.sampled_from([1, 7, 256]),
)
@example(seed=1953, cuts=set(), kernel=Linear(normalised=True), piece=1)
def test_small_integer_problems(seed, cuts, kernel, piece):
    generator = np.random.default_rng(seed)
    X = generator.integers(-3, 4, (40, 3))
    X[~X.any(axis=1)] = 1
    y = np.where(generator.random(40) < 0.5, "a", "b")
    if len(np.unique(y)) < 2:
        return
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dual_stream, "PIECE", piece)
        for learner in [Perceptron(), LEARNERS["ROMMA"](), MICRA(0.5, 0.8, 1.0, 0.9)]:
            learner.set_params(kernel=kernel, max_epochs=1)
            whole = fit(learner, (X, y))
            # ROMMA has no step from y to −y, and MICRA's weight may become 0: the stream ends too.
            if whole.status_ in (FAILED, STOPPED):
                assert not whole.converged_ and not whole.directional_margin_ > 0.0
                continue
            radius = whole.squared_radius_
            model = streamed(clone(learner), X, y, cuts, squared_radius=radius)
            np.testing.assert_array_equal(model.dual_coef_, whole.dual_coef_)
            assert model.n_updates_ == whole.n_updates_


def test_the_first_pattern_of_a_rule_may_have_two_terms():
    """MICRA starts from the first pattern, and a large β makes its visit an update."""
    learner = MICRA(0.5, 0.8, 1.0, 1.9, kernel=Polynomial(2, 4.0), **ONE_EPOCH)
    model = streamed(clone(learner), X, Y, [1], squared_radius=1e6)
    assert model.stream_.dual.states[0].first_update
    whole = fit(learner, (X, Y))
    radius = whole.squared_radius_
    for cuts in SPLITS:
        assert_same(streamed(clone(learner), X, Y, cuts, squared_radius=radius), whole)


@pytest.mark.parametrize("kernel", KERNELS, ids=str)
def test_real_numbers_give_the_same_bits_for_any_split_and_nearly_those_of_fit(kernel):
    learner = PDM(0.3, kernel=kernel, extend=0.5, **ONE_EPOCH)
    whole = fit(learner, (REALS, Y))
    models = [streamed(clone(learner), REALS, Y, cuts) for cuts in SPLITS]
    for model in models:
        assert_same(model, models[0])
        assert model.margin_upper_bound_ == models[0].margin_upper_bound_
        np.testing.assert_allclose(model.dual_coef_, whole.dual_coef_, rtol=1e-12)
    fortran = streamed(clone(learner), np.asfortranarray(REALS), Y, [20, 21])
    np.testing.assert_array_equal(fortran.dual_coef_, models[0].dual_coef_)


def test_sparse_real_numbers_give_the_bits_of_fit():
    patterns = sparse.csr_matrix(np.where(np.abs(REALS) > 1.0, REALS, 0.0))
    learner = PDM(0.3, kernel=Gaussian(2.0), **ONE_EPOCH)
    whole = fit(learner, (patterns, Y))
    for cuts in SPLITS:
        assert_same(streamed(clone(learner), patterns, Y, cuts), whole)


def test_blocks_may_be_sparse_and_dense_in_turn():
    learner = PDM(0.3, kernel=Gaussian(2.0))
    whole = streamed(clone(learner), X, Y, [30, 60])
    for forms in [(np.asarray, sparse.csr_matrix), (sparse.csr_matrix, np.asarray)]:
        model = clone(learner)
        for block, form in zip(np.split(np.arange(90), [30, 60]), (*forms, forms[0]), strict=True):
            model.partial_fit(form(X[block]), Y[block], classes=[-1, 1])
        np.testing.assert_array_equal(model.dual_coef_, whole.dual_coef_)


def test_margins_are_of_the_last_block_and_the_bound_is_of_all():
    kernel, rho, delta = Gaussian(2.0), 0.5, 0.3
    model = Perceptron(kernel=kernel, augment=rho, extend=delta)
    K = values(kernel, X, X, rho) * np.outer(Y, Y) + delta**2 * np.eye(90)
    seen = 0
    for block in np.split(np.arange(90), [30, 60]):
        model.partial_fit(X[block], Y[block], classes=[-1, 1])
        seen += block.size
        alphas = np.append(model.dual_coef_, np.zeros(90 - seen))
        products, norm = K @ alphas, np.sqrt(alphas @ K @ alphas)
        assert np.isclose(model.weight_norm_, norm)
        assert np.isclose(model.directional_margin_, products[block].min() / norm)
        plain = np.sqrt(norm**2 - (rho * (Y @ alphas)) ** 2)
        assert np.isclose(model.geometric_margin_, products[block].min() / plain)
        assert np.isclose(model.margin_upper_bound_, norm / alphas.sum())
        np.testing.assert_array_equal(model.support_, np.flatnonzero(model.dual_coef_))
        np.testing.assert_array_equal(model.slack_coef_, delta * (Y * alphas)[:seen])
    assert [point.visits for point in model.history_] == [30, 60, 90]
    assert not hasattr(model, "coef_") and set(model.predict(X)) <= {-1, 1}


def gram(kernel, X, labels, delta=0.5):
    """Return y_k·y_l of all pairs, (m, m), with ρ = 1."""
    return values(kernel, X, X, 1.0) * np.outer(labels, labels) + delta**2 * np.eye(len(labels))


def perceptron_with_budget(K, labels, b, budget):
    """Return α of a Perceptron with margin b that removes the smallest α‖y‖ beyond a budget.

    The slow reference: K is the kernel's matrix, (m, m), with ρ².
    """
    alphas = np.zeros(len(labels))
    for k in range(len(labels)):
        if labels[k] * ((alphas * labels) @ K[:, k]) <= b:
            alphas[k] += 1.0
            support = np.flatnonzero(alphas)
            if support.size > budget:
                sizes = alphas[support] * np.sqrt(K[support, support])
                alphas[support[sizes.argmin()]] = 0.0
    return alphas


@pytest.mark.parametrize("budget", [1, 2, 5, 13, 1000])
def test_a_budget_removes_the_shortest_part_of_the_weight(budget):
    kernel = Polynomial(2, 4.0)
    K = values(kernel, X, X, 1.0)
    b = 0.01
    model = PerceptronWithMargin(b, kernel=kernel, augment=1.0)
    streamed(model, X, Y, [20], squared_radius=K.diagonal().max(), budget=budget)
    reference = perceptron_with_budget(K, Y, b * K.diagonal().max(), budget)
    np.testing.assert_array_equal(model.dual_coef_, reference)
    assert len(model.support_) <= budget
    assert model.n_updates_ > 13


@pytest.mark.long
@pytest.mark.parametrize(("name", "values"), IN_ORDER)
def test_with_a_budget_no_split_changes_a_bit(name, values):
    learner = LEARNERS[name](*values, kernel=Gaussian(2.0), extend=0.5)
    options = {"squared_radius": 3.0, "budget": 6}
    models = [streamed(clone(learner), REALS, Y, cuts, **options) for cuts in SPLITS]
    for model in models:
        assert_same(model, models[0])
        assert len(model.support_) <= 6 and np.isfinite(model.decision_function(X)).all()
        alphas = model.dual_coef_
        K = gram(Gaussian(2.0), REALS, Y)
        assert np.isclose(model.weight_norm_, np.sqrt(alphas @ K @ alphas))
        assert np.isnan(model.margin_bound_by_updates_)


@pytest.mark.parametrize("budget", [None, 1, 3, 10])
def test_the_bound_holds_for_all_patterns_seen(budget):
    patterns, labels = separable(5, m=60, n=3)
    best = MaximumMargin(augment=1.0).fit(patterns, labels).directional_margin_
    for learner in [Perceptron(kernel=Linear()), PDM(0.3, kernel=Linear())]:
        model = learner.set_params(augment=1.0)
        for rows in np.split(np.arange(60), 6):
            model.partial_fit(patterns[rows], labels[rows], classes=[-1, 1], budget=budget)
            assert model.margin_upper_bound_ >= best * (1.0 - 1e-12)


def test_a_large_budget_changes_nothing():
    learner = PDM(0.3, kernel=Gaussian(2.0))
    plain = streamed(clone(learner), X, Y, [40])
    model = streamed(clone(learner), X, Y, [40], budget=90)
    np.testing.assert_array_equal(model.dual_coef_, plain.dual_coef_)
    assert model.margin_upper_bound_ == plain.margin_upper_bound_


@pytest.mark.long
@pytest.mark.parametrize("budget", [None, 5])
@pytest.mark.parametrize("name", ["PDM", "MICRA", "ALMA", "NORMA", "AdaTron"])
def test_a_stream_after_fit_continues_its_run(name, budget):
    values = dict(CASES)[name]
    learner = LEARNERS[name](*values, kernel=Gaussian(2.0), extend=0.5, **ONE_EPOCH)
    whole = fit(clone(learner), (X, Y))
    radius = whole.squared_radius_
    later = whole.partial_fit(X[:20], -Y[:20], budget=budget)
    assert later.n_visits_ == 110 and len(later.history_) > 1 and later.dual_coef_.size == 110
    if budget is None:
        first = streamed(clone(learner), X, Y, [], squared_radius=radius)
        first.partial_fit(X[:20], -Y[:20])
        assert first.n_updates_ == later.n_updates_
        np.testing.assert_allclose(first.dual_coef_, later.dual_coef_, rtol=1e-9, atol=1e-12)
        np.testing.assert_allclose(first.margin_upper_bound_, later.margin_upper_bound_)
    else:
        assert len(later.support_) <= budget


def test_pickled_and_copied_streams_continue_alone():
    for budget in (None, 8):
        model = PDM(0.3, kernel=Gaussian(2.0))
        model.partial_fit(X[:30], Y[:30], classes=[-1, 1], budget=budget)
        copies = [pickle.loads(pickle.dumps(model)), deepcopy(model)]
        for copy in copies:
            copy.partial_fit(X[30:], Y[30:])
        assert_same(copies[0], copies[1])
        assert model.n_visits_ == 30
        assert_same(model.partial_fit(X[30:], Y[30:], budget=budget), copies[0])
    several = MulticlassAMIRA().partial_fit(X[:30], CODES[:30], classes=range(4))
    copy = pickle.loads(pickle.dumps(several)).partial_fit(X[30:], CODES[30:])
    several.partial_fit(X[30:], CODES[30:])
    np.testing.assert_array_equal(copy.dual_coef_, several.dual_coef_)


def test_results_of_earlier_calls_do_not_change():
    model = Perceptron(kernel=Gaussian(2.0)).partial_fit(X[:30], Y[:30], classes=[-1, 1])
    earlier = model.dual_coef_, model.support_, model.history_, model._support_X
    before = deepcopy(earlier)
    model.partial_fit(X[30:], Y[30:])
    for now, then in zip(earlier, before, strict=True):
        np.testing.assert_array_equal(now, then)


def test_fit_forgets_a_stream():
    learner = Perceptron(kernel=Gaussian(2.0))
    model = clone(learner).partial_fit(X[:30], Y[:30], classes=[-1, 1])
    with warnings.catch_warnings(action="ignore"):
        assert_same(model.fit(X, Y), clone(learner).fit(X, Y))
    assert not hasattr(model, "stream_")


@pytest.mark.parametrize(
    ("learner", "options", "sentence"),
    [
        (Perceptron(), {"budget": 5}, "budget is 5, but Perceptron has no kernel"),
        (Perceptron(kernel=Linear()), {"budget": 0}, "budget is 0, but has to be a whole number"),
        (Perceptron(kernel=Linear()), {"budget": 2.5}, "budget is 2.5, but has to be a whole"),
        (Perceptron(kernel=Linear()), {"budget": True}, "budget is True, but has to be a whole"),
        (Perceptron(kernel=Linear()), {"budget": 10**6}, "kernel_memory is 1 GiB, but .* 1000000"),
        (Perceptron(kernel=Linear()), {"classes": None}, "classes is missing: the first call"),
        (Perceptron(kernel=Linear()), {"classes": [1, 2]}, "y has the label -1 at place"),
        (Perceptron(kernel=Linear(), mini_epochs=2), {}, "mini_epochs=2 cannot learn in blocks"),
        (Perceptron(kernel=Linear(), average=True), {}, "average=True is not possible in partial"),
        (Perceptron(kernel=Linear(), class_weight={1: 2.0}), {}, "class_weight=.* is not possible"),
        (Perceptron(kernel=Gaussian(1e-9)), {}, "rounding makes values of Gaussian"),
        (ALMA(p=3, kernel=Linear()), {}, "has no attribute 'partial_fit'"),
    ],
)
def test_bad_calls_are_refused_in_one_sentence(learner, options, sentence):
    with pytest.raises((ValueError, AttributeError), match=sentence):
        learner.partial_fit(X, Y, **{"classes": [-1, 1], **options})
    assert not hasattr(learner, "dual_coef_") and not hasattr(learner, "stream_")


def test_later_calls_have_to_agree_with_the_first():
    model = PDM(0.5, kernel=Gaussian(2.0))
    model.partial_fit(X[:30], Y[:30], classes=[-1, 1], budget=9)
    before = deepcopy(model)
    with pytest.raises(ValueError, match="budget is 8, but is 9 in this stream"):
        model.partial_fit(X, Y, budget=8)
    with pytest.raises(ValueError, match=r"budget is \[9\], but is 9 in this stream"):
        model.partial_fit(X, Y, budget=[9])
    with pytest.raises(ValueError, match=r"kernel is Gaussian\(width=3.0\), but was Gaussian"):
        model.set_params(kernel=Gaussian(3.0)).partial_fit(X, Y)
    with pytest.raises(ValueError, match="kernel is None, but was Gaussian"):
        model.set_params(kernel=None).partial_fit(X, Y)
    model.set_params(kernel=Gaussian(2.0))
    with pytest.raises(ValueError, match="X has 3 features, but PDM is expecting 4"):
        model.partial_fit(X[:, :3], Y)
    with pytest.raises(ValueError, match="classes are 0 and 1, but were -1 and 1"):
        model.partial_fit(X, Y, classes=[0, 1])
    assert_same(model, before)
    assert_same(model.partial_fit(X[30:], Y[30:]), before.partial_fit(X[30:], Y[30:]))


def test_kernels_that_are_equal_as_tuples_are_not_the_same():
    assert Linear(True) == Gaussian(1.0)
    model = Perceptron(kernel=Linear(True)).partial_fit(X, Y, classes=[-1, 1])
    with pytest.raises(ValueError, match=r"kernel is Gaussian\(width=1.0\), but was Linear"):
        model.set_params(kernel=Gaussian(1.0)).partial_fit(X, Y)
    several = OneVsRest(Perceptron(kernel=Gaussian(1.0))).fit(X, CODES)
    with pytest.raises(ValueError, match=r"estimator__kernel is Linear\(normalised=True\), but"):
        several.set_params(estimator__kernel=Linear(True)).partial_fit(X, CODES)


def test_a_block_whose_rounding_grows_with_stored_patterns_is_refused():
    """The stored patterns are long and have one entry. The new ones are short and have many."""
    stored = sparse.csr_matrix(([1.0, -1.0], ([0, 1], [0, 0])), shape=(2, 3000))
    later = sparse.csr_matrix(np.full((2, 3000), 1e-5))
    model = PDM(kernel=Gaussian(5e-5), augment=0.0).partial_fit(stored, [1, -1], classes=[-1, 1])
    PDM(kernel=Gaussian(5e-5), augment=0.0).partial_fit(later, [1, -1], classes=[-1, 1])
    with pytest.raises(ValueError, match="rounding makes values of Gaussian"):
        model.partial_fit(later, [1, -1])
    assert model.partial_fit(stored, [1, -1]).n_visits_ == 4


def test_the_split_changes_no_bit_of_many_columns():
    """From 8193 columns on, the bits of numpy's squared norms depend on the shape of X."""
    patterns = np.random.default_rng(2).normal(size=(20, 9001))
    models = [
        streamed(PDM(0.3, kernel=Gaussian(100.0)), patterns, Y[:20], cuts)
        for cuts in ([], range(1, 20))
    ]
    assert models[0].dual_coef_.tobytes() == models[1].dual_coef_.tobytes()


def test_the_split_changes_no_bit_of_the_bound_of_sparse_patterns():
    patterns = sparse.csr_matrix(np.where(GENERATOR.random(REALS.shape) < 0.5, REALS, 0.0))
    patterns = patterns[np.diff(patterns.indptr).argsort()[::-1]]  # the last rows have few entries
    models = [streamed(PDM(0.3, kernel=Gaussian(2.0)), patterns, Y, cuts) for cuts in SPLITS]
    assert len({model.margin_upper_bound_ for model in models}) == 1


def test_an_alpha_that_underflows_in_the_weight_is_no_support():
    patterns = np.random.default_rng(0).normal(size=(4000, 3))
    labels = np.where(np.random.default_rng(1).random(4000) < 0.5, 1, -1)
    model = LEARNERS["NORMA"](0.5, 1.0, kernel=Gaussian(1.0))
    model.partial_fit(patterns, labels, classes=[-1, 1])
    assert model.support_.size < model.stream_.dual.ids.size
    np.testing.assert_array_equal(model._support_X, patterns[model.support_])
    assert np.isfinite(model.decision_function(patterns[:9])).all()


def test_a_fit_with_too_many_patterns_for_a_budget_is_refused():
    learner = Perceptron(kernel=Gaussian(0.1), kernel_memory=8 * 300**2 / 2**30, **ONE_EPOCH)
    model = fit(learner, (X, Y))
    assert model.support_.size > 44
    with pytest.raises(ValueError, match=r"kernel's values of \d+ stored patterns take .* raise"):
        model.partial_fit(X, Y, budget=5)
    assert not hasattr(model, "stream_")


def test_a_longer_pattern_is_refused_only_if_parameters_are_in_units_of_the_radius():
    kernel, longer = Polynomial(2, 4.0), 10 * X[4:6]
    model = PerceptronWithMargin(0.1, kernel=kernel).partial_fit(X[:4], Y[:4], [-1, 1])
    before = deepcopy(model)
    with pytest.raises(ValueError, match=r"row \d of X, counted from 0, has .* units of R²"):
        model.partial_fit(longer, Y[4:6])
    assert_same(model, before)
    free = Perceptron(kernel=kernel).partial_fit(X[:4], Y[:4], [-1, 1])
    free.partial_fit(longer, Y[4:6])
    assert free.squared_radius_ == values(kernel, longer, longer, 1.0).max()
    several = OneVsRest(PerceptronWithMargin(0.1, kernel=kernel))
    several.partial_fit(X[:4], Y[:4], [-1, 1], squared_radius=free.squared_radius_)
    several.partial_fit(longer, Y[4:6])
    with pytest.raises(ValueError, match="parameters of OneVsRest are in units of R²"):
        several.partial_fit(10 * longer, Y[4:6])


def test_a_number_that_is_not_finite_ends_the_stream():
    X3, Y3 = np.array([[1.0, 2.0], [2.0, 1.0], [-1.0, -1.0]]), [1, 1, -1]
    model = UnnormalisedALMA(0.5, 1e-161, 1e-161, kernel=Linear())
    with pytest.warns(ConvergenceWarning, match="failed.*The cause: the step is .* at pattern 0"):
        model.partial_fit(X3, Y3, [-1, 1])
    assert (model.status_, model.converged_) == (FAILED, False)
    with pytest.raises(ValueError, match="the run of UnnormalisedALMA has ended: the step is"):
        model.partial_fit(X3, Y3)
    several = OneVsRest(UnnormalisedALMA(0.5, 1e-161, 1e-161))
    with pytest.raises(FloatingPointError, match="UnnormalisedALMA: the step is"):
        several.partial_fit(X3, Y3, [-1, 1])
    with pytest.raises(ValueError, match="the run of OneVsRest has ended: UnnormalisedALMA: the"):
        several.partial_fit(X3, Y3)


@pytest.mark.parametrize(
    "model", [PDM(kernel=Gaussian(2.0)), OneVsRest(Perceptron()), MulticlassAMIRA()], ids=str
)
def test_an_interrupted_call_ends_the_stream(model, monkeypatch):
    def interrupt(*arguments):
        raise KeyboardInterrupt

    model = clone(model).partial_fit(X[:30], Y[:30], classes=[-1, 1])
    before = model.decision_function(X)
    monkeypatch.setattr(dual_stream.DualStream, "_store", interrupt)
    with pytest.raises(KeyboardInterrupt):
        model.partial_fit(X[30:], Y[30:])
    monkeypatch.undo()
    np.testing.assert_array_equal(model.decision_function(X), before)
    with pytest.raises(ValueError, match="has ended: a call was interrupted"):
        model.partial_fit(X[30:], Y[30:])


SEVERAL = [  # the slow ones are of PDM's kind
    MulticlassAMIRA(0.5, 1),
    MulticlassAMIRA(0.0, 3, Gaussian(2.0)),
    MulticlassAMIRA(1.0, 3, Polynomial(2, 4.0), augment=0.5, extend=0.5),
    pytest.param(OneVsRest(Perceptron()), marks=pytest.mark.slow),
    OneVsRest(PDM(0.3, kernel=Polynomial(2, 4.0, normalised=True), extend=0.5)),
    OneVsRest(MICRA(0.5, 0.8, 1.0, 1.9, kernel=Gaussian(2.0))),
    OneVsRest(LEARNERS["ROMMA"](augment=0.0)),
    OneVsRest(LEARNERS["NORMA"](1.0, 0.3, kernel=Gaussian(2.0))),  # whose scale leaves its range
    pytest.param(OneVsRest(PassiveAggressive(0.1, "I")), marks=pytest.mark.slow),
]


def squared_radius_of(model):
    """Return R² of X in the space of a one-vs-rest model."""
    learner = model.estimator
    K = values(learner.kernel or Linear(), X, X, learner.augment)
    return float(K.diagonal().max() + learner.extend**2)


@pytest.mark.long
@pytest.mark.parametrize("hypothesis", ["last", "average"])
@pytest.mark.parametrize("model", SEVERAL, ids=str)
def test_several_classes_equal_one_epoch_of_fit_to_the_last_bit(model, hypothesis):
    model = clone(model).set_params(shuffle=False, hypothesis=hypothesis)
    for labels in (Y, np.array(list("abcd"))[CODES]):
        for form in (np.asarray, sparse.csr_matrix):
            whole = clone(model).fit(form(X), labels)
            radius = (
                {}
                if isinstance(model, MulticlassAMIRA)
                else {"squared_radius": squared_radius_of(model)}
            )
            for cuts in [[], [37], range(0, 90, 7)]:
                streams = streamed(clone(model), form(X), labels, cuts, **radius)
                assert streams.n_updates_ == whole.n_updates_
                for name in ("classes_", "support_", "dual_coef_"):
                    np.testing.assert_array_equal(getattr(streams, name), getattr(whole, name))
                outputs = streams.decision_function(form(X))
                np.testing.assert_array_equal(outputs, whole.decision_function(form(X)))


@pytest.mark.long
def test_several_classes_of_real_numbers_do_not_depend_on_the_split():
    for model in (MulticlassAMIRA(0.5, 2, Gaussian(2.0)), OneVsRest(PDM(0.3))):
        models = [streamed(clone(model), REALS, CODES, cuts) for cuts in SPLITS]
        for other in models:
            np.testing.assert_array_equal(other.dual_coef_, models[0].dual_coef_)
        whole = clone(model).set_params(shuffle=False).fit(REALS, CODES)
        np.testing.assert_allclose(whole.dual_coef_, models[0].dual_coef_, rtol=1e-6)


@pytest.mark.parametrize("rows", [1, 3])
def test_several_learners_share_few_rows(rows):
    """Rows that do not fit into kernel_memory are recomputed."""
    memory = rows * 90 * 4 / 2**30
    model = OneVsRest(PDM(0.3, kernel=Gaussian(2.0), kernel_memory=memory))
    models = [streamed(clone(model), REALS, CODES, cuts) for cuts in ([], [40])]
    plenty = streamed(OneVsRest(PDM(0.3, kernel=Gaussian(2.0))), REALS, CODES, [40])
    for few in models:
        np.testing.assert_array_equal(few.dual_coef_, plenty.dual_coef_)


@pytest.mark.parametrize("model", [OneVsRest(Perceptron()), MulticlassAMIRA()], ids=str)
def test_bad_calls_of_several_classes_are_refused_in_one_sentence(model):
    model = clone(model)
    with pytest.raises(ValueError, match="first call of partial_fit has to name all classes"):
        model.partial_fit(X, CODES)
    with pytest.raises(ValueError, match="classes has 1 values, but at least two are needed"):
        model.partial_fit(X, CODES, classes=[0])
    with pytest.raises(ValueError, match=r"y has the label \d at place \d+, .* are 0, 1 and 2"):
        model.partial_fit(X, CODES, classes=[0, 1, 2])
    assert not hasattr(model, "stream_")
    model.partial_fit(X[:30], CODES[:30], classes=range(4))
    hypothesis = model.hypothesis
    with pytest.raises(ValueError, match="hypothesis is 'last', but was 'average' at the start"):
        model.set_params(hypothesis="last").partial_fit(X, CODES)
    model.set_params(hypothesis=hypothesis).partial_fit(X[30:], CODES[30:])


@pytest.mark.parametrize("hypothesis", ["last", "average"])
@pytest.mark.parametrize("model", SEVERAL, ids=str)
def test_a_stream_of_several_classes_after_fit_continues_its_run(model, hypothesis):
    """A fit of X and a block are one epoch of X followed by the block."""
    model = clone(model).set_params(shuffle=False, hypothesis=hypothesis)
    radius = (
        {} if isinstance(model, MulticlassAMIRA) else {"squared_radius": squared_radius_of(model)}
    )
    first = streamed(clone(model), X, CODES, [50], **radius)
    later = clone(model).fit(X, CODES)
    for continued in (first, later):
        continued.partial_fit(X[:20], CODES[19::-1])
    assert first.n_updates_ == later.n_updates_
    for name in ("support_", "dual_coef_"):
        np.testing.assert_array_equal(getattr(first, name), getattr(later, name))
    with pytest.raises(ValueError, match="hypothesis is .* at the start"):
        model.fit(X, CODES).set_params(hypothesis="last" if hypothesis == "average" else "average")
        model.partial_fit(X, CODES)


def test_after_two_epochs_of_fit_the_averages_continue_up_to_rounding():
    """A third epoch of fit equals fit with two epochs and a block."""
    model = OneVsRest(PDM(0.3, kernel=Gaussian(2.0)), shuffle=False, epochs=2)
    later = clone(model).fit(X, CODES).partial_fit(X, CODES)
    whole = clone(model).set_params(epochs=3).fit(X, CODES)
    folded = np.zeros((4, 90))
    for places, duals in zip(later.support_ % 90, later.dual_coef_.T, strict=True):
        folded[:, places] += duals
    np.testing.assert_allclose(folded[:, whole.support_], whole.dual_coef_, rtol=1e-9, atol=1e-12)


def test_another_estimator_or_parameter_of_it_is_refused():
    model = OneVsRest(PDM(0.3)).partial_fit(X[:30], CODES[:30], classes=range(4))
    with pytest.raises(ValueError, match="estimator__epsilon is 0.2, but was 0.3 at the start"):
        model.set_params(estimator__epsilon=0.2).partial_fit(X, CODES)
    with pytest.raises(ValueError, match="estimator is 'ALMA', but was 'PDM' at the start"):
        model.set_params(estimator=ALMA(0.5)).partial_fit(X, CODES)
    with pytest.raises(ValueError, match="max_updates=10, but OneVsRest ignores max_updates"):
        OneVsRest(PDM(max_updates=10)).partial_fit(X, CODES, classes=range(4))
