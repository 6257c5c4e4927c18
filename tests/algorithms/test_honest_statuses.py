"""A status reports separation only for separated patterns: former defects, each with its input.

`test_exact_answers.py` searches for more defects at random.
"""

import re
from fractions import Fraction

import numpy as np
import pytest
from sklearn.exceptions import NotFittedError

import maxmargin
from maxmargin import (
    CRAMMA,
    MICRA,
    MIRA,
    PUMMA,
    ROMMA,
    Ballseptron,
    KrauthMezard,
    MaximumMargin,
    UnnormalisedALMA,
    VariableShrinking,
    fit_in_blocks,
)
from maxmargin.estimators.learner import learner
from maxmargin.kernels import Linear, Polynomial
from maxmargin.statuses import ENDED_WELL, FAILED
from maxmargin.variants import load
from peers import LIBLINEAR, LIBSVM
from tests.algorithms.problems import separable
from tests.algorithms.variant_files import write
from tests.chosen import slow_unless

pytestmark = pytest.mark.filterwarnings("ignore")  # that a run has not converged
INSEPARABLE = [
    ([[0.0], [1.0], [1.0], [1.0]], [0, 1, 1, 0]),
    ([[0.0], [0.0]], [0, 1]),
    ([[1.0, 1.0], [1.0, 1.0], [2.0, 2.0]], [0, 1, 1]),
    ([[-1.0], [0.0], [1.0]], [1, 0, 1]),
]
WAYS = [{}, {"worst_first": True}, {"kernel": Linear()}, {"kernel": Polynomial(2, 1.0)}]


@pytest.mark.parametrize(
    "cls", [MICRA, pytest.param(CRAMMA, marks=pytest.mark.slow)], ids=lambda cls: cls.__name__
)
@pytest.mark.parametrize("way", WAYS, ids=str)
@pytest.mark.parametrize(("X", "y"), INSEPARABLE[:3])
def test_a_vanishing_weight_is_no_convergence(cls, way, X, y):
    """The recurrence gave ‖a‖² < 0, and no product is below the square root of that."""
    model = cls(max_epochs=200, **way).fit(X, y)
    assert not model.converged_ and model.status_ not in ENDED_WELL
    assert model.directional_margin_ <= 0 and model.margin_upper_bound_ >= 0


@pytest.mark.parametrize("cls", [LIBSVM, LIBLINEAR])
@pytest.mark.parametrize(("X", "y"), [INSEPARABLE[0], *INSEPARABLE[2:]])
def test_a_solver_has_not_converged_where_nothing_separates(cls, X, y):
    model = cls().fit(X, y)
    assert model.converged_ is False and not model.geometric_margin_ > 0
    assert np.isfinite(model.coef_).all() and np.isfinite(model.geometric_margin_)


def test_the_bound_of_pumma_is_not_below_its_margin():
    """‖x‖² − 2 x·z + ‖z‖² lost all digits of the squared distance of two near patterns."""
    model = PUMMA(extend=1e-3).fit([[3, -1e6], [3, -999999.999]], [1, -1])
    assert model.converged_
    gamma = np.hypot(1e-3, np.sqrt(2) * 1e-3) / 2  # half the distance
    assert 0.98 * gamma < model.geometric_margin_ <= model.margin_upper_bound_
    assert gamma <= model.margin_upper_bound_ < gamma * (1 + 1e-5)  # rounding is given 3e-6


FAR = [
    [1e6, 999999.99999995],
    [1e6, 999999.9999999959],
    [1000.00000003, 999.99999998, 999.99999997],
    [-999999999.97, -1000000000.04, -999999999.99, -1000000000.01],
    [-10000000000000.01, -10000000000000.02],
]


def far_from_the_origin():
    """Yield (class, parameters, promised accuracy, seed) of a free threshold; most are slow.

    LIBSVM takes seconds for the first two seeds, the places in FAR.
    """
    for seed in (*range(len(FAR)), *range(100, 160)):
        for cls, parameters, promised in (
            (MaximumMargin, {"free_threshold": True}, 1e-9),
            (PUMMA, {"delta": 1e-3, "max_updates": 1000}, 1.01e-3),
            (LIBSVM, {"tol": 1e-6}, None),
        ):
            quick = seed < 105 and not (cls is LIBSVM and seed < 2)
            yield pytest.param(cls, parameters, promised, seed, marks=slow_unless(quick))


@pytest.mark.parametrize(("cls", "parameters", "promised", "seed"), [*far_from_the_origin()])
def test_far_from_the_origin_the_bound_holds_and_what_converged_is_near_it(
    cls, parameters, promised, seed
):
    """Products with long patterns have rounding errors as large as the small margins."""
    if seed < len(FAR):
        numbers = np.array(FAR[seed])
    else:
        random = np.random.default_rng(seed)
        offset = 10.0 ** random.uniform(0, 12)
        numbers = offset + random.normal(size=4) * offset * 10.0 ** random.uniform(-14, -1)
    y = np.where(numbers == numbers.max(), 1, -1)
    fractions = [Fraction(number) for number in numbers]
    largest = max(fractions)
    exact = (largest - max(number for number in fractions if number != largest)) / 2
    model = cls(**parameters).fit(numbers[:, None], y)
    assert model.margin_upper_bound_ >= exact
    assert model.margin_upper_bound_ >= model.geometric_margin_
    if model.converged_ and promised:
        assert abs(model.geometric_margin_ - exact) <= promised * exact


