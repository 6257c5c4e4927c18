"""The pocket algorithm is Gallant's, and the learner after it sees only the selected patterns."""

import warnings
from fractions import Fraction

import numpy as np
import pytest
from scipy import sparse
from scipy.special import factorial
from sklearn.preprocessing import PolynomialFeatures
from sklearn.utils import check_random_state

from maxmargin import (
    KrauthMezard,
    MaximumMargin,
    Perceptron,
    Pocket,
    PocketKrauthMezard,
    PocketMaximumMargin,
    PocketPerceptron,
    kernels,
)
from maxmargin.kernels import Linear
from tests.algorithms.problems import separable


def overlapping(seed, m=40):
    """Return a separable problem with every ninth label reversed."""
    X, labels = separable(seed, m=m, n=4)
    labels[4::9] *= -1
    return X, labels


def gallant(Y, ids):
    """Return the pocket weight by its definition, and how many patterns it classifies correctly."""
    weight, pocket = np.zeros(Y.shape[1]), np.zeros(Y.shape[1])
    streak = pocket_streak = pocket_correct = 0
    for k in ids:
        if Y[k] @ weight <= 0:
            weight, streak = weight + Y[k], 0
            continue
        streak += 1
        correct = (Y @ weight > 0).sum()
        if streak > pocket_streak and correct > pocket_correct:
            pocket, pocket_streak, pocket_correct = weight, streak, correct
            if correct == len(Y):
                break
    return pocket, pocket_correct


@pytest.mark.parametrize("form", [np.asarray, sparse.csr_matrix])
@pytest.mark.parametrize("seed", range(5))
def test_same_pocket_as_the_definition(seed, form):
    X, labels = overlapping(seed)
    model = Pocket(augment=1.5, max_visits=700, random_state=seed).fit(form(X), labels)
    Y = labels[:, None] * np.hstack([X, np.full((len(X), 1), 1.5)])
    pocket, correct = gallant(Y, check_random_state(seed).randint(len(Y), size=700))
    np.testing.assert_allclose(model.coef_[0], pocket[:-1], atol=1e-12)
    assert model.intercept_[0] == pytest.approx(1.5 * pocket[-1])
    assert model.correct_.sum() == correct < len(Y)
    np.testing.assert_allclose(Y.T @ model.dual_coef_, pocket, atol=1e-12)
    assert model.status_ == "max_visits" and not model.converged_


@pytest.mark.parametrize("cls", [PocketPerceptron, PocketKrauthMezard])
def test_the_support_is_among_all_patterns(cls):
    X, labels = overlapping(1, m=60)
    model = cls(kernel=Linear(), max_visits=2000, random_state=4).fit(X, labels)
    assert 0 < model.n_retained_ < len(X)
    np.testing.assert_array_equal(model.support_, np.flatnonzero(model.dual_coef_))


def test_ends_when_all_patterns_are_classified_correctly():
    X, labels = separable(3, m=40)
    model = Pocket(random_state=0).fit(X, labels)
    assert model.converged_ and model.correct_.all() and model.directional_margin_ > 0
    assert model.n_visits_ < 1_000_000


def test_a_product_of_0_is_an_error_in_training_only():
    X, labels = np.eye(2), [1, 0]
    model = Pocket(augment=0.0, max_visits=2, random_state=3).fit(X, labels)
    assert model.decision_function(X).tolist() == [1.0, 0.0]
    assert model.predict(X).tolist() == labels and model.correct_.tolist() == [True, False]
    text = "A product that may be 0 up to rounding counts as an error"
    assert text in " ".join(Pocket.__doc__.split())


@pytest.mark.parametrize("kernel", [None, Linear()])
@pytest.mark.parametrize("scale", [1e8, 1e12])
def test_a_long_pattern_hides_no_short_one(scale, kernel):
    """The products of short patterns have small errors, however long the others are."""
    X = np.array([[scale, 0.0], [0.0, 1.0], [-scale, 0.0], [0.0, -1.0]])
    model = Pocket(augment=0.0, random_state=0, kernel=kernel).fit(X, [1, 1, 0, 0])
    assert model.correct_.all() and model.converged_
    assert model.predict(X).tolist() == [1, 1, 0, 0]


def test_no_pattern_is_called_correct_whose_exact_product_is_not_positive():
    """The sums of the ratchet and of numpy round small multiples of 0.1 in different ways."""
    generator = np.random.default_rng(0)
    for seed in range(300):
        X = generator.integers(1, 4, size=(6, 2)) * generator.choice([-0.1, 0.1], size=(6, 2))
        labels = np.array([0, 1] * 3)
        model = Pocket(augment=0.0, max_visits=7, random_state=seed).fit(X, labels)
        for x, label, correct in zip(X, labels, model.correct_, strict=True):
            product = sum(Fraction(a) * Fraction(b) for a, b in zip(x, model.coef_[0], strict=True))
            assert not correct or (product if label else -product) > 0
        assert model.converged_ == model.correct_.all()


