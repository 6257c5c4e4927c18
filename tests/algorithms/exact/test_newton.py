"""Newton's steps compute their formulas, and every point of a run encloses the maximum."""

import json
import os
import subprocess
import sys
import time
from math import inf
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from maxmargin import MaximumMargin
from maxmargin.exact import few_coordinates, newton, newton_kernel
from maxmargin.exact.newton_state import Goal, Part, new_state
from maxmargin.space import make_space
from tests.algorithms import compiled_types
from tests.algorithms.exact.newton_steps import Steps
from tests.algorithms.exact_margins import fitted, margin
from tests.algorithms.inner_functions import inner_functions
from tests.algorithms.models import fit
from tests.algorithms.problems import separable

pytestmark = pytest.mark.filterwarnings("error::RuntimeWarning")
ROOT = Path(__file__).parents[3]
FEW = settings(max_examples=25, derandomize=True)
SPACES = [
    (1.0, 0.0, False),
    (0.5, 0.5, False),
    (1.0, 1e-3, False),
    (0.0, 0.0, True),
    (0.0, 0.5, True),
]
FORMS = {
    "dense": lambda X: X,
    "sparse": sparse.csr_matrix,
    "binary": lambda X: sparse.csr_matrix((X > 0.5).astype(float)),
}
SIZES = {"seed": st.integers(0, 10**6), "m": st.integers(4, 60), "n": st.integers(2, 6)}


def overlapping(seed, m, n):
    X, labels = separable(seed, m=m, n=n)
    return X, np.random.default_rng(seed).permutation(labels)


