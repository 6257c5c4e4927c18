"""Properties of every algorithm on every separable problem, with any parameters.

The algorithms are MODELS: the learners under the sequential and the worst-first driver, the batch
learners, the procedures, the adapters of other libraries, the exact solver and the learners after
the pocket algorithm.
"""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import sparse

from maxmargin import MaximumMargin
from tests.algorithms.cases import BY_CLASS
from tests.algorithms.models import (
    AFTER_POCKET,
    FEW,
    IN_FILE_ORDER,
    IN_STAGES,
    MAKES_TIES,
    MODELS,
    OF_OTHERS,
    ONE_RUN,
    PARAMETERS,
    POCKET,
    POWERS_OF_R,
    RECORDED,
    WHOLE_STEPS,
    WORST_FIRST,
    assert_same_run,
    bits,
    each,
    each_in_storages,
    each_in_storages_of_zeros_and_ones,
    fitted,
    own,
    parts,
    patterns_of,
    seeds,
    timeless,
    weight_of,
)
from tests.algorithms.strategies import problems, spaces

# Certificates.


@each(MODELS)
@FEW
@given(problem=problems, space=spaces, mini_epochs=st.sampled_from([0, 5]))
def test_certificates_bracket_the_maximum_margin(name, problem, space, mini_epochs):
    presented = {"mini_epochs": mini_epochs} if name in IN_FILE_ORDER | IN_STAGES else {}
    model = fitted(name, problem, space, **presented)
    if name in AFTER_POCKET | POCKET:
        X, labels = problem
        kept = (model if name == "Pocket" else model.pocket_).correct_
        assume(len(set(labels[kept])) == 2)
        problem, space = (X[kept], labels[kept]), (space[0], 0.0)
    gamma = MaximumMargin(*space).fit(*problem).directional_margin_
    for point in own(model, "history_", []):
        assert point.directional_margin <= gamma * (1 + 1e-9)
        assert name in OF_OTHERS or point.upper_bound >= gamma * (1 - 1e-9)
    assert model.directional_margin_ <= gamma * (1 + 1e-9)


@FEW
@given(problem=problems, space=spaces)
def test_the_maximum_margin_is_exact(problem, space):
    best = MaximumMargin(*space).fit(*problem)
    assert best.converged_
    assert best.margin_upper_bound_ <= best.directional_margin_ * (1 + 1e-9)
    assert (best.dual_coef_ >= 0).all()


@pytest.mark.long
@each([name for name in MODELS if name not in OF_OTHERS])  # of which no α are known
@FEW
@given(problem=problems, space=spaces)
def test_weights_are_non_negative_combinations(name, problem, space):
    model = fitted(name, problem, space)
    if name in AFTER_POCKET | POCKET:
        space = (space[0], 0.0)
    duals, weight = model.dual_coef_, weight_of(model, space, len(problem[1]))
    assert duals.shape == problem[1].shape and (duals >= 0).all() and duals.any()
    # The exact solver's weight is not summed from α, whose rounding errors would show.
    atol = (1e-6 if "MaximumMargin" in name else 1e-9) * np.linalg.norm(weight)
    np.testing.assert_allclose(duals @ patterns_of(problem, space), weight, atol=atol)


# The record.


