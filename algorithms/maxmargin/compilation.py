"""Puts a compiled loop, a rule and a storage together as code that is found again on disk.

A kernel file, `drivers/*_kernel.py`, is an ordinary module that is executed once for every rule and
storage it serves; the names that it imports from `drivers/placeholders.py` then stand for their
functions. Each combination is a module of its own. Its name carries a digest of all sources
involved: a changed rule is never served by old code.

Jobs run side by side. Of two processes that call the same function one waits and then finds what
the other has compiled; different functions are compiled at the same time. `code_cache` says where
compiled code lies.

With NUMBA_DISABLE_JIT=1 the same functions run as Python, slowly.
"""

import gc
import hashlib
import sys
from contextlib import contextmanager
from functools import cache, update_wrapper
from threading import local
from time import perf_counter
from types import ModuleType, SimpleNamespace

import numpy as np
from numba import config, njit, typeof

from maxmargin.code_cache import CodeCache, folder, one_process
from maxmargin.dependencies import content_of, imported_files, used_by
from maxmargin.drivers import placeholders

REASSOCIATE = {"reassoc", "contract"}  # lets the inner product use SIMD; changes no count
OF_THE_RULE, OPTIONAL = ("threshold", "violates", "step"), ("exponents", "norm_exponent", "observe")
OF_THE_STORAGE = ("product", "add", "take_squares", "copy", "add_squares")


def bind(kernel, rule=None, storage=None, **constants):
    """The kernel file `drivers/<kernel>.py`, executed for a rule, or a batch method, and a storage,
    if any, and constants of `drivers/placeholders.py`.

    Returns a namespace of what the file holds, with its compiled functions as `Entry`s, but for
    those that only others call.
    """
    return _entries(kernel, rule, storage, tuple(sorted(constants.items())))


@cache
def _entries(*combination):
    contents = vars(_bound(*combination))
    return SimpleNamespace(
        **{
            name: Entry(value) if _is_compiled(value) else value
            for name, value in contents.items()
            if not (_is_compiled(value) and value.targetoptions.get("no_cpython_wrapper"))
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
            replacements |= {name: f for name, f in vars(stored).items() if _is_compiled(f)}
            made_of.append(stored.__name__)  # compiled code finds it by that name
    sources, used = used_by(functions)
    files = [*imported_files(f"maxmargin.drivers.{kernel}"), *sources]
    contents = [content_of(path) for path in files]
    values = {name: value for name, value in replacements.items() if not _is_compiled(value)}
    decisive = [repr((values, made_of, used)).encode(), *contents]
    digest = hashlib.sha256(b"\0".join(decisive)).hexdigest()[:16]
    name = "_".join([kernel, *(_last(part) for part in (rule, storage) if part), digest])
    module = sys.modules[name] = ModuleType(name)
    exec(compile(contents[0], files[0], "exec"), vars(module))
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
    return _jit(no_cpython_wrapper=True, **_options(**options))


def compiled(**options):
    """A decorator of what is compiled and kept on disk. Only in kernel files for a rule's types.

    options: see `_options`.
    """

    def made(function):
        found = _jit(**_options(**options))(function)
        if folder() is not None and not config.DISABLE_JIT:
            found._cache = CodeCache(function)
        return found

    return made


def _jit(**options):
    """Numba's decorator. With NUMBA_DISABLE_JIT=1 it sets the options on the plain function."""

    def made(function):
        if config.DISABLE_JIT:
            function.targetoptions = options
        return njit(**options)(function)

    return made


def _is_compiled(value):
    """Whether a value is a function of `inner` or `compiled`."""
    return hasattr(value, "targetoptions")


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
    """Seconds that have gone by, without those that this thread took to compile, or to find
    compiled code.
    """
    return perf_counter() - compiling.seconds


class Compiling(local):
    """seconds: that compiling has taken so far in each thread."""

    seconds = 0.0


compiling = Compiling()


class Entry:
    """A compiled function as Python calls it: no two processes compile it at once.

    Looking at the arguments takes as long as thousands of updates: a caller that calls it again and
    again with one kind of arguments calls what `ready` returns instead.

    Numba's own look at arguments is avoided: it takes one rule's parameters for another's if their
    fields have the same names, and then searches for the code at every call, for milliseconds.
    """

    def __init__(self, function):
        update_wrapper(self, function)
        self.function, self.known = function, {}

    def __call__(self, *arguments):
        return self.ready(*arguments)(*arguments)

    def ready(self, *arguments):
        """What calls the code that is compiled for arguments of this kind, and takes no others."""
        if config.DISABLE_JIT:
            return np.errstate(all="ignore")(self.function)  # as compiled code does
        kinds = tuple(map(_kind, arguments))
        if kinds not in self.known:
            self.known[kinds] = self._compiled(tuple(map(typeof, arguments)))
        return self.known[kinds]

    def _compiled(self, signature):
        """Compiles for arguments of these numba types, or finds what was compiled before."""
        entered = perf_counter()
        with one_process(f".{self.__module__}.{self.__name__}.lock"), without_collecting():
            code = self.function.compile(signature)
        compiling.seconds += perf_counter() - entered
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


def _last(module):
    return module.__name__.rpartition(".")[2]