def evaluated(space, goal, stride=1, direct=True):
    """Return (kernel, part, state) at a random weight, with random targets."""
    random = np.random.default_rng(3)
    kernel = inner_functions(newton_kernel, space.storage)
    part = Part(space.patterns, space.labels, space.rho, stride)
    m = -(-space.labels.size // stride)
    weights = np.append(random.normal(size=space.n + 1), 0.0)
    targets = random.uniform(0.5, 1.5, m)
    state = new_state(weights, targets, m, direct)
    return kernel, part, state, kernel.evaluate(part, goal, state)


def reflected(space, stride):
    X = space.storage.matrix(space.patterns, space.n)
    X = X.toarray() if sparse.issparse(X) else X
    Y = space.labels[:, None] * np.hstack([X, np.full((len(X), 1), space.rho)])
    return Y[::stride], space.labels[::stride]


def objective(Y, targets, goal, weight):
    own = weight[:-1] if goal.free else weight
    return goal.penalty * own @ own / 2 + (np.maximum(0.0, targets - Y @ weight) ** 2).sum() / 2


@pytest.mark.parametrize("direct", [True, False])
@pytest.mark.parametrize("free", [False, True])
@pytest.mark.parametrize("stride", [1, 3])
@pytest.mark.parametrize("form", FORMS)
def test_a_step_goes_to_the_least_on_its_way(form, stride, free, direct):
    """The direction leads to numpy's solution for the active patterns."""
    X, labels = overlapping(4, m=80, n=7)
    space = make_space(FORMS[form](X), labels, 0.7)
    goal = Goal(0.3, 0.2, free)
    kernel, part, state, _ = evaluated(space, goal, stride, direct)
    Y, _ = reflected(space, stride)
    start, targets = state.weights[:-1].copy(), state.targets
    active = Y @ start < targets
    penalty = np.append(np.full(space.n, goal.penalty), 0.0 if free else goal.penalty)
    there = np.linalg.solve(
        np.diag(penalty) + Y[active].T @ Y[active], Y[active].T @ targets[active]
    )
    while direct and kernel.recompute_matrix(part, state, 7):
        pass
    kernel.step(part, goal, state, 1e-14, 0 if direct else 100)
    way, gone = there - start, state.weights[:-1] - start
    t = gone @ way / (way @ way)
    np.testing.assert_allclose(gone, t * way, atol=1e-9)
    np.testing.assert_allclose(state.short, targets - Y @ state.weights[:-1], atol=1e-10)
    reached = objective(Y, targets, goal, state.weights[:-1])
    others = [objective(Y, targets, goal, start + s * way) for s in np.linspace(0.0, 3.0, 301)]
    assert reached <= others[0] - 0.99 * (others[0] - min(others))


@pytest.mark.parametrize("free", [False, True])
@pytest.mark.parametrize("stride", [1, 3])
@pytest.mark.parametrize("form", FORMS)
def test_the_first_conjugate_gradient_is_that_of_the_preconditioner(form, stride, free):
    X, labels = overlapping(4, m=80, n=7)
    X[:, 2] = 0.0
    X[:, 5] *= 100.0
    space = make_space(FORMS[form](X), labels, 0.7)
    goal = Goal(0.3, 0.2, free)
    kernel, part, state, _ = evaluated(space, goal, stride, direct=False)
    Y, _ = reflected(space, stride)
    start, targets = state.weights[:-1].copy(), state.targets
    active = Y @ start < targets
    slope = Y[active].T @ (targets[active] - Y[active] @ start) - goal.penalty * start
    slope[-1] += goal.penalty * start[-1] if free else 0.0
    diagonal = goal.penalty + np.append((Y[active] ** 2).sum(0), 0.0)  # and the spare coordinate
    mean = 2.0 ** (np.frexp(diagonal)[1].sum() // diagonal.size)
    expected = slope / (diagonal + mean)[:-1]
    kernel.step(part, goal, state, 1e-14, 1)
    gone = state.weights[:-1] - start
    t = gone @ expected / (expected @ expected)
    assert t > 0.0
    np.testing.assert_allclose(gone, t * expected, rtol=1e-12)


@pytest.mark.parametrize("free", [False, True])
@pytest.mark.parametrize("form", FORMS)
def test_the_certificate_as_it_is_defined(form, free):
    X, labels = overlapping(5, m=50, n=5)
    space = make_space(FORMS[form](X), labels, 0.7)
    goal = Goal(0.3, 0.2, free)
    _, _, state, found = evaluated(space, goal)
    Y, labels = reflected(space, 1)
    weight, alphas = state.weights[:-1], np.maximum(0.0, state.short) / goal.penalty
    Z = np.hstack([Y[:, :-1] if free else Y, np.sqrt(goal.squared_delta) * np.eye(len(Y))])
    w = np.append(weight[:-1] if free else weight, np.sqrt(goal.squared_delta) * alphas)
    products = Y @ weight + goal.squared_delta * alphas
    smallest = products.min()
    if free:
        smallest = (products[labels > 0].min() + products[labels < 0].min()) / 2
        for members in (labels > 0, labels < 0):
            alphas[members] /= 2 * alphas[members].sum()
    bound = np.linalg.norm(Z.T @ alphas) / alphas.sum()
    without = np.append(weight[:-1], w[len(weight) - free :])
    expected = smallest / np.linalg.norm(w), smallest / np.linalg.norm(without), bound
    np.testing.assert_allclose(found[:3], expected, rtol=1e-10)


@pytest.mark.parametrize("space", SPACES)
@FEW
@given(problem=st.builds(separable, **SIZES), part=st.booleans())
def test_every_point_encloses_the_maximum(problem, space, part):
    assert_enclosed(problem, space, part)


@pytest.mark.parametrize("space", [space for space in SPACES if space[1]])
@FEW
@given(problem=st.builds(overlapping, **SIZES), part=st.booleans())
def test_every_point_encloses_the_maximum_of_overlapping_classes(problem, space, part):
    assert_enclosed(problem, space, part)


def assert_enclosed(problem, space, part):
    """Check each point. part: whether the first steps use about a third of the patterns."""
    with pytest.MonkeyPatch.context() as patch:
        if part:
            patch.setattr(newton, "SMALLEST_PART", 4)
            patch.setattr(newton, "PART_FACTOR", 1)
        model = fitted(problem, space)
    maximum, points = margin(model), model.history_
    for point in points:
        reached = point.geometric_margin if space[2] else point.directional_margin
        assert reached <= maximum * (1 + 1e-9)
        assert point.upper_bound >= maximum * (1 - 1e-9)
    for name in ("upper_bound", "seconds", "visits", "epochs"):
        values = [getattr(point, name) for point in points]
        assert values == sorted(values, reverse=name == "upper_bound")
    assert points[-1].upper_bound == pytest.approx(model.margin_upper_bound_, rel=1e-9)
    assert points[-1].geometric_margin == pytest.approx(model.geometric_margin_, rel=1e-9)


@pytest.mark.parametrize("space", SPACES)
@pytest.mark.parametrize("accuracy", [0.1, 0.01, 1e-5])
def test_a_run_ends_at_the_accuracy_asked_for(space, accuracy):
    problem = separable(7, m=300, n=20)
    best, model = fitted(problem, space), MaximumMargin(*space, gap=accuracy).fit(*problem)
    assert model.converged_ and model.status_ == "converged"
    assert 0 <= model.relative_gap_ < accuracy
    assert margin(model) <= margin(best) * (1 + 1e-12)
    assert model.margin_upper_bound_ >= margin(best) * (1 - 1e-12)
    assert len(model.history_) <= len(best.history_)
    if not space[2]:  # the attributes alone prove the margin
        X, labels = problem
        augmenting = model.intercept_[0] / space[0]
        norm = np.linalg.norm([*model.coef_[0], augmenting, *model.slack_coef_])
        products = labels * (
            X @ model.coef_[0] + model.intercept_[0] + space[1] * model.slack_coef_
        )
        assert products.min() / norm == pytest.approx(margin(model), rel=1e-12)


@pytest.mark.parametrize("extend", [0.0, 0.5])
def test_a_time_limit_is_kept_and_leaves_a_weight(extend):
    random = np.random.default_rng(1)
    X, labels = random.normal(size=(3000, 60)), random.choice([-1.0, 1.0], 3000)
    fit(MaximumMargin(extend=extend, max_seconds=1e-9), (X, labels))  # compiled
    started = time.perf_counter()
    model = fit(MaximumMargin(extend=extend, max_seconds=0.01), (X, labels))
    assert time.perf_counter() - started < 10
    assert model.status_ in ("max_seconds", "converged") and model.coef_.shape == (1, 60)
    assert model.converged_ == (model.status_ == "converged")
    best = MaximumMargin(extend=0.5).fit(X, labels).directional_margin_
    if extend:
        assert (
            model.directional_margin_ <= best * (1 + 1e-9) <= model.margin_upper_bound_ * (1 + 2e-9)
        )


@pytest.mark.parametrize("space", SPACES)
@pytest.mark.parametrize("form", FORMS)
@FEW
@given(
    problem=st.builds(separable, **SIZES) | st.builds(overlapping, **SIZES),
    accuracy=st.sampled_from([None, 1e-3]),
)
def test_the_loop_takes_the_steps_of_its_reference(form, space, problem, accuracy):
    (X, labels), (augment, extend, free) = problem, space
    space = make_space(FORMS[form](X + 0.1), labels, augment or 1.0, extend)
    assert_as_reference(space, free, accuracy)


@pytest.mark.parametrize("free", [False, True])
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(("m", "n"), [(400, 90), (60, 150)])
def test_the_loop_takes_the_steps_of_its_reference_with_conjugate_gradients(m, n, form, free):
    """Of 90 entries only some steps use them; of 150 coordinates of 60 patterns all do."""
    X, labels = with_hidden_rule(m, n)
    assert_as_reference(make_space(FORMS[form](X), labels, 1.0, 0.5), free, 1e-6)


@pytest.mark.parametrize("free", [False, True])
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(("m", "n", "stride"), [(2000, 9, 4), (2000, 9, 8), (1800, 90, 5)])
@pytest.mark.parametrize("room", [newton.POINTS, 3], ids=["at once", "with pauses"])
def test_the_first_steps_on_a_part_are_those_of_the_reference(
    monkeypatch, room, m, n, stride, form, free
):
    monkeypatch.setattr(newton, "POINTS", room)
    X, labels = with_hidden_rule(m, n)
    run = newton._Run(make_space(FORMS[form](X), labels, 1.0, 0.5), free, 1e-6, None)
    weights, expected = np.zeros(n + 2), np.zeros(n + 2)
    run._on_a_part(stride, weights)
    is_dense, long = form == "dense", n > 64  # from the comments beside `pays` and MANY_ENTRIES
    direct = run.plan.direct and (not long if is_dense else stride > 4)
    steps = Steps(run.space, run.plan._replace(direct=direct), expected)
    steps.on_a_part(stride, 0.1 if is_dense else 0.2)
    np.testing.assert_array_equal(weights, expected)
    assert weights.any() and run._numbers().visits == steps.visits > 0


@pytest.mark.parametrize("free", [False, True])
@pytest.mark.parametrize("form", ["sparse", "binary"])
def test_the_loop_goes_on_from_dual_coordinate_steps(form, free):
    X, labels = with_hidden_rule(300, 40)
    X *= np.random.default_rng(2).random(X.shape) < 0.1
    space = make_space(FORMS[form](X), labels, 1.0, 0.5)
    run, weights = newton._Run(space, free, 1e-6, None), np.zeros(42)
    run._by_coordinates(weights)
    duals, visits = run.ends.short[1].copy(), run._numbers().visits
    Y, _ = reflected(space, 1)
    assert visits == 600 and duals.min() >= 0.0
    np.testing.assert_allclose(duals @ Y, weights[:-1], atol=1e-9)
    bound = np.sqrt(weights @ weights + 0.25 * duals @ duals) / duals.sum()
    assert run._numbers().bound == pytest.approx(0.0 if free else bound, rel=1e-12)
    before = {} if free else {"duals": duals, "bound": run._numbers().bound}
    steps = Steps(space, run.plan, weights.copy(), visits, **before)
    run._on_all(weights)
    assert_equal_steps(run, steps)


def with_hidden_rule(m, n):
    random = np.random.default_rng(m)
    X = random.random((m, n)) + 0.3
    return X, np.where(X @ random.normal(size=n) > 0.0, 1.0, -1.0)


def assert_as_reference(space, free, accuracy):
    """Compare bit for bit, also if the run pauses after each step."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(newton, "LITTLE", -1.0)
        for room in (newton.POINTS, 3):
            patch.setattr(newton, "POINTS", room)
            run = newton._Run(space, free, accuracy, None)
            run.solve()
            assert_equal_steps(run, Steps(space, run.plan, np.zeros(space.n + 2)))


def assert_equal_steps(run, steps):
    """Compare a run that has ended with its reference, bit for bit."""
    found, (of_weight, of_bound) = run.found(), steps.solve()
    points = [
        (p.epochs, p.visits, p.directional_margin, p.geometric_margin, p.upper_bound)
        for p in found.history
    ]
    np.testing.assert_array_equal(points, steps.points)
    total = of_weight.duals.sum() or 1.0
    np.testing.assert_array_equal(found.weight, of_weight.weights[:-1] / total)
    np.testing.assert_array_equal(found.slacks, run.space.delta * of_weight.duals / total)
    np.testing.assert_array_equal(found.duals, of_bound.duals)


def test_the_plan_of_a_run():
    """Of three arrays: with short and with long patterns, and with more columns than entries."""
    X = np.ones((50, 8))
    plan = newton._Run(make_space(X, np.ones(50), 2.0, 0.5), False, 1e-3, None).plan
    assert (plan.squared_delta, plan.smallest, plan.accuracy, plan.limit) == (0.25, 0.25, 1e-3, inf)
    assert plan.largest == 0.25  # since 0.03² (8 + 4 + 0.25) is less
    assert (plan.direct, plan.mixed, plan.entries_each, plan.at_once) == (True, False, 8.0, 50)
    assert (plan.few_gradients, plan.most_gradients, plan.gradients_an_entry) == (4, 300, 0.045)
    space = make_space(sparse.csr_matrix(np.full((200, 70), 2.0)), np.ones(200), 2.0, 1e-3)
    plan = newton._Run(space, True, None, 7).plan
    radius = 4.0 * 70 + 1e-6
    assert plan.largest == pytest.approx(9e-4 * radius)
    assert plan.smallest == pytest.approx(1e-6)
    assert (plan.accuracy, plan.limit) == (-inf, 7.0)
    assert plan.at_once == 10**8 // 72**2  # 70 entries are stored as 72
    assert (plan.direct, plan.mixed, plan.few_gradients) == (True, True, 5)
    assert plan.gradients_an_entry == 0.25
    plan = newton._Run(make_space(np.ones((5, 8)), np.ones(5)), True, None, None).plan
    assert not plan.direct and not plan.mixed and plan.smallest == pytest.approx(8e-10)


def test_an_error_ends_a_run_and_leaves_its_points(monkeypatch):
    """Solving the equations of a step may fail. Here the first steps on a part and on all do."""
    X, labels = with_hidden_rule(3000, 9)
    space = make_space(X, labels, 1.0, 0.5)
    monkeypatch.setattr(newton, "POINTS", 3)  # a pause after each step
    run = newton._Run(space, False, None, None)
    compiled, called = run._compiled, []

    def failing(kernel, name, *given):
        function = compiled(kernel, name, *given)

        def fails(*others):
            part, _, state, _, _, run_states, _ = others
            called.append(part.stride)
            run_states["recorded"] = 0  # as in the function
            if part.stride > 1:
                state.weights[:] = np.nan
            if part.stride > 1 or called.count(1) > 1:
                raise np.linalg.LinAlgError
            return function(*others)

        return fails

    run._compiled = failing
    run.solve()
    steps = Steps(space, run.plan, np.zeros(11))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(steps, "gap", lambda: -inf if len(steps.points) == 2 else inf)
        patch.setattr(steps, "plan", run.plan._replace(accuracy=0.0))
        assert_equal_steps(run, steps)
    assert len(run.history) == 2 and called == [6, 1, 1]


def test_the_first_call_does_not_decide_types_for_later_ones(monkeypatch):
    """Compiled code is stored by the types of patterns and labels alone. Each call compares."""
    monkeypatch.setattr(compiled_types, "seen", {})
    X, labels = with_hidden_rule(2000, 9)
    thin = X * (np.random.default_rng(2).random(X.shape) < 0.2)
    X[:, 0] += 3.0 * labels
    whole = np.int64(1), 1, 1.0, np.float32(1.0)
    for form in FORMS:
        for one in whole:
            for extend in (0, one):
                for free in (False, np.True_):
                    for patterns in (X, thin + 0.1 * X):
                        options = {"extend": extend, "free_threshold": bool(free)}
                        model = MaximumMargin(augment=one, gap=one / 2, max_seconds=60 * one)
                        fit(model.set_params(**options), (FORMS[form](patterns), labels))
                        space = make_space(FORMS[form](patterns), labels, one, extend)
                        newton.newton(space, free, one, 60 * one)
                        few_coordinates.few_coordinates(space, free, one, 60 * one)
    assert len(compiled_types.seen) == 9


def test_the_clock_is_looked_at_within_a_step():
    """A second passes between two readings. The limits are 12 seconds, and those named.

    With few patterns at once the limit ends the first step, which reports only its seconds. With
    all at once it ends before the second step. Conjugate gradients fit into what is left.
    """
    command = [sys.executable, "-m", "tests.algorithms.exact.newton_clock"]
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    ran = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True)
    assert not ran.returncode, ran.stderr
    found = json.loads(ran.stdout)
    few, many = found["PRODUCTS = 1"], found["PRODUCTS = 1e+08"]
    assert few["epochs"] == [0, 0] and many["epochs"] == [0, 1, 1]
    assert 12 <= few["seconds"] <= 14 and 12 <= many["seconds"] <= 14
    assert few["pauses"] == 0 and many["pauses"] == 1  # after each full step
    assert found["1000 seconds"]["most"][0] == 300
    assert found["20 seconds"]["most"] == [12, 7, 2]  # two passes less than seconds left
    assert found["7 seconds"]["most"] == [1]


def recorded_steps(monkeypatch):
    """Return a list to which each step on all patterns adds whether it solved by the matrix."""
    exact, record = [], newton._Run._record_points

    def recorded(run):
        exact.append(run._numbers().is_exact)
        record(run)

    monkeypatch.setattr(newton, "POINTS", 3)  # a pause after each step
    monkeypatch.setattr(newton._Run, "_record_points", recorded)
    return exact


@pytest.mark.parametrize("form", ["sparse", "binary"])
def test_of_long_sparse_patterns_steps_are_of_both_kinds(monkeypatch, form):
    """Conjugate gradients come first, the matrix last; the maximum equals the dense one."""
    random = np.random.default_rng(7)
    X = FORMS[form](random.random((600, 120)) + 0.2)
    labels = np.where(X @ random.normal(size=120) > 0.0, 1.0, -1.0)
    exact = recorded_steps(monkeypatch)
    for free in (False, True):
        exact.clear()
        space = {"free_threshold": True} if free else {}
        found = MaximumMargin(extend=0.5, **space).fit(X, labels)
        assert not exact[0] and exact[-1], exact
        dense = MaximumMargin(extend=0.5, **space).fit(X.toarray(), labels)
        np.testing.assert_allclose(found.coef_, dense.coef_, atol=1e-7)
        assert found.geometric_margin_ == pytest.approx(dense.geometric_margin_, rel=1e-9)


@pytest.mark.parametrize(
    ("made", "extend"),
    [(overlapping, 1e-2), (overlapping, 1e-4), (separable, 1e-4), (separable, 1e-7)],
)
def test_little_extension_needs_no_other_method(made, extend):
    X, labels = made(8, m=500, n=10)
    space = make_space(X, labels, 1.0, extend)
    last = newton.newton(space, False, 1e-9, None).history[-1]
    assert last.upper_bound / last.directional_margin - 1 < 1e-9
    model = MaximumMargin(augment=1.0, extend=extend, gap=1e-8).fit(X, labels)
    assert margin(model) == pytest.approx(last.directional_margin, rel=1e-8)


@pytest.mark.parametrize("free", [False, True])
def test_of_long_dense_patterns_steps_agree_with_those_of_the_matrix(monkeypatch, free):
    random = np.random.default_rng(7)
    X = random.random((900, 410)) + 0.2
    labels = np.where(X @ random.normal(size=410) > 0.0, 1.0, -1.0)
    space = {"free_threshold": True} if free else {}
    exact = recorded_steps(monkeypatch)
    found = MaximumMargin(extend=0.5, **space).fit(X, labels)
    assert not all(exact)
    monkeypatch.setattr(newton, "MANY_ENTRIES", (64.0, 1e9))
    exact.clear()
    matrix = MaximumMargin(extend=0.5, **space).fit(X, labels)
    assert all(exact)
    np.testing.assert_allclose(found.coef_, matrix.coef_, atol=1e-7)
    assert found.geometric_margin_ == pytest.approx(matrix.geometric_margin_, rel=1e-9)


@pytest.mark.parametrize("seed", [1, 2, 4])
def test_columns_of_very_different_scales_are_no_obstacle(seed):
    """Without slacks and with a scale from 10⁻² to 10² for each column."""
    random = np.random.default_rng(seed)
    X = random.normal(size=(500, 370)) * (random.random((500, 370)) < 0.02)
    X *= 10 ** random.uniform(-2.0, 2.0, 370)
    X = X[X.any(1)][:, X.any(0)]
    hidden = random.normal(size=X.shape[1]) / np.abs(X).max(0)
    labels = np.where(X @ hidden > 0.0, 1.0, -1.0)
    space = make_space(sparse.csr_matrix(X), labels)
    end = newton.newton(space, False, 1e-2, None).history[-1]
    assert 0.0 < end.directional_margin <= end.upper_bound < 1.01 * end.directional_margin


def test_a_solved_run_ends_although_the_matrix_is_of_an_earlier_step():
    """Steps by conjugate gradients leave the matrix as it was."""
    random = np.random.default_rng(0)
    X = (random.random((1500, 200)) < 0.5).astype(float)
    products = X @ random.normal(size=200) + random.normal(size=1500)
    labels = np.where(products > np.median(products), 1.0, -1.0)
    space = make_space(sparse.csr_matrix(X), labels, extend=10.0)
    run = newton._Run(space, False, None, None)
    assert run.plan.direct and run.plan.mixed
    run.solve()
    end = run.history[-1]
    assert end.upper_bound / end.directional_margin - 1 < 1e-9 and end.epochs < 12
