"""ALMA_p's attributes describe its weight, and its errors name the wrong input."""

import numpy as np
import pytest
from scipy import sparse
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.estimator_checks import (
    check_class_weight_classifiers,
    parametrize_with_checks,
)

from maxmargin import ALMA, LEARNERS
from maxmargin.drivers.p_norm import driver as p_norm
from maxmargin.drivers.p_norm.space import make_p_norm_space
from maxmargin.drivers.sequential import driver as sequential
from maxmargin.drivers.shared import progress
from maxmargin.rules import alma as rule
from maxmargin.space import make_space
from tests.algorithms import reference
from tests.algorithms.p_norm_reference import (
    FORMS,
    f,
    norm,
    orders,
    presented,
)
from tests.algorithms.problems import separable


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
@pytest.mark.parametrize("seed", range(6))
def test_p_of_2_is_the_rule(seed, form):
    X, labels = separable(seed, m=30, n=5)
    augment, extend = [(0.0, 0.5), (1.5, 0.0), (1.0, 2.0)][seed % 3]
    options = {"mini_epochs": [0, 3][seed % 2], "budget": progress.Budget(max_epochs=300)}
    permutes = [np.random.default_rng(seed) if seed > 2 else None for _ in range(2)]
    space = make_space(form(X), labels, augment, extend)
    ended = sequential.run(rule, rule.Parameters(0.3), space, permute=permutes[0], **options)
    other = make_p_norm_space(form(X), labels, 2.0, "radius", augment, extend)
    run = p_norm.run(rule.Parameters(0.3), other, permute=permutes[1], **options)
    assert run.status == ended.status and other.squared_radius == pytest.approx(
        space.squared_radius
    )
    assert len(run.curve) == len(ended.curve)
    for point, expected in zip(run.curve, ended.curve, strict=True):
        assert point[:4] == expected[:4]
        assert point[5:] == pytest.approx(expected[5:], rel=1e-9)
    np.testing.assert_allclose(run.weights[:6], ended.weights, atol=1e-9)
    np.testing.assert_allclose(run.duals, ended.duals, atol=1e-9)
    if extend:
        np.testing.assert_allclose(run.weights[6:], extend * labels * ended.duals, atol=1e-9)


@pytest.mark.parametrize("p", [2.0, 4.0])
def test_entries_given_twice_add_up(p):
    X, labels = separable(1, m=20)
    starts = np.arange(21) * 8
    columns, values = np.tile(np.arange(8) % 4, 20), np.hstack([1.5 * X, -0.5 * X]).ravel()
    twice = sparse.csr_matrix((values, columns, starts), shape=X.shape)
    one, other = (ALMA(0.5, p=p, normalise="instance").fit(rows, labels) for rows in (X, twice))
    assert other.n_updates_ == one.n_updates_ > 10
    np.testing.assert_allclose(other.coef_, one.coef_, atol=1e-12)


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
@pytest.mark.parametrize("extend", [0.0, 0.5])
@pytest.mark.parametrize("normalise", ["radius", "instance"])
@pytest.mark.parametrize("p", [2.0, 4.0])
def test_attributes_describe_the_weight(p, normalise, extend, form):
    X, labels = separable(1, m=30)
    model = ALMA(0.3, p=p, normalise=normalise, augment=2.0, extend=extend)
    model.fit(form(X), labels)
    weight = np.concatenate([model.coef_[0], model.intercept_ / 2.0, model.slack_coef_])
    Y = reference.patterns(X, labels, 2.0, extend)
    lengths = np.array([norm(y, p) for y in Y])
    if normalise == "instance":
        Y = Y / lengths[:, None]
    radius = 1.0 if normalise == "instance" else lengths.max()
    products, q = Y @ weight, p / (p - 1)
    assert model.squared_radius_ == pytest.approx(radius**2)
    assert model.directional_margin_ == pytest.approx(products.min() / norm(weight, q))
    plain = norm(np.delete(weight, 4), q)
    assert model.geometric_margin_ == pytest.approx(products.min() / plain)
    theta = model.dual_coef_ @ Y
    np.testing.assert_allclose(f(theta, p), weight, atol=1e-12)
    assert model.margin_upper_bound_ == pytest.approx(norm(theta, p) / model.dual_coef_.sum())
    assert (model.dual_coef_ >= 0).all() and model.converged_
    assert model.history_[-1].updates == model.n_updates_
    assert model.n_iter_ == model.n_epochs_ + model.n_mini_epochs_
    scores = X @ model.coef_[0] + model.intercept_
    np.testing.assert_array_equal(model.predict(form(X)), np.where(scores > 0, 1, -1))
    assert clone(model).get_params() == model.get_params()


