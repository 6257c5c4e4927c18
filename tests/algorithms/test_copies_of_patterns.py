"""Copies of patterns change a run but not the maximum margin."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from maxmargin import MaximumMargin
from maxmargin.rules import all_rules
from tests.algorithms.models import (
    AFTER_POCKET,
    COUNTS_ROUNDING,
    FEW,
    IN_FILE_ORDER,
    MODELS,
    OF_OTHERS,
    PASS_OVER_COPIES,
    POCKET,
    WORST_FIRST,
    each,
    fitted,
    own,
)
from tests.algorithms.strategies import problems, spaces

# In the extended space, a copy has its own coordinate and is another pattern. So only the first
# test uses an extension.


@FEW
@given(problem=problems, space=spaces, seed=st.integers(0, 100))
def test_copies_leave_the_maximum_margin_alone(problem, space, seed):
    """A copy with its own slack can only lower the maximum margin."""
    X, labels = problem
    again = np.random.default_rng(seed).integers(len(labels), size=9)
    best = MaximumMargin(*space).fit(X, labels)
    more = MaximumMargin(*space).fit(*appended(problem, again))
    assert more.squared_radius_ == best.squared_radius_
    assert more.directional_margin_ <= best.directional_margin_ * (1 + 1e-9)
    if not space[1]:
        assert more.directional_margin_ == pytest.approx(best.directional_margin_, rel=1e-9)
        np.testing.assert_allclose(more.coef_, best.coef_, atol=1e-4 * best.margin_upper_bound_)


# After the pocket algorithm copies and originals alike may have been dropped.
@pytest.mark.long
@each([name for name in MODELS if name not in AFTER_POCKET | POCKET])
@FEW
@given(problem=problems, augment=st.sampled_from([0.0, 1.0]), seed=st.integers(0, 100))
def test_certificates_with_copies_are_those_of_the_originals(name, problem, augment, seed):
    again = np.random.default_rng(seed).integers(len(problem[1]), size=9)
    model = fitted(name, appended(problem, again), (augment, 0.0))
    gamma = MaximumMargin(augment).fit(*problem).directional_margin_
    for point in own(model, "history_", []):
        assert point.directional_margin <= gamma * (1 + 1e-9)
        assert name in OF_OTHERS or point.upper_bound >= gamma * (1 - 1e-9)


# Rounding decides how many updates a passive-aggressive learner makes, and copies change it.
@pytest.mark.long
@each([name for name in WORST_FIRST if name not in COUNTS_ROUNDING])
@FEW
@given(problem=problems, augment=st.sampled_from([0.0, 1.0]), seed=st.integers(0, 100))
def test_worst_first_never_looks_at_a_copy(name, problem, augment, seed):
    """Among equal products the first one is the worst, so the updates are equal.

    Only the csr format guarantees equal products, since its rows are multiplied one by one. Other
    sums over all patterns may be rounded differently, so α may differ in the last bits.
    """
    X, labels = problem
    m, again = len(labels), np.random.default_rng(seed).integers(len(labels), size=9)
    more_X, more_labels = appended(problem, again)
    model = fitted(name, (sparse.csr_matrix(X), labels), (augment, 0.0))
    more = fitted(name, (sparse.csr_matrix(more_X), more_labels), (augment, 0.0))
    assert (more.status_, more.n_updates_) == (model.status_, model.n_updates_)
    np.testing.assert_allclose(more.dual_coef_[:m], model.dual_coef_, rtol=1e-9)
    assert not more.dual_coef_[m:].any()
    assert more.n_visits_ == model.n_epochs_ * (m + 9)


@each(PASS_OVER_COPIES)
@FEW
@given(problem=problems, augment=st.sampled_from([0.0, 1.0]), mini_epochs=st.sampled_from([0, 5]))
def test_a_copy_right_after_its_original_is_passed_over(name, problem, augment, mini_epochs):
    X, labels = problem
    twice = np.repeat(X, 2, axis=0), np.repeat(labels, 2)
    model = fitted(name, problem, (augment, 0.0), mini_epochs=mini_epochs)
    more = fitted(name, twice, (augment, 0.0), mini_epochs=mini_epochs)
    for count in ("status_", "n_updates_", "n_epochs_", "n_mini_epochs_"):
        assert getattr(more, count) == getattr(model, count)
    assert more.n_visits_ == model.n_visits_ + len(labels) * model.n_epochs_
    np.testing.assert_array_equal(more.dual_coef_[::2], model.dual_coef_)
    assert not more.dual_coef_[1::2].any()
    np.testing.assert_array_equal(more.coef_, model.coef_)


# A copy has a dual of its own, which AdaTron uses. A rule with a memory may accept in the second
# half of the long epoch what it refuses in the first, so it may end elsewhere.
@pytest.mark.long
@each(
    [
        name
        for name in IN_FILE_ORDER
        if name != "AdaTron" and not hasattr(all_rules()[name], "initial_memory")
    ]
)
@FEW
@given(problem=problems, augment=st.sampled_from([0.0, 1.0]))
def test_the_file_twice_in_one_epoch_is_two_epochs(name, problem, augment):
    """Original and copy share the updates, which are equal bit for bit."""
    X, labels = problem
    model = fitted(name, problem, (augment, 0.0))
    more = fitted(name, (np.tile(X, (2, 1)), np.tile(labels, 2)), (augment, 0.0))
    assert (more.status_, more.n_updates_) == (model.status_, model.n_updates_)
    np.testing.assert_array_equal(more.coef_, model.coef_)
    np.testing.assert_array_equal(more.intercept_, model.intercept_)
    shared = more.dual_coef_.reshape(2, -1).sum(axis=0)
    np.testing.assert_allclose(shared, model.dual_coef_, rtol=1e-9)
    if model.status_ == "converged":  # after an epoch without an update
        assert more.n_epochs_ == model.n_epochs_ // 2 + 1


def appended(problem, again):
    """Return the problem with copies of some patterns at its end."""
    X, labels = problem
    return np.vstack([X, X[again]]), np.append(labels, labels[again])