def test_the_ratchet_never_turns_back():
    """More visits never leave fewer patterns classified correctly."""
    X, labels = overlapping(7, m=60)
    correct = [
        Pocket(max_visits=visits, random_state=2).fit(X, labels).correct_.sum()
        for visits in (10, 100, 1000, 10_000)
    ]
    assert correct == sorted(correct) and correct[0] < correct[-1]


def test_learners_after_it_learn_from_what_it_kept():
    X, labels = overlapping(1, m=60)
    limits = {"max_visits": 2000, "random_state": 4}
    retained = Pocket(**limits).fit(X, labels).correct_
    assert 0 < retained.sum() < len(X)
    pairs = [
        (PocketPerceptron(**limits), Perceptron()),
        (PocketKrauthMezard(7.0, **limits), KrauthMezard(7.0)),
        (PocketMaximumMargin(**limits), MaximumMargin()),
    ]
    for after, alone in pairs:
        after.fit(X, labels)
        alone.fit(X[retained], labels[retained])
        assert (after.pocket_.correct_ == retained).all()
        assert after.coef_.tobytes() == alone.coef_.tobytes()
        assert after.directional_margin_ == alone.directional_margin_ > 0
        assert (after.dual_coef_[~retained] == 0).all()
        assert (after.dual_coef_[retained] == alone.dual_coef_).all()


@pytest.mark.parametrize("start", ["perceptron", "perceptron-steps"])
def test_counts_are_of_the_start_too(start):
    X, labels = overlapping(1, m=60)
    limits = {"max_visits": 2000, "random_state": 4}
    first = PocketPerceptron(**limits).fit(X, labels)
    model = PocketKrauthMezard(50.0, start, **limits).fit(X, labels)
    retained = model.pocket_.correct_
    unit = first.squared_radius_ if start == "perceptron-steps" else 1.0
    alone = KrauthMezard(50.0).fit(X[retained], labels[retained], first.learner_.dual_coef_ / unit)
    assert model.n_updates_ == model.history_[-1].updates == first.n_updates_ + alone.n_updates_
    assert model.n_visits_ == first.n_visits_ + alone.n_visits_
    assert model.coef_.tobytes() == alone.coef_.tobytes()


def test_a_start_from_the_pocket_may_need_to_be_asked_for():
    """The pocket weight may contain patterns that it misclassifies.

    Then it may not be a combination of the selected patterns.
    """
    X = np.random.default_rng(3).normal(size=(6, 3)) + 2
    labels = np.where(np.arange(6) % 2, 1.0, -1.0)
    limits = {"max_visits": 50, "random_state": 0, "augment": 0.0}
    retained = Pocket(**limits).fit(X, labels)
    assert retained.dual_coef_[~retained.correct_].any()
    with pytest.raises(ValueError, match="any_start=True"):
        PocketKrauthMezard(5.0, "pocket", **limits).fit(X, labels)
    model = PocketKrauthMezard(5.0, "pocket", any_start=True, **limits).fit(X, labels)
    assert model.converged_ and np.isnan(model.margin_upper_bound_)


def test_a_start_from_the_pocket_is_accepted_if_only_patterns_kept_made_it():
    X, labels = overlapping(1, m=60)
    limits = {"max_visits": 12, "random_state": 0}
    for seed in range(100):
        limits["random_state"] = seed
        pocket = Pocket(**limits).fit(X, labels)
        if not pocket.dual_coef_[~pocket.correct_].any():
            break
    assert not pocket.correct_.all()
    model = PocketKrauthMezard(5.0, "pocket", **limits).fit(X, labels)
    retained = pocket.correct_
    alone = KrauthMezard(5.0).fit(X[retained], labels[retained], start=pocket.dual_coef_[retained])
    assert model.coef_.tobytes() == alone.coef_.tobytes()
    assert np.isfinite(model.margin_upper_bound_)


@pytest.mark.parametrize("cls", [PocketPerceptron, PocketMaximumMargin, PocketKrauthMezard])
def test_a_pocket_of_one_class_is_refused(cls):
    """After one visit the pocket is empty: no weight has equal patterns of both classes correct."""
    X, labels = np.array([[1.0], [1.0], [1.0]]), [0, 1, 1]
    for visits, count in ((1, 0), (50, 2)):
        sentence = (
            f"classifies {count} patterns correctly, but not some of each class: raise max_visits"
        )
        with pytest.raises(ValueError, match=sentence):
            cls(max_visits=visits, random_state=0).fit(X, labels)


