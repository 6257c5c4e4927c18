"""The worst-first driver makes the updates of the slow reference, and Krauth & Mézard's start."""

import numpy as np
import pytest
from scipy import sparse

from maxmargin import (
    LEARNERS,
    LIBSVM,
    AdaTron,
    KrauthMezard,
    MaximumMargin,
    Pegasos,
    Perceptron,
    Pocket,
)
from maxmargin.drivers import progress, worst_first
from maxmargin.estimators import krauth_mezard as estimator
from maxmargin.kernels import Gaussian, Linear, Polynomial, values
from maxmargin.rules import all_rules
from maxmargin.space import make_space
from tests.algorithms import reference
from tests.algorithms.cases import CASES, STORAGES
from tests.algorithms.problems import separable

RULES = all_rules()
# Passive-Aggressive need not end: a pattern that comes back has p = 1 but for rounding.
CASES = [case for case in CASES if case[0] not in ("Pegasos", "PassiveAggressive", "AdaTron")]
SPACES = [(0.0, 0.5), (1.5, 0.0), (1.0, 2.0)]


@pytest.mark.parametrize("storage", STORAGES)
@pytest.mark.parametrize("name, values", CASES)
def test_same_updates_as_reference(name, values, storage):
    rule, parameters = RULES[name], RULES[name].Parameters(*values)
    _, values_are_one, form = STORAGES[storage]
    for seed in range(4):
        X, labels = separable(seed, m=12 + 7 * seed, n=6)
        X = np.where(X > 0, 1.0, 0.0) if values_are_one else X
        augment, extend = (1.0, 2.0) if values_are_one else SPACES[seed % 3]
        Y = reference.patterns(X, labels, augment, extend)
        converged, updates, a = reference.run_worst_first(rule, parameters, Y)
        geometry = worst_first.LinearGeometry(make_space(form(X), labels, augment, extend))
        run = worst_first.run(rule, parameters, geometry)
        assert converged and run.status == "converged"
        if values_are_one:
            continue  # products tie, and rounding may tell which is the smallest
        assert run.end.updates == updates and run.end.epochs == updates + 1
        assert run.end.visits == (updates + 1) * len(Y)
        weight = np.concatenate([run.weights, extend * labels * run.duals])
        np.testing.assert_allclose(weight, a, atol=1e-9 * np.linalg.norm(a))
        products = Y @ a
        margin = products.min() / np.linalg.norm(a)
        plain = products.min() / np.linalg.norm(np.delete(a, X.shape[1]))
        assert run.end.directional_margin == pytest.approx(margin, rel=1e-8)
        assert run.end.geometric_margin == pytest.approx(plain, rel=1e-8)


def test_whole_numbers_are_exact_whatever_the_storage():
    """Products of whole numbers tie, and are never rounded: the first of the worst is taken."""
    X, labels = separable(1, m=30, n=8, binary=True)
    model, again = (KrauthMezard(c=3, extend=1.0).fit(form(X), labels) for form in FORMS)
    Y = reference.patterns(X, labels, 1.0, 1.0)
    rule = RULES["KrauthMezard"]
    _, updates, a = reference.run_worst_first(rule, rule.Parameters(3.0), Y)
    for fitted in (model, again):
        assert fitted.n_updates_ == updates
        assert (fitted.coef_[0] == a[:8]).all() and fitted.intercept_[0] == a[8]


FORMS = (np.asarray, sparse.csr_matrix)


def test_room_for_few_columns_changes_no_bit(monkeypatch):
    X, labels = separable(4, m=40, margin=0.02)
    whole = KrauthMezard(c=20, extend=0.1).fit(X, labels)
    monkeypatch.setattr(worst_first, "COLUMNS_MEMORY", 3 * 8 * 40)
    cramped = KrauthMezard(c=20, extend=0.1).fit(X, labels)
    assert np.count_nonzero(whole.dual_coef_) > 3
    assert cramped.dual_coef_.tobytes() == whole.dual_coef_.tobytes()


