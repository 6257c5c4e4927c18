"""Writing files under a temporary name first, so that nothing is ever half-written."""

import os
import shutil
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
    path, unfinished = Path(path), _unfinished(path)
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


@contextmanager
def replacing_folder(path):
    """A context that gives a temporary folder, which replaces `path` if the block ends well: the
    folder too has all its files or is not there. They are written by `replacing`.
    """
    path, unfinished = Path(path), _unfinished(path)
    try:
        unfinished.mkdir(parents=True)
        yield unfinished
        shutil.rmtree(path, ignore_errors=True)
        sums = _sums_of(path)
        if sums:
            shutil.rmtree(sums, ignore_errors=True)
            with suppress(FileNotFoundError):  # of no files
                _sums_of(unfinished).replace(sums)
        unfinished.replace(path)
    finally:
        for left in filter(None, (unfinished, _sums_of(unfinished))):
            shutil.rmtree(left, ignore_errors=True)


def damaged(folder, whole=()):
    """Yields the paths of files of a folder that are not as `replacing` wrote them, with
    CHECKED_VARIABLE naming the folder.

    whole: names of folders in it that `replacing_folder` wrote, of which files may be missing too.
    """
    sums = Path(folder, SUMS)
    for noted in sorted(path for path in sums.rglob("*") if path.is_file()):
        place = noted.relative_to(sums)
        path = Path(folder, place)
        missing = place.parts[0] in whole and Path(folder, place.parts[0]).is_dir()
        if noted.read_bytes() != sha256_of(path).encode() if path.is_file() else missing:
            yield path


def remove_unfinished(folder):
    """Deletes what `replacing` and `replacing_folder` left in a folder if their process was
    killed.
    """
    for path in Path(folder).glob(f".*{UNFINISHED}*"):
        pid = path.name.rpartition(UNFINISHED)[2]
        if not pid.isdecimal() or psutil.pid_exists(int(pid)):
            continue
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)


def _unfinished(path):
    return Path(path).with_name(f".{Path(path).name}{UNFINISHED}{os.getpid()}")


def _sums_of(path):
    """Where the SHA-256 of a file, or those of a folder's files, are noted; None if nowhere."""
    folder = Path(os.environ.get(CHECKED_VARIABLE, os.devnull)).resolve()
    if path.resolve().is_relative_to(folder):
        return folder / SUMS / path.resolve().relative_to(folder)
    return None


def _note_sum(path, written):
    noted = _sums_of(path)
    if noted:
        noted.parent.mkdir(parents=True, exist_ok=True)
        noted.write_text(sha256_of(written))
