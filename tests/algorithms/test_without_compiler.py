"""`make test-bounds` checks indices, and `make coverage` runs code as Python."""

import subprocess
import sys
from math import inf

import pytest

from maxmargin.drivers.shared.norm_power import power_of_norm

BEYOND = """
import numpy as np
from maxmargin.compilation.binding import compiled

@compiled(allocates=False)
def beyond(values):
    return values[3]

beyond(np.ones(3))
"""


@pytest.mark.long
@pytest.mark.parametrize("checked", [True, pytest.param(False, marks=pytest.mark.slow)])
def test_an_index_beyond_an_array_is_seen_by_make_test_bounds(tmp_path, monkeypatch, checked):
    """The target needs its own cache, since numba's cache ignores NUMBA_BOUNDSCHECK."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", str(int(checked)))
    (tmp_path / "beyond.py").write_text(BEYOND)
    ran = subprocess.run([sys.executable, tmp_path / "beyond.py"], capture_output=True, text=True)
    assert (ran.returncode != 0) == checked
    assert ("IndexError" in ran.stderr) == checked


def test_a_power_of_a_norm_of_0_is_infinite_without_the_compiler():
    """Compiled code returns inf; Python's own power would raise."""
    as_python = getattr(power_of_norm, "py_func", power_of_norm)
    assert as_python(0.0, -0.4) == inf