def test_points_of_the_curve_change_no_bit(monkeypatch):
    X, labels = separable(4, m=40, margin=0.02)
    model = KrauthMezard(c=200).fit(X, labels)
    monkeypatch.setattr(progress, "CURVE_RATIO", 2.0)
    again = KrauthMezard(c=200).fit(X, labels)
    assert len(again.history_) < len(model.history_)
    assert again.n_updates_ == model.n_updates_


@pytest.mark.parametrize("name, values", CASES)
def test_linear_kernel_is_the_plane(name, values):
    X, labels = separable(2, m=25, n=5)
    options = {"augment": 1.0, "extend": 0.5}
    if name != "KrauthMezard":
        options["worst_first"] = True
    linear = LEARNERS[name](*values, **options).fit(X, labels)
    kernel = LEARNERS[name](*values, **options, kernel=Linear()).fit(X, labels)
    assert kernel.n_updates_ == linear.n_updates_
    np.testing.assert_allclose(kernel.dual_coef_, linear.dual_coef_, rtol=1e-7)
    assert kernel.directional_margin_ == pytest.approx(linear.directional_margin_, rel=1e-9)
    assert kernel.geometric_margin_ == pytest.approx(linear.geometric_margin_, rel=1e-9)


@pytest.mark.parametrize("normalised", [False, True])
def test_kernel(normalised):
    """The margin is that of the Gram matrix written out, and certified."""
    X, labels = separable(2, m=25, n=5)
    kernel = Polynomial(2, 1.0, normalised)
    model = KrauthMezard(c=5, kernel=kernel, augment=0.5).fit(X, labels)
    assert model.converged_ and (model.predict(X) == labels).all()
    gram = np.outer(labels, labels) * values(kernel, X, X, 0.5)
    products = gram @ model.dual_coef_
    margin = products.min() / np.sqrt(model.dual_coef_ @ products)
    assert model.directional_margin_ == pytest.approx(margin, rel=1e-9)
    assert margin <= model.margin_upper_bound_


@pytest.mark.parametrize("cls", [KrauthMezard, Perceptron])
def test_kernel_columns_are_computed_once(cls, monkeypatch):
    """Of each pattern in the weight, however many points the curve has."""
    X, labels = separable(4, m=60, margin=0.02)
    fetched = []
    values = worst_first.kernels.values

    def counted(kernel, X, Y, rho):
        fetched.append(len(Y))
        return values(kernel, X, Y, rho)

    monkeypatch.setattr(worst_first.kernels, "values", counted)
    options = {} if cls is KrauthMezard else {"worst_first": True}
    model = cls(kernel=Gaussian(1.0), **options).fit(X, labels)
    assert len(model.history_) > 10
    assert sum(fetched) == model.support_.size


def test_kernel_memory_is_the_room_for_columns(monkeypatch):
    """What has no room is computed again, and that changes no bit of exact products."""
    X, labels = separable(1, m=90, n=8, binary=True)
    options = {"kernel": Polynomial(2, 1.0), "extend": 1.0}
    whole = KrauthMezard(c=20, **options).fit(X, labels)
    memory = []
    rooms = worst_first.KernelGeometry

    def cramped(space, X, labels, given):
        memory.append(given)
        return rooms(space, X, labels, 3 * 8 * 90)

    monkeypatch.setattr(worst_first, "KernelGeometry", cramped)
    monkeypatch.setattr(worst_first, "BLOCK", 4)
    model = KrauthMezard(c=20, kernel_memory=0.25, **options).fit(X, labels)
    assert memory == [2.0**28]
    assert whole.support_.size > 12
    assert model.dual_coef_.tobytes() == whole.dual_coef_.tobytes()
    assert model.directional_margin_ == whole.directional_margin_
    assert model.margin_upper_bound_ == whole.margin_upper_bound_


def test_limits_and_goals():
    X, labels = separable(3, m=40, margin=0.01)
    gamma = MaximumMargin().fit(X, labels).directional_margin_
    with pytest.warns(UserWarning, match="max_epochs=7"):
        model = KrauthMezard(c=1000, max_epochs=7).fit(X, labels)
    assert model.n_updates_ == model.n_epochs_ == 7
    model = KrauthMezard(c=1000, enough_margin=0.5 * gamma).fit(X, labels)
    assert model.status_ == "reached" and model.directional_margin_ >= 0.5 * gamma
    model = KrauthMezard(c=1000, certify=0.9).fit(X, labels)
    assert model.status_ == "certified" and model.directional_margin_ >= 0.9 * gamma


