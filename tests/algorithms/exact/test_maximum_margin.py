"""The exact solver's gap is a certificate, and its results agree with all references."""

import re
import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse
from scipy.optimize import linprog
from sklearn.datasets import load_breast_cancer
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.estimator_checks import parametrize_with_checks

from maxmargin import MaximumMargin
from maxmargin.exact import newton
from peers import LIBSVM
from tests.algorithms.exact_margins import assert_certified, by_nnls, fitted, margin
from tests.algorithms.problems import separable

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning")
FEW = settings(max_examples=40, derandomize=True)
# (augment, extend, free_threshold); (0, 0, False) needs problems that need no threshold.
SPACES = [
    (0.0, 0.0, False),
    (1.0, 0.0, False),
    (0.0, 0.5, False),
    (2.0, 1e-3, False),
    (1.0, 0.0, True),
    (1.0, 0.5, True),
    (1.0, 1e-3, True),
]
SIZES = {"seed": st.integers(0, 10**6), "m": st.integers(4, 40), "n": st.integers(2, 6)}
problems = st.one_of(
    st.builds(separable, **SIZES, margin=st.sampled_from([0.02, 0.1, 0.5])),
    st.builds(separable, **SIZES, margin=st.just(1e-5), binary=st.just(True)),
)


@pytest.mark.parametrize("space", SPACES)
def test_the_gap_is_a_certificate_where_rounding_moves_the_duals(space):
    assert_certified(separable(3, m=5, n=5, margin=0.02), space)


@pytest.mark.long
@pytest.mark.parametrize("space", SPACES)
@FEW
@given(problem=problems)
def test_the_gap_is_a_certificate(problem, space):
    assert_certified(problem, space)


@pytest.mark.parametrize("space", [space for space in SPACES if space[1]])
@FEW
@given(problem=problems, labels=st.randoms(use_true_random=False))
def test_the_gap_is_a_certificate_for_overlapping_classes(problem, space, labels):
    X, y = problem
    assert_certified((X, np.array(labels.sample(list(y), len(y)))), space)


@pytest.mark.parametrize("space", [space for space in SPACES if not space[2]])
@FEW
@given(problem=problems)
def test_equals_nnls(problem, space):
    assert margin(fitted(problem, space)) == pytest.approx(by_nnls(problem, space), rel=1e-9)


@pytest.mark.long
@pytest.mark.parametrize("space", SPACES)
@FEW
@given(problem=problems)
def test_storages_agree(problem, space):
    X, y = problem
    dense, compressed = fitted(problem, space), fitted((sparse.csr_matrix(X), y), space)
    assert margin(compressed) == pytest.approx(margin(dense), rel=1e-9)
    assert apart(compressed, dense) <= sum(map(angle_allowed, (compressed, dense)))


def apart(one, other):
    """Return the distance of two weights' first coordinates, relative to the norm of all."""
    return np.linalg.norm(one.coef_ - other.coef_) / np.linalg.norm(
        [*one.coef_[0], *one.slack_coef_]
    )


def angle_allowed(model):
    """Return the largest angle to the best direction for a margin within the gap of the maximum."""
    return np.sqrt(2 * max(model.relative_gap_, 1e-15))


def test_an_array_of_mostly_zeros_is_solved_as_sparse_rows():
    X, y = separable(seed=3, m=60, n=40, margin=0.1)
    X[np.abs(X) < np.quantile(np.abs(X), 0.8)] = 0.0
    dense, rows = (MaximumMargin(extend=0.5).fit(Z, y) for Z in (X, sparse.csr_matrix(X)))
    np.testing.assert_array_equal(dense.coef_, rows.coef_)
    np.testing.assert_array_equal(dense.dual_coef_, rows.dual_coef_)


def test_two_patterns():
    """The patterns are y_1 = (3, 0) and y_2 = (0, 4).

    Without a threshold, the shortest vector between them is the height, 12/5. With a threshold, the
    margin is half of their distance.
    """
    problem = np.array([[3.0, 0.0], [0.0, -4.0]]), np.array([1.0, -1.0])
    assert margin(fitted(problem, (0.0, 0.0, False))) == pytest.approx(2.4, rel=1e-12)
    assert margin(fitted(problem, (0.0, 0.0, True))) == pytest.approx(2.5, rel=1e-12)


