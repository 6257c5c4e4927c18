"""Whether our estimate and the paper's differ by more than the choice of permutations explains.

Both are taken to be of the same distribution, near to a normal one, and the paper prints no scatter
of its own; so ours, of n permutations, stands for both. Averages are compared by Student's t with
n - 1 degrees of freedom, whose error is s √(1/n + 1/m), m being the number of the paper's; standard
deviations by the quotient of their squares, F of n - 1 and m - 1. In both, half a unit of the last
printed digit is allowed for the rounding of the print.
"""

from decimal import Decimal
from functools import cache
from math import inf
from typing import NamedTuple

import scipy  # which imports scipy.stats when it is first used, as that takes a second

LEVEL = 0.05  # of right numbers that are judged to differ, at most


class Comparison(NamedTuple):
    """close: whether they agree at LEVEL. chance: the probability, at most LEVEL, that the verdict
    on a right number is not close. allowed, test: what is allowed but for the rounding,
    and what was compared by which test, in words.
    """

    close: bool
    chance: float
    allowed: str
    test: str


def compare_averages(difference, error, n, half_unit):
    """The `Comparison` of two averages.

    difference: of ours from the print, a Decimal. error: its standard error, from our n
    permutations. half_unit: of the last printed digit, 0 for a bound.
    """
    quantile = _t_quantile(n - 1)
    allowed = Decimal(f"{quantile:.6g}") * error + half_unit
    chance = 2 * float(scipy.stats.t.sf(quantile + _ratio(half_unit, error), n - 1))
    words = f"{quantile:.2f} standard errors (se)", "two averages, by Student's t"
    return Comparison(abs(difference) <= allowed, chance, *words)


def compare_deviations(ours, n, lowest, highest, m, half_unit):
    """The `Comparison` of two standard deviations, of n and of m permutations.

    ours: a Decimal. lowest, highest: the ends of the print, equal where it is one number.
    """
    smallest, largest = _f_quantiles(n - 1, m - 1)
    above = (highest + half_unit) * Decimal(f"{largest:.6g}")
    below = (lowest - half_unit) * Decimal(f"{smallest:.6g}")
    half = _ratio(half_unit, ours)
    chance = scipy.stats.f.sf((largest * (1 + half)) ** 2, n - 1, m - 1)
    chance += scipy.stats.f.cdf((smallest * max(0.0, 1 - half)) ** 2, n - 1, m - 1)
    words = f"{smallest:.2f} to {largest:.2f} times the print", "two deviations, by F"
    return Comparison(below <= ours <= above, float(chance), *words)


@cache
def _t_quantile(freedom):
    return float(scipy.stats.t.ppf(1 - LEVEL / 2, freedom))


@cache
def _f_quantiles(freedom, papers_freedom):
    """Between which quotients of the deviations 1 - LEVEL of all lie."""
    ends = scipy.stats.f.ppf([LEVEL / 2, 1 - LEVEL / 2], freedom, papers_freedom)
    return tuple(float(end) ** 0.5 for end in ends)


def _ratio(half_unit, error):
    return float(half_unit / error) if error else inf
