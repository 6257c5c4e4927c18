"""Puts a kernel, a rule and a storage together as compiled code that is found again on disk.

A kernel file of drivers/ is an ordinary module that is executed once for every rule and storage it
serves, with their functions as its globals. Numba finds compiled code again by the path of its
source file and the bytes of the function alone, so each combination is executed from a copy of the
kernel file under a name of its own. The name carries a digest of all sources involved: a changed
rule is never served by old code.

Jobs run side by side. Numba names what it keeps by an index that it reads, adds to and writes
again, so that two processes that kept code for two kinds of arguments at once could be served each
other's: here one waits for the other.
"""

import fcntl
import hashlib
import importlib.util
import inspect
import os
import sys
from pathlib import Path

from numba import njit
from numba.core.caching import IndexDataCacheFile

HERE = Path(__file__).parent
COPIES = HERE / "__pycache__"
REASSOCIATE = {"reassoc", "contract"}  # lets the inner product use SIMD; changes no count


def bind(kernel, rule, storage=None, **constants):
    """The kernel file `drivers/<kernel>.py`, executed for a rule, a storage if any, and constants.

    Returns the module. Raises OSError where the copy cannot be written.
    """
    path = HERE / "drivers" / f"{kernel}.py"
    functions = {
        "bound": (rule.bound, {}),
        "wrong": (rule.wrong, {}),
        "step": (rule.step, {}),
        "exponents": (getattr(rule, "exponents", no_exponents), {}),
    }
    if storage:
        functions |= {
            "product": (storage.product, {"fastmath": REASSOCIATE}),
            "add": (storage.add, {}),
            "copy": (storage.copy, {}),
        }
    constants |= {
        "ADDITIVE": rule.ADDITIVE,
        "SCALE_FREE": rule.SCALE_FREE,
        "POWERS": hasattr(rule, "exponents"),
        "PER_TRIAL": getattr(rule, "BOUND_GROWS_BY_TRIAL", False),
    }
    # The kernel's own file first, and all that lie beside it, which it may import from.
    sources = [path, *sorted(path.parent.glob("*.py"))]
    sources += [inspect.getsourcefile(function) for function, _ in functions.values()]
    contents = [Path(source).read_bytes() for source in sources]
    digest = hashlib.sha256(b"\0".join([repr(constants).encode(), *contents])).hexdigest()[:16]
    parts = (kernel, _last(rule), *([_last(storage)] if storage else []), digest)
    name = "_".join(parts)
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, _copy(contents[0], name))
        module = importlib.util.module_from_spec(spec)
        for global_name, (function, options) in functions.items():
            setattr(module, global_name, njit(error_model="numpy", **options)(function))
        vars(module).update(constants)
        sys.modules[name] = module
        spec.loader.exec_module(module)
    return sys.modules[name]


_keep = IndexDataCacheFile.save


def _keep_alone(self, key, data):
    with open(Path(self._cache_path) / ".lock", "w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        _keep(self, key, data)


IndexDataCacheFile.save = _keep_alone


def no_exponents(par):
    return 0.0, 0.0


def _copy(content, name):
    copy = COPIES / f"{name}.py"
    if not copy.exists():
        COPIES.mkdir(exist_ok=True)
        unfinished = copy.with_suffix(f".{os.getpid()}")
        unfinished.write_bytes(content)
        unfinished.replace(copy)
    return copy


def _last(module):
    return module.__name__.rpartition(".")[2]
