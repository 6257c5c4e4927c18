"""Shared settings of all tests."""

import gc
import os
import signal

import pytest
from hypothesis import settings
from threadpoolctl import threadpool_limits

settings.register_profile("tests", deadline=None)  # the first example may compile
settings.load_profile("tests")
PATIENCE = 2  # seconds of computing for a test without the compiler


def pytest_collection_modifyitems(items):
    """Run the longest file first and files of short tests last.

    No process then ends alone with a long file.
    """
    long = {item.path for item in items if item.get_closest_marker("long")}
    items.sort(key=lambda item: (item.path.name != "test_quick.py", item.path not in long))


def pytest_collection_finish():
    """Exclude collected modules and tests from garbage collection, since they live to the end."""
    gc.collect()
    gc.freeze()
    threadpool_limits(1)  # a product's threads, in two processes on two cores, wait for each other


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    """Skip tests that take too long without the compiler, as in `make coverage`.

    Hypothesis may answer the interruption with its own error.
    """
    if os.environ.get("NUMBA_DISABLE_JIT") != "1":
        return (yield)
    interruptions = []

    def interrupt(_, frame):
        if "coverage" in frame.f_code.co_filename:  # it may hold its lock; interrupt it later
            signal.setitimer(signal.ITIMER_PROF, 0.01)
            return
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