def test_pumma_fails_where_no_step_is_possible():
    model = PUMMA().fit([[-2.0], [-1e-9], [0.0], [0.001]], [-1, 1, -1, 1])
    assert model.status_ == FAILED and not model.converged_
    assert "the step for patterns" in model.failure_ and "is not finite" in model.failure_


@pytest.mark.parametrize(
    ("X", "y", "converging"),
    [
        ([[2, 1], [0, -1], [1, -2], [-2, 1], [-1, 1]], [1, -1, -1, -1, -1], []),
        ([[-2], [1], [2], [-2]], [1, 1, -1, 1], [MIRA]),
        ([[2], [-5], [-3]], [-1, 1, -1], [ROMMA]),
        ([[3], [2], [3], [1]], [1, 1, 1, -1], [MIRA]),
        ([[0], [2], [-2], [-1], [-2], [-2]], [-1, -1, 1, -1, 1, 1], [MIRA]),
    ],
)
def test_a_margin_of_rounding_is_no_convergence(X, y, converging):
    """All problems are separable, but on some a learner reaches the edge between the classes."""
    for cls in (ROMMA, MIRA):
        model = cls(augment=1.0, max_epochs=300).fit(np.array(X, float), y)
        assert model.converged_ == (cls in converging)
        assert (model.directional_margin_ > 1e-3) == model.converged_


EXTREME = [KrauthMezard, *maxmargin.BATCH_LEARNERS.values(), MICRA, ROMMA, PUMMA]


def in_units_of(cls, size):
    """Return the learner with its augmenting coordinate set to size, if it has one."""
    return cls(augment=size) if "augment" in cls().get_params() else cls()


@pytest.mark.parametrize(
    "cls", [*EXTREME, LIBSVM, LIBLINEAR, MaximumMargin], ids=lambda cls: cls.__name__
)
@pytest.mark.parametrize("size", [1e152, 1e-150])
def test_lengths_whose_powers_leave_the_range_of_numbers_are_refused(cls, size):
    X, y = separable(2, m=20, n=3)
    with pytest.raises(ValueError, match="so long that powers of|underflow"):
        in_units_of(cls, size).fit(size * X, y)


@pytest.mark.parametrize("cls", [maxmargin.PDM, MaximumMargin], ids=lambda cls: cls.__name__)
@pytest.mark.parametrize("size", [1e-200, 1e-75])
def test_short_patterns_are_refused_although_augmenting_hides_their_length(cls, size):
    """‖a‖ would underflow to 0, and so would a certified bound on the margin."""
    X, y = separable(2, m=20, n=3)
    with pytest.raises(ValueError, match="larger than .*e-.* underflow, which augment = 1 hides"):
        cls(augment=1.0).fit(size * X, y)
    assert cls(augment=1.0, extend=1.0).fit(size * X, y).margin_upper_bound_ > 0.0


@pytest.mark.parametrize("cls", EXTREME, ids=lambda cls: cls.__name__)
@pytest.mark.parametrize("size", [2.0**220, 2.0**-220])
def test_a_power_of_two_changes_no_bit_of_a_margin(cls, size):
    X, y = separable(2, m=20, n=3)
    given, scaled = (in_units_of(cls, unit).fit(unit * X, y) for unit in (1.0, size))
    name = "geometric_margin_" if cls is PUMMA else "directional_margin_"
    assert getattr(scaled, name) == size * getattr(given, name) > 0
    assert scaled.margin_upper_bound_ == size * given.margin_upper_bound_
    assert scaled.status_ == given.status_


def test_a_solver_whose_own_numbers_overflow_is_refused():
    X, y = separable(2, m=20, n=3)
    with pytest.raises(ValueError, match="LIBSVM found a threshold that is not finite"):
        LIBSVM().fit(2.0**120 * X, y)


FAILING = '''"""A perceptron one of whose numbers is not finite, or negative, as `case` says."""

from typing import NamedTuple

from maxmargin.rules.perceptron import scaled, violates

NAME = "Failing"
RANGES = {"case": "[0, inf)"}
STARTS_FROM_FIRST_PATTERN = False
ADDITIVE = False
SCALE_FREE = False


class Parameters(NamedTuple):
    """case: which number is at fault."""

    case: float = 0.0


def initial_memory(params):
    return (0.0,)


def threshold(state, params):
    return 0.0 / (2.0 - state.t) if params.case == 3.0 else 0.0


def observe(p, q, violated, state, params):
    if params.case == 1.0:
        return (p / state.squared_norm,)
    return (state.memory[0] / state.t if params.case == 2.0 else 0.0,)


def step(p, q, state, params):
    if params.case == 4.0:
        return 1.0, 1.0 / (1.0 - state.t)
    if params.case == 5.0:
        return 1.0 / (1.0 - state.t), 1.0
    if params.case == 6.0:
        return 1.0, (state.t - 1.0) / (state.t - 1.0)
    if params.case == 8.0:
        return 2.0 - state.t, 1.0
    return 1.0, 1e200 if params.case == 7.0 else 1.0
'''


