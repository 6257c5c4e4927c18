"""Storages hold the given patterns and compute with them like numpy."""

import numpy as np
import pytest
from scipy import sparse

from maxmargin.storages import binary, dense
from maxmargin.storages import sparse as compressed

STORAGES = {"dense": dense, "sparse": compressed, "binary": binary}
SIZES = [(9, 5), (40, 70), (3, 70_000)]  # columns of 16 and of 32 bits, rows of some groups


def matrix(storage, m, n, seed=0):
    """Return a matrix with rows of every length, from empty to long."""
    generator = np.random.default_rng(seed)
    X = np.zeros((m, n))
    for k in range(m):
        columns = generator.choice(n, size=k * min(n, 70) // m, replace=False)
        X[k, columns] = 1.0 if storage is binary else generator.normal(size=columns.size)
    return X


def packed(storage, X):
    return storage.pack(X if storage is dense else sparse.csr_matrix(X))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("storage", STORAGES.values(), ids=STORAGES)
def test_what_goes_in_comes_out(storage, size):
    X = matrix(storage, *size)
    back = storage.matrix(packed(storage, X), size[1])
    assert np.array_equal(back.toarray() if sparse.issparse(back) else back, X)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("storage", STORAGES.values(), ids=STORAGES)
def test_products_sums_and_copies(storage, size):
    m, n = size
    X = matrix(storage, m, n)
    patterns, copies = packed(storage, X), storage.empty_like(packed(storage, X))
    generator = np.random.default_rng(1)
    weights = np.append(generator.normal(size=n + 1), 0.0)
    starts = patterns.starts
    for at, k in enumerate(reversed(range(m))):
        start, end = starts[k], starts[k + 1]
        assert storage.product(weights, patterns, start, end) == pytest.approx(X[k] @ weights[:n])
        expected = weights.copy()
        expected[:n] += 0.5 * X[k]
        storage.add(weights, patterns, start, end, 0.5)
        np.testing.assert_allclose(weights, expected, rtol=1e-15)
        assert weights[n + 1] == 0.0
        expected[:n] += X[k] * X[k]
        storage.add_diagonal(weights, patterns, start, end)
        np.testing.assert_allclose(weights, expected, rtol=1e-15)
        storage.copy(patterns, start, end, copies, copies.starts[at])
        copies.starts[at + 1] = copies.starts[at] + (end - start)
    back = storage.matrix(copies, n)
    assert np.array_equal(back.toarray() if sparse.issparse(back) else back, X[::-1])


@pytest.mark.parametrize("storage", STORAGES.values(), ids=STORAGES)
def test_squares(storage):
    m, n = 600, 40  # more patterns than the dense storage takes at a time
    X = matrix(storage, m, n)
    ids = np.random.default_rng(2).permutation(m)[:500]
    square = np.ones((n + 2, n + 2))
    storage.add_squares(square, packed(storage, X), ids, -0.5)
    expected = np.tril(1.0 - 0.5 * X[ids].T @ X[ids])
    np.testing.assert_allclose(np.tril(square[:n, :n]), expected, rtol=1e-12, atol=1e-12)
