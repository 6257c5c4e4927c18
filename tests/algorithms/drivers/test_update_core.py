"""Small functions of the drivers, on numbers whose results are known."""

import pytest

from maxmargin.drivers.update_core import squared_part


@pytest.mark.parametrize(
    ("dual", "scale", "q", "squared"), [(2.0, 0.5, 3.0, 3.0), (3.0, 2.0, 0.5, 18.0)]
)
def test_the_square_of_a_patterns_part(dual, scale, q, squared):
    assert squared_part(dual, scale, q) == squared


def test_the_square_of_a_short_patterns_part_does_not_overflow():
    assert squared_part(1e200, 1.0, 1e-300) == pytest.approx(1e100)
