"""How a function is compiled is its own choice, and not that of whoever needs it first."""

import numpy as np
from numba import njit, typeof

from maxmargin.compilation import inner


def total(values):
    found = 0.0
    for value in values:
        found += value
    return found


def code_of(decorator, **caller):
    """LLVM's code of `total`, compiled for a caller with these options."""
    part = decorator(total)

    @njit(**caller)
    def whole(values):
        return part(values)

    whole.compile((typeof(np.ones(3)),))
    return part.inspect_llvm(part.signatures[0])


def test_who_compiles_a_function_first_does_not_change_its_code():
    """Numba hands down how additions may be ordered, and whether references to arrays are counted,
    which takes longer than an update.
    """
    callers = {}, {"fastmath": True, "_nrt": False}, {"error_model": "numpy", "fastmath": True}
    for own, fast in (({}, False), ({"fastmath": True}, True), ({"allocates": False}, False)):
        found = [code_of(inner(**own), **caller) for caller in callers]
        assert ["fadd fast" in code for code in found] == [fast] * 3
    left_open = [code_of(njit(error_model="numpy"), **caller) for caller in callers[:2]]
    assert ["fadd fast" in code for code in left_open] == [False, True]  # what this is about
