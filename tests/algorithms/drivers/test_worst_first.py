"""The worst-first driver makes the updates of the slow reference, with kernels too."""

import numpy as np
import pytest
from scipy import sparse

from maxmargin import (
    LEARNERS,
    AdaTron,
    KrauthMezard,
    MaximumMargin,
    Pegasos,
    Perceptron,
)
from maxmargin.drivers.dual.kernel_rows import KernelRows
from maxmargin.drivers.dual.learner import KernelSpace
from maxmargin.drivers.shared import progress
from maxmargin.drivers.shared.scaled_rule import ScaledRule
from maxmargin.drivers.worst_first import driver as worst_first
from maxmargin.kernels import Gaussian, Linear, Polynomial, values
from maxmargin.rules import all_rules
from maxmargin.space import make_space
from tests.algorithms import reference
from tests.algorithms.cases import CASES, ENDLESS, NEVER_WORST_FIRST, STORAGES, slow_beyond_kinds
from tests.algorithms.problems import separable

RULES = all_rules()
CASES = slow_beyond_kinds(case for case in CASES if case[0] not in {*NEVER_WORST_FIRST, *ENDLESS})
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
            continue  # products tie, and rounding may decide which is the smallest
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
    """Products of integers can tie; the driver chooses the first of the worst patterns."""
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
    """The margin equals the margin computed from the full Gram matrix, and is certified."""
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
    """One column for each pattern in the weight, independent of the points of the curve."""
    X, labels = separable(4, m=60, margin=0.02)
    fetched = []
    values = worst_first.kernels.values_of_checked

    def counted(kernel, X, Y, rho):
        fetched.append(len(Y))
        return values(kernel, X, Y, rho)

    monkeypatch.setattr(worst_first.kernels, "values_of_checked", counted)
    options = {} if cls is KrauthMezard else {"worst_first": True}
    model = cls(kernel=Gaussian(1.0), **options).fit(X, labels)
    assert len(model.history_) > 10
    assert sum(fetched) == model.support_.size


@pytest.mark.parametrize(("room", "columns"), [(0, 1), (1, 1), (3, 3), (7.9, 7), (100, 20)])
def test_columns_fill_the_memory_and_no_more(room, columns):
    """room: the memory, in columns of 8 bytes a pattern. There is one more for what is not kept."""
    X, labels = separable(3, m=20)
    rows = KernelRows(Linear().base, X, None, 2.0**20, dtype=np.float64)
    space = KernelSpace(Linear(), rows, 1.0)
    geometry = worst_first.KernelGeometry(space, X, labels, room * 8 * labels.size)
    rule = all_rules()["KrauthMezard"]
    scaled_rule = ScaledRule(rule, rule.Parameters(), space.squared_radius)
    weight = worst_first._Weight(rule, scaled_rule, geometry, None)
    assert weight.columns.shape == (1 + columns, labels.size)


def test_kernel_memory_is_the_room_for_columns(monkeypatch):
    """Columns that do not fit are recomputed; exact products do not change in any bit."""
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
