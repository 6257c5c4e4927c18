"""The peak memory of a process, on Linux and macOS."""

import os
import re
import resource
from pathlib import Path

STATUS, RESET = Path("/proc/self/status"), Path("/proc/self/clear_refs")


def most_memory():
    """Return this process's peak resident memory in MB.

    On Linux the module resource would include the parent's memory. On macOS it counts bytes.
    A kB of Linux has 1024 bytes, an MB here 10⁶.
    """
    if STATUS.is_file():
        return int(re.search(r"VmHWM:\s*(\d+) kB", STATUS.read_text()).group(1)) * 1024 / 1e6
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6


def reset_most_memory():
    """Set the recorded peak to the current memory. Only Linux can; elsewhere nothing happens."""
    if RESET.is_file():
        RESET.write_text("5")


def machine_memory():
    """Return the bytes of this machine's memory."""
    return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