def test_dependent_patterns_of_two_classes():
    """Each class is affinely independent, but both together are not, which thresholds allow."""
    X = np.array([[0, -1, 1], [1, -1, 1], [1, 0, -1], [-1, 1, 0]], float)
    assert_certified((X, np.array([-1.0, -1.0, -1.0, 1.0])), (1.0, 0.0, True))


@pytest.mark.parametrize("extend", [0.0, 2.0])
def test_orthogonal_patterns(extend):
    """γ^−2 = Σ 1/‖y_k‖², where ‖y_k‖² includes Δ², and α_k is proportional to 1/‖y_k‖²."""
    lengths = np.array([1.0, 2.0, 0.5, 3.0])
    labels = np.array([1.0, -1.0, 1.0, -1.0])
    model = fitted((np.diag(lengths), labels), (0.0, extend, False))
    inverse = 1 / (lengths**2 + extend**2)
    assert margin(model) == pytest.approx(inverse.sum() ** -0.5, rel=1e-12)
    np.testing.assert_allclose(model.dual_coef_, inverse / inverse.sum(), rtol=1e-9)


def test_identical_patterns_in_the_extended_space():
    """m equal patterns of length 1 give the weight (1, Δ/m, ..., Δ/m), up to its sign."""
    for m in (2, 5, 50):
        X, y = np.ones((m, 1)), np.ones(m)
        y[0], X[0] = -1.0, -1.0
        expected = np.sqrt(1 + 0.25 / m)
        assert margin(fitted((X, y), (0.0, 0.5, False))) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("space", [space for space in SPACES if not space[1]])
@FEW
@given(problem=problems, seed=st.integers(0, 10**6))
def test_duplicates_change_nothing(problem, space, seed):
    X, y = problem
    again = np.append(np.arange(len(y)), np.random.default_rng(seed).integers(0, len(y), 30))
    many, few = fitted((X[again], y[again]), space), fitted(problem, space)
    assert many.converged_
    assert margin(many) == pytest.approx(margin(few), rel=1e-9)
    np.testing.assert_allclose(many.coef_, few.coef_, atol=1e-7)


@pytest.mark.long
@pytest.mark.parametrize("space", SPACES)
@FEW
@given(problem=problems, power=st.sampled_from([-40, 40]))
def test_a_scale_of_a_power_of_two_changes_no_bit(problem, space, power):
    X, y = problem
    c = 2.0**power
    plain = fitted(problem, space)
    scaled = fitted((c * X, y), (c * space[0], c * space[1], space[2]))
    np.testing.assert_array_equal(scaled.dual_coef_, plain.dual_coef_)
    np.testing.assert_array_equal(scaled.coef_, c * plain.coef_)
    assert margin(scaled) == c * margin(plain)
    assert scaled.relative_gap_ == plain.relative_gap_


@pytest.mark.long
@pytest.mark.parametrize("space", SPACES)
@FEW
@given(problem=problems)
def test_label_swap(problem, space):
    X, y = problem
    plain, swapped = fitted(problem, space), fitted((X, -y), space)
    assert margin(swapped) == pytest.approx(margin(plain), rel=1e-9)
    np.testing.assert_allclose(swapped.coef_, -plain.coef_, rtol=1e-6, atol=1e-9)
    np.testing.assert_allclose(swapped.intercept_, -plain.intercept_, rtol=1e-6, atol=1e-9)


@FEW
@given(problem=problems, extend=st.sampled_from([0.0, 0.5]))
def test_a_free_threshold_makes_translation_change_nothing(problem, extend):
    X, y = problem
    plain, moved = (fitted((rows, y), (1.0, extend, True)) for rows in (X, X + 7.0))
    assert margin(moved) == pytest.approx(margin(plain), rel=1e-9)
    np.testing.assert_allclose(moved.coef_, plain.coef_, rtol=1e-5, atol=1e-8)


