"""What all tests share."""

import gc
import os
import signal

import pytest
from threadpoolctl import threadpool_limits

PATIENCE = 2  # seconds for a test without the compiler, which makes loops a hundred times as fast


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
    """Without the compiler, `make coverage`, skips what would take too long."""
    if os.environ.get("NUMBA_DISABLE_JIT") != "1":
        return (yield)
    signal.signal(signal.SIGALRM, lambda *_: pytest.skip("takes too long without the compiler"))
    signal.alarm(PATIENCE)
    try:
        return (yield)
    finally:
        signal.alarm(0)