def test_the_exact_solver_has_no_limit_of_updates_and_no_kernel():
    options = PocketPerceptron().get_params().keys() - PocketMaximumMargin().get_params().keys()
    assert options == {"max_updates", "kernel"}
    with pytest.raises(TypeError, match="max_updates"):
        PocketMaximumMargin(max_updates=3)


def test_limits_are_the_learners_too():
    X, labels = overlapping(1, m=60)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = PocketKrauthMezard(1e6, max_updates=50, max_visits=500).fit(X, labels)
    assert model.status_ == "max_updates" and model.n_updates_ == 50


def monomials(X, degree):
    """Return φ of (1 + x·x′)^d: all monomials of degree ≤ d, times √ of their multiplicity.

    This is Falkowski's map φ(x) of Section 2.
    """
    made = PolynomialFeatures(degree)
    features = made.fit_transform(X)
    powers = np.column_stack([degree - made.powers_.sum(axis=1), made.powers_])
    multiplicity = factorial(degree) / factorial(powers).prod(axis=1)
    return np.sqrt(multiplicity) * features


@pytest.mark.parametrize("form", [np.asarray, sparse.csr_matrix])
@pytest.mark.parametrize("degree", [1, 2, 3])
def test_a_kernel_is_the_map_to_monomials(degree, form):
    X, labels = overlapping(degree)
    options = {"max_visits": 500, "random_state": 3}
    model = Pocket(augment=0.5, kernel=kernels.Polynomial(degree), **options)
    model.fit(form(X), labels)
    mapped = Pocket(augment=0.5, **options).fit(monomials(X, degree), labels)
    assert (model.correct_ == mapped.correct_).all()
    assert model.n_updates_ == mapped.n_updates_ and model.n_checks_ == mapped.n_checks_
    np.testing.assert_array_equal(model.dual_coef_, mapped.dual_coef_)
    assert model.directional_margin_ == pytest.approx(mapped.directional_margin_)
    new = np.random.default_rng(1).normal(size=X.shape)
    expected = mapped.decision_function(monomials(new, degree))
    np.testing.assert_allclose(model.decision_function(form(new)), expected, atol=1e-9)


@pytest.mark.parametrize(
    "model",
    [
        PocketPerceptron(),
        PocketKrauthMezard(5.0),
        PocketKrauthMezard(5.0, start="perceptron-steps"),
    ],
    ids=str,
)
def test_learners_after_it_learn_in_the_kernels_space(model):
    X, labels = overlapping(2, m=60)
    model = model.set_params(max_visits=3000, random_state=1)
    model.set_params(kernel=kernels.Polynomial(2)).fit(X, labels)
    retained = model.pocket_.correct_
    assert model.n_retained_ == retained.sum() < len(X)
    assert (model.predict(X[retained]) == labels[retained]).all() and model.directional_margin_ > 0
    own = model.get_params() | {"kernel": None}
    mapped = type(model)(**own).fit(monomials(X, 2), labels)
    np.testing.assert_allclose(model.dual_coef_, mapped.dual_coef_)
    # the margin is a small difference of large products, which each way rounds by itself
    assert model.directional_margin_ == pytest.approx(mapped.directional_margin_, rel=1e-4)


def test_a_pocket_with_others_patterns_is_no_start_in_a_kernels_space():
    X, labels = overlapping(2, m=60)
    options = {"max_visits": 3000, "random_state": 1, "kernel": kernels.Gaussian(3.0)}
    pocket = Pocket(**options).fit(X, labels)
    assert pocket.dual_coef_[~pocket.correct_].any()
    model = PocketKrauthMezard(5.0, start="pocket", any_start=True, **options)
    with pytest.raises(ValueError, match="choose another start"):
        model.fit(X, labels)


def test_later_changes_of_the_patterns_change_no_output():
    X, labels = separable(3, m=40, n=4)
    model = Pocket(max_visits=1000, kernel=kernels.Polynomial(2)).fit(X, labels)
    patterns = X.copy()
    outputs = model.decision_function(patterns)
    X[:] = 1.0
    np.testing.assert_array_equal(model.decision_function(patterns), outputs)


@pytest.mark.parametrize("cls", [Pocket, PocketPerceptron])
@pytest.mark.parametrize("row", [[0.0, 0.0], [1e154, -1e153]])
def test_a_row_that_no_learner_computes_with_is_refused_with_a_kernel_too(cls, row):
    said = []
    for kernel in (None, Linear()):
        with pytest.raises(ValueError, match="row 1 of X") as refused:
            cls(augment=0, kernel=kernel, max_visits=100).fit([[1, 1], row, [-1, -1]], [1, 1, 0])
        said.append(str(refused.value))
    assert said[0] == said[1]
