"""Puts a compiled loop, a rule and a storage together as code that is found again on disk.

A kernel file, `drivers/*_kernel.py`, is an ordinary module that is executed once for every rule and
storage it serves; the names that it imports from `drivers/placeholders.py` then stand for their
functions. Numba finds compiled code again by the path of its source file and the bytes of the
function alone, so each combination is executed from a copy of the kernel file under a name of its
own. The name carries a digest of all sources involved: a changed rule is never served by old code.

Copies lie where numba keeps its own files: in NUMBA_CACHE_DIR where that is set, else beside the
package where that can be written, else in the user's cache.

Jobs run side by side. Of two processes that call the same function one waits and then finds what
the other has compiled; different functions are compiled at the same time. Numba's cache has an
index that is read, added to and written back, by one process at a time: two could be given each
other's code.
"""

import gc
import hashlib
import importlib.util
import os
import sys
from contextlib import contextmanager
from functools import cache, update_wrapper
from pathlib import Path
from time import perf_counter
from types import SimpleNamespace

import numpy as np
from filelock import FileLock
from numba import config, njit, typeof
from numba.core.caching import FunctionCache
from numba.extending import is_jitted
from platformdirs import user_cache_path

from maxmargin.dependencies import content_of, imported_files, stamp_of, used_by
from maxmargin.drivers import placeholders

HERE = Path(__file__).parent
REASSOCIATE = {"reassoc", "contract"}  # lets the inner product use SIMD; changes no count
OF_THE_RULE, OPTIONAL = ("threshold", "violates", "step"), ("exponents", "norm_exponent", "observe")
OF_THE_STORAGE = ("product", "add", "take_squares", "copy", "add_squares")


def bind(kernel, rule=None, storage=None, **constants):
    """The kernel file `drivers/<kernel>.py`, executed for a rule, or a batch method, and a storage,
    if any, and constants of `drivers/placeholders.py`.

    Returns a namespace of what the file holds, with its compiled functions as `Entry`s, but for
    those that only others call. Raises OSError where the copy cannot be written.
    """
    return _entries(kernel, rule, storage, tuple(sorted(constants.items())))


@cache
def _entries(*combination):
    contents = vars(_bound(*combination))
    return SimpleNamespace(
        **{
            name: Entry(value) if is_jitted(value) else value
            for name, value in contents.items()
            if not (is_jitted(value) and value.targetoptions.get("no_cpython_wrapper"))
        }
    )


@cache
def _bound(kernel, rule, storage, constants):
    """The kernel's module."""
    replacements, functions, made_of = dict(constants), [], []
    if rule:
        names = (*OF_THE_RULE, *OPTIONAL)
        own = {name: getattr(rule, name, getattr(placeholders, name)) for name in names}
        replacements |= {name: _of_a_rule(function) for name, function in own.items()} | _flags(
            rule
        )
        functions += own.values()
    if storage:
        own = {name: getattr(storage, name) for name in OF_THE_STORAGE}
        for name, function in own.items():
            fast = REASSOCIATE if name == "product" else False
            made = compiled(fastmath=fast, allocates=name == "add_squares")
            replacements[name] = made(function)
        functions += own.values()
        if kernel != "storage_kernel":
            stored = _bound("storage_kernel", None, storage, ())
            replacements |= {name: f for name, f in vars(stored).items() if is_jitted(f)}
            made_of.append(stored.__name__)  # compiled code finds it by that name
    sources, used = used_by(functions)
    files = [*imported_files(f"maxmargin.drivers.{kernel}"), *sources]
    contents = [content_of(path) for path in files]
    values = {name: value for name, value in replacements.items() if not is_jitted(value)}
    decisive = [repr((values, made_of, used)).encode(), *contents]
    digest = hashlib.sha256(b"\0".join(decisive)).hexdigest()[:16]
    name = "_".join([kernel, *(_last(part) for part in (rule, storage) if part), digest])
    spec = importlib.util.spec_from_file_location(name, _copy(contents[0], name))
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    wanted = vars(module).keys() & vars(placeholders).keys()
    vars(module).update({name: replacements[name] for name in wanted & replacements.keys()})
    return module


def _flags(rule):
    """The constants of `drivers/placeholders.py` that a rule decides."""
    per_visit = getattr(rule, "THRESHOLD_GROWS_BY_VISIT", False)
    observes, uses_dual = hasattr(rule, "observe"), getattr(rule, "USES_DUAL", False)
    each_visit = per_visit or observes or uses_dual
    return {
        "ADDITIVE": getattr(rule, "ADDITIVE", False),
        "SCALE_FREE": getattr(rule, "SCALE_FREE", False),
        "POWERS": hasattr(rule, "exponents"),
        "PER_VISIT": per_visit,
        "OBSERVES": observes,
        "USES_DUAL": uses_dual,
        "EACH_VISIT": each_visit,
        "BOUNDED": hasattr(rule, "norm_exponent") and not each_visit,
    }


