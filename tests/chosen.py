"""Chooses which members of a family `make test`, `make test-long` and `make test-slow` test."""

import pytest


def slow_unless(quick):
    """Return the marks of a parameter that `make test-slow` tests unless `quick` is true."""
    return [] if quick else [pytest.mark.slow]


def long_unless(quick):
    """Return the marks of a parameter that `make test-long` tests unless `quick` is true."""
    return [] if quick else [pytest.mark.long]


def marks_of_target(quick, long):
    """Return the marks of a parameter, for `make test`, otherwise `test-long` or `test-slow`."""
    if quick:
        return []
    return [pytest.mark.long] if long else [pytest.mark.slow]


def first_of_each(kind, values):
    """Return values as parameters, of which `make test-slow` tests all but the first of each kind.

    `kind` is a function of a value.
    """
    seen, parameters = set(), []
    for value in values:
        parameters.append(pytest.param(value, marks=slow_unless(kind(value) not in seen)))
        seen.add(kind(value))
    return parameters