@pytest.fixture(scope="module")
def failing(tmp_path_factory):
    return learner(load(write(tmp_path_factory.mktemp("rules"), "failing.py", FAILING)))


@pytest.mark.long
@pytest.mark.parametrize("way", WAYS, ids=str)
@pytest.mark.parametrize(
    ("case", "sentence"),
    [
        (1, "the memory is nan after 0 updates"),
        (2, "the memory is nan after 0 updates"),
        (3, "the threshold is nan after 2 updates"),
        (4, "the step is inf after 1 updates"),
        (5, "the step is inf after 1 updates"),
        (6, "the step is nan after 1 updates"),
        (7, "the squared norm of the weight is inf after 0 updates"),
        (8, "the step's factor s is -1 after 3 updates"),
    ],
)
def test_a_number_that_no_rule_may_have_ends_the_run_as_failed(failing, way, case, sentence):
    """The message names number, time and pattern; the run returns the last finite weight."""
    X, y = separable(2, m=30, n=3, margin=0.02)
    with pytest.warns(UserWarning, match=f"failed.*{sentence}"):
        model = failing(case, max_epochs=50, **way).fit(X, y)
    assert model.status_ == FAILED and not model.converged_
    assert model.failure_.startswith(sentence)
    pattern = int(re.search(r"at pattern (\d+) \(counted from 0\)", model.failure_)[1])
    assert 0 <= pattern < len(X)
    assert np.isfinite(model.dual_coef_).all() and np.isfinite(model.directional_margin_)


X3, Y3 = np.array([[1.0, 2.0], [2.0, 1.0], [-1.0, -1.0]]), [1, 1, -1]


@pytest.mark.parametrize("way", [{}, {"worst_first": True}, {"kernel": Linear()}], ids=str)
@pytest.mark.parametrize("C", [1e-150, 1e-161, 1e-170])
def test_a_step_whose_square_underflows_fails(way, C):
    """‖a‖² lost digits or became 0, and a bound of 0 claimed that the patterns are inseparable."""
    model = UnnormalisedALMA(0.5, C, C, augment=0.0, **way).fit(X3, Y3)
    assert model.status_ == FAILED and not model.margin_upper_bound_ == 0.0
    assert "the step is" in model.failure_ and "overflow or underflow" in model.failure_


def test_a_weight_that_overflows_fails():
    model = VariableShrinking(1.0, 1000.0, augment=0.0).fit(1e10 * X3, Y3)
    assert model.status_ == FAILED and "the step is" in model.failure_
    assert np.isfinite(model.coef_).all() and np.isfinite(model.directional_margin_)


def test_a_refused_fit_leaves_nothing_of_an_earlier_one():
    model = MICRA().fit(X3, Y3)
    with pytest.raises(ValueError, match="so long that powers"):
        model.fit([[1.0, 2.0], [1e300, 1.0], [2.0, 2.0]], ["a", "b", "a"])
    assert not hasattr(model, "coef_") and not hasattr(model, "status_")
    with pytest.raises(NotFittedError):
        model.predict(X3)


def test_a_fit_with_a_kernel_leaves_no_weight_of_a_linear_one():
    model = MICRA().fit(X3, Y3).set_params(kernel=Polynomial(2, 1.0)).fit(X3, Y3)
    assert hasattr(model, "support_") and not hasattr(model, "coef_")
    model.set_params(kernel=None).fit(X3, Y3)
    assert hasattr(model, "coef_") and not hasattr(model, "support_")


def test_libsvm_without_support_vectors_is_refused():
    with pytest.raises(ValueError, match="LIBSVM found a threshold that is not finite"):
        LIBSVM().fit([[1e20], [-1e20]], [0, 1])


def test_a_theorem_beyond_the_range_of_numbers_gives_no_guarantee():
    model = Ballseptron(1e300).fit(X3, Y3)
    assert np.isnan(model.guaranteed_fraction_) and np.isnan(model.margin_bound_by_updates_)


def test_too_many_mini_epochs_are_refused():
    with pytest.raises(ValueError, match="'mini_epochs' parameter"):
        MICRA(mini_epochs=2**70).fit(X3, Y3)


def test_a_checkpoint_in_no_folder_is_refused(tmp_path):
    with pytest.raises(
        ValueError, match="folder of the checkpoint .*nowhere.run.npz does not exist"
    ):
        fit_in_blocks(MICRA(), X3, np.array(Y3), checkpoint=tmp_path / "nowhere" / "run.npz")
