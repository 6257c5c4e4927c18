"""Storages hold the given patterns and compute with them like numpy."""

import numpy as np
import pytest
from scipy import sparse

from maxmargin.storages import binary, dense
from maxmargin.storages import sparse as compressed
from maxmargin.storages.rows import sparse_rows

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


@pytest.mark.parametrize("order", ["C", "F"])
@pytest.mark.parametrize("size", [(1, 1), (7, 3), (40, 300)])
def test_sparse_rows_of_an_array_are_those_of_scipy(size, order):
    random = np.random.default_rng(0)
    X = np.array(random.integers(-1, 2, size) * random.random(size), order=order)
    X[0] = -0.0
    X.flags.writeable = order == "C"
    found, expected = sparse_rows(X), sparse.csr_matrix(X)
    for part in ("data", "indices", "indptr"):
        ours, theirs = getattr(found, part), getattr(expected, part)
        np.testing.assert_array_equal(ours, theirs)
        assert ours.dtype == theirs.dtype
    assert found.shape == expected.shape
