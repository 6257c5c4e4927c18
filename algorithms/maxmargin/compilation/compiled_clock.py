"""The clock of compiled code."""

import time

import numpy as np
from numba import types

from maxmargin.compilation.binding import inner
from maxmargin.compilation.code_cache import setting

# The clock of `time.perf_counter`. On macOS it does not count the seconds of the machine's sleep.
CLOCK = getattr(time, "CLOCK_UPTIME_RAW", time.CLOCK_MONOTONIC)
# Of the C library. The second argument is a C timespec: seconds and nanoseconds.
READ_CLOCK = types.ExternalFunction(
    "clock_gettime", types.int32(types.int32, types.CPointer(types.int64))
)


def _of_the_c_library(clock, shown):
    """Return the reading of a clock in seconds, without allocating an array.

    clock: its number, as for `time.clock_gettime`. shown: room for the reading, (2,), int64.
    """
    READ_CLOCK(clock, shown.ctypes)
    return shown[0] + 1e-9 * shown[1]


def _of_python(clock, shown):
    return time.clock_gettime(clock)


seconds_shown = _of_python if setting("DISABLE_JIT") else inner(allocates=False)(_of_the_c_library)


@inner()
def seconds_of(clock):
    """Return the reading of a clock in seconds. clock: its number, as for `time.clock_gettime`."""
    return seconds_shown(clock, np.empty(2, np.int64))
