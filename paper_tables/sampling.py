"""Tests whether the choice of permutations explains how our estimate differs from the paper's.

Both estimates are assumed to come from one distribution, close to normal. The paper prints no
scatter, so ours, from n permutations, stands for both; the paper's estimate has m permutations.
Averages are compared by Student's t with n - 1 degrees of freedom and the error s √(1/n + 1/m).
Standard deviations are compared by the quotient of their squares: F with n - 1 and m - 1 degrees of
freedom. Both tests allow half a unit of the last printed digit for the rounding of the print.
"""

from decimal import Decimal
from functools import cache
from math import inf
from typing import NamedTuple

import numpy as np
import scipy  # the import of scipy.stats takes a second, and scipy delays it to the first use

LEVEL = 0.05  # the largest fraction of correct numbers that may be judged to differ
NODES = 40  # of the quadrature over the rounding of a print
MANY = 10**9  # permutations of a printed bound, which has no sampling error


class Comparison(NamedTuple):
    """The result of a test.

    Attributes
    ----------
    close : bool
        Whether the two estimates agree at LEVEL.
    chance : float
        The probability, at most LEVEL, that a correct number is not judged close.
    allowed : str
        The difference that the test allows, without rounding, in words.
    test : str
        What was compared and by which test, in words.
    """

    close: bool
    chance: float
    allowed: str
    test: str


def compare_averages(difference, error, n, half_unit):
    """Compare two averages and return the `Comparison`.

    Parameters
    ----------
    difference : Decimal
        Our average minus the printed one.
    error : Decimal
        The standard error of the difference, from our permutations.
    n : int
        The number of our permutations.
    half_unit : Decimal
        Half a unit of the last printed digit; 0 for a bound.
    """
    quantile = _t_quantile(n - 1)
    allowed = student(n) * error + half_unit
    chance = _over_rounding(
        lambda part: 2 * scipy.stats.t.sf(quantile + part, n - 1), _ratio(half_unit, error)
    )
    return Comparison(
        close=abs(difference) <= allowed,
        chance=chance,
        allowed=f"{quantile:.2f} standard errors (se)",
        test="two averages, by Student's t",
    )


def compare_deviations(ours, n, lowest, highest, m, half_unit):
    """Compare two standard deviations and return the `Comparison`.

    Parameters
    ----------
    ours : Decimal
        Our standard deviation.
    n, m : int
        The numbers of our permutations and of the paper's.
    lowest, highest : Decimal
        The ends of the printed range; equal for one printed number.
    half_unit : Decimal
        Half a unit of the last printed digit.
    """
    smallest, largest = _f_quantiles(n - 1, m - 1)
    above = (highest + half_unit) * Decimal(f"{largest:.6g}")
    below = (lowest - half_unit) * Decimal(f"{smallest:.6g}")

    def beyond(part):
        too_large = scipy.stats.f.sf((largest * (1 + part)) ** 2, n - 1, m - 1)
        least = smallest * np.maximum(0.0, 1 - part)
        return too_large + scipy.stats.f.cdf(least**2, n - 1, m - 1)

    return Comparison(
        close=below <= ours <= above,
        chance=_over_rounding(beyond, _ratio(half_unit, ours)),
        allowed=f"{smallest:.2f} to {largest:.2f} times the print",
        test="two deviations, by F",
    )


def _over_rounding(beyond, half):
    """Return the chance of a difference beyond a limit, averaged over the rounding of the print.

    Rounding moves the print by up to half a unit either way, and the limit allows half a unit. So
    the limit is farther away by 0 to 1 unit, uniformly.

    beyond: a function from how much farther the limit is to the chance. half: half a unit.
    """
    if half == inf:
        return 0.0
    places, weights = _nodes()
    return float(weights @ beyond(half * (1 + places))) / 2


@cache
def _nodes():
    return np.polynomial.legendre.leggauss(NODES)


def student(n):
    """Return how many standard errors an average of n numbers may lie off, at LEVEL."""
    return Decimal(f"{_t_quantile(n - 1):.6g}")


@cache
def _t_quantile(freedom):
    return float(scipy.stats.t.ppf(1 - LEVEL / 2, freedom))


@cache
def _f_quantiles(freedom, papers_freedom):
    """Return two quotients of deviations; a part 1 - LEVEL of all quotients lies between them."""
    ends = scipy.stats.f.ppf([LEVEL / 2, 1 - LEVEL / 2], freedom, papers_freedom)
    return tuple(float(end) ** 0.5 for end in ends)


def _ratio(half_unit, error):
    return float(half_unit / error) if error else inf
