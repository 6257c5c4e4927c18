"""Chooses which members of a family CI tests. `make test-slow` tests the others."""

import pytest


def slow_unless(quick):
    """Return the marks of a parameter that CI tests if `quick` is true."""
    return [] if quick else [pytest.mark.slow]


def first_of_each(kind, values):
    """Return values as parameters, of which CI tests the first of each kind.

    `kind` is a function of a value.
    """
    seen, parameters = set(), []
    for value in values:
        parameters.append(pytest.param(value, marks=slow_unless(kind(value) not in seen)))
        seen.add(kind(value))
    return parameters
