"""Combines a compiled loop, a rule and a storage into code that is cached on disk.

A kernel module, such as `drivers/sequential/kernel.py`, is an ordinary module. `bind` executes it
once for every combination of rule and storage. The names that the module imports from
`compilation/placeholders.py` then stand for the functions of the rule and of the storage. Each
combination is its own module. Its name contains a digest of all sources involved, so that a changed
rule never runs old code.

Jobs run side by side. If two processes call the same function, one waits and then loads the code
that the other has compiled. Different functions are compiled at the same time. `code_cache` says
where compiled code is stored.

With NUMBA_DISABLE_JIT=1 the same functions run as Python, slowly.
"""

import gc
import hashlib
import sys
from contextlib import contextmanager
from functools import cache, update_wrapper
from importlib import import_module
from threading import local
from time import perf_counter
from types import ModuleType, SimpleNamespace

import numpy as np
from numba import njit, typeof

from maxmargin.compilation import placeholders
from maxmargin.compilation.code_cache import cache_of, one_process, setting
from maxmargin.compilation.dependencies import content_of, imported_files, used_by
from maxmargin.compilation.rule_traits import traits_of

REASSOCIATE = {"reassoc", "contract"}  # allow SIMD in the inner product; change no count
OF_THE_RULE, OPTIONAL = ("threshold", "violates", "step"), ("exponents", "norm_exponent", "observe")
OF_THE_STORAGE = ("product", "add", "add_diagonal", "take_squares", "copy", "add_squares")


def bind(kernel, rule=None, storage=None, **constants):
    """Return the contents of a kernel file, compiled for a rule or batch method and a storage.

    `constants` sets constants of `compilation/placeholders.py`. In the returned namespace each
    compiled function is an `Entry`. Functions that only compiled code calls are left out.
    """
    return _entries(kernel, rule, storage, tuple(sorted(constants.items())))


@cache
def _entries(*combination):
    with compiling.counted():
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
    """Return the kernel's module for a combination."""
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
        storage_kernel = import_module("maxmargin.drivers.shared.storage_kernel")
        if kernel is not storage_kernel:
            stored = _bound(storage_kernel, None, storage, ())
            replacements |= {name: f for name, f in vars(stored).items() if _is_compiled(f)}
            made_of.append(stored.__name__)  # compiled code finds the storage by this name
    sources, used = used_by(functions)
    files = [*imported_files(kernel.__name__), *sources]
    contents = [content_of(path) for path in files]
    values = {name: value for name, value in replacements.items() if not _is_compiled(value)}
    decisive = [repr((values, made_of, used)).encode(), *contents]
    digest = hashlib.sha256(b"\0".join(decisive)).hexdigest()[:16]
    name = "_".join([*(_last(part) for part in (kernel, rule, storage) if part), digest])
    module = sys.modules[name] = ModuleType(name)
    exec(compile(contents[0], files[0], "exec"), vars(module))
    wanted = vars(module).keys() & vars(placeholders).keys()
    vars(module).update({name: replacements[name] for name in wanted & replacements.keys()})
    return module


def _flags(rule):
    """Return the constants of `compilation/placeholders.py` that depend on the rule."""
    traits = traits_of(rule)
    return {
        "ADDITIVE": getattr(rule, "ADDITIVE", False),
        "SCALE_FREE": getattr(rule, "SCALE_FREE", False),
        "POWERS": hasattr(rule, "exponents"),
        "PER_VISIT": traits.grows_by_visit,
        "OBSERVES": traits.observes,
        "USES_DUAL": traits.uses_dual,
        "EACH_VISIT": traits.sees_each_visit,
        "BOUNDED": hasattr(rule, "norm_exponent") and not traits.sees_each_visit,
    }


def _of_a_rule(function):
    """Return a rule's function, compiled once for all kernels while its dependencies stay the same.

    The function is not cached on disk, because other processes do not know a variant's types.
    """
    return _with_what_it_uses(function, repr(used_by([function])[1]))


@cache
def _with_what_it_uses(function, used):
    """Return the compiled function, once for each text `used` of what it uses."""
    return inner()(function)


def inner(**options):
    """Return a decorator that compiles a function for calls from compiled code only.

    Without an entry point for Python, compiling takes a third less time. `_options` describes the
    options.
    """
    return _jit(no_cpython_wrapper=True, **_options(**options))


