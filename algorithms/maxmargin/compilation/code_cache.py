"""Caches compiled code on disk. Without a writeable folder, learners run without a cache.

A cache that cannot be locked or written is not used, and neither is one whose format `numba_cache`
does not know. One warning says so. Files are in NUMBA_CACHE_DIR if it is set. Otherwise they are
beside the package or, if that folder is read-only, in the user's cache.
"""

import logging
import tempfile
import warnings
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import numba
from filelock import FileLock
from numba import config
from platformdirs import user_cache_path

HERE = Path(__file__).parent.parent  # the package's folder
REMEDY = "set NUMBA_CACHE_DIR to a folder that can be written"
REPORTED = set()  # kinds of messages that this process has given
LOGGER = logging.getLogger("maxmargin")


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
    warn_once("unused", f"compiled code cannot be cached ({fault}): {REMEDY}.")
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
            warn_unused(error)
            lock = None
    try:
        yield lock is not None
    finally:
        if lock is not None:
            lock.release()


def cache_of(function):
    """Return numba's cache of a function's code, or None where there can be none.

    With a version of numba that caches in an unknown way there is none, and one warning says so.
    """
    if setting("DISABLE_JIT") or folder() is None:
        return None
    try:
        from maxmargin.compilation.numba_cache import (
            CodeCache,  # late, since it needs numba's private names
        )

        return CodeCache(function)
    except (ImportError, AttributeError, TypeError) as error:
        warn_once(
            "unknown",
            f"compiled code is not cached, since numba {numba.__version__} caches in a way that "
            f"is unknown here ({error}): install a version from 0.60 to 0.68 to start faster.",
        )
        return None


def log_compiling():
    """Log once that this process compiles code."""
    if "compiling" not in REPORTED:
        REPORTED.add("compiling")
        LOGGER.info("compiling; later processes load the code from %s", folder())


def print_log():
    """Print this package's log to stderr, for commands that would otherwise seem to hang."""
    if not LOGGER.handlers:
        LOGGER.addHandler(logging.StreamHandler())
    LOGGER.setLevel(logging.INFO)


def warn_unused(error):
    """Warn once that compiled code cannot be cached."""
    warn_once("unused", f"compiled code cannot be cached in {folder()} ({error}): {REMEDY}.")


def warn_once(kind, sentence):
    """Warn of a kind of fault unless this process has done so."""
    if kind not in REPORTED:
        REPORTED.add(kind)
        warnings.warn(sentence, RuntimeWarning, stacklevel=2)
