"""A function sets its own compiler options, independent of its first caller."""

import numpy as np
import pytest
from numba import config, njit, typeof

from maxmargin.compilation.binding import inner

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(config.DISABLE_JIT, reason="is about compiled code"),
]


def total(values):
    found = 0.0
    for value in values:
        found += value
    return found


def pair(values):
    return values, values


def code_of(decorator, function=total, **caller):
    """Return the LLVM code of a function, compiled for a caller with these options."""
    part = decorator(function)

    @njit(**caller)
    def whole(values):
        return part(values)

    whole.compile((typeof(np.ones(3)),))
    return part.inspect_llvm(part.signatures[0])


def test_the_first_caller_does_not_change_a_functions_code():
    """Numba passes two options on to callees.

    The options are the allowed order of additions and the counting of references to arrays.
    Counting takes longer than an update.
    """
    callers = {}, {"fastmath": True, "_nrt": False}, {"error_model": "numpy", "fastmath": True}
    for own, fast in (({}, False), ({"fastmath": True}, True), ({"allocates": False}, False)):
        found = [code_of(inner(**own), **caller) for caller in callers]
        assert ["fadd fast" in code for code in found] == [fast] * 3
    for allocates in (True, False):
        found = [code_of(inner(allocates=allocates), pair, **caller) for caller in callers]
        assert ["NRT_incref" in code for code in found] == [allocates] * 3
    left_open = [code_of(njit(error_model="numpy"), **caller) for caller in callers[:2]]
    assert ["fadd fast" in code for code in left_open] == [False, True]  # what this is about
    left_open = [code_of(njit(error_model="numpy"), pair, **caller) for caller in callers[:2]]
    assert ["NRT_incref" in code for code in left_open] == [True, False]
