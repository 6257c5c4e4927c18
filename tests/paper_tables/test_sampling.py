"""Of correct numbers, the stated part differs by chance, at most the level."""

from decimal import Decimal

import numpy as np
import pytest

from paper_tables.sampling import LEVEL, compare_averages, compare_deviations
from tests.chosen import slow_unless

TIMES = 4000  # so that 5 % is known to 0.35 %
PAPERS = 10


def rounded(number, digits):
    return Decimal(f"{number:.{digits}f}")


@pytest.mark.parametrize("n", [pytest.param(n, marks=slow_unless(n == 3)) for n in (2, 3, 10)])
@pytest.mark.parametrize("digits", [0, 4])  # a rounding that counts, and one that does not
def test_averages(n, digits):
    rng, half = np.random.default_rng(n), Decimal(5).scaleb(-digits - 1)
    differs, chances = 0, []
    for _ in range(TIMES):
        ours, printed = rng.normal(50, 2, n), rounded(rng.normal(50, 2, PAPERS).mean(), digits)
        error = Decimal(ours.std(ddof=1) * (1 / n + 1 / PAPERS) ** 0.5)
        found = compare_averages(Decimal(ours.mean()) - printed, error, n, half)
        differs += not found.close
        chances.append(found.chance)
    rate, expected = differs / TIMES, np.mean(chances)
    assert rate < LEVEL + 0.012 and expected <= LEVEL
    # If rounding matters, our scatter may be small by chance, and the rounding then counts more.
    assert rate == pytest.approx(expected, abs=0.012 if digits else 0.03)


def test_the_rounding_of_a_print_counts_in_the_chance():
    """Ten permutations each, whose error is half a unit of the print, or a quarter."""
    for scatter in (2.0, 1.0):
        rng, half, differs, chances = np.random.default_rng(1), Decimal("0.5"), 0, []
        for _ in range(TIMES):
            true = rng.uniform(40, 60)
            ours, theirs = rng.normal(true, scatter, 10), rng.normal(true, scatter, 10).mean()
            error = Decimal(ours.std(ddof=1) * (2 / 10) ** 0.5)
            found = compare_averages(Decimal(ours.mean()) - rounded(theirs, 0), error, 10, half)
            differs += not found.close
            chances.append(found.chance)
        assert differs / TIMES == pytest.approx(np.mean(chances), abs=0.006)


@pytest.mark.parametrize("n", [3, 10])
def test_deviations(n):
    rng, half = np.random.default_rng(n), Decimal("0.00005")
    differs = 0
    for _ in range(TIMES):
        ours = Decimal(rng.normal(50, 2, n).std(ddof=1))
        printed = rounded(rng.normal(50, 2, PAPERS).std(ddof=1), 4)
        found = compare_deviations(ours, n, printed, printed, PAPERS, half)
        differs += not found.close
        assert found.chance <= LEVEL
    assert differs / TIMES == pytest.approx(LEVEL, abs=0.012)


def test_two_standard_errors_of_three_permutations_would_not_do():
    """The earlier rule called 18 of 100 correct cells different."""
    assert compare_averages(Decimal(4), Decimal(1), 3, Decimal(0)).close
    assert not compare_averages(Decimal(5), Decimal(1), 3, Decimal(0)).close


def test_no_scatter_allows_for_the_rounding_alone():
    assert compare_averages(Decimal("0.5"), Decimal(0), 5, Decimal("0.5")).close
    found = compare_averages(Decimal("0.6"), Decimal(0), 5, Decimal("0.5"))
    assert not found.close and found.chance == 0
