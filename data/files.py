"""Writes files under a temporary name first, so that no file is ever half-written."""

import errno
import os
import shutil
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil

from data.archives import sha256_of

UNFINISHED = ".unfinished-"  # part of temporary names; the number of the process follows
CHECKED_VARIABLE = "MARGIN_CHECKED"  # names the folder that `damaged` checks later
SUMS = ".sums"  # subfolder with the SHA-256 of each file, under the file's own name


@contextmanager
def replacing(path):
    """Yield a temporary path; when the block ends without an error, its file replaces `path`.

    The file is flushed to the disk before it gets its name, so that a power cut leaves no empty
    file. Raise OSError with the name `path` if the file cannot be written.
    """
    path, unfinished = Path(path), _unfinished(path)
    try:
        _make_folder(path.parent)
        yield unfinished
        with open(unfinished, "rb+") as file:
            os.fsync(file.fileno())
        _note_sum(path, unfinished)
        unfinished.replace(path)
    except OSError as error:
        # Errors of a full disk come from writes and flushes, and do not name the file, or from
        # copies, and name the file that is read first.
        named = {error.filename, error.filename2} - {None}
        if error.errno is None or named and not {unfinished, str(unfinished)} & named:
            raise
        reason = f"cannot be written: {os.strerror(error.errno)}"
        raise OSError(error.errno, reason, str(path)) from error
    finally:
        with suppress(OSError):
            unfinished.unlink()


def _make_folder(path):
    try:
        path.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        places = (path, *path.parents)
        wrong = next((p for p in places if p.is_file() or p.is_symlink()), path)
        raise NotADirectoryError(errno.ENOTDIR, "is no folder", str(wrong)) from None


def refuse_to_replace(inputs, output):
    """Raise FileExistsError if the file to be written is one of a command's inputs."""
    for path in filter(os.path.exists, inputs):
        if os.path.exists(output) and os.path.samefile(path, output):
            sentence = "this is a file to read; name another file to write"
            raise FileExistsError(errno.EEXIST, sentence, str(output))


@contextmanager
def replacing_folder(path):
    """Yield a temporary folder; when the block ends without an error, the folder replaces `path`.

    The folder therefore has all its files, or does not exist. The files are written by `replacing`.
    """
    path, unfinished = Path(path), _unfinished(path)
    try:
        unfinished.mkdir(parents=True)
        yield unfinished
        shutil.rmtree(path, ignore_errors=True)
        sums = _sums_of(path)
        if sums:
            shutil.rmtree(sums, ignore_errors=True)
            with suppress(FileNotFoundError):  # a folder without files has no sums
                _sums_of(unfinished).replace(sums)
        unfinished.replace(path)
    finally:
        for left in filter(None, (unfinished, _sums_of(unfinished))):
            shutil.rmtree(left, ignore_errors=True)


def damaged(folder, whole=()):
    """Yield the paths in a folder of files that differ from what `replacing` wrote.

    The environment variable in CHECKED_VARIABLE must have named the folder when the files were
    written. `whole` names the folders that `replacing_folder` wrote; their missing files count as
    damaged.
    """
    sums = Path(folder, SUMS)
    for noted in sorted(path for path in sums.rglob("*") if path.is_file()):
        place = noted.relative_to(sums)
        path = Path(folder, place)
        missing = place.parts[0] in whole and Path(folder, place.parts[0]).is_dir()
        if noted.read_bytes() != sha256_of(path).encode() if path.is_file() else missing:
            yield path


def remove_unfinished(folder):
    """Delete the temporary files and folders that killed processes left in a folder."""
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
    """Return where the SHA-256 of a file or of a folder's files is recorded, or None."""
    folder = Path(os.environ.get(CHECKED_VARIABLE, os.devnull)).resolve()
    if path.resolve().is_relative_to(folder):
        return folder / SUMS / path.resolve().relative_to(folder)
    return None


def _note_sum(path, written):
    noted = _sums_of(path)
    if noted:
        noted.parent.mkdir(parents=True, exist_ok=True)
        noted.write_text(sha256_of(written))
