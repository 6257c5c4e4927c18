"""The compiled Newton method for few patterns, beside a slow reference and beside numpy's."""

import numpy as np
import pytest

from maxmargin.compilation.binding import bind
from maxmargin.separable import search, small_newton

DECAY = 1e-6


def slope_at(t, products, slopes, linear, square):
    """Return the slope at t along a step, and its derivative, added in the order of patterns."""
    slope, curvature = linear + t * square, square
    for p, q in zip(products, slopes, strict=True):
        gap = 1.0 - p - t * q
        if gap > 0:
            slope, curvature = slope - q * gap, curvature + q * q
    return slope, curvature


def step_length(products, slopes, linear, square):
    """Return the zero of the slope in (0, 1), or 1: Newton's method, with bisection as a guard."""
    if ((products + slopes < 1) == (products < 1)).all():
        return 1.0
    slope, curvature = slope_at(1.0, products, slopes, linear, square)
    if slope <= 0:
        return 1.0
    start, (t, low, high) = slope_at(0.0, products, slopes, linear, square)[0], (1.0, 0.0, 1.0)
    for _ in range(40):
        t -= slope / curvature
        t = t if low < t < high else 0.5 * (low + high)
        slope, curvature = slope_at(t, products, slopes, linear, square)
        if abs(slope) <= 1e-3 * abs(start):
            break
        low, high = (low, t) if slope > 0 else (t, high)
    return t


def solved(matrix, right):
    """Solve matrix·x = right by Cholesky's upper factor, one row after the other."""
    d = len(right)
    factor = np.triu(matrix)
    for i in range(d):
        for k in range(i):
            factor[i, i:] -= factor[k, i] * factor[k, i:]
        factor[i, i:] /= np.sqrt(factor[i, i])
    x = right.copy()
    for i in range(d):
        x[i] /= factor[i, i]
        x[i + 1 :] -= x[i] * factor[i, i + 1 :]
    for i in reversed(range(d)):
        for j in range(i + 1, d):
            x[i] -= factor[i, j] * x[j]
        x[i] /= factor[i, i]
    return x


def reference(rows, decay):
    """Minimise Σ max(0, 1 − z_k·w)² + D‖w‖² from w = 0, or return the first w that separates."""
    m, d = rows.shape
    weight, products, inside, t = np.zeros(d), np.zeros(m), np.zeros(m, bool), 0.0
    matrix, total = np.zeros((d, d)), np.zeros(d)
    while True:
        active = products < 1
        if t == 1 and (active == inside).all():
            return weight
        for k in np.flatnonzero(active != inside):
            z = rows[k] if active[k] else -rows[k]
            total += z
            matrix += np.outer(z, rows[k])
        inside = active
        step = solved(matrix + decay * np.eye(d), total) - weight
        slopes, linear, square = np.zeros(m), 0.0, 0.0
        for j in range(d):
            slopes += step[j] * rows[:, j]
            linear += decay * weight[j] * step[j]
            square += decay * step[j] * step[j]
        t = step_length(products, slopes, linear, square)
        weight, products = weight + t * step, products + t * slopes
        if t == 0 or products.min() > 1e-12 * np.abs(products).max():
            return weight


def compiled(rows, decay):
    weight = np.zeros(rows.shape[1])
    columns = np.ascontiguousarray(rows.T)
    bind(small_newton).minimise(rows, columns, decay, weight)
    return weight


def problem(seed, wrong):
    """Return 40 patterns of 6 coordinates; the labels of some are wrong."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(40, 6)) * rng.integers(0, 2, (40, 6))
    labels = np.sign(X @ rng.normal(size=6) + 1e-9)
    labels[:wrong] *= -1
    return X * labels[:, None]


@pytest.mark.parametrize("wrong", [0, 1, 10])
def test_each_step_is_the_reference_s(wrong):
    for seed in range(20):
        rows = problem(seed, wrong)
        assert compiled(rows, DECAY).tolist() == reference(rows, DECAY).tolist()


@pytest.mark.parametrize("wrong", [1, 10])
def test_the_minimum_is_numpy_s(monkeypatch, wrong):
    rows = problem(0, wrong)
    few = search.newton(rows, np.zeros(6), DECAY)
    monkeypatch.setattr(search, "FEW", 0)
    many = search.newton(rows, np.zeros(6), DECAY)
    assert few == pytest.approx(many, rel=1e-6)
    assert (few != many).any(), "numpy adds in another order, so that equal results mean one path"
    decay = DECAY * (rows * rows).sum() / 6
    gradient = decay * few - np.maximum(1 - rows @ few, 0) @ rows
    assert gradient == pytest.approx(np.zeros(6), abs=1e-9)


def test_a_singular_matrix_gets_a_larger_penalty():
    """Two equal columns, and a penalty that vanishes beside them."""
    rows = np.repeat(problem(0, 10)[:, :3], 2, axis=1)
    weight = compiled(rows, 1e-30)
    assert np.isfinite(weight).all() and weight.any()
    assert (rows @ weight).min() < 0 < (rows @ weight).max()
