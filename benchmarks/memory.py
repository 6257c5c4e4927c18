"""The peak memory of a process, on Linux and macOS."""

import re
import resource
from pathlib import Path

STATUS, RESET = Path("/proc/self/status"), Path("/proc/self/clear_refs")


def most_memory():
    """Return this process's peak resident memory in MB.

    On Linux the module resource would include the parent's memory. On macOS it counts bytes.
    """
    if STATUS.is_file():
        return int(re.search(r"VmHWM:\s*(\d+) kB", STATUS.read_text()).group(1)) / 1e3
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6


def reset_most_memory():
    """Set the recorded peak to the current memory. Only Linux can; elsewhere nothing happens."""
    if RESET.is_file():
        RESET.write_text("5")
