"""What all tests share: processes that test side by side keep compiled code one at a time.

Numba names what it keeps by an index that it reads, adds to and writes again. Two processes that
did so at once for two signatures of one function could each be served the other's code.
"""

import fcntl
import os

import pytest
from numba.core.caching import IndexDataCacheFile


def pytest_collection_modifyitems(items):
    """The longest file goes first, so that no process is alone with it at the end."""
    items.sort(key=lambda item: item.path.name != "test_quick.py")


@pytest.fixture(scope="session", autouse=os.environ.get("PYTEST_XDIST_WORKER") is not None)
def kept_one_at_a_time(tmp_path_factory):
    shared = tmp_path_factory.getbasetemp().parent / "numba.lock"
    save = IndexDataCacheFile.save

    def save_alone(self, key, data):
        with open(shared, "w") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            save(self, key, data)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(IndexDataCacheFile, "save", save_alone)
        yield
