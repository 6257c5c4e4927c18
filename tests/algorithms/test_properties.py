"""What holds of every algorithm on every separable problem, whatever its parameters.

Each is one of MODELS: the learners under the sequential and the worst-first driver, the procedures,
the adapters of other libraries, the exact solver and what comes after the pocket algorithm.
"""

import warnings
from functools import partial
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy import sparse
from sklearn.exceptions import ConvergenceWarning

from maxmargin import LEARNERS, POCKET_LEARNERS, PROCEDURES, THIRD_PARTY, MaximumMargin
from tests.algorithms.cases import CASES
from tests.algorithms.strategies import problems, spaces

FEW = settings(max_examples=8, deadline=None, derandomize=True)
seeds = st.integers(0, 10**6)
parts = st.sampled_from([0.3, 0.999, 1.0])  # of what was reached
PARAMETERS = dict(CASES)
# Defined by its visits, and by the duals of all patterns; and the one that has no other driver.
NEVER_WORST_FIRST, ALWAYS_WORST_FIRST = {"Pegasos", "AdaTron"}, "KrauthMezard"
# What a passive-aggressive update leaves at p = 1, the bound itself, rounding decides upon: such
# updates change the count, and are of the size of rounding, so that the weights still agree.
COUNTS_ROUNDING = {"PassiveAggressive", "PassiveAggressive, worst first", "RiverPA"}
# Their updates leave p = 1, above their bound.
PASS_OVER_COPIES = ["AMIRA", "AggressiveROMMA", "MIRA", "ROMMA"]
# Their weights are patterns added up.
WHOLE_STEPS = [
    f"{name}{how}"
    for name in ("Margitron", "PDM", "Perceptron", "PerceptronWithMargin")
    for how in ("", ", worst first")
] + ["KrauthMezard", "Pegasos"]
# b is in units of R^(1+ε), of a power that rounds, so that scales do change a bit.
POWERS_OF_R = {"Margitron", "Margitron, worst first", "TwoStageMargitron"}


def learner(name, space=(0.0, 0.0), values=None, **options):
    options = {"augment": space[0], "extend": space[1], "max_updates": 50_000} | options
    return LEARNERS[name](*(values or PARAMETERS[name]), **options)


def procedure(cls, value, space=(0.0, 0.0), **options):
    return cls(value, augment=space[0], extend=space[1], **options)


def tolerant(cls, space=(0.0, 0.0), **options):
    """There is no extended space for these, as it would separate any patterns."""
    return cls(augment=space[0], max_trials=2000, random_state=1, **options)


def adapted(cls, space=(0.0, 0.0), **options):
    model = cls(augment=space[0], extend=space[1], max_epochs=15)
    if "random_state" in model.get_params():
        model.set_params(random_state=1)
    if "B" in model.get_params():
        model.set_params(alpha=0.5)
    return model.set_params(**options)


IN_FILE_ORDER = {name: partial(learner, name) for name in LEARNERS if name != ALWAYS_WORST_FIRST}
WORST_FIRST = {
    f"{name}, worst first": partial(learner, name, worst_first=True)
    for name in LEARNERS
    if name not in NEVER_WORST_FIRST | {ALWAYS_WORST_FIRST}
}
WORST_FIRST[ALWAYS_WORST_FIRST] = partial(learner, ALWAYS_WORST_FIRST)
IN_STAGES = {
    name: partial(procedure, cls, {"ContinuedMICRA": 0.9, "TwoStageMargitron": 0.1}[name])
    for name, cls in PROCEDURES.items()
}
OF_OTHERS = {name: partial(adapted, cls) for name, cls in THIRD_PARTY.items()}
AFTER_POCKET = {
    name: partial(tolerant, cls) for name, cls in POCKET_LEARNERS.items() if name != "Pocket"
}
POCKET = {"Pocket": partial(tolerant, POCKET_LEARNERS["Pocket"])}
EXACT = {"MaximumMargin": lambda space=(0.0, 0.0): MaximumMargin(*space)}

ONE_RUN = IN_FILE_ORDER | WORST_FIRST
RECORDED = ONE_RUN | IN_STAGES | OF_OTHERS  # with a whole record of their own
MODELS = RECORDED | AFTER_POCKET | POCKET | EXACT


def each(models):
    return pytest.mark.parametrize("name", models)


def fitted(name, problem, space=(0.0, 0.0), **options):
    return fit(MODELS[name](space, **options), problem)


def fit(model, problem):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)  # of those that need never converge
        return model.fit(*problem)


