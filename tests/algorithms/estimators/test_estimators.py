"""The estimators follow scikit-learn's conventions and give clear errors and warnings."""

import pickle
import re

import numpy as np
import pytest
from numba import njit
from scipy import sparse
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.estimator_checks import (
    check_class_weight_classifiers,
    parametrize_with_checks,
)

from maxmargin import (
    ALMA,
    ESTIMATORS,
    LEARNERS,
    MICRA,
    PDM,
    AggressiveROMMA,
    MaximumMargin,
    MulticlassAMIRA,
    OneVsRest,
    PerceptronWithMargin,
    Pocket,
    PrimalSVM,
    fit_in_blocks,
    variants,
)
from maxmargin.compilation.binding import _bound
from maxmargin.drivers.sequential import kernel as sequential_kernel
from maxmargin.estimators.learner import Learner
from maxmargin.kernels import Gaussian, Linear
from peers import BASELINES, LIBLINEAR, LIBSVM
from tests.algorithms.cases import ENDLESS
from tests.algorithms.problems import separable
from tests.algorithms.variant_files import HALFWAY, write

X, Y = separable(1, m=30)


def quick(cls, **parameters):
    """Return an estimator whose runs on overlapping classes end soon."""
    model = cls(**parameters)
    if cls is LIBSVM:  # which has no such limit
        return model.set_params(tol=0.1)
    # ENDLESS rules use the limit up, and ROMMA's numbers are not finite soon after it.
    limit = 2_000 if cls.__name__ in {*ENDLESS, "ROMMA", "AggressiveROMMA"} else 20_000
    return model.set_params(max_updates=limit) if "max_updates" in model.get_params() else model


# SVM^light is a separate program, which need not be installed.
ALL = ESTIMATORS | BASELINES
CHECKED = {name: cls for name, cls in ALL.items() if name != "SVMlight"}
HARD = ("KrauthMezard", "MDM", "MaximumMargin", "PUMMA")


def of_each_base():
    """Return the name of one estimator of each base class.

    Other tests compile PDM too, and LIBLINEAR ends sooner than LIBSVM.
    """
    of_bases = {cls.__bases__: name for name, cls in reversed(CHECKED.items())}
    return {**of_bases, PDM.__bases__: "PDM", LIBLINEAR.__bases__: "LIBLINEAR"}.values()


@pytest.mark.long
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@parametrize_with_checks([quick(CHECKED[name]) for name in CHECKED if name in of_each_base()])
def test_scikit_learn_conventions(estimator, check):
    assert_conventional(estimator, check)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@parametrize_with_checks([quick(CHECKED[name]) for name in CHECKED if name not in of_each_base()])
def test_scikit_learn_conventions_of_the_others(estimator, check):
    assert_conventional(estimator, check)


def assert_conventional(estimator, check):
    if isinstance(estimator, Learner) and check.func is check_class_weight_classifiers:
        pytest.skip("a weight scales patterns, and is no price of errors: test_class_weight.py")
    check(estimator)


@pytest.mark.long
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@parametrize_with_checks([quick(CHECKED[name], extend=1.0) for name in HARD])
def test_scikit_learn_conventions_in_an_extended_space(estimator, check):
    check(estimator)


def test_attributes_describe_the_weight():
    model = MICRA(epsilon=0.5, zeta=0.8, eta=1, beta=0.5, augment=2.0, extend=0.5).fit(X, Y)
    weight = np.concatenate([model.coef_.ravel(), model.intercept_ / 2.0, model.slack_coef_])
    rows = np.hstack([X, np.full((30, 1), 2.0), 0.5 * np.eye(30)])
    products = Y * (rows @ weight)
    assert model.directional_margin_ == pytest.approx(products.min() / np.linalg.norm(weight))
    plain = np.delete(weight, 4)
    assert model.geometric_margin_ == pytest.approx(products.min() / np.linalg.norm(plain))
    np.testing.assert_allclose((Y * model.dual_coef_) @ rows, weight, atol=1e-12)
    upper = np.linalg.norm(weight) / model.dual_coef_.sum()
    assert model.margin_upper_bound_ == pytest.approx(upper)
    assert model.converged_ and model.status_ == "converged"
    assert model.history_[-1].updates == model.n_updates_
    assert model.n_iter_ == model.n_epochs_ + model.n_mini_epochs_
    np.testing.assert_array_equal(
        model.predict(X), np.where(X @ model.coef_[0] + model.intercept_ > 0, 1, -1)
    )


@pytest.mark.parametrize("labels", [("no", "yes"), (0, 7), (False, True)])
def test_larger_label_is_positive(labels):
    names = np.array(labels)[(Y > 0).astype(int)]
    model = PerceptronWithMargin(b=2).fit(X, names)
    plain = PerceptronWithMargin(b=2).fit(X, Y)
    assert model.n_updates_ == plain.n_updates_
    assert (model.predict(X)[Y > 0] == labels[1]).all()


