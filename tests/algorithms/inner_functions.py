"""Calls functions of a kernel file that otherwise only compiled code calls."""

from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np
from numba import njit

from maxmargin.compilation.binding import _bound, _is_compiled


@cache
def inner_functions(kernel, storage) -> Any:
    """Return the compiled functions of a kernel file for a storage, for calls from Python."""
    contents = vars(_bound(kernel, None, storage, ()))
    return SimpleNamespace(
        **{name: _called(value) for name, value in contents.items() if _is_compiled(value)}
    )


def _called(function):
    quiet = np.errstate(all="ignore")  # for NUMBA_DISABLE_JIT=1
    return quiet(njit(error_model="numpy")(lambda *arguments: function(*arguments)))
