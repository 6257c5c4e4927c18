"""Krauth & Mézard's algorithm accepts allowed starts and rejects others with clear messages."""

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning

from maxmargin import KrauthMezard, MaximumMargin, Perceptron, Pocket
from maxmargin.estimators import krauth_mezard as estimator
from maxmargin.kernels import Gaussian, Linear
from maxmargin.rules import all_rules
from peers import LIBSVM
from tests.algorithms import reference
from tests.algorithms.problems import separable


@pytest.mark.parametrize("extend", [0.0, 0.7])
def test_start_from_coefficients_and_from_a_learner_are_one(extend):
    X, labels = separable(6, m=30)
    start = Perceptron(extend=extend).fit(X, labels)
    model = KrauthMezard(c=30, extend=extend)
    ways = [model.fit(X, labels, start=s).dual_coef_ for s in (start, start.dual_coef_)]
    assert (ways[0] == ways[1]).all()
    Y = reference.patterns(X, labels, 1.0, extend)
    rule = all_rules()["KrauthMezard"]
    squared_radius = (Y**2).sum(axis=1).max()
    w0 = squared_radius * (Y.T @ start.dual_coef_)
    _, updates, a = reference.run_worst_first(rule, rule.Parameters(30.0), Y, start=w0)
    assert model.n_updates_ == updates > 0
    np.testing.assert_allclose(model.coef_[0], a[: X.shape[1]], rtol=1e-9)
    assert model.directional_margin_ <= model.margin_upper_bound_


def test_a_weight_that_is_a_combination_is_found_to_be_one():
    X, labels = separable(6, m=30)
    other = MaximumMargin(augment=1.0).fit(X, labels)
    del other.dual_coef_
    model = KrauthMezard(c=3).fit(X, labels, start=other)
    assert model.converged_ and np.isfinite(model.margin_upper_bound_)


def test_start_that_is_no_combination():
    X, labels = separable(6, m=30)
    bad = Perceptron().fit(X, -labels)  # the opposite of a separating weight
    for start in (bad, -np.ones(30)):
        with pytest.raises(ValueError, match="has a gap .*Section 4.*any_start=True"):
            KrauthMezard(c=30).fit(X, labels, start=start)
        model = KrauthMezard(c=30, any_start=True).fit(X, labels, start=start)
        assert model.converged_ and np.isnan(model.margin_upper_bound_)
        products = labels * model.decision_function(X)
        assert products.min() >= 30 * model.squared_radius_ * (1 - 1e-9)
        norm = np.hypot(np.linalg.norm(model.coef_), model.intercept_[0])
        assert model.directional_margin_ == pytest.approx(products.min() / norm, rel=1e-9)
        assert model.weight_norm_ == pytest.approx(norm)


@pytest.mark.parametrize("kernel", [None, Linear()])
def test_norm_of_a_weight_without_a_certificate(kernel):
    X, labels = separable(6, m=30)
    model = KrauthMezard(c=30, extend=0.7, any_start=True, kernel=kernel, max_updates=40)
    with pytest.warns(UserWarning, match="max_updates=40"):
        model.fit(X, labels, start=-np.ones(30))
    Y = reference.patterns(X, labels, 1.0, 0.7)
    assert np.isnan(model.margin_upper_bound_)
    assert model.weight_norm_ == pytest.approx(np.linalg.norm(Y.T @ model.dual_coef_))


def test_a_kernel_learner_is_a_start_by_its_coefficients():
    X, labels = separable(6, m=30)
    first = Perceptron(kernel=Gaussian(1.0)).fit(X, labels)
    model = KrauthMezard(c=5, kernel=Gaussian(1.0))
    ways = [model.fit(X, labels, start=s).dual_coef_ for s in (first, first.dual_coef_)]
    assert (ways[0] == ways[1]).all() and (ways[0] >= first.dual_coef_).all()
    assert model.directional_margin_ <= model.margin_upper_bound_


@pytest.mark.parametrize("trouble", ["size", "iterations"])
def test_a_combination_that_is_not_found(trouble, monkeypatch):
    X, labels = separable(6, m=30)
    other = MaximumMargin(augment=1.0).fit(X, labels)
    duals = vars(other).pop("dual_coef_")
    message = "has a gap .*any_start=True"
    if trouble == "size":
        monkeypatch.setattr(estimator, "LARGEST", 100)
        message = "too large to search for one: give the coefficients as start"
    else:
        monkeypatch.setattr(estimator, "nnls", too_long)
    with pytest.raises(ValueError, match=message):
        KrauthMezard(c=3).fit(X, labels, start=other)
    model = KrauthMezard(c=3, any_start=True).fit(X, labels, start=other)
    assert model.converged_ and np.isnan(model.margin_upper_bound_)
    assert np.isfinite(KrauthMezard(c=3).fit(X, labels, start=duals).margin_upper_bound_)


def too_long(A, b):
    raise RuntimeError("Maximum number of iterations reached.")


def changed(model, **attributes):
    for name, value in attributes.items():
        setattr(model, name, value)
    return model


class Bare:
    coef_ = np.ones((1, 4))