@pytest.mark.long
@each(RECORDED)
@FEW
@given(problem=problems, space=spaces)
def test_the_record_is_consistent(name, problem, space):
    model = fitted(name, problem, space)
    for earlier, later in pairwise(model.history_):
        for field in ("updates", "epochs", "mini_epochs", "visits", "seconds"):
            before, after = getattr(earlier, field), getattr(later, field)
            assert after is None or before <= after
    end, m, n = model.history_[-1], len(problem[1]), problem[0].shape[1]
    assert end.updates == own(model, "n_updates_", None)
    assert (end.epochs, end.visits) == (model.n_epochs_, model.n_visits_)
    assert end.epochs + end.mini_epochs == model.n_iter_
    assert end.directional_margin == model.directional_margin_
    assert end.geometric_margin == model.geometric_margin_
    assert end.upper_bound == pytest.approx(model.margin_upper_bound_, rel=0, nan_ok=True)
    assert name in WORST_FIRST or name in IN_STAGES or m * end.epochs <= end.visits + m

    weight, patterns = weight_of(model, space, m), patterns_of(problem, space)
    norm, smallest = np.linalg.norm(weight), (patterns @ weight).min()
    assert model.directional_margin_ == pytest.approx(smallest / norm, rel=1e-7)
    plain = np.linalg.norm(np.delete(weight, n))
    assert model.geometric_margin_ == pytest.approx(smallest / plain, rel=1e-7)
    assert model.squared_radius_ == pytest.approx((patterns**2).sum(axis=1).max())
    if name not in IN_STAGES:  # whose bound is the best of all stages
        assert model.weight_norm_ == pytest.approx(norm)
    if name in ONE_RUN:
        assert model.margin_upper_bound_ == pytest.approx(norm / model.dual_coef_.sum())


@pytest.mark.long
@each(ONE_RUN)
@FEW
@given(problem=problems, space=spaces, part=st.sampled_from([0.3, 0.999]), data=st.data())
def test_certify_ends_the_same_run_earlier(name, problem, space, part, data):
    whole = fitted(name, problem, space)
    found = [point.directional_margin / point.upper_bound for point in whole.history_]
    wanted = part * data.draw(st.sampled_from(sorted(found)[-5:]))
    assume(0 < wanted < 1)
    model = fitted(name, problem, space, certify=wanted)
    points = whole.history_[:1]  # where it looks: between two it learns for as long as a look takes
    for point in whole.history_[1:]:
        apart = len(problem[1]) if name in IN_FILE_ORDER else 0
        if point is whole.history_[-1] or point.visits - points[-1].visits >= apart:
            points.append(point)
    certified = [point.directional_margin >= wanted * point.upper_bound for point in points]
    enough = certified.index(True) if True in certified else len(points) - 1
    assert timeless(model.history_) == timeless(points)[: enough + 1]
    ended = enough == len(points) - 1 and whole.status_ == "converged"
    missed = True not in certified  # by looking elsewhere
    assert model.status_ == (whole.status_ if ended or missed else "certified")


@pytest.mark.long
@each(RECORDED)
@FEW
@given(problem=problems, space=spaces, part=parts, data=st.data())
def test_enough_margin_ends_the_same_run_earlier(name, problem, space, part, data):
    whole = fitted(name, problem, space)
    found = [point.directional_margin for point in whole.history_]
    wanted = part * data.draw(st.sampled_from(sorted(found)[-5:]))
    assume(wanted > 0)
    model = fitted(name, problem, space, enough_margin=wanted)
    assert model.converged_ and model.directional_margin_ >= wanted
    enough = [point.directional_margin >= wanted for point in whole.history_].index(True)
    assert timeless(model.history_) == timeless(whole.history_)[: enough + 1]


# Invariances.


@pytest.mark.long
@each(MODELS)
@FEW
@given(problem=problems, space=spaces, power=st.sampled_from([-40, -3, 1, 30]))
def test_scale_changes_no_bit(name, problem, space, power):
    """A power of two causes no rounding. Pegasos's λ and PassiveAggressive's C have units."""
    c = 2.0**power
    X, labels = problem
    model = fitted(name, problem, space)
    values = {"values": [c**2 * v for v in PARAMETERS[name]]} if name == "Pegasos" else {}
    if name.startswith("PassiveAggressive"):
        aggressiveness, variant = PARAMETERS["PassiveAggressive"]
        values = {"values": [aggressiveness / c**2, variant]}
    scaled = fitted(name, (c * X, labels), (c * space[0], c * space[1]), **values)
    for count in ("n_updates_", "n_visits_", "status_"):
        assert own(scaled, count, None) == own(model, count, None)
    if name in POWERS_OF_R:
        margin = pytest.approx(c * model.directional_margin_, rel=1e-12)
        assert scaled.directional_margin_ == margin
        return
    assert scaled.directional_margin_ == c * model.directional_margin_
    np.testing.assert_array_equal(bits(scaled), bits(model))