def timeless(history):
    return [point._replace(seconds=0.0) for point in history]


def own(model, name, default):
    """An attribute of a model, or its default: not all have slacks, or duals."""
    return getattr(model, name, default)


def weight_of(model, space, m):
    """The weight in the augmented and extended space, (n + 1 + m,), the labels not reflected."""
    augmenting = model.intercept_ / space[0] if space[0] else np.zeros(1)
    slacks = model.slack_coef_ if space[1] and hasattr(model, "slack_coef_") else np.zeros(m)
    return np.concatenate([model.coef_[0], augmenting, slacks])


def patterns_of(problem, space):
    """All y_k, label-reflected, (m, n + 1 + m), for `weight_of` an unreflected weight."""
    X, labels = problem
    m = len(labels)
    extend = space[1] * np.eye(m)
    return labels[:, None] * np.hstack([X, np.full((m, 1), space[0]), extend])


def assert_same_run(name, one, other, weights, others):
    """Equal counts, and weights that differ by rounding."""
    if name not in COUNTS_ROUNDING:
        for count in ("n_updates_", "n_epochs_", "n_visits_", "status_"):
            assert own(one, count, None) == own(other, count, None)
    np.testing.assert_allclose(weights, others, atol=1e-7 * np.linalg.norm(others))
    assert one.directional_margin_ == pytest.approx(
        other.directional_margin_, rel=1e-7, abs=1e-7 * np.linalg.norm(others)
    )


def bits(model):
    """Signs and mantissas of the weight, which a power of two leaves alone."""
    return np.frexp(np.append(model.coef_[0], model.intercept_))[0]


# Certificates.


@each(MODELS)
@FEW
@given(problem=problems, space=spaces, mini_epochs=st.sampled_from([0, 5]))
def test_certificates_bracket_the_maximum_margin(name, problem, space, mini_epochs):
    presented = {"mini_epochs": mini_epochs} if name in IN_FILE_ORDER | IN_STAGES else {}
    model = fitted(name, problem, space, **presented)
    if name in AFTER_POCKET | POCKET:
        X, labels = problem
        kept = (model if name == "Pocket" else model.pocket_).right_
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


@each([name for name in MODELS if name not in OF_OTHERS])  # of which no α are known
@FEW
@given(problem=problems, space=spaces)
def test_weights_are_non_negative_combinations(name, problem, space):
    model = fitted(name, problem, space)
    if name in AFTER_POCKET | POCKET:
        space = (space[0], 0.0)
    duals, weight = model.dual_coef_, weight_of(model, space, len(problem[1]))
    assert duals.shape == problem[1].shape and (duals >= 0).all() and duals.any()
    # The exact solver's weight is not put together from α, whose rounding would be felt.
    atol = (1e-6 if "MaximumMargin" in name else 1e-9) * np.linalg.norm(weight)
    np.testing.assert_allclose(duals @ patterns_of(problem, space), weight, atol=atol)


# The record.


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


@each(ONE_RUN)
@FEW
@given(problem=problems, space=spaces, part=st.sampled_from([0.3, 0.999]), data=st.data())
def test_certify_ends_the_same_run_earlier(name, problem, space, part, data):
    whole = fitted(name, problem, space)
    found = [point.directional_margin / point.upper_bound for point in whole.history_]
    wanted = part * data.draw(st.sampled_from(sorted(found)[-5:]))
    assume(0 < wanted < 1)
    model = fitted(name, problem, space, certify=wanted)
    assert model.directional_margin_ >= wanted * model.margin_upper_bound_
    enough = [
        point.directional_margin >= wanted * point.upper_bound for point in whole.history_
    ].index(True)
    assert timeless(model.history_) == timeless(whole.history_)[: enough + 1]
    converged = enough == len(whole.history_) - 1 and whole.status_ == "converged"
    assert model.status_ == ("converged" if converged else "certified")


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


@each(MODELS)
@FEW
@given(problem=problems, space=spaces, power=st.sampled_from([-40, -3, 1, 30]))
def test_scale_changes_no_bit(name, problem, space, power):
    """A power of two rounds nothing, and all parameters but Pegasos's λ are in normalised units."""
    c = 2.0**power
    X, labels = problem
    model = fitted(name, problem, space)
    values = {"values": [c**2 * v for v in PARAMETERS[name]]} if name == "Pegasos" else {}
    scaled = fitted(name, (c * X, labels), (c * space[0], c * space[1]), **values)
    for count in ("n_updates_", "n_visits_", "status_"):
        assert own(scaled, count, None) == own(model, count, None)
    if name in POWERS_OF_R:
        margin = pytest.approx(c * model.directional_margin_, rel=1e-12)
        assert scaled.directional_margin_ == margin
        return
    assert scaled.directional_margin_ == c * model.directional_margin_
    np.testing.assert_array_equal(bits(scaled), bits(model))


