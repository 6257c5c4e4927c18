"""Wolfe's algorithm in compiled code beside the same algorithm with precise least squares."""

import numpy as np
import pytest
from scipy import sparse

from maxmargin.compilation.binding import bind
from maxmargin.compilation.compiled_clock import CLOCK
from maxmargin.exact import few_coordinates as few
from maxmargin.exact import hull_kernel
from maxmargin.exact.minimum_norm_point import minimum_norm_point
from maxmargin.exact.newton_state import Part
from maxmargin.space import make_space

FORMS = {
    "dense": np.asarray,
    "sparse": sparse.csr_array,
    "ones": lambda X: sparse.csr_array((X > 0).astype(float)),
}


def patterns(seed, separable=True):
    """Return up to 40 patterns of whole numbers, some of them equal, and their labels."""
    rng = np.random.default_rng(seed)
    m, n = int(rng.integers(3, 40)), int(rng.integers(1, 7))
    X = rng.integers(-3, 4, (m, n)).astype(float)
    labels = np.where(rng.random(m) < 0.5, -1.0, 1.0)
    labels[:2] = 1.0, -1.0
    if separable:
        X[:, 0] += 4.0 * labels
    return X, labels


def many_patterns():
    """Return patterns that take many steps."""
    X = np.random.default_rng(0).normal(size=(600, 20))
    X = X[np.abs(X.sum(axis=1)) > 0.5]
    return X, np.sign(X.sum(axis=1))


def reference(X, labels, rho, free):
    """Return the shortest vector, (n + 1,), for Σ α = 1 in each group, and its α."""
    Y = np.hstack([X, np.full((len(X), 1), 0.0 if free else rho)]) * labels[:, None]
    groups = (labels > 0).astype(int) if free else np.zeros(len(labels), int)
    radius = np.sqrt((Y * Y).sum(axis=1).max())
    vector, alphas, _ = minimum_norm_point(Y / radius, groups)
    return vector * radius, alphas


@pytest.mark.parametrize("free", [False, True], ids=["augmented", "free"])
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("seed", range(30))
def test_the_weight_is_the_shortest_vector(seed, form, free):
    X, labels = patterns(seed)
    X = FORMS[form](X)
    vector, _ = reference(X.toarray() if sparse.issparse(X) else X, labels, 1.5, free)
    found = few.few_coordinates(make_space(X, labels, 1.5), free, None, None)
    if form == "ones" and np.linalg.norm(vector) < 1e-6:
        assert found is None
        return
    groups = 1 + free
    assert found.weight * groups == pytest.approx(vector, rel=1e-7, abs=1e-7)
    assert (found.duals >= 0.0).all()
    sums = [found.duals[labels > 0].sum(), found.duals[labels < 0].sum()] if free else []
    assert [found.duals.sum(), *sums] == pytest.approx([groups] + [1.0] * len(sums))


@pytest.mark.parametrize("free", [False, True], ids=["augmented", "free"])
@pytest.mark.parametrize("seed", range(20))
def test_the_ends_enclose_the_margin_and_approach_each_other(seed, free):
    X, labels = patterns(seed)
    vector, _ = reference(X, labels, 1.5, free)
    margin = np.linalg.norm(vector) / (1 + free)
    history = few.few_coordinates(make_space(X, labels, 1.5), free, None, None).history
    lower = [point.geometric_margin if free else point.directional_margin for point in history]
    upper = [point.upper_bound for point in history]
    assert lower == sorted(lower) and upper == sorted(upper, reverse=True)
    assert max(lower) <= margin * (1 + 1e-12) and min(upper) >= margin * (1 - 1e-12)
    for gap, low, high in zip(few.GAPS, lower, upper, strict=False):
        assert high <= (1 + gap) * low
    assert [point.visits for point in history] == sorted(point.visits for point in history)


@pytest.mark.parametrize("free", [False, True], ids=["augmented", "free"])
@pytest.mark.parametrize("seed", range(20))
def test_no_result_for_patterns_that_no_weight_separates(seed, free):
    X, labels = patterns(seed, separable=False)
    X, labels = np.vstack([X, X[:2]]), np.append(labels, -labels[:2])
    assert few.few_coordinates(make_space(X, labels, 1.5), free, None, None) is None
    assert few.few_coordinates(make_space(X, labels, 1.5), free, 0.5, None) is None


def test_the_run_ends_at_the_gap_asked_for():
    X, labels = patterns(3)
    space = make_space(X, labels, 1.5)
    rough, fine = (few.few_coordinates(space, False, gap, None).history for gap in (0.05, None))
    assert len(rough) == 2 < len(fine)  # at 0.1 and 0.05
    assert rough[-1].upper_bound <= 1.05 * rough[-1].directional_margin
    assert rough[-1].visits <= fine[-1].visits


