"""Writing files under a temporary name first, so that nothing is ever half-written."""

import os
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil


@contextmanager
def replacing(path):
    """A context that gives a temporary path, whose file replaces `path` if the block ends well.

    Raises OSError with the name `path` if it cannot be written.
    """
    path = Path(path)
    unfinished = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        yield unfinished
        unfinished.replace(path)
    except OSError as error:
        # A full disk is noticed in writes and flushes, which do not know the file's name.
        if error.errno is None or error.filename not in (None, str(unfinished)):
            raise
        reason = f"cannot be written: {os.strerror(error.errno)}"
        raise OSError(error.errno, reason, str(path)) from error
    finally:
        with suppress(OSError):
            unfinished.unlink()


def remove_unfinished(folder):
    """Deletes what `replacing` left in a folder if its process was killed."""
    for path in Path(folder).glob(".*.*"):
        pid = path.suffix[1:]
        if pid.isdecimal() and not psutil.pid_exists(int(pid)):
            path.unlink(missing_ok=True)