@each(MODELS)
@FEW
@given(problem=problems, space=spaces)
def test_label_swap_changes_no_bit(name, problem, space):
    X, labels = problem
    model, swapped = fitted(name, problem, space), fitted(name, (X, -labels), space)
    history, turned = own(model, "history_", []), own(swapped, "history_", [])
    assert repr(timeless(turned)) == repr(timeless(history))  # in which nan equals nan
    np.testing.assert_array_equal(swapped.coef_, -model.coef_)
    np.testing.assert_array_equal(swapped.intercept_, -model.intercept_)


@each(MODELS)
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


# River's ALMA comes back onto the unit ball only where it is told of zeros, which csr does not.
TOLD_OF_ZEROS = {"RiverALMAClassifier"}


# Under worst first equal products tie, and rounding tells which is the smallest.
@each([name for name in MODELS if name not in WORST_FIRST.keys() | TOLD_OF_ZEROS])
@FEW
@given(seed=seeds, m=st.integers(4, 40), space=st.sampled_from([(1.1, 0.0), (1.1, 0.7)]))
def test_storages_of_zeros_and_ones_agree(name, seed, m, space):
    """In spaces whose products do not tie with each other's bounds, as those of ones would."""
    assert_storages_agree(name, zeros_and_ones(seed, m), space)


@each(WHOLE_STEPS)
@FEW
@given(seed=seeds, m=st.integers(4, 40), space=spaces)
def test_storages_of_whole_numbers_agree_in_every_bit(name, seed, m, space):
    """Products are whole numbers, or quarters, in every one, and tie in all or none."""
    X, labels = zeros_and_ones(seed, m)
    model, compressed = (
        fitted(name, (form(X), labels), space) for form in (np.asarray, sparse.csr_matrix)
    )
    assert timeless(compressed.history_) == timeless(model.history_)
    np.testing.assert_array_equal(compressed.dual_coef_, model.dual_coef_)
    np.testing.assert_array_equal(compressed.coef_, model.coef_)


def zeros_and_ones(seed, m, n=6):
    """X, about (m, n), and labels, which a weight of whole numbers separates."""
    random = np.random.default_rng(seed)
    X = random.integers(0, 2, size=(m, n)).astype(float)
    X[:2] = np.eye(n)[:2]
    products = X @ np.append([1, -1], random.integers(-3, 4, size=n - 2))
    return X[products != 0], np.sign(products[products != 0])


@each(MODELS)
@FEW
@given(problem=problems, space=spaces, data=st.data())
def test_the_order_of_features_does_not_matter(name, problem, space, data):
    X, labels = problem
    order = data.draw(st.permutations(range(X.shape[1])))
    model, permuted = fitted(name, problem, space), fitted(name, (X[:, order], labels), space)
    weights, permuted_weights = (weight_of(one, space, len(labels)) for one in (model, permuted))
    weights[: len(order)] = weights[order]
    assert_same_run(name, permuted, model, permuted_weights, weights)


# Copies of patterns. In the extended space they would be other patterns, of coordinates of their
# own, so that all but the first of these are without.


@FEW
@given(problem=problems, space=spaces, seed=st.integers(0, 100))
def test_copies_leave_the_maximum_margin_alone(problem, space, seed):
    """With a slack of its own a copy can only lessen it."""
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


@each(WORST_FIRST)
@FEW
@given(problem=problems, augment=st.sampled_from([0.0, 1.0]), seed=st.integers(0, 100))
def test_worst_first_never_looks_at_a_copy(name, problem, augment, seed):
    """Of equal products the first is the worst, so that the same updates are made.

    The products are equal for certain in csr form alone, whose rows are multiplied one by one.
    Other sums over all patterns may be rounded otherwise, so that α agree but for the last bits.
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


@each(IN_FILE_ORDER)
@FEW
@given(problem=problems, augment=st.sampled_from([0.0, 1.0]))
def test_the_file_twice_in_one_epoch_is_two_epochs(name, problem, augment):
    """The same updates on the same numbers, bit for bit, shared out among original and copy."""
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
    """The problem with copies of some patterns at its end."""
    X, labels = problem
    return np.vstack([X, X[again]]), np.append(labels, labels[again])
