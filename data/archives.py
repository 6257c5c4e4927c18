"""Extracts canonical bytes from a served file: plain, compressed, or a member of an archive."""

import bz2
import errno
import gzip
import io
import lzma
import struct
import tarfile
import zipfile
import zlib
from hashlib import sha256

# Compression is recognised by content, because a server may decompress a .gz but not rename it.
GZIP = b"\x1f\x8b"
READERS = {
    GZIP: gzip.open,
    b"BZh": bz2.open,
    b"\xfd7zXZ\x00": lzma.open,
}

BROKEN = (OSError, EOFError, lzma.LZMAError, zlib.error, zipfile.BadZipFile, tarfile.TarError)
# zipfile raises these errors for encrypted archives, unknown methods and contradictory headers.
BROKEN += (RuntimeError, NotImplementedError, ValueError, struct.error)
# The codes of errors of a full disk, a full quota and a limit on the size of files.
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
CHUNK = 1 << 20
LARGEST = 4 << 30  # bytes, more than twice the largest file of the papers, packed or not


class TooLarge(OSError):
    """The file is larger than registered, or larger than LARGEST bytes."""

    def __init__(self, most=None):
        known = f"{most} bytes, as many as are registered"
        super().__init__(f"more than {known if most else f'{LARGEST} bytes'}")


class NotAFile(OSError):
    """The member of an archive is a folder or a device."""


class Bounded(io.BufferedWriter):
    """A new file that raises TooLarge before it exceeds LARGEST bytes."""

    def __init__(self, path):
        super().__init__(io.FileIO(path, "w"))

    def write(self, chunk):
        if self.tell() + len(chunk) > LARGEST:
            raise TooLarge
        return super().write(chunk)


def write_canonical(served, target, member=None, drop_lines=0, most=None):
    """Write the canonical bytes in a served file to a path.

    Parameters
    ----------
    served : str or Path
        The file as served.
    target : str or Path
        The file to write.
    member : str, optional
        The path inside a zip or tar archive.
    drop_lines : int
        The number of first lines to leave out.
    most : int, optional
        The largest number of bytes that the target may have. By default only LARGEST limits it.

    Raises
    ------
    BROKEN
        One of these errors, if the file is damaged or larger than allowed.
    KeyError
        If the archive has no such member.
    """
    with open(served, "rb") as raw, Bounded(target) as out:
        stream = _decompressed(_member(raw, member) if member else raw)
        for _ in range(drop_lines):
            stream.readline()
        written = 0
        while chunk := stream.read(CHUNK):
            written += len(chunk)
            if most is not None and written > most:
                raise TooLarge(most)
            out.write(chunk)


def is_gzip(path):
    """Return whether a file is compressed by gzip."""
    with open(path, "rb") as file:
        return file.read(len(GZIP)) == GZIP


def sha256_of(path):
    """Return the hexadecimal SHA-256 of a file."""
    digest = sha256()
    with open(path, "rb") as file:
        while chunk := file.read(CHUNK):
            digest.update(chunk)
    return digest.hexdigest()


def _member(raw, member):
    if zipfile.is_zipfile(raw):
        archive = zipfile.ZipFile(raw)
        stream = None if archive.getinfo(member).is_dir() else archive.open(member)
    else:
        raw.seek(0)
        stream = tarfile.open(fileobj=raw).extractfile(member)
    if stream is None:
        raise NotAFile(f"{member} is not a file")
    return stream


def _decompressed(stream):
    stream = io.BufferedReader(stream)
    start = stream.peek(8)
    for magic, reader in READERS.items():
        if start.startswith(magic):
            return reader(stream)
    return stream