def test_large_p_finds_the_coordinates_that_matter():
    """A sparse target takes far fewer updates with large p than with p = 2, as in Section 4.4.

    The target has 3 of 300 coordinates, and the weight is nearly all on these.
    """
    rng = np.random.default_rng(0)
    X = rng.uniform(-1, 1, size=(400, 300))
    X[:, :3] += 0.5 * np.sign(X[:, :3].sum(axis=1))[:, None]
    labels = np.sign(X[:, :3].sum(axis=1))
    two, ten = (ALMA(0.5, p=p, normalise="instance", augment=0.0).fit(X, labels) for p in (2, 10))
    assert ten.n_updates_ < two.n_updates_
    parts = [np.abs(model.coef_[0]) / np.abs(model.coef_).sum() for model in (two, ten)]
    assert parts[0][:3].sum() < 0.5 and parts[1][:3].sum() > 0.9


@pytest.mark.parametrize("options", [{"max_updates": 123}, {"max_epochs": 7}])
@pytest.mark.parametrize("shuffle", [False, True])
def test_limits_are_kept_exactly(options, shuffle):
    X, labels = separable(5, m=30)
    X, labels = np.vstack([X, X[:1]]), np.append(labels, -labels[0])
    model = ALMA(0.01, p=4, shuffle=shuffle, random_state=0, **options)
    with pytest.warns(ConvergenceWarning, match="directional margin .* certified maximum"):
        model.fit(X, labels)
    (name, limit), count = next(iter(options.items())), {"max_updates": "n_updates_"}
    assert getattr(model, count.get(name, "n_epochs_")) == limit and model.status_ == name
    assert model.margin_upper_bound_ >= 0


@pytest.mark.parametrize("p", [2.0, 10.0, 1e5])
def test_extremes_are_numbers(p):
    """Extreme rates and p, and patterns whose powers over- or underflow, give finite numbers."""
    X, labels = separable(2, m=20)
    for C in (1e-9, 1e12):
        for scale in (1e-200, 1e200):
            learner = presented(
                rule.Parameters(0.5, None, C), p, scale * X, labels, orders(1, 20, 30)
            )
            assert 0 < learner.norm_of("last", learner.last()) <= 1 + 1e-12
            outputs = learner.last(), learner.average(), learner.voted()
            assert np.isfinite(outputs).all() and np.abs(outputs).max() <= 1 + 1e-12


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@parametrize_with_checks([ALMA(p=4, normalise="instance", max_updates=20_000)])
def test_scikit_learn_conventions(estimator, check):
    assert_conventional(estimator, check)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@parametrize_with_checks([ALMA(p=2.5, extend=1.0, max_updates=20_000)])
def test_scikit_learn_conventions_in_an_extended_space(estimator, check):
    assert_conventional(estimator, check)


def assert_conventional(estimator, check):
    if check.func is check_class_weight_classifiers:
        pytest.skip("a larger weight does not make the learner prefer a class")
    check(estimator)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"p": 1.5}, r"The 'p' parameter of ALMA must be a float in the range \[2"),
        ({"normalise": "no"}, "The 'normalise' parameter of ALMA must be a str among"),
        ({"p": 3.0}, "row 4 of X, counted from 0, is all zero"),
    ],
)
def test_bad_input_is_named(options, sentence):
    X, labels = separable(1)
    X[4] = 0.0
    with pytest.raises(ValueError, match=sentence):
        ALMA(**options, augment=0.0).fit(X, labels)


@pytest.mark.parametrize("long", [1.7e308, 1e200])  # of which the norm or its square overflows
def test_patterns_that_are_too_long_are_named(long):
    X, labels = separable(1)
    X[4] = long
    with pytest.raises(ValueError, match="row 4 of X.* norm overflow"):
        ALMA(p=3.0).fit(X, labels)


def test_the_estimator_is_the_learner_of_its_name():
    assert LEARNERS["ALMA"] is ALMA


@pytest.mark.parametrize("p", [1e13, 1e300])
def test_a_p_whose_power_is_no_integer_is_refused(p):
    with pytest.raises(ValueError, match=r"'p' parameter of ALMA .* \[2.0, 1000000000000.0\]"):
        ALMA(p=p).fit([[1.0, 2.0], [-1.0, 1.0]], [0, 1])


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.parametrize("p", [1e4, 1e12])
def test_a_large_p_is_the_largest_norm(p):
    model = ALMA(p=p, augment=0.0, max_epochs=50).fit([[1.0, 2.0], [-1.0, 1.0]], [0, 1])
    weight = model.coef_[0] / np.abs(model.coef_[0]).sum()
    margin = min(weight @ [-1.0, -2.0], weight @ [-1.0, 1.0])
    assert model.directional_margin_ == pytest.approx(margin, rel=1e-3)
    assert model.margin_upper_bound_ >= 1.0  # that of the weight (−1, 0)
