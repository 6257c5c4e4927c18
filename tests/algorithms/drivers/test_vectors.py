"""The loops over vectors find what numpy finds."""

import numpy as np
import pytest
from numba import njit

from maxmargin.drivers.shared.vectors import BLOCK, place_of_smallest, smallest


@njit
def found(a):
    return place_of_smallest(a), smallest(a)


@pytest.mark.parametrize("size", [*range(1, 2 * BLOCK + 3), 10 * BLOCK - 1, 10 * BLOCK])
def test_first_place_of_the_smallest_number(size):
    random = np.random.default_rng(size)
    for values in (3, 3 * size):  # many ties, and few
        for _ in range(20):
            a = random.integers(-values, values, size) / 2.0
            assert found(a) == (a.argmin(), a.min())


def test_infinite_numbers():
    for a in ([np.inf] * 40, [np.inf, -np.inf, 1.0], [1.0] * 17 + [-np.inf]):
        assert found(np.array(a)) == (np.argmin(a), min(a))
