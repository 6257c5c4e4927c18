"""The clock of compiled code, which shows the same seconds as `time.perf_counter`."""

import time

import numpy as np
from numba import types

from maxmargin.compilation.binding import inner
from maxmargin.compilation.code_cache import setting

CLOCK = time.CLOCK_MONOTONIC
# Of the C library. The second argument is a C timespec: seconds and nanoseconds.
READ_CLOCK = types.ExternalFunction(
    "clock_gettime", types.int32(types.int32, types.CPointer(types.int64))
)


@inner()
def now():
    """Return the seconds since a fixed moment."""
    found = np.empty(2, np.int64)
    READ_CLOCK(CLOCK, found.ctypes)
    return found[0] + 1e-9 * found[1]


if setting("DISABLE_JIT"):
    now = time.perf_counter  # noqa: F811
