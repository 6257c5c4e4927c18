"""Classifiers of several classes follow scikit-learn and return the drivers' results."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from joblib import parallel_config
from scipy import sparse
from sklearn.base import clone
from sklearn.datasets import load_digits
from sklearn.utils.estimator_checks import parametrize_with_checks

from maxmargin import (
    ALMA,
    CLASSIFIERS,
    LEARNERS,
    MICRA,
    ROMMA,
    KrauthMezard,
    MulticlassAMIRA,
    OneVsRest,
    Perceptron,
    UnnormalisedALMA,
)
from maxmargin.drivers.dual import kernel_rows
from maxmargin.drivers.dual import learner as dual_learner
from maxmargin.drivers.dual.kernel_rows import KernelRows
from maxmargin.drivers.dual.learner import DualLearner, KernelSpace, present
from maxmargin.estimators import several_classes
from maxmargin.kernels import Gaussian, Linear, Polynomial
from maxmargin.rules import all_rules
from peers import LIBSVM, KernelSVM
from tests.algorithms.problems import separable

DIGITS = load_digits()
X, Y = DIGITS.data[:400], DIGITS.target[:400]
X_TEST, Y_TEST = DIGITS.data[400:700], DIGITS.target[400:700]


@parametrize_with_checks(
    [OneVsRest(Perceptron(), epochs=20), MulticlassAMIRA(epochs=20), KernelSVM()]
)
def test_scikit_learn_conventions(estimator, check):
    check(estimator)


def test_all_are_there():
    assert set(CLASSIFIERS) == {"OneVsRest", "MulticlassAMIRA"}


@pytest.mark.parametrize("hypothesis", ["last", "average"])
def test_one_against_the_rest_is_the_drivers_learners(hypothesis):
    kernel = Gaussian(20.0)
    estimator = ALMA(alpha=0.9, B=1 / 0.9, kernel=kernel, augment=0.0)
    model = OneVsRest(estimator, epochs=2, hypothesis=hypothesis, shuffle=False).fit(X, Y)
    space = KernelSpace(kernel, KernelRows(kernel.base, X, X_TEST, 1e9))
    rule = all_rules()["ALMA"]
    parameters = rule.Parameters(0.9, 1 / 0.9)
    learners = [DualLearner(rule, parameters, np.where(Y == c, 1, -1), space) for c in range(10)]
    for _ in range(2):
        present(learners, np.arange(len(Y), dtype=np.int32))
    outputs = np.array([getattr(learner, hypothesis)() for learner in learners])
    np.testing.assert_allclose(model.decision_function(X_TEST), outputs[:, len(Y) :].T, atol=1e-6)
    assert model.n_updates_ == sum(learner.updates for learner in learners)
    assert (model.predict(X_TEST) == outputs[:, len(Y) :].argmax(axis=0)).all()
    assert model.score(X_TEST, Y_TEST) > 0.8


@pytest.mark.parametrize(
    ("estimator", "said"),
    [
        (ALMA(p=6), "estimator has p=6, but OneVsRest ignores p, .*: leave p at 2.0"),
        (Perceptron(mini_epochs=3), "estimator has mini_epochs=3, but OneVsRest ignores"),
        (Perceptron(max_updates=10), "estimator has max_updates=10, but OneVsRest ignores"),
        (KrauthMezard(c=5), "KrauthMezard, which presents the worst pattern each time"),
    ],
)
def test_what_would_not_count_is_refused(estimator, said):
    with pytest.raises(ValueError, match=said):
        OneVsRest(estimator).fit(X, Y)


@pytest.mark.parametrize("k_best", [1, 9])
@pytest.mark.parametrize("hypothesis", ["last", "average"])
def test_all_classes_together_learn_digits(k_best, hypothesis):
    model = MulticlassAMIRA(
        0.5, k_best, Polynomial(2, 100.0), epochs=3, hypothesis=hypothesis, random_state=0
    )
    assert model.fit(X, Y).score(X_TEST, Y_TEST) > 0.8
    again = clone(model).fit(sparse.csr_matrix(X), Y)
    assert (again.predict(X_TEST) == model.predict(X_TEST)).mean() > 0.99
    names = np.array(list("abcdefghij"))
    assert (model.fit(X, names[Y]).predict(X_TEST) == names[again.predict(X_TEST)]).mean() > 0.99


def test_epsilon_has_two_ends():
    """ε = 1 is MIRA, with the fewest updates; ε = 0 is Passive-Aggressive, with the most."""
    updates = [
        MulticlassAMIRA(e, 1, Gaussian(20.0), random_state=0).fit(X, Y).n_updates_
        for e in (1.0, 0.9, 0.1, 0.0)
    ]
    assert updates == sorted(updates) and updates[0] < updates[1]


def test_what_is_no_learner_is_refused():
    with pytest.raises(ValueError, match="has to be a learner of this package made from a rule"):
        OneVsRest(LIBSVM()).fit(X, Y)


@pytest.mark.parametrize(
    ("learner", "sentence"),
    [
        (LEARNERS["AMIRA"](5.0), "The 'epsilon' parameter of AMIRA must be"),
        (LEARNERS["ALMA"](0.0), "The 'alpha' parameter of ALMA must be"),
        (LEARNERS["Perceptron"](augment=-1.0), "The 'augment' parameter of Perceptron must be"),
        (LEARNERS["Margitron"](threshold="x"), "The 'threshold' parameter of Margitron must be"),
        (LEARNERS["Perceptron"](extend=1e200), "extend is 1e\\+200, and its square overflows"),
    ],
    ids=str,
)
def test_a_learners_own_parameters_are_checked(learner, sentence):
    for call in (OneVsRest(learner).fit, OneVsRest(learner).partial_fit):
        with pytest.raises(ValueError, match=sentence):
            call(X, Y)


@pytest.mark.parametrize("kernel", [Gaussian(2.0), Polynomial(3, 4.0, True), Linear(True)])
def test_binary_learners_take_a_kernel(kernel):
    patterns, labels = separable(4, m=60, n=4)
    model = MICRA(0.5, 0.8, 5, 0.2, kernel=kernel, augment=0.5, mini_epochs=3)
    model.fit(patterns, labels)
    assert model.converged_ and not hasattr(model, "coef_")
    assert model.margin_upper_bound_ >= model.directional_margin_ > 0
    outputs = model.decision_function(patterns)
    # Without own coordinates the margin is that of the outputs.
    a2 = (model.dual_coef_ * labels) @ outputs
    assert (labels * outputs).min() / np.sqrt(a2) == pytest.approx(
        model.directional_margin_, rel=1e-5
    )
    assert (model.support_ == np.flatnonzero(model.dual_coef_)).all()
    assert (model.predict(patterns) == labels).all()
    sparse_model = clone(model).fit(sparse.csr_matrix(patterns), labels)
    assert sparse_model.n_updates_ == model.n_updates_


def test_alma_with_a_kernel_wants_the_radius():
    with pytest.raises(ValueError, match="a kernel needs p=2 and normalise='radius'"):
        ALMA(p=3.0, kernel=Gaussian(1.0)).fit(X[Y < 2], Y[Y < 2])


N_JOBS_CASES = {
    "linear": OneVsRest(Perceptron(), epochs=3),
    "last": OneVsRest(Perceptron(), epochs=3, hypothesis="last"),
    "in order": OneVsRest(Perceptron(extend=5.0), shuffle=False),
    "from the first pattern": OneVsRest(ROMMA(), epochs=2),
    "Gaussian": OneVsRest(ALMA(alpha=0.9, kernel=Gaussian(20.0)), epochs=2),
    "few rows": OneVsRest(ALMA(kernel=Polynomial(4, 16.0, True), kernel_memory=2e-5), epochs=2),
    "all together": MulticlassAMIRA(kernel=Gaussian(20.0), epochs=2),
}


@pytest.mark.long
@pytest.mark.parametrize("case", N_JOBS_CASES)
@pytest.mark.parametrize(
    "form",
    [np.asarray, sparse.csr_matrix, lambda X: sparse.csr_matrix(X > 8)],
    ids=["dense", "sparse", "binary"],
)
def test_n_jobs_changes_no_bit(case, form, monkeypatch):
    monkeypatch.setattr(kernel_rows, "BLOCK", 16)
    monkeypatch.setattr(dual_learner, "BLOCK", 16)
    monkeypatch.setattr(kernel_rows, "CHUNK", 20)  # so that several threads compute a row
    patterns, labels = form(X[:80]), Y[:80]

    def fitted(n_jobs):
        return clone(N_JOBS_CASES[case]).set_params(n_jobs=n_jobs, random_state=3)

    models = [fitted(n_jobs).fit(patterns, labels) for n_jobs in (None, 1, 2, 5, -1)]
    for _ in range(2):
        for model in models:
            assert model.n_updates_ == models[0].n_updates_
            for name in ("support_", "dual_coef_"):
                assert getattr(model, name).tobytes() == getattr(models[0], name).tobytes()
        for model in models:  # continues the run of fit
            model.partial_fit(form(X[80:100]), Y[80:100])


def test_n_jobs_is_the_number_of_threads(monkeypatch):
    numbers = []

    def recorded(number):
        numbers.append(number)
        return ThreadPoolExecutor(number)

    monkeypatch.setattr(several_classes, "ThreadPoolExecutor", recorded)
    model = OneVsRest(Perceptron())
    model.fit(X, Y)
    clone(model).set_params(n_jobs=1).fit(X, Y)
    assert numbers == []
    clone(model).set_params(n_jobs=3).fit(X, Y)
    with parallel_config(n_jobs=2):
        model.fit(X, Y)
        clone(model).set_params(n_jobs=1).fit(X, Y)
    assert numbers == [3, 2] and model.get_params()["n_jobs"] is None


@pytest.mark.parametrize("n_jobs", [0, 1.5, "2"])
@pytest.mark.parametrize(
    "model", [OneVsRest(Perceptron()), MulticlassAMIRA()], ids=["OneVsRest", "MulticlassAMIRA"]
)
def test_a_bad_n_jobs_is_refused(model, n_jobs):
    with pytest.raises(ValueError, match=f"'n_jobs' parameter of .* Got {n_jobs!r} instead"):
        clone(model).set_params(n_jobs=n_jobs).fit(X, Y)


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_an_error_in_a_class_arrives_from_any_thread(n_jobs):
    model = OneVsRest(UnnormalisedALMA(0.5, 1e-161, 1e-161), n_jobs=n_jobs)
    with pytest.raises(FloatingPointError, match="UnnormalisedALMA: the step is"):
        model.fit(X, Y)
