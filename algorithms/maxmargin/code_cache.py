"""Caches compiled code on disk, where a folder can be written; learners run without a cache too.

The cache is numba's, with these differences:

- Each file ends with its check sum. Numba would pass a damaged file on to LLVM. Here the code is
  compiled again, the file is replaced, and one warning names it.
- One process at a time reads or writes. Numba's index is read, added to and written back: two
  processes that do so at once could be given each other's code.
- A cache that cannot be locked or written is not used. One warning says so.
- The code belongs to the contents of its source files and to the versions of its libraries.

Files lie in NUMBA_CACHE_DIR where that is set, else beside the package, else in the user's cache.
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


@cache
def folder():
    """The folder of the cache, or None, after a warning, where none can be written."""
    if config.CACHE_DIR:
        candidates = [Path(config.CACHE_DIR).absolute()]
    else:
        candidates = [HERE / "__pycache__", user_cache_path("maxmargin")]
        candidates = [path for path in candidates if path.is_absolute()]  # a user without a home
    for path in candidates:
        found = path / "maxmargin" if config.CACHE_DIR else path
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
    """A context that one process at a time is in. Yields whether the cache can be used.

    name: of the lock's file.
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
        """The code for a signature, or None if there is none that can be used."""
        with one_process(".lock") as usable:
            return super().load_overload(sig, target_context) if usable else None

    def save_overload(self, sig, data):
        """Writes the code for a signature, if the disk allows it."""
        with one_process(".lock") as usable:
            if not usable:
                return
            try:
                super().save_overload(sig, data)
            except OSError as error:
                _warn_unused(error)


class _Locator(_CacheLocator):
    """Tells numba where a function's code lies and what the code was compiled from."""

    def __init__(self, function, file):
        self.function, self._py_file = function, file  # the name that numba's warnings use

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
        return sources, llvmlite.__version__, np.__version__, sys.version, config.BOUNDSCHECK


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
    """Whether a file is there as it was written. Warns once if it is damaged."""
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
