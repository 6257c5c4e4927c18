"""What all tests share."""

import gc
import os
import signal

import pytest
from threadpoolctl import threadpool_limits

PATIENCE = 2  # seconds of computing for a test without the compiler


def pytest_collection_modifyitems(items):
    """The longest file goes first, so that it is not left to one process at the end."""
    items.sort(key=lambda item: item.path.name != "test_quick.py")


def pytest_collection_finish():
    """Modules and tests stay until the end: no search for garbage looks through them again."""
    gc.collect()
    gc.freeze()
    threadpool_limits(1)  # a product's threads, in two processes on two cores, wait for each other


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    """Without the compiler, `make coverage`, skips what would take too long.

    Hypothesis may answer the interruption with an error of its own.
    """
    if os.environ.get("NUMBA_DISABLE_JIT") != "1":
        return (yield)
    interruptions = []

    def interrupt(*_):
        interruptions.append(item)
        pytest.skip("takes too long without the compiler")

    signal.signal(signal.SIGPROF, interrupt)
    signal.setitimer(signal.ITIMER_PROF, PATIENCE)
    try:
        return (yield)
    except Exception:
        if interruptions:
            pytest.skip("takes too long without the compiler")
        raise
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
