"""Tabulated powers agree with pow except in the last digits."""

import numpy as np
import pytest

from maxmargin.drivers.shared.power_laws import BLOCK, SERIES_FROM, tabulate


@pytest.mark.parametrize("t", [1, BLOCK - 1, 3000, SERIES_FROM - 1, SERIES_FROM, 10**6, 2 * 10**9])
@pytest.mark.parametrize("exponents", [(-0.05, -0.9), (0.999, 0.0), (-1.0, 0.5)])
def test_powers(t, exponents):
    powers = np.zeros((2, BLOCK))
    tabulate(powers, exponents, t)
    first = t - t % BLOCK
    for i in range(BLOCK if first else 1, BLOCK):
        for row, e in enumerate(exponents):
            assert powers[row, i] == pytest.approx(float(first + i) ** e, rel=4e-16)
    assert powers[0, t % BLOCK] == pytest.approx(float(t) ** exponents[0], rel=4e-16)


@pytest.mark.parametrize("e", [-2.0, 2.5])
def test_steeper_powers_have_all_terms_of_the_series(e):
    powers = np.zeros((2, BLOCK))
    tabulate(powers, (e, 0.0), SERIES_FROM)
    expected = (SERIES_FROM + np.arange(BLOCK)) ** e
    np.testing.assert_allclose(powers[0], expected, rtol=1.5e-15)
    assert (powers[1] == 1.0).all()
