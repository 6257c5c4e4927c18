"""Kernels whose values suffer from rounding are refused, or never give a false status."""

import warnings

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning

from maxmargin import PDM, ROMMA, AdaTron, MulticlassAMIRA, OneVsRest, Perceptron, Pocket
from maxmargin.drivers.dual.kernel_rows import KernelRows
from maxmargin.kernels import Gaussian, Linear, PolyGaussian, Polynomial, checked
from maxmargin.statuses import ENDED_WELL
from peers import KernelSVM

FAR = [
    (PDM, Gaussian(1e-3), [[1e6], [1e6 + 0.001], [1e6 + 0.002]], [1, -1, 1]),
    (Perceptron, Gaussian(1.0), [[1e8], [1e8 + 1]], [0, 1]),
    (Perceptron, Gaussian(1e-3), [[100000.1], [100000.101], [100000.102]], [1, -1, 1]),
    (AdaTron, Gaussian(1.0), [[1e8], [1e8 + 1], [1e8 + 2]], [1, -1, 1]),
    (Perceptron, PolyGaussian(1.0, 3), [[1e8], [1e8 + 1]], [0, 1]),
    (Perceptron, Gaussian(1e-69), [[1.0], [2.0]], [0, 1]),
]


@pytest.mark.parametrize(("cls", "kernel", "X", "y"), FAR)
def test_patterns_far_from_the_origin_are_refused(cls, kernel, X, y):
    """‖x‖² + ‖x′‖² − 2 x·x′ cancels there. A shift changes no Gaussian and is the remedy."""
    with pytest.raises(ValueError, match="subtract a common vector"):
        cls(kernel=kernel, augment=0.0).fit(X, y)


@pytest.mark.parametrize("learner", [Pocket(), KernelSVM()])
@pytest.mark.parametrize(("_", "kernel", "X", "y"), FAR)
def test_they_are_refused_by_what_computes_the_gram_matrix_itself(learner, _, kernel, X, y):
    with pytest.raises(ValueError, match="subtract a common vector"):
        clone(learner).set_params(kernel=kernel).fit(X, y)


def test_a_shift_is_the_remedy():
    X = np.array([[1e6], [1e6 + 0.001], [1e6 + 0.002]])
    model = PDM(kernel=Gaussian(1e-3), augment=0.0).fit(X - X.mean(), [1, -1, 1])
    K = np.exp(-((X - X.T) ** 2) / 2e-6)
    signed = model.dual_coef_ * [1, -1, 1]
    margin = ([1, -1, 1] * (K @ signed)).min() / np.sqrt(signed @ K @ signed)
    assert model.converged_ and model.directional_margin_ == pytest.approx(margin, rel=1e-4)


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.parametrize(
    ("degree", "x", "y"),
    [
        (100, [1.3000000200000001, 1.30000001], [1, -1]),
        (8, [0.10000001, 0.09999997, 0.10000003], [1, -1, 1]),
        (20, [0.9999999, 0.9999997, 0.9999999, 0.9999998], [1, -1, 1, 1]),
    ],
)
@pytest.mark.parametrize("worst_first", [False, True])
def test_a_power_multiplies_the_error(degree, x, y, worst_first):
    model = ROMMA(
        kernel=Polynomial(degree), augment=0.0, max_epochs=100, worst_first=worst_first
    ).fit(np.array(x)[:, None], y)
    assert model.status_ not in ENDED_WELL and model.directional_margin_ <= 0.0


def test_a_pocket_whose_weight_is_lost_in_rounding_does_not_converge():
    """The exact product of the third pattern with y_1 + y_2 is 4e-6, as large as its error."""
    x = np.array([[0.10000001], [0.09999997], [0.10000003]])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        model = Pocket(kernel=Polynomial(8), augment=0.0, max_visits=9999, random_state=0)
        model.fit(x, [1, -1, 1])
    assert not model.converged_ and model.directional_margin_ == 0.0


