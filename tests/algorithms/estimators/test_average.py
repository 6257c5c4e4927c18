"""The average of the weights after all visits, beside the last weight."""

import warnings
from copy import deepcopy

import numpy as np
import pytest
from scipy import sparse
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning

from maxmargin import (
    ALMA,
    LEARNERS,
    MICRA,
    PDM,
    KrauthMezard,
    OneVsRest,
    PassiveAggressive,
    Perceptron,
    PrimalSVM,
)
from maxmargin.estimators.in_blocks import fit_in_blocks
from maxmargin.kernels import Linear, Polynomial
from tests.algorithms.cases import BY_CHANGE, CASES, by_target
from tests.algorithms.models import fit, passive_aggressive_of_scikit_learn
from tests.algorithms.problems import separable
from tests.chosen import slow_unless

X, Y = separable(3, m=60, n=5)
CLASSES = [-1.0, 1.0]
IN_ORDER = by_target((case for case in CASES if case[0] != "KrauthMezard"), long=BY_CHANGE)
FORMS = {
    "dense": np.asarray,
    "sparse": lambda X: sparse.csr_matrix(np.where(np.abs(X) > 0.4, X, 0.0)),
    "ones": lambda X: sparse.csr_matrix((X > -0.5) * 1.0),
}


def epoch(learner):
    return clone(learner).set_params(max_epochs=1, max_updates=None)


def weight(model, kind=""):
    return np.append(getattr(model, f"{kind}coef_"), getattr(model, f"{kind}intercept_"))


def mean_of_weights(learner, patterns):
    """Return the mean of the weights after each visit of an epoch, the slow way."""
    squared_radius = fit(epoch(learner), (patterns, Y)).squared_radius_
    model, weights = clone(learner).set_params(average=False), []
    for k in range(len(Y)):
        model.partial_fit(patterns[k : k + 1], Y[k : k + 1], CLASSES, squared_radius)
        weights.append(weight(model))
    return np.mean(weights, axis=0)


@pytest.mark.long
@pytest.mark.parametrize(("name", "values"), IN_ORDER)
def test_is_the_mean_of_the_weights_after_each_visit(name, values):
    learner = LEARNERS[name](*values, augment=0.7, extend=0.5, average=True)
    model = fit(epoch(learner), (X, Y))
    expected = mean_of_weights(learner, X)
    found = weight(model, "average_")
    np.testing.assert_allclose(found, expected, atol=1e-11 * np.abs(expected).max())
    outputs = X @ found[:-1] + found[-1]
    np.testing.assert_allclose(model.decision_function(X), outputs)
    np.testing.assert_array_equal(model.predict(X), np.where(outputs > 0, 1.0, -1.0))


@pytest.mark.long
@pytest.mark.parametrize(
    ("weights", "form"),
    [
        pytest.param(weights, form, marks=slow_unless(weights is None))
        for weights in (None, {1.0: 3.0})
        for form in FORMS
    ],
    ids=str,
)
def test_in_every_storage(form, weights):
    learner = PDM(0.3, augment=0.7, average=True, class_weight=weights)
    patterns = FORMS[form](X)
    model = fit(epoch(learner), (patterns, Y))
    np.testing.assert_allclose(weight(model, "average_"), mean_of_weights(learner, patterns))


@pytest.mark.parametrize(("name", "values"), IN_ORDER)
def test_changes_no_bit_of_the_run(name, values):
    learner = LEARNERS[name](*values, extend=0.5, max_updates=300)
    plain = fit(learner, (X, Y))
    averaged = fit(clone(learner).set_params(average=True), (X, Y))
    for attribute in ("coef_", "intercept_", "dual_coef_", "slack_coef_"):
        assert getattr(plain, attribute).tobytes() == getattr(averaged, attribute).tobytes()
    for attribute in ("n_updates_", "n_visits_", "directional_margin_", "margin_upper_bound_"):
        np.testing.assert_equal(getattr(plain, attribute), getattr(averaged, attribute))
    assert not hasattr(plain, "average_coef_")


@pytest.mark.long
@pytest.mark.parametrize(
    "options", [{}, {"mini_epochs": 3}, {"shuffle": True, "random_state": 1}], ids=str
)
@pytest.mark.parametrize(
    "learner", [PDM(0.1), MICRA(), LEARNERS["Pegasos"](0.01), ALMA(0.3)], ids=str
)
def test_equals_the_average_in_a_linear_kernels_space(learner, options):
    settings = {"average": True, "augment": 0.7, "extend": 0.5, "max_updates": 200, **options}
    model = fit(clone(learner).set_params(**settings), (X, Y))
    kernel = fit(clone(learner).set_params(kernel=Linear(), **settings), (X, Y))
    assert model.n_visits_ == kernel.n_visits_ > 120
    outputs = model.decision_function(X)
    np.testing.assert_allclose(
        outputs, kernel.decision_function(X), atol=1e-9 * np.abs(outputs).max()
    )
    signed = Y * kernel.average_dual_coef_
    np.testing.assert_allclose(model.average_coef_[0], signed @ X, rtol=1e-8)


