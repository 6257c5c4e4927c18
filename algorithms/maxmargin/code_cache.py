"""Caches compiled code on disk. Without a writeable folder, learners run without a cache.

The cache is numba's, with these differences:

- Each file ends with its check sum. Numba would pass a damaged file on to LLVM. Here the code is
  compiled again, the file is replaced, and one warning names it.
- One process at a time reads or writes. Numba reads its index, adds to it and writes it back. Two
  processes that do so at once could get each other's code.
- A cache that cannot be locked or written is not used. One warning says so.
- Cached code depends on the contents of its source files and on the versions of its libraries.

Files are in NUMBA_CACHE_DIR if it is set. Otherwise they are beside the package or, if that folder
is read-only, in the user's cache.
"""

import hashlib
import sys
import tempfile
import warnings
from contextlib import contextmanager
from functools import cache
from io import BytesIO
from pathlib import Path

import llvmlite
import numpy as np
from filelock import FileLock
from numba import config
from numba.core.caching import (
    CompileResultCacheImpl,
    FunctionCache,
    IndexDataCacheFile,
    _CacheLocator,
)
from platformdirs import user_cache_path

from maxmargin.dependencies import content_of, stamp_of

HERE = Path(__file__).parent
CHECK_SUM = hashlib.sha256
REMEDY = "set NUMBA_CACHE_DIR to a folder that can be written"
REPORTED = set()  # kinds of faults that this process has warned of


def setting(name):
    """Return one of numba's settings, such as DISABLE_JIT, which numba sets when it is imported."""
    return getattr(config, name)


@cache
def folder():
    """Return the cache's folder. If no folder is writeable, warn and return None."""
    if setting("CACHE_DIR"):
        candidates = [Path(setting("CACHE_DIR")).absolute()]
    else:
        candidates = [HERE / "__pycache__", user_cache_path("maxmargin")]
        candidates = [path for path in candidates if path.is_absolute()]  # a user may have no home
    for path in candidates:
        found = path / "maxmargin" if setting("CACHE_DIR") else path
        try:
            found.mkdir(parents=True, exist_ok=True)
            tempfile.TemporaryFile(dir=found).close()
            return found
        except OSError as error:
            fault = error
    _warn_once("unused", f"compiled code cannot be cached ({fault}): {REMEDY}.")
    return None


@contextmanager
def one_process(name):
    """Return a context that one process at a time enters. It yields whether the cache is usable.

    `name` is the name of the lock's file.
    """
    place, lock = folder(), None
    if place is not None:
        try:
            lock = FileLock(place / name)
            lock.acquire()
        except (OSError, NotImplementedError) as error:
            _warn_unused(error)
            lock = None
    try:
        yield lock is not None
    finally:
        if lock is not None:
            lock.release()


class CodeCache(FunctionCache):
    """The cache of one function's code."""

    def __init__(self, function):
        self._impl_class = _Named
        super().__init__(function)
        self._cache_file = _CheckedFiles(
            cache_path=self._cache_path,
            filename_base=self._impl.filename_base,
            source_stamp=self._impl.locator.get_source_stamp(),
        )

    def load_overload(self, sig, target_context):
        """Return the code for a signature, or None without usable code."""
        with one_process(".lock") as usable:
            return super().load_overload(sig, target_context) if usable else None

    def save_overload(self, sig, data):
        """Write the code for a signature, if the disk allows it."""
        with one_process(".lock") as usable:
            if not usable:
                return
            try:
                super().save_overload(sig, data)
            except OSError as error:
                _warn_unused(error)


class _Locator(_CacheLocator):
    """Tells numba where a function's code is cached and what it was compiled from."""

    def __init__(self, function, file):
        self.function, self._py_file = function, file  # numba's warnings use the second name

    def get_cache_path(self):
        return str(folder())

    def get_disambiguator(self):
        return str(self.function.__code__.co_firstlineno)

    def get_source_stamp(self):
        """Kernels executed by `compilation.bind` have the digest of their sources in their name."""
        module = self.function.__module__
        if module.startswith("maxmargin."):
            sources = stamp_of("maxmargin.compilation", module)
        elif Path(self._py_file).is_relative_to(HERE):
            sources = module
        else:
            sources = CHECK_SUM(content_of(self._py_file)).hexdigest()
        return sources, llvmlite.__version__, np.__version__, sys.version, setting("BOUNDSCHECK")


class _Named(CompileResultCacheImpl):
    """Names files after the function's module: kernels of one source file are many modules."""

    def __init__(self, function):
        self._locator = _Locator(function, function.__code__.co_filename)
        self._lineno = function.__code__.co_firstlineno
        name = f"{function.__module__}.{function.__qualname__}"
        self._filename_base = self.get_filename_base(name, getattr(sys, "abiflags", ""))


class _CheckedFiles(IndexDataCacheFile):
    """Numba's index and data files, each with its check sum at the end."""

    def _load_index(self):
        return super()._load_index() if _is_sound(self._index_path) else {}

    def _load_data(self, name):
        return super()._load_data(name) if _is_sound(self._data_path(name)) else None

    @contextmanager
    def _open_for_write(self, filepath):
        with super()._open_for_write(filepath) as file:
            content = BytesIO()
            yield content
            file.write(content.getvalue() + CHECK_SUM(content.getvalue()).digest())


def _is_sound(path):
    """Return whether a file exists and is undamaged. Warn once about damaged files."""
    size = CHECK_SUM().digest_size
    try:
        content = Path(path).read_bytes()
    except FileNotFoundError:
        return False
    except OSError as error:
        _warn_unused(error)
        return False
    if CHECK_SUM(content[:-size]).digest() == content[-size:]:
        return True
    _warn_once(
        "damaged",
        f"the cache of compiled code is damaged, first seen in {path}: the code is compiled again "
        "and damaged files are replaced.",
    )
    return False


def _warn_unused(error):
    _warn_once("unused", f"compiled code cannot be cached in {folder()} ({error}): {REMEDY}.")


def _warn_once(kind, sentence):
    if kind not in REPORTED:
        REPORTED.add(kind)
        warnings.warn(sentence, RuntimeWarning, stacklevel=2)