@pytest.mark.parametrize(
    ("kernel", "sentence"),
    [
        (Gaussian(1e160), "width of the gaussian kernel is 1e.160, but has to be from"),
        (Gaussian(1e-200), "width of the gaussian kernel is 1e-200, but has to be from"),
        (Polynomial(2, 1e200), "scale of the polynomial kernel is 1e.200, but has to be from"),
        (Polynomial(2, 10**400), "scale of the polynomial kernel"),
        (Polynomial(10**7), "degree of the polynomial kernel is 10000000, but has to be from"),
    ],
)
def test_parameters_whose_powers_leave_the_range_are_refused(kernel, sentence):
    with pytest.raises(ValueError, match=sentence):
        checked(kernel)


@pytest.mark.parametrize("normalised", [False, True])
def test_a_kernel_that_overflows_is_refused(normalised):
    kernel = Polynomial(200, 1.0, normalised)
    with pytest.raises(ValueError, match=r"K\(x, x\) of .* overflows for pattern 0"):
        Perceptron(kernel=kernel).fit([[100.0, 200.0], [1.0, 2.0]], [0, 1])


@pytest.mark.parametrize("cls", [Pocket, KernelSVM, OneVsRest])
def test_so_it_is_by_all_learners(cls):
    kernel = Polynomial(200)
    learner = cls(Perceptron(kernel=kernel)) if cls is OneVsRest else cls(kernel=kernel)
    with pytest.raises(ValueError, match=r"K\(x, x\) of .* overflows for pattern 1"):
        learner.fit([[1.0, 2.0], [100.0, 200.0]], [0, 1])


LEARNERS = [Perceptron(), Pocket(random_state=0), KernelSVM(), MulticlassAMIRA()]


@pytest.mark.parametrize("learner", LEARNERS, ids=repr)
@pytest.mark.parametrize(
    ("kernel", "x", "sentence"),
    [
        (Polynomial(100), 1e10, "overflows for pattern 1 "),
        (Linear(), 1e200, "overflows for pattern 1 "),
        (Gaussian(), 1e200, "overflows for pattern 1 "),
        (Linear(True), 0.0, "pattern 1 .* is 0 in the kernel's space and cannot be normalised"),
    ],
)
def test_predictions_are_finite_or_refused(learner, kernel, x, sentence):
    options = {"kernel": kernel} | ({} if isinstance(learner, KernelSVM) else {"augment": 0.0})
    model = clone(learner).set_params(**options).fit([[0.1], [-0.2]], [0, 1])
    with pytest.raises(ValueError, match=sentence):
        model.predict([[0.1], [x]])


@pytest.mark.parametrize("size", [1e20, 1e-25])
def test_products_beyond_float32_are_refused(size):
    """The online papers' runs store products as float32."""
    X = size * np.array([[0.0, 1.0], [1.0, 0.0], [-1.0, -1.0]])
    with pytest.raises(ValueError, match="products of rows are stored as float32"):
        KernelRows(Linear().base, X, None, 1e6, dtype=np.float32)


NARROW = np.array([[20000.0, k] for k in (1, 2, 3, -1, -2, -3)])


@pytest.mark.parametrize("size", [1.0, 1 / 20000, 1e20, 1e-25])
@pytest.mark.parametrize("stream", [False, True])
def test_classifiers_of_several_classes_have_the_digits_of_float64(size, stream):
    """Products that differ by 2⁻²⁹ of their size decide this problem."""
    X, y = size * NARROW, np.array([0, 0, 0, 1, 1, 1])
    one = Perceptron(augment=0.0).fit(X, y)
    both = OneVsRest(Perceptron(augment=0.0), epochs=20, hypothesis="last", shuffle=False)
    if stream:
        for _ in range(20):
            both.partial_fit(X, y, [0, 1])
    else:
        both.fit(X, y)
    assert both.n_updates_ == one.n_updates_ and both.score(X, y) == 1.0