@pytest.mark.parametrize("free", [False, True], ids=["augmented", "free"])
def test_a_run_that_is_out_of_time_returns_what_there_is(free, monkeypatch):
    space, now = make_space(*many_patterns(), 1.0), iter(range(1000))
    monkeypatch.setattr(few, "PRODUCTS_AT_ONCE", 0)  # one step between two looks at the clock
    monkeypatch.setattr(few, "clock", lambda: next(now))
    whole = few.few_coordinates(space, free, None, None)
    for seconds in (0.0, 5.0):
        now = iter(range(1000))
        found = few.few_coordinates(space, free, None, seconds)
        last, end = found.history[-1], whole.history[-1]
        lower, upper = (
            (last.geometric_margin, end.geometric_margin)
            if free
            else (last.directional_margin, end.directional_margin)
        )
        assert last.visits < end.visits and lower <= upper <= last.upper_bound * (1 + 1e-12)
        assert found.duals.sum() == pytest.approx(1 + free)


def test_no_result_after_too_many_steps(monkeypatch):
    monkeypatch.setattr(few, "STEPS_PER_COORDINATE", 0)
    assert few.few_coordinates(make_space(*patterns(3), 1.5), False, None, None) is None


@pytest.mark.parametrize("free", [False, True], ids=["augmented", "free"])
def test_the_factor_stays_that_of_the_carriers(free):
    """Many carriers enter and leave. The factor's errors would not show in an early step."""
    X, labels = many_patterns()
    space = make_space(X, labels, 1.0)
    kernel, hull = bind(hull_kernel, storage=space.storage), few._new_hull(space, free)
    part = Part(space.patterns, space.labels, 0.0 if free else 1.0, 1)
    norms, unit, size, left = space.squared_norms, space.squared_radius, 0, 0
    goals, reached, steps = few.Goals.of([1e-9], space.n), 0, 0
    reason = hull_kernel.NOT_DONE
    while reason == hull_kernel.NOT_DONE:
        before = set(hull.carriers[:size])
        state = size, unit, goals, reached, steps
        reason, size, reached, steps = kernel.advance(part, hull, norms, *state, 1, CLOCK)
        left += len(before - set(hull.carriers[:size]))
        rows, groups = hull.rows[:size], hull.groups[:size]
        ones = np.equal.outer(groups, groups)
        factor = np.tril(hull.factor[:size, :size])
        assert factor @ factor.T == pytest.approx(rows @ rows.T / unit + ones, abs=1e-12)
        forward = hull.forward[: 1 + free, :size]
        members = [np.equal(groups, group).astype(float) for group in range(1 + free)]
        assert factor @ forward.T == pytest.approx(np.array(members).T, abs=1e-11)
        signed = labels[hull.carriers[:size], None] * X[hull.carriers[:size]]
        assert (rows[:, :-2] == signed).all()
        assert hull.weights == pytest.approx(hull.alphas[:size] @ rows, abs=1e-12)
        assert (hull.alphas[:size] > -1e-12).all()
    assert reason == hull_kernel.DONE and left > 5


@pytest.mark.parametrize("at_once", [1, 7, 1024])
@pytest.mark.parametrize("free", [False, True], ids=["augmented", "free"])
def test_products_along_columns_choose_the_same_patterns(monkeypatch, free, at_once):
    """The sums differ by rounding, and the blocks of patterns by their number."""
    X, labels = many_patterns()
    space, found = make_space(X, labels, 1.0), []
    monkeypatch.setattr(few, "AT_ONCE", at_once)
    for short in (0, X.shape[1]):
        monkeypatch.setattr(few, "SHORT", short)
        assert bool(few._new_hull(space, free).columns.size) == (short > 0)
        found.append(few.few_coordinates(space, free, None, None))
    rows, columns = found
    assert (rows.duals > 0).tolist() == (columns.duals > 0).tolist()
    assert rows.duals == pytest.approx(columns.duals, rel=1e-9)
    assert rows.weight == pytest.approx(columns.weight, rel=1e-9)


def test_which_spaces_are_suitable(monkeypatch):
    X, labels = patterns(3)
    assert few.is_suitable(make_space(X, labels, 1.0))
    assert not few.is_suitable(make_space(X, labels, 1.0, extend=0.1))
    monkeypatch.setattr(few, "FEW", X.shape[1] - 1)
    assert not few.is_suitable(make_space(X, labels, 1.0))
    monkeypatch.undo()
    monkeypatch.setattr(few, "MOST_PRODUCTS", X.size)
    assert not few.is_suitable(make_space(X, labels, 1.0))