def _of_a_rule(function):
    """A rule's function, the same in all kernels, so that it is compiled once, as long as what it
    uses is the same. It is not kept on disk: a variant's types are unknown to other processes.
    """
    return _with_what_it_uses(function, repr(used_by([function])[1]))


@cache
def _with_what_it_uses(function, used):
    return inner()(function)


def inner(**options):
    """A decorator of what is compiled as a part of what calls it. Python cannot call it, and so it
    needs no entry from there, which would take a third of the time that compiling takes.

    options: see `_options`.
    """
    return njit(no_cpython_wrapper=True, **_options(**options))


def compiled(**options):
    """A decorator of what is compiled and kept on disk. Only in kernel files for a rule's types.

    options: see `_options`.
    """

    def made(function):
        found = njit(**_options(**options))(function)
        found._cache = _OneAtATime(function)
        return found

    return made


def _options(allocates=True, fastmath=False, nogil=False):
    """All that decides how a function is compiled: what is left open numba takes from whichever
    caller happens to be the first to need it.

    allocates: whether arrays are made, or returned. Where none are, none need be counted: numba
    would count the references to each that is passed or picked out of a tuple, at every update,
    which takes longer than the update. A function marked so that does make one does not compile,
    or leaks. fastmath, nogil: those of numba.
    """
    return {
        "error_model": "numpy",
        "no_cfunc_wrapper": True,
        "_nrt": allocates,
        "fastmath": fastmath,
        "nogil": nogil,
    }


def clock():
    """Seconds that have gone by, without those that compiling took, or finding compiled code."""
    return perf_counter() - Entry.seconds


class _OneAtATime(FunctionCache):
    """Numba's cache of one function's code. It is dropped when the function's file has changed, or
    one that this imports, or this one, which decides how functions are compiled.
    """

    def __init__(self, function):
        super().__init__(function)
        if function.__module__.startswith("maxmargin."):  # copies have the digest in their name
            self._cache_file._source_stamp = stamp_of(__name__, function.__module__)

    def load_overload(self, sig, target_context):
        with FileLock(folder() / ".lock"):
            return super().load_overload(sig, target_context)

    def save_overload(self, sig, data):
        with FileLock(folder() / ".lock"):
            super().save_overload(sig, data)


class Entry:
    """A compiled function as Python calls it: no two processes compile it at once.

    Looking at the arguments takes as long as thousands of updates: a caller that calls it again and
    again with one kind of arguments calls what `ready` returns instead. seconds: that all compiling
    has taken so far.

    Numba's own look at arguments is avoided: it takes one rule's parameters for another's if their
    fields have the same names, and then searches for the code at every call, for milliseconds.
    """

    seconds = 0.0

    def __init__(self, function):
        update_wrapper(self, function)
        self.function, self.known = function, {}

    def __call__(self, *arguments):
        return self.ready(*arguments)(*arguments)

    def ready(self, *arguments):
        """What calls the code that is compiled for arguments of this kind, and takes no others."""
        kinds = tuple(map(_kind, arguments))
        if kinds not in self.known:
            self.known[kinds] = self._compiled(tuple(map(typeof, arguments)))
        return self.known[kinds]

    def _compiled(self, signature):
        """Compiles for arguments of these numba types, or finds what was compiled before."""
        entered = perf_counter()
        with FileLock(folder() / f".{self.__module__}.{self.__name__}.lock"), without_collecting():
            code = self.function.compile(signature)
        Entry.seconds += perf_counter() - entered
        return code


@contextmanager
def without_collecting():
    """A context in which Python does not look for garbage: compiling makes millions of objects that
    are needed until its end, and looking through them again and again takes a tenth of the time.
    """
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


ARRAYS = np.ndarray, np.void


def _kind(value):
    """What numba distinguishes arguments by, but faster to find."""
    if isinstance(value, ARRAYS):
        return value.dtype, value.ndim, value.flags.num
    if isinstance(value, tuple):
        return type(value), tuple(map(_kind, value))
    return type(value)


@cache
def folder():
    """Where copies of kernel files lie."""
    if config.CACHE_DIR:
        found = Path(config.CACHE_DIR) / "maxmargin"
    else:
        found = HERE / "__pycache__"
        if not os.access(found if found.exists() else HERE, os.W_OK):
            found = user_cache_path("maxmargin")
    found.mkdir(parents=True, exist_ok=True)
    return found


def _copy(content, name):
    copy = folder() / f"{name}.py"
    if not copy.exists():
        unfinished = copy.with_suffix(f".{os.getpid()}")
        unfinished.write_bytes(content)
        unfinished.replace(copy)
    return copy


def _last(module):
    return module.__name__.rpartition(".")[2]