@pytest.mark.long
@each([name for name in MODELS if name not in BY_CLASS])
@FEW
@given(problem=problems, space=spaces)
def test_label_swap_changes_no_bit(name, problem, space):
    X, labels = problem
    model, swapped = fitted(name, problem, space), fitted(name, (X, -labels), space)
    history, turned = own(model, "history_", []), own(swapped, "history_", [])
    assert repr(timeless(turned)) == repr(timeless(history))  # in which nan equals nan
    np.testing.assert_array_equal(swapped.coef_, -model.coef_)
    np.testing.assert_array_equal(swapped.intercept_, -model.intercept_)


@pytest.mark.long
@each_in_storages([name for name in MODELS if name not in MAKES_TIES])
@FEW
@given(problem=problems, space=spaces)
def test_storages_agree(name, problem, space):
    assert_storages_agree(name, problem, space)


def assert_storages_agree(name, problem, space):
    X, labels = problem
    model, compressed = (
        fitted(name, (form(X), labels), space) for form in (np.asarray, sparse.csr_matrix)
    )
    weights = (weight_of(one, space, len(labels)) for one in (model, compressed))
    assert_same_run(name, model, compressed, *weights)


# River's ALMA projects onto the unit ball only if zeros are passed to it, as those of csr are not.
TOLD_OF_ZEROS = {"RiverALMAClassifier"}


# With the worst pattern first, products can tie, and rounding decides which one is the smallest.
@pytest.mark.long
@each_in_storages_of_zeros_and_ones(
    [name for name in MODELS if name not in WORST_FIRST.keys() | TOLD_OF_ZEROS | MAKES_TIES]
)
@FEW
@given(seed=seeds, m=st.integers(4, 40), space=st.sampled_from([(1.1, 0.0), (1.1, 0.7)]))
def test_storages_of_zeros_and_ones_agree(name, seed, m, space):
    """In these spaces, products never tie with each other's bounds."""
    assert_storages_agree(name, zeros_and_ones(seed, m), space)


@each_in_storages(WHOLE_STEPS)
@FEW
@given(seed=seeds, m=st.integers(4, 40), space=spaces)
def test_storages_of_whole_numbers_agree_in_every_bit(name, seed, m, space):
    """Products are integers or multiples of 1/4, so they tie in all storages or in none."""
    X, labels = zeros_and_ones(seed, m)
    model, compressed = (
        fitted(name, (form(X), labels), space) for form in (np.asarray, sparse.csr_matrix)
    )
    assert timeless(compressed.history_) == timeless(model.history_)
    np.testing.assert_array_equal(compressed.dual_coef_, model.dual_coef_)
    np.testing.assert_array_equal(compressed.coef_, model.coef_)


def zeros_and_ones(seed, m, n=6):
    """Return X, about (m, n), and labels that a weight of integers separates."""
    random = np.random.default_rng(seed)
    X = random.integers(0, 2, size=(m, n)).astype(float)
    X[:2] = np.eye(n)[:2]
    products = X @ np.append([1, -1], random.integers(-3, 4, size=n - 2))
    return X[products != 0], np.sign(products[products != 0])


@pytest.mark.long
@each([name for name in MODELS if name not in MAKES_TIES])
@FEW
@given(problem=problems, space=spaces, data=st.data())
def test_the_order_of_features_does_not_matter(name, problem, space, data):
    X, labels = problem
    order = data.draw(st.permutations(range(X.shape[1])))
    model, permuted = fitted(name, problem, space), fitted(name, (X[:, order], labels), space)
    weights, permuted_weights = (weight_of(one, space, len(labels)) for one in (model, permuted))
    weights[: len(order)] = weights[order]
    assert_same_run(name, permuted, model, permuted_weights, weights)
