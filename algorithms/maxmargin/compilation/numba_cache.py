"""Numba's cache on disk, made safe.

It is the one module that imports numba's private modules. `binding` needs two more private names: a
function's `_cache`, and the compiler's option `_nrt`.

It differs from numba's own cache:

- Each file ends with its check sum. Numba would pass a damaged file on to LLVM. Here the code is
  compiled again, the file is replaced, and one warning names it.
- One process at a time reads or writes. Numba reads its index, adds to it and writes it back. Two
  processes that do so at once could get each other's code.
- Cached code depends on the contents of its source files and on the versions of its libraries.

`code_cache` says where the files are.
"""

import hashlib
import sys
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

import llvmlite
import numpy as np
from numba.core.caching import (
    CompileResultCacheImpl,
    FunctionCache,
    IndexDataCacheFile,
    _CacheLocator,
)

from maxmargin.compilation.code_cache import (
    HERE,
    folder,
    log_compiling,
    one_process,
    setting,
    warn_once,
    warn_unused,
)
from maxmargin.compilation.dependencies import content_of, stamp_of

CHECK_SUM = hashlib.sha256


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
            found = super().load_overload(sig, target_context) if usable else None
        if found is None:
            log_compiling()
        return found

    def save_overload(self, sig, data):
        """Write the code for a signature, if the disk allows it."""
        with one_process(".lock") as usable:
            if not usable:
                return
            try:
                super().save_overload(sig, data)
            except OSError as error:
                warn_unused(error)


class _Locator(_CacheLocator):
    """Tells numba where a function's code is cached and what it was compiled from."""

    def __init__(self, function, file):
        self.function, self._py_file = function, file  # numba's warnings use the second name

    def get_cache_path(self):
        return str(folder())

    def get_disambiguator(self):
        return str(self.function.__code__.co_firstlineno)

    def get_source_stamp(self):
        """Kernels executed by `binding.bind` have the digest of their sources in their name."""
        module = self.function.__module__
        if module.startswith("maxmargin."):
            sources = stamp_of("maxmargin.compilation.binding", module)
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
        try:
            return super()._load_index() if _is_sound(self._index_path) else {}
        except (AttributeError, ImportError):  # of classes that another version has elsewhere
            return {}

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
        warn_unused(error)
        return False
    if CHECK_SUM(content[:-size]).digest() == content[-size:]:
        return True
    warn_once(
        "damaged",
        f"the cache of compiled code is damaged, first seen in {path}: the code is compiled again "
        "and damaged files are replaced.",
    )
    return False
