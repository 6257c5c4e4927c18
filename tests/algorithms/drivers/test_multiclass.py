"""k-best AMIRA agrees with a slow reference, which solves each update's quadratic program."""

from concurrent.futures import ThreadPoolExecutor
from itertools import combinations, permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize

from maxmargin import MulticlassAMIRA
from maxmargin.drivers.dual.kernel_rows import KernelRows
from maxmargin.drivers.dual.learner import DualLearner, KernelSpace, present
from maxmargin.drivers.several_classes.learner import MulticlassLearner
from maxmargin.drivers.several_classes.nearest_weight import nearest
from maxmargin.kernels import Gaussian
from maxmargin.rules import all_rules
from tests.algorithms.reference import features

RULES = all_rules()
THREADS = ThreadPoolExecutor(2)
KERNEL = Gaussian(1.5)
M, TEST, CLASSES = 36, 10, 4


def general_solution(wanted, q):
    """Return the multipliers by a general solver: min ½ηᵀGη − bᵀη, η ≥ 0, G = q (I + 11ᵀ)."""
    G = q * (np.eye(wanted.size) + 1.0)
    solved = minimize(
        lambda x: x @ G @ x / 2 - wanted @ x,
        np.zeros(wanted.size),
        jac=lambda x: G @ x - wanted,
        bounds=[(0, None)] * wanted.size,
        method="SLSQP",
        options={"ftol": 1e-15, "maxiter": 500},
    )
    assert solved.success
    return solved.x


@settings(max_examples=60, derandomize=True)
@given(
    wanted=st.lists(st.floats(0.01, 5.0), min_size=1, max_size=9),
    q=st.sampled_from([0.1, 1.0, 30.0]),
)
def test_multipliers_against_a_general_solver(wanted, q):
    wanted = np.array(wanted)
    multipliers = nearest(wanted, q)
    np.testing.assert_allclose(multipliers, general_solution(wanted, q), atol=1e-6 / q)
    kept = q * (multipliers + multipliers.sum()) - wanted  # w′·ΔΦ − 1
    assert (kept >= -1e-14).all() and (multipliers >= 0).all()
    assert np.abs(kept[multipliers > 0]).max(initial=0.0) <= 1e-14


def enumerated(wanted, q):
    """Return the multipliers to the last digit, by trying all sets of constraints."""
    G = q * (np.eye(wanted.size) + 1.0)
    for size in range(wanted.size, 0, -1):
        for active in map(list, combinations(range(wanted.size), size)):
            x = np.zeros(wanted.size)
            x[active] = np.linalg.solve(G[np.ix_(active, active)], wanted[active])
            if (x >= 0).all() and (G @ x >= wanted - 1e-12).all():
                return x
    raise AssertionError("no set of active constraints is optimal")


@given(
    wanted=st.lists(st.sampled_from([0.3, 1.0, 1.7, 2.0]), min_size=2, max_size=6),
    q=st.sampled_from([0.3, 6.0]),
)
def test_equal_constraints_have_equal_multipliers(wanted, q):
    multipliers = nearest(np.array(wanted), q)
    for value in set(wanted):
        assert len({m for w, m in zip(wanted, multipliers, strict=True) if w == value}) == 1


@pytest.mark.long
@pytest.mark.parametrize("perm", [*permutations(range(3))])
def test_names_of_classes_change_no_update(perm):
    """By hand, in fractions: the second pattern has a margin of 0 between its class and another."""
    X, codes = [[-2, 1], [3, 3], [3, -3]], [0, 1, 2]
    named = [perm[c] for c in codes]
    model = MulticlassAMIRA(1.0, k_best=2, shuffle=False, hypothesis="last").fit(X, named)
    assert model.n_updates_ == 3
    one = MulticlassAMIRA(1.0, k_best=2, hypothesis="last")
    one.partial_fit(X[:1], named[:1], classes=[0, 1, 2])
    expected = np.full(3, -1 / 18)
    expected[perm[0]] = 1 / 9
    np.testing.assert_allclose(one.dual_coef_.ravel(), expected, rtol=1e-15)


def test_one_constraint_has_its_closed_form():
    assert nearest(np.array([0.8]), 2.0)[0] == pytest.approx(0.8 / 4.0, rel=1e-15)


def problem(seed):
    """Return four overlapping clouds, and the codes of their classes."""
    rng = np.random.default_rng(seed)
    codes = rng.integers(0, CLASSES, M + TEST)
    codes[:CLASSES] = range(CLASSES)
    centres = 1.5 * rng.normal(size=(CLASSES, 3))
    X = centres[codes] + 0.7 * rng.normal(size=(M + TEST, 3))
    return X[:M], codes[:M], X[M:]