@pytest.mark.parametrize("extend", [0.0, 0.5])
@FEW
@given(problem=problems)
def test_a_free_threshold_agrees_with_libsvm(problem, extend):
    exact = fitted(problem, (1.0, extend, True))
    svm = LIBSVM(tol=1e-8, extend=extend).fit(*problem)
    assert svm.geometric_margin_ <= margin(exact) * (1 + 1e-9)
    # LIBSVM's C of 10⁵ is not quite hard where the margin is small.
    assert margin(exact) <= svm.margin_upper_bound_ * (1 + 1e-9)
    assert svm.geometric_margin_ == pytest.approx(margin(exact), rel=1e-5)


@pytest.mark.parametrize("free_threshold", [False, True])
@FEW
@given(seed=st.integers(0, 10**6), m=st.integers(4, 20), n=st.integers(1, 4))
def test_separable_or_not_as_linear_programming_finds(free_threshold, seed, m, n):
    """Small integers with random labels give many ties, duplicates and contradictions."""
    random = np.random.default_rng(seed)
    X, y = random.integers(-2, 3, size=(m, n)).astype(float), random.choice([-1.0, 1.0], m)
    y[:2] = -1.0, 1.0
    Z = y[:, None] * np.hstack([X, np.ones((m, 1))])
    separates = linprog(np.zeros(n + 1), A_ub=-Z, b_ub=-np.ones(m), bounds=(None, None))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.simplefilter("ignore", ConvergenceWarning)
        model = fitted((X, y), (1.0, 0.0, free_threshold))
    assert model.converged_ == (separates.status == 0)
    if not model.converged_:
        assert margin(model) <= 0 and model.geometric_margin_ <= 0
        assert model.relative_gap_ == np.inf
        assert model.margin_upper_bound_ < 1e-12


@parametrize_with_checks([MaximumMargin(extend=1.0, free_threshold=True)])
def test_scikit_learn_conventions_with_a_free_threshold(estimator, check):
    check(estimator)


def test_a_fit_without_directional_margin_keeps_none_of_a_fit_before():
    problem = separable(1)
    model = MaximumMargin(extend=1.0).fit(*problem)
    model.set_params(free_threshold=True).fit(*problem)
    assert not hasattr(model, "directional_margin_")


def test_a_zero_pattern_needs_a_threshold():
    X, y = separable(1)
    X[3] = 0.0
    with pytest.raises(ValueError, match="row 3 of X.*all zero"):
        fitted((X, y), (0.0, 0.0, False))
    assert fitted((X, y), (0.0, 1.0, True)).converged_


def test_a_pattern_too_long_is_named():
    X, y = separable(1)
    X[3] = 1e200
    with pytest.raises(ValueError, match="row 3 of X.*overflow: scale X down"):
        fitted((X, y), (0.0, 1.0, True))


@pytest.mark.parametrize("scale", [0.0, 1e-155])
def test_patterns_too_short_are_refused(scale):
    X, y = separable(1)
    with pytest.raises(ValueError, match="longest row of X.*underflow: scale X up"):
        fitted((scale * X, y), (1.0, 0.0, True))
    assert fitted((1e-65 * X, y), (0.0, 0.0, True)).converged_


@pytest.mark.parametrize("free_threshold", [False, True])
def test_an_extension_of_next_to_nothing(free_threshold):
    """For tiny Δ, 1 − p_k in Newton's method is rounding error, and the margin is as without Δ."""
    problem = separable(5, m=40)
    model = fitted(problem, (1.0, 1e-9, free_threshold))
    assert model.relative_gap_ < 1e-9
    hard = margin(fitted(problem, (1.0, 0.0, free_threshold)))
    assert margin(model) == pytest.approx(hard, rel=1e-12)