@pytest.mark.parametrize("kernel", [None, Polynomial(2, 1.0)], ids=str)
def test_equals_one_vs_rest(kernel):
    model = fit(PDM(0.3, kernel=kernel, average=True, max_epochs=3), (X, Y))
    both = OneVsRest(PDM(0.3, kernel=kernel), epochs=3, shuffle=False, hypothesis="average")
    outputs = both.fit(X, Y).decision_function(X)
    found = model.decision_function(X)
    np.testing.assert_allclose(found, outputs, atol=1e-6 * np.abs(outputs).max())


def test_equals_scikit_learns_average():
    """scikit-learn averages after every pattern too. Without an intercept both agree."""
    options = {"fit_intercept": False, "shuffle": False, "max_iter": 3, "tol": None}
    theirs = passive_aggressive_of_scikit_learn("I", 0.1, average=True, **options)
    ours = PassiveAggressive(C=0.1, augment=0.0, max_epochs=3, average=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        theirs.fit(X, Y)
        ours.fit(X, Y)
    np.testing.assert_allclose(ours.average_coef_, theirs.coef_, rtol=1e-10, atol=1e-10)


@pytest.mark.parametrize(
    "name",
    by_target((name,) for name in ("PDM", "PassiveAggressive", "ROMMA", "Pegasos", "ALMA")),
)
def test_a_stream_continues_the_average(name):
    learner = LEARNERS[name](extend=0.5, average=True)
    whole = fit(epoch(learner), (X, Y))
    stream = clone(learner)
    for rows in np.split(np.arange(60), [1, 7, 30]):
        stream.partial_fit(X[rows], Y[rows], CLASSES, whole.squared_radius_)
    np.testing.assert_array_equal(weight(stream, "average_"), weight(whole, "average_"))
    before = deepcopy(stream)
    again, whole = (model.partial_fit(X[:9], Y[:9]) for model in (stream, whole))
    np.testing.assert_allclose(weight(again, "average_"), weight(whole, "average_"), rtol=1e-9)
    copied = before.partial_fit(X[:9], Y[:9])
    np.testing.assert_array_equal(weight(copied, "average_"), weight(again, "average_"))


@pytest.mark.long
def test_cached_products_change_no_average(monkeypatch):
    learner = PDM(0.01, average=True)
    plain = fit(learner, (X, Y))
    monkeypatch.setattr("maxmargin.drivers.sequential.driver.caching_pays", lambda *_: True)
    cached = fit(clone(learner), (X, Y))
    np.testing.assert_array_equal(weight(plain, "average_"), weight(cached, "average_"))


def test_the_average_of_a_fit_does_not_outlive_it():
    model = fit(PDM(0.3, average=True), (X, Y))
    model.set_params(average=False).fit(X, Y)
    np.testing.assert_allclose(model.decision_function(X), X @ model.coef_[0] + model.intercept_)


def test_what_has_no_average_refuses_it():
    with pytest.raises(ValueError, match="worst_first presents no pattern .* average at False"):
        PDM(worst_first=True, average=True).fit(X, Y)
    with pytest.raises(ValueError, match="ALMA has p=4 and .*, but average needs p=2"):
        ALMA(p=4, average=True).fit(X, Y)
    with pytest.raises(ValueError, match="average=True cannot be learned by fit_in_blocks"):
        fit_in_blocks(Perceptron(average=True), X, Y)
    with pytest.raises(ValueError, match="OneVsRest ignores average"):
        OneVsRest(Perceptron(average=True)).fit(X, Y)
    model = Perceptron().partial_fit(X, Y, CLASSES)
    with pytest.raises(ValueError, match="average is True, but was False at the start"):
        model.set_params(average=True).partial_fit(X, Y)
    assert "average" not in KrauthMezard().get_params()


@pytest.mark.slow
def test_primal_svm_averages_with_a_gap():
    model = fit(PrimalSVM(1e-2, gap=0.1, average=True), (X, Y))
    assert model.average_coef_.shape == (1, 5) and np.isfinite(model.average_coef_).all()


def test_a_stream_of_an_older_version_continues():
    """An older average has three numbers, and its first includes the visits since an update."""
    new, old = (PDM(average=True).partial_fit(X, Y, CLASSES) for _ in range(2))
    average = old.stream_.averaged
    total, _, base, since, visits = average.numbers
    old.stream_.averaged = average._replace(numbers=np.array([total + since, visits, base]))
    for model in (new, old):
        model.partial_fit(X, Y)
    np.testing.assert_allclose(old.average_coef_, new.average_coef_, rtol=1e-12)
    assert old.stream_.averaged.numbers.size == 5