def slow_run(F, codes, threshold, strict, k_best, delta, orders):
    """Return (updates, kernel values, weights after every visit) of Algorithms 2 and 3.

    The reference writes feature vectors out. It returns None if rounding decides: after the first
    visit, a margin meets the threshold, or two classes tie for the last of the k places.
    """
    vectors = np.hstack([F[:M], delta * np.eye(M)])
    W = np.zeros((CLASSES, vectors.shape[1]))
    updates, computed, support, trail = 0, 0, set(), []
    for order in orders:
        for k in order:
            x, y = vectors[k], codes[k]
            computed += len(support)
            scores = W @ x
            ranked = [c for c in np.argsort(-scores, kind="stable") if c != y][:k_best]
            margins = scores[y] - scores
            gaps = np.diff(np.sort(np.delete(-scores, y)))[k_best - 1 : k_best]
            decided_by = np.concatenate([margins[ranked] - threshold, gaps])
            if trail and np.abs(decided_by).min() < 1e-6:
                return None
            bad = [
                c
                for c in ranked
                if margins[c] < threshold or margins[c] == threshold and not strict
            ]
            if bad:
                multipliers = enumerated(1.0 - margins[bad], x @ x)
                W = W.copy()
                W[y] += multipliers.sum() * x
                for c, multiplier in zip(bad, multipliers, strict=True):
                    W[c] -= multiplier * x
                updates += 1
                support.add(k)
            trail.append(W)
    return updates, computed, np.array(trail)


# Not MIRA with all wrong classes: from the weights 0 on it keeps classes exactly alike.
@pytest.mark.parametrize(
    ("name", "epsilon", "k_best"),
    [
        *(("AMIRA", 0.6, k) for k in (1, 2, 3)),
        *(("MIRA", 1.0, k) for k in (1, 2)),
        *(("PassiveAggressive", 0, k) for k in (1, 2, 3)),
    ],
)
def test_same_hypotheses_as_reference(name, epsilon, k_best):
    rule = RULES[name]
    parameters = rule.Parameters(epsilon) if name == "AMIRA" else rule.Parameters()
    compared = 0
    for seed in range(60):
        delta = 0.5 * (seed % 2)
        X, codes, others = problem(seed)
        F = features(KERNEL, np.vstack([X, others]))
        rng = np.random.default_rng(seed)
        orders = [rng.permutation(M).astype(np.int32) for _ in range(2)]
        expected = slow_run(F, codes, 1 - epsilon, epsilon == 0, k_best, delta, orders)
        if expected is None:
            continue
        updates, computed, trail = expected
        rows = KernelRows(KERNEL.base, X, others, 1e9, THREADS)
        space = KernelSpace(KERNEL, rows, delta=delta)
        learner = MulticlassLearner(rule, parameters, codes, CLASSES, k_best, space)
        for order in orders:
            present([learner], order, THREADS)
        assert learner.updates == updates and learner.kernel_values == computed
        scores = trail[:, :, : F.shape[1]] @ F.T  # (visits, classes, columns)
        np.testing.assert_allclose(learner.last(), scores[-1], atol=1e-6)
        np.testing.assert_allclose(learner.average(), scores.mean(axis=0), atol=1e-6)
        votes = np.array([(scores.argmax(axis=1) == c).mean(axis=0) for c in range(CLASSES)])
        assert np.mean(np.isclose(learner.voted(), votes)) > 0.95  # rounding decides a few ties
        norm = learner.norm_of("last", learner.last())
        assert norm == pytest.approx(np.linalg.norm(trail[-1]), rel=1e-6)
        assert learner.duals().sum(axis=0) == pytest.approx(0.0, abs=1e-12)
        compared += 1
        if compared == 3:
            return
    raise AssertionError("too few problems on which no rounding decides")


@pytest.mark.long
def test_two_classes_are_the_binary_learner():
    """On two classes, 1-best AMIRA makes the updates of binary AMIRA, half in each weight."""
    X, codes, others = problem(3)
    codes = (codes > 1).astype(int)
    rows = KernelRows(KERNEL.base, X, others, 1e9, THREADS)
    space = KernelSpace(KERNEL, rows)
    params = RULES["AMIRA"].Parameters(0.4)
    together = MulticlassLearner(RULES["AMIRA"], params, codes, 2, 1, space)
    binary = DualLearner(RULES["AMIRA"], params, 2 * codes - 1, space)
    order = np.random.default_rng(0).permutation(M).astype(np.int32)
    for _ in range(3):
        present([together, binary], order, THREADS)
    assert together.updates == binary.updates
    np.testing.assert_allclose(together.last()[1] - together.last()[0], binary.last(), atol=1e-12)