def test_shuffle_is_reproducible_and_makes_a_difference():
    runs = [
        PerceptronWithMargin(b=2, shuffle=True, random_state=seed).fit(X, Y) for seed in (1, 1, 2)
    ]
    assert runs[0].coef_.tobytes() == runs[1].coef_.tobytes()
    assert runs[0].coef_.tobytes() != runs[2].coef_.tobytes()


@pytest.mark.parametrize("model", [PDM(), ALMA(0.5), Pocket()], ids=lambda m: type(m).__name__)
def test_predictions_are_of_the_fit_whatever_is_set_after_it(model):
    for kernel, other in ((Gaussian(1.0), None), (None, Gaussian(1.0)), (Gaussian(1.0), Linear())):
        model.set_params(kernel=kernel, augment=0.5).fit(X, Y)
        outputs = model.decision_function(X)
        model.set_params(kernel=other, augment=1.0)
        np.testing.assert_array_equal(model.decision_function(X), outputs)
        assert (model.fit(X, Y).decision_function(X) != outputs).any()  # a fit takes them up


@pytest.mark.parametrize(
    ("model", "change"),
    [
        (PDM(), {"epsilon": -1.0}),
        (PrimalSVM(gap=0.5), {"worst_first": True}),
        (MaximumMargin(), {"gap": -1.0}),
        (OneVsRest(PDM()), {"estimator__epsilon": -1.0}),
        (MulticlassAMIRA(), {"epsilon": -1.0}),
    ],
    ids=lambda value: type(value).__name__,
)
def test_no_attribute_of_an_earlier_fit_outlives_refused_parameters(model, change):
    model.fit(X, Y).set_params(**change)
    with pytest.raises(ValueError):
        model.fit(X, Y)
    assert not [name for name in vars(model) if name.endswith("_")]


def test_clone_and_pickle():
    model = AggressiveROMMA(delta=0.3, augment=0.5).fit(X, Y)
    again = pickle.loads(pickle.dumps(model))
    assert again.coef_.tobytes() == model.coef_.tobytes()
    assert clone(model).get_params() == model.get_params()


@pytest.mark.parametrize(
    ("model", "limit"),
    [
        (PerceptronWithMargin(b=1e6, max_updates=100), "max_updates=100"),
        (PerceptronWithMargin(b=1e6, max_epochs=3), "max_epochs=3"),
        (PerceptronWithMargin(b=1e12, max_updates=None, max_seconds=0.05), "max_seconds=0.05"),
    ],
)
def test_a_run_that_is_ended_says_where_it_stood(model, limit):
    with pytest.warns(ConvergenceWarning, match=f"{limit}.*margin.*certified maximum") as caught:
        model.fit(X, Y)
    assert not model.converged_
    assert f"{model.directional_margin_:.6g}" in str(caught[0].message)
    bound = float(re.search(r"certified maximum at most (\S+?)\.? ", f"{caught[0].message} ")[1])
    assert 0 <= bound - model.margin_upper_bound_ <= 1e-5 * bound


def test_a_warning_points_at_the_callers_line():
    square, labels = np.array([[0.0, 0], [1, 1], [0, 1], [1, 0]]), np.array([0, 0, 1, 1])
    for name, cls in ESTIMATORS.items():
        limit = "max_updates" if "max_updates" in cls().get_params() else "max_seconds"
        model = cls(**{limit: 2 if limit == "max_updates" else 1e-9})
        if name in ("Pocket", "PocketMaximumMargin"):  # whose patterns need not be separable
            continue
        with pytest.warns(ConvergenceWarning) as caught:
            model.fit(square, labels)
        assert {warning.filename for warning in caught} == {__file__}, name
    with pytest.warns(ConvergenceWarning) as caught:
        fit_in_blocks(MICRA(max_updates=2), square, labels, rows=2)
    assert {warning.filename for warning in caught} == {__file__}


@pytest.mark.parametrize("name", ["max_updates", "epsilon", "mini_epochs", "augment"])
def test_truth_is_no_number(name):
    with pytest.raises(ValueError, match=f"The '{name}' parameter of MICRA is True, but has to"):
        MICRA(**{name: True}).fit(X, Y)


def test_limits_are_kept_exactly():
    with pytest.warns(ConvergenceWarning):
        assert PerceptronWithMargin(b=1e6, max_updates=123).fit(X, Y).n_updates_ == 123
        assert PerceptronWithMargin(b=1e6, max_epochs=7).fit(X, Y).n_epochs_ == 7
        shuffled = PerceptronWithMargin(b=1e6, max_epochs=7, shuffle=True, random_state=0)
        assert shuffled.fit(X, Y).n_epochs_ == 7


@pytest.mark.parametrize("cls", LEARNERS.values(), ids=LEARNERS)
def test_inseparable_patterns_end(cls):
    """No weight separates two equal patterns of different classes."""
    rows = np.vstack([X, X[:1]])
    labels = np.append(Y, -Y[0])
    with pytest.warns(ConvergenceWarning):
        model = cls(max_updates=5000).fit(rows, labels)
    assert not model.converged_