def test_small_margins_keep_their_digits():
    """The patterns' directions are 10⁻⁵ apart; the margin is half of this times the length."""
    X = np.array([[1.0, 1e-5], [1.0, -1e-5], [-1.0, 1e-5]])
    model = fitted((X, np.array([1.0, -1.0, 1.0])), (0.0, 0.0, False))
    assert margin(model) == pytest.approx(1e-5, rel=1e-10)
    assert model.relative_gap_ < 3e-10  # of which rounding is given 2.2e-10


@pytest.mark.parametrize("space", [(0.1, 0.1, False), (0.0, 0.1, True)])
def test_conjugate_gradients_solve_the_same(monkeypatch, space):
    random = np.random.default_rng(1)
    X = random.random((200, 300)) * (random.random((200, 300)) < 0.05)
    problem = sparse.csr_matrix(X), np.sign(random.normal(size=200))
    monkeypatch.setattr(newton, "FEW_ENTRIES", 0.0)
    direct = fitted(problem, space)
    monkeypatch.setattr(newton, "DIRECT_UP_TO", 0)
    iterative = fitted(problem, space)
    assert iterative.converged_
    assert (iterative.coef_ != direct.coef_).any()
    np.testing.assert_allclose(iterative.coef_, direct.coef_, rtol=1e-6, atol=1e-12)


def test_what_did_not_converge_warns():
    X, y = [[1.0], [1.0]], [0, 1]
    with pytest.warns(ConvergenceWarning, match="rows 0 and 1 of X, counted from 0, are equal"):
        assert not MaximumMargin().fit(X, y).converged_


@pytest.mark.parametrize("form", [np.asarray, sparse.csr_matrix])
def test_dependent_rows_of_zeros_and_ones_end_with_the_reason(form):
    """LAPACK gives the weights of dependent carriers as nan, and no error."""
    X = form(sparse.random(119, 140, 1 / 140, random_state=202).toarray())
    with pytest.warns(ConvergenceWarning, match="of X, counted from 0, are equal"):
        model = MaximumMargin().fit(X, np.arange(119) % 2)
    assert not model.converged_ and model.directional_margin_ <= 0.0


@pytest.mark.parametrize("space", SPACES)
def test_columns_that_no_pattern_has_change_nothing(space):
    X, y = separable(3, m=20, n=5, margin=0.1)
    columns = np.array([7, 1000, 2**15, 2**19, 2**20 - 1])
    places = np.repeat(np.arange(20), 5), np.tile(columns, 20)
    wide = sparse.csr_matrix((X.ravel(), places), shape=(20, 2**20))
    augment, extend, free = space
    model = MaximumMargin(augment, extend, free)
    few = model.fit(sparse.csr_matrix(X), y).coef_, model.intercept_, model.margin_upper_bound_
    many = model.fit(wide, y).coef_, model.intercept_, model.margin_upper_bound_
    assert np.array_equal(many[0][:, columns], few[0]) and np.count_nonzero(many[0]) == 5
    assert few[1:] == many[1:]
    assert np.array_equal(model.predict(wide), y)


def test_a_run_that_rounding_ends_says_which_gap_it_can_reach():
    X, y = load_breast_cancer(return_X_y=True)  # columns of sizes from 0.01 to 4000
    with pytest.warns(ConvergenceWarning) as warned:
        model = MaximumMargin().fit(X, y)
    assert model.status_ == "stopped" and not model.converged_
    sentence = str(warned[0].message)
    assert (
        f"it came no further at a relative gap of {model.relative_gap_:.3g}, above 1e-09."
        in sentence
    )
    (wanted,) = re.findall(r"set gap=(\S+)\.$", sentence)
    again = MaximumMargin(gap=float(wanted)).fit(X, y)
    assert again.converged_ and again.relative_gap_ < float(wanted)


def test_a_run_that_its_limit_ends_names_the_limit():
    X, y = load_breast_cancer(return_X_y=True)
    with pytest.warns(ConvergenceWarning, match="max_seconds ended it at .* Raise max_seconds"):
        model = MaximumMargin(extend=100.0, max_seconds=1e-9).fit(X, y)
    assert model.status_ == "max_seconds"
