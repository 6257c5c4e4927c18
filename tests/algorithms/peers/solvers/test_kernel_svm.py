"""SVMs trained on parts of the patterns reach the SVM of all patterns, for every kernel."""

from types import SimpleNamespace

import numpy as np
import pytest
from sklearn.datasets import load_digits
from sklearn.svm import SVC

from maxmargin.kernels import Gaussian, Linear, PolyGaussian, Polynomial, values
from peers import KernelSVM
from peers.solvers import kernel_svm

DIGITS = load_digits()
X, Y = DIGITS.data[:300], DIGITS.target[:300]
X_TEST = DIGITS.data[300:500]
OF_LIBSVM = [  # the kernels that it knows itself
    (None, {"kernel": "linear"}),
    (Linear(), {"kernel": "linear"}),
    (Gaussian(20.0), {"kernel": "rbf", "gamma": 1.0 / 800.0}),
    (Polynomial(3, 200.0), {"kernel": "poly", "degree": 3, "gamma": 1.0 / 200.0, "coef0": 1.0}),
]
OTHERS = [Linear(normalised=True), Polynomial(3, 200.0, normalised=True), PolyGaussian(20.0, 2)]


@pytest.mark.parametrize(("kernel", "of_libsvm"), OF_LIBSVM, ids=str)
def test_the_same_as_with_libsvms_own_kernel(kernel, of_libsvm):
    model = KernelSVM(kernel, C=10.0, tol=1e-6).fit(X, Y)
    svms = [SVC(**of_libsvm, C=10.0, tol=1e-6).fit(X, Y == c) for c in range(10)]
    compare(model, svms, X_TEST)


@pytest.mark.parametrize("kernel", OTHERS, ids=str)
def test_the_same_as_from_the_gram_matrix(kernel):
    model = KernelSVM(kernel, C=10.0, tol=1e-6).fit(X, Y)
    gram, tested = values(kernel, X, X), values(kernel, X_TEST, X)
    svms = [SVC(kernel="precomputed", C=10.0, tol=1e-6).fit(gram, Y == c) for c in range(10)]
    compare(model, svms, tested)


def compare(model, svms, tested):
    outputs = np.column_stack([svm.decision_function(tested) for svm in svms])
    np.testing.assert_allclose(model.decision_function(X_TEST), outputs, atol=1e-4)
    np.testing.assert_allclose(model.n_support_, [svm.support_.size for svm in svms], atol=2)


@pytest.mark.parametrize("kernel", [Linear(), Gaussian(20.0), Polynomial(3, 200.0)], ids=str)
def test_parts_give_the_svm_of_the_whole(kernel, monkeypatch):
    whole = KernelSVM(kernel, C=0.01, tol=1e-6).fit(X, Y)
    monkeypatch.setattr(kernel_svm, "START", 40)
    monkeypatch.setattr(kernel_svm, "SLICE", 100)
    monkeypatch.setattr(KernelSVM, "_svm", counted := Counting(KernelSVM._svm))
    parts = KernelSVM(kernel, C=0.01, tol=1e-6).fit(X, Y)
    assert len(counted.sizes) > 10 and min(counted.sizes) < 60 and max(counted.sizes) < 300
    outputs = whole.decision_function(X_TEST)
    np.testing.assert_allclose(parts.decision_function(X_TEST), outputs, atol=1e-4)
    np.testing.assert_allclose(parts.n_support_, whole.n_support_, atol=2)


class Counting:
    """A method that records how many patterns each call has."""

    def __init__(self, method):
        self.method, self.sizes = method, []

    def __get__(self, owner, cls):
        def call(gram, labels):
            self.sizes.append(len(labels))
            return self.method(owner, gram, labels)

        return call


@pytest.mark.parametrize("few", [2, 40, 300])
def test_parts_end_whatever_their_svms_are(monkeypatch, few):
    """The made-up SVM is violated by all patterns outside its part.

    Its support vectors are the first few patterns of the part.
    """
    sizes = []

    def solved(self, gram, labels):
        sizes.append(len(gram))
        assert len(sizes) < 20
        support = np.arange(min(few, len(gram)))
        return SimpleNamespace(
            support_=support, dual_coef_=np.ones((1, len(support))), intercept_=[0.0]
        )

    def outputs(self, X, coefficients):
        return np.zeros((len(X), coefficients.shape[1]))

    monkeypatch.setattr(kernel_svm, "START", 40)
    monkeypatch.setattr(KernelSVM, "_outputs", outputs)
    monkeypatch.setattr(KernelSVM, "_svm", solved)
    KernelSVM(Linear()).fit(X, Y == 0)
    assert sizes[-1] == len(X)


def test_a_class_that_no_first_part_has_is_learned(monkeypatch):
    monkeypatch.setattr(kernel_svm, "START", 40)
    rare = np.where(np.arange(300) == 8, 1, 0)
    assert KernelSVM(Gaussian(20.0), C=100.0).fit(X, rare).predict(X)[8] == 1


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
