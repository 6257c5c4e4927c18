"""A parameter of a small type of numpy gives the run of the equal number of Python.

Otherwise squares of small integers wrap around, and a product with a float16 is rounded to three
digits, or to 0.
"""

import numpy as np
import pytest

from maxmargin import (
    ESTIMATORS,
    LEARNERS,
    AdaTron,
    ConstantShrinking,
    KrauthMezard,
    Margitron,
    MaximumMargin,
    PrimalSVM,
    choose,
    fit_in_blocks,
)
from maxmargin import (
    separable as decided,
)
from maxmargin.kernels import Polynomial
from peers import LIBLINEAR, LIBSVM
from tests.algorithms.problems import separable

X, LABELS = separable(3, m=30, n=3)
SMALL = (np.int8(16), np.int16(300), np.float16(0.1), np.float32(0.1), np.longdouble(0.1))
pytestmark = pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")


def attributes(model):
    """Return the numbers that a fit has set."""
    names = ("status_", "n_updates_", "directional_margin_", "margin_upper_bound_")
    names += ("squared_radius_", "guaranteed_fraction_", "margin_bound_by_updates_")
    found = {name: getattr(model, name) for name in names if hasattr(model, name)}
    return {name: repr(value) for name, value in found.items()}


@pytest.mark.long
@pytest.mark.parametrize("value", SMALL, ids=lambda value: type(value).__name__)
@pytest.mark.parametrize("name", ["augment", "extend"])
def test_added_coordinates_are_squared_as_pythons_numbers(name, value):
    for cls in (LEARNERS["PDM"], MaximumMargin, LIBSVM, LIBLINEAR):
        if name not in cls().get_params():
            continue
        limit = {"max_updates": 300} if "max_updates" in cls().get_params() else {}
        own, plain = (
            attributes(cls(**{name: number}, **limit).fit(X, LABELS))
            for number in (value, value.item() if value.dtype.kind == "i" else float(value))
        )
        assert own == plain, cls.__name__
    blocks = fit_in_blocks(LEARNERS["PDM"](**{name: value}, max_updates=300), X, LABELS, rows=7)
    whole = LEARNERS["PDM"](**{name: float(value)}, max_updates=300).fit(X, LABELS)
    assert attributes(blocks) == attributes(whole)


def test_a_wrapped_radius_guarantees_nothing():
    model = Margitron(epsilon=0.2, b=3.0, augment=np.int8(16)).fit(X, LABELS)
    maximum = MaximumMargin(augment=16.0).fit(X, LABELS).directional_margin_
    assert not model.guaranteed_fraction_ > model.directional_margin_ / maximum * (1 + 1e-9)


@pytest.mark.parametrize("small", [np.float16, np.float32])
def test_targets_are_not_rounded(small):
    """A product of the bound with a float16 underflows, and any margin would be above it."""
    model = KrauthMezard(certify=small(0.99), augment=1e-8).fit(X * 1e-8, LABELS)
    assert model.directional_margin_ >= 0.98 * model.margin_upper_bound_
    wanted = small(1.1920929e-07)
    most = MaximumMargin(augment=0.0).fit(X, LABELS).directional_margin_
    scaled = X * (0.75 * float(wanted) / most)
    assert AdaTron(augment=0.0, enough_margin=wanted).fit(scaled, LABELS).status_ != "reached"
    gap = PrimalSVM(lam=small(0.1), gap=small(0.01)).fit(X, LABELS)
    assert gap.relative_gap_ <= float(small(0.01))


@pytest.mark.parametrize("small", [np.float16, np.float32])
def test_bounds_are_computed_in_float64(small):
    model = ConstantShrinking(b=small(1), augment=1e-25).fit(X * 1e-25, LABELS)
    assert model.margin_bound_by_updates_ >= model.directional_margin_ > 0.0


def test_parameters_of_kernels_too():
    kernels = Polynomial(2, np.float16(3)), Polynomial(2, 3.0)
    first, second = (LEARNERS["PDM"](kernel=kernel).fit(X, LABELS) for kernel in kernels)
    assert attributes(first) == attributes(second)


@pytest.mark.parametrize("name", ["PDM", "TwoStageMargitron", "MaximumMargin", "Gilbert", "PUMMA"])
def test_a_fit_leaves_equal_parameters(name):
    model = ESTIMATORS[name]()
    own = {k: v for k, v in model.get_params().items() if type(v) in (int, float)}
    model.set_params(**{k: np.asarray(v)[()] for k, v in own.items()}).fit(X, LABELS)
    assert {k: model.get_params()[k] for k in own} == own


@pytest.mark.parametrize("value", [np.timedelta64(5, "s"), np.timedelta64("NaT")])
def test_a_time_with_a_unit_is_no_number(value):
    for cls in ESTIMATORS.values():
        name = "max_seconds" if "max_seconds" in cls().get_params() else "augment"
        with pytest.raises(ValueError, match=f"{name}.* is np.timedelta64.*, but has to be"):
            cls(**{name: value}).fit(X, LABELS)
    with pytest.raises(ValueError, match="max_seconds"):
        decided(X, LABELS, max_seconds=value)
    with pytest.raises(ValueError, match="degree of the polynomial kernel is np.timedelta64"):
        LEARNERS["PDM"](kernel=Polynomial(degree=value)).fit(X, LABELS)
    with pytest.raises(ValueError, match="budget is np.timedelta64"):
        LEARNERS["PDM"](kernel=Polynomial()).partial_fit(X, LABELS, classes=[-1, 1], budget=value)
    with pytest.raises(ValueError, match="certify is np.timedelta64"):
        choose(X, LABELS, certify=value)
