"""Limits numpy's and scipy's linear algebra to one thread."""

from functools import cache

from scipy import linalg
from threadpoolctl import ThreadpoolController


def one_thread():
    """Return a context manager that limits the loaded thread pools to one thread.

    A search for thread pools takes milliseconds, so the first call alone searches. Pools that are
    loaded later are not limited. Those of numpy's and scipy's BLAS are loaded before.
    """
    return _controller().limit(limits=1)


@cache
def _controller():
    linalg.get_blas_funcs("gemm")  # loads scipy's BLAS, and scipy loads numpy's
    return ThreadpoolController()
