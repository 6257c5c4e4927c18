"""Small functions of the drivers, on numbers whose results are known."""

import numpy as np
import pytest

from maxmargin.drivers.sequential import kernel as sequential_kernel
from maxmargin.drivers.shared.update_core import NOTHING, squared_part


@pytest.mark.parametrize(
    ("dual", "scale", "q", "squared"), [(2.0, 0.5, 3.0, 3.0), (3.0, 2.0, 0.5, 18.0)]
)
def test_the_square_of_a_patterns_part(dual, scale, q, squared):
    assert squared_part(dual, scale, q) == squared


def test_the_square_of_a_short_patterns_part_does_not_overflow():
    assert squared_part(1e200, 1.0, 1e-300) == pytest.approx(1e100)


@pytest.mark.parametrize(("times", "nothing"), [(0.5, True), (1.0, True), (2.0, False)])
def test_a_weight_of_rounding_is_nothing(times, nothing):
    """‖a‖² is compared with the square of NOTHING times R, the scale and Σα."""
    is_nothing = getattr(sequential_kernel.is_nothing, "py_func", sequential_kernel.is_nothing)
    radius, scale, duals = 4.0, 0.5, np.array([1.0, 3.0])
    norm = times * NOTHING * radius * scale * 4.0
    assert bool(is_nothing(norm**2, scale, duals, radius)) is nothing
