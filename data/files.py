"""Writing files under a temporary name first, so that nothing is ever half-written."""

import os
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil

from data.archives import sha256_of

UNFINISHED = ".unfinished-"  # in the names of temporary files, before the number of the process
CHECKED_VARIABLE = "MARGIN_CHECKED"  # the folder whose files `damaged` looks at later
SUMS = ".sums"  # below it, the SHA-256 of each file under the file's own name


@contextmanager
def replacing(path):
    """A context that gives a temporary path, whose file replaces `path` if the block ends well.

    The file is on the disk before it gets its name, so that a power cut leaves no empty one. Raises
    OSError with the name `path` if it cannot be written.
    """
    path = Path(path)
    unfinished = path.with_name(f".{path.name}{UNFINISHED}{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        yield unfinished
        with open(unfinished, "rb+") as file:
            os.fsync(file.fileno())
        _note_sum(path, unfinished)
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


def damaged(folder):
    """Yields the paths of files of a folder that are not as `replacing` wrote them, with
    CHECKED_VARIABLE naming the folder.
    """
    sums = Path(folder, SUMS)
    for noted in sorted(path for path in sums.rglob("*") if path.is_file()):
        path = Path(folder, noted.relative_to(sums))
        if path.is_file() and noted.read_bytes() != sha256_of(path).encode():
            yield path


def remove_unfinished(folder):
    """Deletes what `replacing` left in a folder if its process was killed."""
    for path in Path(folder).glob(f".*{UNFINISHED}*"):
        pid = path.name.rpartition(UNFINISHED)[2]
        if pid.isdecimal() and not psutil.pid_exists(int(pid)):
            path.unlink(missing_ok=True)


def _note_sum(path, written):
    folder = Path(os.environ.get(CHECKED_VARIABLE, os.devnull)).resolve()
    if path.resolve().is_relative_to(folder):
        noted = folder / SUMS / path.resolve().relative_to(folder)
        noted.parent.mkdir(parents=True, exist_ok=True)
        noted.write_text(sha256_of(written))
