"""Roots of increasing functions, for bounds that have no closed form."""

from math import inf

from scipy.optimize import brentq

LARGEST = 1e300


def root(function, x=1.0):
    """The root of an increasing function of positive numbers, searched for from x by factors of 2.

    inf if the function is still negative at 1e300, 0 if it is not negative at 1e-300.
    """
    while function(x) < 0:
        x *= 2
        if x > LARGEST:
            return inf
    while function(x / 2) >= 0:
        x /= 2
        if x < 1 / LARGEST:
            return 0.0
    return brentq(function, x / 2, x, xtol=1e-300, rtol=1e-12)