def compiled(**options):
    """Return a decorator that compiles a function and caches its code on disk.

    Only kernel files may use it for a rule's types. `_options` describes the options.
    """

    def made(function):
        found = _jit(**_options(**options))(function)
        on_disk = cache_of(function)
        if on_disk is not None:
            setattr(found, "_cache", on_disk)  # noqa: B010, numba has no public way
        return found

    return made


def _jit(**options):
    """Return numba's decorator.

    With NUMBA_DISABLE_JIT=1 the decorator also sets the options on the plain function.
    """

    def made(function):
        if setting("DISABLE_JIT"):
            function.targetoptions = options
        return njit(**options)(function)

    return made


def _is_compiled(value):
    """Return whether a value is a function of `inner` or `compiled`."""
    return hasattr(value, "targetoptions")


def _options(allocates=True, fastmath=False, nogil=False):
    """Set every compiler option. Numba lets an unset option depend on the first caller.

    `allocates` says whether the function makes or returns arrays. Without it numba does not count
    references. Counting them for each array passed, or picked out of a tuple, takes longer than an
    update. A function that allocates although `allocates` is False does not compile, or leaks.
    `fastmath` and `nogil` are numba's options.
    """
    return {
        "error_model": "numpy",
        "no_cfunc_wrapper": True,
        "_nrt": allocates,
        "fastmath": fastmath,
        "nogil": nogil,
    }


def clock():
    """Return elapsed seconds, without those in which this thread prepared compiled code."""
    return perf_counter() - compiling.seconds


def as_perf_counter(reading):
    """Convert a reading of `clock` into the reading of `perf_counter` from which its seconds count.

    Call this after compiling, because the seconds of compiling in between move it.
    """
    return reading + compiling.seconds


class Compiling(local):
    """The seconds in which each thread bound, compiled or loaded code."""

    seconds = 0.0

    @contextmanager
    def counted(self):
        """Return a context whose seconds are added, also if it raises an error."""
        entered = perf_counter()
        try:
            yield
        finally:
            self.seconds += perf_counter() - entered


compiling = Compiling()


class Entry:
    """A compiled function for callers in Python. No two processes compile it at once.

    A call examines the types of its arguments, which takes as long as thousands of updates. Callers
    that repeat a call with the same types therefore use the result of `compiled_for`. Callers for
    which even one examination takes too long pass `deciding`.

    The class avoids numba's own dispatch for two reasons. Numba takes one rule's parameters for
    another's if their fields have the same names. It then searches for the code at every call,
    which takes milliseconds.
    """

    __name__: str

    def __init__(self, function):
        update_wrapper(self, function)
        self.function, self.known = function, {}

    def __call__(self, *arguments):
        return self.compiled_for(*arguments)(*arguments)

    def compiled_for(self, *arguments, deciding=None):
        """Return the code for arguments of these types. It takes no other types.

        deciding: values whose types determine the types of all arguments; by default all arguments.
        Only one caller of a function may name them, because their types alone find the code.
        """
        if setting("DISABLE_JIT"):
            return np.errstate(all="ignore")(self.function)  # as in compiled code
        key = kinds(*arguments) if deciding is None else kinds(*deciding)
        if key not in self.known:
            self.known[key] = self._compiled(arguments)
        return self.known[key]

    def _compiled(self, arguments):
        """Compile for the numba types of arguments, or load the code from the cache."""
        lock = one_process(f".{self.__module__}.{self.__name__}.lock")
        with compiling.counted(), lock, without_collecting():
            return self.function.compile(tuple(map(typeof, arguments)))


@contextmanager
def without_collecting():
    """Return a context without garbage collection.

    Compiling makes millions of objects that live until its end. Collecting garbage among them would
    take a tenth of the time, and later 0.2 seconds once in a while.
    """
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


def kinds(*arguments):
    """Return a key that is equal for arguments of equal numba types, faster than numba does."""
    return tuple(map(_kind, arguments))


def _kind(value):
    kind = type(value)  # isinstance would ask a record for its class, which takes microseconds
    if issubclass(kind, np.ndarray):
        return value.dtype, value.ndim, value.flags.num
    if issubclass(kind, tuple):
        return kind, tuple(map(_kind, value))
    return (np.void, value.dtype) if issubclass(kind, np.void) else kind


def _last(module):
    """Return the last part of a module's name, after the driver's name for a kernel."""
    parts = module.__name__.split(".")
    return "_".join(parts[-2:] if parts[-1] == "kernel" else parts[-1:])
