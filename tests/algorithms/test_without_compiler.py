"""`make test-bounds` checks indices, and `make coverage` runs code as Python."""

import subprocess
import sys

import pytest

pytestmark = pytest.mark.long

BEYOND = """
import numpy as np
from maxmargin.compilation.binding import compiled

@compiled(allocates=False)
def beyond(values):
    return values[3]

beyond(np.ones(3))
"""


@pytest.mark.parametrize("checked", [True, False])
def test_an_index_beyond_an_array_is_seen_by_make_test_bounds(tmp_path, monkeypatch, checked):
    """The target needs its own cache, since numba's cache ignores NUMBA_BOUNDSCHECK."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", str(int(checked)))
    (tmp_path / "beyond.py").write_text(BEYOND)
    ran = subprocess.run([sys.executable, tmp_path / "beyond.py"], capture_output=True, text=True)
    assert (ran.returncode != 0) == checked
    assert ("IndexError" in ran.stderr) == checked


def test_a_power_of_a_norm_of_0_is_infinite_without_the_compiler(monkeypatch):
    """Compiled code returns inf; Python's own power would raise."""
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    code = "from maxmargin.drivers.shared.norm_power import power_of_norm as p; print(p(0.0, -0.4))"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "inf\n"