BAD_INPUT = {
    "one class": (X, np.ones(30), "y has only one class"),
    "three classes": (
        X,
        np.arange(30) % 3,
        "y has 3 classes, but two are needed: put the learner into scikit-learn.s OneVs",
    ),
    "not a number": (np.where(X == X[3, 1], np.nan, X), Y, "X has NaN at row 3, column 1"),
    "infinity": (np.where(X == X[3, 1], np.inf, X), Y, "X has inf at row 3, column 1"),
    "shapes": (X, Y[:-1], "inconsistent numbers of samples"),
    "huge pattern": (
        np.vstack([X[:-1], np.full((1, 4), 1e200)]),
        Y,
        "row 29 of X.*overflow: scale X down",
    ),
    "zero pattern": (np.vstack([X[:-1], np.zeros((1, 4))]), Y, "row 29 of X.*all zero"),
    "zero pattern, sparse": (
        sparse.csr_matrix(np.vstack([X[:-1], np.zeros((1, 4))])),
        Y,
        "row 29 of X.*all zero",
    ),
}


@pytest.mark.parametrize(("rows", "labels", "sentence"), BAD_INPUT.values(), ids=BAD_INPUT)
def test_bad_input_is_named(rows, labels, sentence):
    with pytest.raises(ValueError, match=sentence):
        MICRA(augment=0.0).fit(rows, labels)


@pytest.mark.parametrize("form", [np.array, sparse.csr_matrix])
@pytest.mark.parametrize(
    "model",
    [
        PerceptronWithMargin(),
        PDM(average=True),
        Pocket(random_state=0),
    ],
)
def test_a_product_that_overflows_is_refused(model, form):
    """The terms of a product overflow, also if they cancel."""
    model.fit(1e60 * np.array([[3.0, -1.0], [-1.0, 3.0]]), [1, 0])
    sentence = "row 1 of X, counted from 0, is so long that its product with the weight overflows"
    for row in ([1e308, -1e308], [1e308, 1e308]):
        for predict in (model.predict, model.decision_function):
            with pytest.raises(ValueError, match=sentence):
                predict(form([[1.0, 2.0], row]))


@pytest.mark.parametrize(
    ("model", "name"),
    [
        (MICRA(epsilon=0.0), "epsilon"),
        (MICRA(zeta=1.1), "zeta"),
        (MICRA(eta=-1.0), "eta"),
        (MICRA(beta=0.0), "beta"),
        (AggressiveROMMA(delta=0.0), "delta"),
        (PerceptronWithMargin(b=-1.0), "b"),
        (PerceptronWithMargin(augment=-1.0), "augment"),
        (PerceptronWithMargin(mini_epochs=1.5), "mini_epochs"),
        (LEARNERS["ALMA"](alpha=1.5), "alpha"),
        (LIBSVM(tol=0.0), "tol"),
        (MaximumMargin(extend=-1.0), "extend"),
    ],
)
def test_parameters_out_of_range_are_named(model, name):
    with pytest.raises(
        ValueError, match=rf"The '{name}' parameter of {type(model).__name__} must be"
    ):
        model.fit(X, Y)


def test_a_changed_rule_is_not_served_by_old_code(tmp_path, monkeypatch):
    """A module with the same name but another source is compiled again."""
    import importlib.util

    from maxmargin.storages import dense

    source = (
        "from typing import NamedTuple\n"
        "ADDITIVE = True\nSCALE_FREE = False\nSTARTS_FROM_FIRST_PATTERN = False\n"
        "def threshold(state, params): return {bound}\n"
        "def violates(p, threshold): return p <= threshold\n"
        "def step(p, q, state, params): return 1.0, 1.0\n"
    )
    # The two files have the same length and second, so a cache by date would confuse them.
    monkeypatch.setattr("sys.dont_write_bytecode", True)
    modules = []
    for bound in ("0.0", "1.0"):
        path = tmp_path / "variant.py"
        path.write_text(source.format(bound=bound))
        spec = importlib.util.spec_from_file_location("variant", path)
        rule = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(rule)
        modules.append(_bound(sequential_kernel, rule, dense, (("CACHED", False),)))
    assert modules[0] is not modules[1]
    assert [threshold_of(module) for module in modules] == [0.0, 1.0]


def threshold_of(kernel):
    """Return the threshold that compiled code finds; Python cannot call that code."""
    threshold = kernel.threshold
    return njit(lambda: threshold((), ()))()


def test_a_rule_whose_number_was_changed_is_compiled_anew(tmp_path, monkeypatch):
    from maxmargin.storages import dense

    path = write(tmp_path, "halfway.py", HALFWAY + "\n\nLEVEL = 0.0\n")
    path.write_text(
        re.sub("return params.part .*", "return LEVEL", path.read_text(), count=1), "utf-8"
    )
    rule, found = variants.load(path), []
    for level, cached in ((0.0, False), (1.0, True)):
        monkeypatch.setattr(rule, "LEVEL", level)
        kernel = _bound(sequential_kernel, rule, dense, (("CACHED", cached),))
        found.append(threshold_of(kernel))
    assert found == [0.0, 1.0]
