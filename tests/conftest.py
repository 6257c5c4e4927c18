"""What all tests share."""

import gc

from threadpoolctl import threadpool_limits


def pytest_collection_modifyitems(items):
    """The longest file goes first, so that it is not left to one process at the end."""
    items.sort(key=lambda item: item.path.name != "test_quick.py")


def pytest_collection_finish():
    """Modules and tests stay until the end: no search for garbage looks through them again."""
    gc.collect()
    gc.freeze()
    threadpool_limits(1)  # a product's threads, in two processes on two cores, wait for each other
