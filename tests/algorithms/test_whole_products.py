"""float32 products of whole numbers have the bits of float64 products."""

import numpy as np
import pytest
from scipy import sparse

from maxmargin import whole_products
from maxmargin.drivers.dual import kernel_rows
from maxmargin.drivers.dual.kernel_rows import KernelRows
from maxmargin.kernels import MANY_ROWS, inner_products


def exact(X, Y):
    """Return X·Yᵀ from Python's whole numbers."""
    return np.array(X.astype(int).astype(object) @ Y.astype(int).T.astype(object), dtype=float)


@pytest.mark.parametrize(("largest", "n"), [(255, 60), (255, 700), (4096, 2), (4096, 3), (3, 1)])
def test_products_are_exact(largest, n):
    generator = np.random.default_rng(n)
    X = generator.integers(-largest, largest + 1, (40, n)).astype(float)
    Y = generator.integers(-largest, largest + 1, (50, n)).astype(float)
    X[0], Y[0] = largest, largest  # the longest rows
    parts = whole_products.parts_of(X, Y)
    assert parts
    found = whole_products.products(X.astype(np.float32), Y.astype(np.float32), parts)
    assert (found == exact(X, Y)).all()
    assert [part.start for part in parts] == [0, *(part.stop for part in parts[:-1])]
    assert parts[-1].stop == n


@pytest.mark.parametrize(
    "row",
    [
        [4096.0, 1.0, 0.0],  # 1² would be lost beside 4096²
        [0.5, 0.0, 0.0],
        [np.nan, 0.0, 0.0],
        [np.inf, 0.0, 0.0],
        [4097.0, 0.0, 0.0],
    ],
)
def test_other_numbers_are_not_multiplied_as_one_part(row):
    ones = np.ones((4, 3))
    assert len(whole_products.parts_of(ones)) == 1
    assert len(whole_products.parts_of(ones, np.array([row]))) != 1
    assert len(whole_products.parts_of(np.array([row]), ones)) != 1


def test_squared_norms_of_small_integers_do_not_overflow():
    X = np.full((2, 784), 200, dtype=np.uint8)  # squared norms of 1.9 · 2^24
    assert len(whole_products.parts_of(X)) == 2


def test_many_parts_are_left_to_float64():
    assert not whole_products.parts_of(np.full((1, 4), 4096.0))
    assert len(whole_products.parts_of(np.full((1, 3), 4096.0))) == 3
    assert not whole_products.parts_of(sparse.csr_matrix(np.ones((3, 3))))


@pytest.mark.long
@pytest.mark.parametrize("rows", [MANY_ROWS - 1, MANY_ROWS])
def test_inner_products_are_those_of_float64(rows):
    X = np.random.default_rng(1).integers(0, 256, (rows, 500)).astype(float)
    found = inner_products(X, X)
    assert found.dtype == np.float64
    assert (found == exact(X, X)).all()


@pytest.mark.parametrize("base", [("product", 1.0), ("gaussian", 900.0)])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize(("n", "expected"), [(90, 1), (900, 2)])
def test_rows_of_whole_numbers_have_the_bits_of_float64(base, dtype, n, expected, monkeypatch):
    generator = np.random.default_rng(2)
    X = generator.integers(0, 256, (70, n)).astype(float)
    parts, found = whole_products.parts_of(X), []
    for parts_of in (whole_products.parts_of, lambda *matrices: []):
        monkeypatch.setattr(kernel_rows.whole_products, "parts_of", parts_of)
        rows = KernelRows(base, X, X[:9], 1 << 26, dtype=dtype)
        rows.ensure(np.arange(len(X)))
        found.append(rows.rows[rows.slots])
    assert found[0].dtype == dtype
    assert (found[0] == found[1]).all()
    assert len(parts) == expected
