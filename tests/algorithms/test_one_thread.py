"""Thread pools of numpy and scipy are limited, and looked up only once."""

import os
import subprocess
import sys

import pytest
from threadpoolctl import ThreadpoolController

from maxmargin import one_thread

FIRST_USE = """
from maxmargin.one_thread import one_thread
with one_thread():
    import numpy.linalg, scipy.linalg, threadpoolctl
    pools = threadpoolctl.threadpool_info()
assert any(pool["user_api"] == "blas" for pool in pools), pools
assert all(pool["num_threads"] == 1 for pool in pools), pools
"""


@pytest.mark.long
def test_the_first_use_limits_the_pools_of_numpy_and_scipy():
    threads = {"OPENBLAS_NUM_THREADS": "2", "OMP_NUM_THREADS": "2", "MKL_NUM_THREADS": "2"}
    ran = subprocess.run(
        [sys.executable, "-c", FIRST_USE], env=os.environ | threads, capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stderr


def test_thread_pools_are_searched_once(monkeypatch):
    searches = []

    def searching():
        searches.append(1)
        return ThreadpoolController()

    monkeypatch.setattr(one_thread, "ThreadpoolController", searching)
    one_thread._controller.cache_clear()
    for _ in range(3):
        with one_thread.one_thread():
            assert all(pool["num_threads"] == 1 for pool in ThreadpoolController().info())
    assert len(searches) == 1
