"""LIBSVM's own kernels are those of the library: the same SVM as from the Gram matrix."""

import numpy as np
import pytest
from sklearn.datasets import load_digits
from sklearn.svm import SVC

from maxmargin import KernelSVM
from maxmargin.kernels import Gaussian, Linear, PolyGaussian, Polynomial, values

DIGITS = load_digits()
X, Y = DIGITS.data[:300], DIGITS.target[:300]
X_TEST = DIGITS.data[300:500]
KERNELS = [
    None,
    Linear(),
    Linear(normalised=True),
    Gaussian(20.0),
    Polynomial(3, 200.0),
    Polynomial(3, 200.0, normalised=True),
    PolyGaussian(20.0, 2),
]


@pytest.mark.parametrize("kernel", KERNELS, ids=str)
def test_the_same_as_from_the_gram_matrix(kernel):
    model = KernelSVM(kernel, C=10.0, tol=1e-6).fit(X, Y)
    own = kernel or Linear()
    gram, tested = values(own, X, X), values(own, X_TEST, X)
    svms = [SVC(kernel="precomputed", C=10.0, tol=1e-6).fit(gram, Y == c) for c in range(10)]
    outputs = np.column_stack([svm.decision_function(tested) for svm in svms])
    np.testing.assert_allclose(model.decision_function(X_TEST), outputs, atol=1e-4)
    np.testing.assert_allclose(model.support_vectors_, [svm.support_.size for svm in svms], atol=2)


def test_later_changes_of_the_patterns_change_no_output():
    patterns = X.copy()
    model = KernelSVM(Linear(normalised=True)).fit(patterns, Y)
    outputs = model.decision_function(X_TEST)
    patterns[:] = 1.0
    np.testing.assert_array_equal(model.decision_function(X_TEST), outputs)


@pytest.mark.parametrize(
    ("kernel", "sentence"),
    [
        ("rbf", "'rbf' is not a kernel"),
        (Gaussian(-1.0), "width of the gaussian kernel is -1.0"),
        (Gaussian(np.inf), "width of the gaussian kernel is inf"),
        (Polynomial(2.5, 200.0, normalised=True), "degree of the polynomial kernel is 2.5"),
    ],
)
def test_wrong_kernels_are_named(kernel, sentence):
    with pytest.raises(ValueError, match=sentence):
        KernelSVM(kernel).fit(X, Y)