@pytest.mark.parametrize(
    ("cls", "message"),
    [(Pegasos, "Pegasos is defined by its visits"), (AdaTron, "AdaTron also lowers duals")],
)
def test_a_rule_that_this_driver_makes_no_sense_for_is_refused(cls, message):
    X, labels = separable(3)
    with pytest.raises(ValueError, match=f"{message}.*leave worst_first at False"):
        cls(worst_first=True).fit(X, labels)


@pytest.mark.parametrize("option", [{"mini_epochs": 2}, {"shuffle": True}])
def test_options_of_another_driver_are_refused(option):
    with pytest.raises(ValueError, match="leave mini_epochs at 0 and shuffle at False"):
        Perceptron(worst_first=True, **option).fit(*separable(3))


# Starts of Krauth & Mézard's algorithm.


@pytest.mark.parametrize("extend", [0.0, 0.7])
def test_start_from_coefficients_and_from_a_learner_are_one(extend):
    X, labels = separable(6, m=30)
    start = Perceptron(extend=extend).fit(X, labels)
    model = KrauthMezard(c=30, extend=extend)
    ways = [model.fit(X, labels, start=s).dual_coef_ for s in (start, start.dual_coef_)]
    assert (ways[0] == ways[1]).all()
    Y = reference.patterns(X, labels, 1.0, extend)
    rule = RULES["KrauthMezard"]
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
    bad = Perceptron().fit(X, -labels)  # the opposite of what separates
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
        message = "too many to look for one: give the coefficients as start"
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


NUMBERS = "start has to be 30 finite real numbers, one for each pattern, or a fitted linear .* but "
PLANE = "start has to have finite real numbers as coef_, .* as intercept_, .* but this "
LENGTH = "start is so long that its squared norm overflows"
OTHER = (
    r"start has to be fitted to as many patterns, 30, with the same kernel, Gaussian\(.*\), and "
)
# name: (start, of X and labels; the kernel of the learner that it is for; what is said).
WRONG = {
    "few": (lambda X, y: [1.0, 2.0], None, NUMBERS + r"it is a list of shape \(2,\)"),
    "many": (lambda X, y: np.ones(5000), None, NUMBERS + r"it is a ndarray of shape \(5000,\)"),
    "nan": (lambda X, y: np.full(30, np.nan), None, NUMBERS + "it is an array that holds nan"),
    "name": (lambda X, y: "pocket", None, NUMBERS + "it is a str"),
    "ragged": (
        lambda X, y: [[1.0], [1.0, 2.0]],
        None,
        NUMBERS + "it is a list that makes no array",
    ),
    "complex": (lambda X, y: np.full(30, 1j), None, NUMBERS + "it is .* type complex128"),
    "unfitted": (lambda X, y: Perceptron(), None, NUMBERS + "it is of type Perceptron and not fit"),
    "kernel for none": (
        lambda X, y: Perceptron(kernel=Linear()).fit(X, y),
        None,
        NUMBERS + "it is of type Perceptron with kernel=Linear",
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
        PLANE + "Perceptron has not",
    ),
    "no threshold": (lambda X, y: Bare(), None, PLANE + "Bare has not"),
    "none for kernel": (
        lambda X, y: Pocket().fit(X, y),
        Gaussian(1.0),
        "start has to be λ, .* or a learner with the same kernel, but it is of type Pocket",
    ),
    "other kernel": (
        lambda X, y: Perceptron(kernel=Gaussian(2.0)).fit(X, y),
        Gaussian(1.0),
        OTHER + r".*but it is of type Perceptron with kernel=Gaussian\(width=2.0\)",
    ),
    "other patterns": (
        lambda X, y: Perceptron(kernel=Gaussian(1.0)).fit(X[:20], y[:20]),
        Gaussian(1.0),
        OTHER + ".*fitted to 20 patterns",
    ),
    "unfitted with kernel": (
        lambda X, y: Perceptron(kernel=Gaussian(1.0)),
        Gaussian(1.0),
        OTHER + ".*not fitted",
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