NUMBERS = ".*, but has to be 30 finite real numbers, one for each pattern, or a fitted linear "
HYPERPLANE = (
    " whose coef_ or intercept_ does not fit: coef_ .* one finite real number .* intercept_"
)
LENGTH = "start is so long that its squared norm overflows"
OTHER = (
    r".*, but has to be fitted to as many patterns, 30, with the same kernel, Gaussian\(.*\), and "
)
# name: (start, of X and labels; the kernel of the learner that it is for; what is said).
WRONG = {
    "few": (lambda X, y: [1.0, 2.0], None, r"start is of type list, shape \(2,\)" + NUMBERS),
    "many": (
        lambda X, y: np.ones(5000),
        None,
        r"start is of type ndarray, shape \(5000,\)" + NUMBERS,
    ),
    "nan": (lambda X, y: np.full(30, np.nan), None, "start is an array that holds nan" + NUMBERS),
    "name": (lambda X, y: "pocket", None, "start is of type str, shape" + NUMBERS),
    "ragged": (
        lambda X, y: [[1.0], [1.0, 2.0]],
        None,
        "start is of type list, which is no array" + NUMBERS,
    ),
    "complex": (lambda X, y: np.full(30, 1j), None, "start is .* dtype complex128" + NUMBERS),
    "unfitted": (
        lambda X, y: Perceptron(),
        None,
        "start is of type Perceptron and not fit" + NUMBERS,
    ),
    "kernel for none": (
        lambda X, y: Perceptron(kernel=Linear()).fit(X, y),
        None,
        "start is of type Perceptron with kernel=Linear" + NUMBERS,
    ),
    "huge λ": (lambda X, y: np.full(30, 1e200), None, LENGTH),
    "huge λ, kernel": (lambda X, y: np.full(30, 1e200), Gaussian(1.0), LENGTH),
    "huge weight": (
        lambda X, y: changed(Perceptron().fit(X, y), coef_=np.full((1, 4), 1e308)),
        None,
        LENGTH,
    ),
    "nan weight": (
        lambda X, y: changed(Perceptron().fit(X, y), coef_=np.full((1, 4), np.nan)),
        None,
        "start is a Perceptron" + HYPERPLANE,
    ),
    "no threshold": (lambda X, y: Bare(), None, "start is a Bare" + HYPERPLANE),
    "none for kernel": (
        lambda X, y: Pocket().fit(X, y),
        Gaussian(1.0),
        "start is of type Pocket .* has to be λ, .* or a learner with the same kernel",
    ),
    "other kernel": (
        lambda X, y: Perceptron(kernel=Gaussian(2.0)).fit(X, y),
        Gaussian(1.0),
        r"start is of type Perceptron with kernel=Gaussian\(width=2.0\)" + OTHER,
    ),
    "other patterns": (
        lambda X, y: Perceptron(kernel=Gaussian(1.0)).fit(X[:20], y[:20]),
        Gaussian(1.0),
        ".*fitted to 20 patterns" + OTHER,
    ),
    "kernel with equal parameters": (
        lambda X, y: Perceptron(kernel=Gaussian(1.0)).fit(X, y),
        Linear(True),
        r"start is of type Perceptron with kernel=Gaussian\(width=1.0\).*same kernel, Linear",
    ),
    "kernel set after its fit": (
        lambda X, y: Perceptron(kernel=Gaussian(2.0)).fit(X, y).set_params(kernel=Gaussian(1.0)),
        Gaussian(1.0),
        r"start is of type Perceptron with kernel=Gaussian\(width=2.0\)" + OTHER,
    ),
    "unfitted with kernel": (
        lambda X, y: Perceptron(kernel=Gaussian(1.0)),
        Gaussian(1.0),
        ".*not fitted" + OTHER,
    ),
}


@pytest.mark.parametrize("any_start", [False, True])
@pytest.mark.parametrize("name", WRONG)
def test_wrong_starts_are_named(name, any_start):
    X, labels = separable(6, m=30)
    start, kernel, message = WRONG[name]
    model = KrauthMezard(any_start=any_start, kernel=kernel)
    with pytest.raises(ValueError, match=message) as caught:
        model.fit(X, labels, start=start(X, labels))
    assert "\n" not in str(caught.value) and len(str(caught.value)) < 300


def test_a_start_is_in_the_space_of_its_fit():
    X, labels = separable(6, m=30)
    start = Perceptron(kernel=Gaussian(1.0)).fit(X, labels)
    start.set_params(kernel=Gaussian(2.0), augment=9.0)
    model = KrauthMezard(kernel=Gaussian(1.0), max_updates=100)
    with pytest.warns(ConvergenceWarning):
        assert model.fit(X, labels, start=start).start_norm_ > 0.0


def test_options_are_documented_and_no_others():
    text = KrauthMezard.__doc__
    for name in KrauthMezard().get_params().keys() - {"max_epochs", "max_seconds", "c"}:
        assert f"{name} :" in text or f"{name}:" in text or f"{name}, max_epochs" in text
    for name in ("mini_epochs", "shuffle", "worst_first"):
        assert f"    {name} :" not in text


def test_starts_that_do_not_fit():
    X, labels = separable(6, m=30)
    with pytest.raises(ValueError, match="start has 4 weights, but the patterns have 2 features"):
        KrauthMezard().fit(X[:, :2], labels, start=Perceptron().fit(X, labels))
    with pytest.raises(ValueError, match="set augment above 0"):
        start = LIBSVM().fit(X, labels)
        KrauthMezard(augment=0.0).fit(X, labels, start=start)
