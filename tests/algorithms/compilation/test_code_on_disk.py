"""Compiled code on disk is used again only for the source that it was compiled from."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from numba import config

from maxmargin.compilation import binding, dependencies
from maxmargin.compilation.binding import compiled
from maxmargin.compilation.dependencies import imported_files
from maxmargin.drivers.shared import update_core
from maxmargin.storages import dense

pytestmark = pytest.mark.skipif(config.DISABLE_JIT, reason="is about compiled code")


def test_code_on_disk_is_dropped_when_an_imported_file_has_changed(tmp_path, monkeypatch):
    files = {path.name for path in imported_files("maxmargin.drivers.shared.update_core")}
    assert files >= {"update_core.py", "state.py", "power_laws.py"}
    stamps = []
    imported = tmp_path / "imported.py"
    monkeypatch.setattr(dependencies, "imported_files", lambda *modules: [imported])
    for content in ("A = 1", "A = 2", "A = 1"):
        imported.write_text(content)
        dependencies.stamp_of.cache_clear()
        cache = compiled()(update_core.make_state.py_func)._cache
        stamps.append(cache._cache_file._source_stamp)
    dependencies.stamp_of.cache_clear()
    assert stamps[0] == stamps[2] != stamps[1]


def test_code_on_disk_is_dropped_when_functions_are_compiled_otherwise(monkeypatch):
    """A storage's code is dropped too, although its file does not state the compiler options."""
    path, stamps = Path(binding.__file__), []
    for more in (b"", b"# another option"):
        monkeypatch.setitem(dependencies.AS_IMPORTED, path, path.read_bytes() + more)
        dependencies.stamp_of.cache_clear()
        stamps.append(compiled()(dense.product)._cache._cache_file._source_stamp)
    dependencies.stamp_of.cache_clear()
    assert stamps[0] != stamps[1]


EDITED_MEANWHILE = """
import sys
from pathlib import Path
import maxmargin
path = Path(sys.argv[1], "maxmargin", "drivers", "shared", sys.argv[2])
assert Path(maxmargin.__file__).is_relative_to(sys.argv[1])
assert f"maxmargin.drivers.shared.{path.stem}" in sys.modules
if len(sys.argv) > 3:
    path.write_text(path.read_text() + "\\n# edited\\n")
from maxmargin.compilation.binding import bind
from maxmargin.drivers.sequential import kernel
from maxmargin.storages import dense
bind(kernel, maxmargin.MICRA.rule, dense, CACHED=False)  # as a fit does
print(*(name for name in sys.modules if name.startswith("sequential_kernel")))
"""


@pytest.mark.long
@pytest.mark.parametrize(
    "name", ["norm_power.py", pytest.param("power_laws.py", marks=pytest.mark.slow)]
)
def test_an_edit_while_a_process_is_open_counts_in_the_next(tmp_path, name):
    """Code that a process imported before an edit is not found as the edited file's code."""
    package = Path(binding.__file__).parent.parent
    shutil.copytree(package, tmp_path / "maxmargin", ignore=shutil.ignore_patterns("__pycache__"))
    own = {"PYTHONPATH": str(tmp_path), "NUMBA_CACHE_DIR": str(tmp_path / "kept")}
    (tmp_path / "maxmargin" / ".#micra.py").symlink_to("an editor's lock")
    command = [sys.executable, "-c", EDITED_MEANWHILE, str(tmp_path), name]
    found = [
        subprocess.run(
            [*command, *more], env=os.environ | own, capture_output=True, text=True, check=True
        ).stdout.split()
        for more in (["edit"], [])
    ]
    assert [len(names) for names in found] == [1, 1]
    assert found[0] != found[1]
