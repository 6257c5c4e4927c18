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


def _of_the_c_library(clock):
    """Return the reading of a clock in seconds. clock: its number, as for `time.clock_gettime`."""
    shown = np.empty(2, np.int64)
    READ_CLOCK(clock, shown.ctypes)
    return shown[0] + 1e-9 * shown[1]


seconds_of = time.clock_gettime if setting("DISABLE_JIT") else inner()(_of_the_c_library)
