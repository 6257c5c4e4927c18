"""Canonical bytes from whatever a source serves: plain, compressed, or a member of an archive."""

import bz2
import gzip
import io
import lzma
import struct
import tarfile
import zipfile
import zlib
from hashlib import sha256

# Recognised by content, not by name, as a server may decompress a .gz on the way.
GZIP = b"\x1f\x8b"
READERS = {
    GZIP: gzip.open,
    b"BZh": bz2.open,
    b"\xfd7zXZ\x00": lzma.open,
}

BROKEN = (OSError, EOFError, lzma.LZMAError, zlib.error, zipfile.BadZipFile, tarfile.TarError)
# A zip archive that is encrypted, or packed by a method that zipfile does not know, and headers
# that contradict themselves.
BROKEN += (RuntimeError, NotImplementedError, ValueError, struct.error)
CHUNK = 1 << 20
LARGEST = 4 << 30  # bytes; no file of the papers has half as many, packed or not


class TooLarge(OSError):
    """The file is larger than it should be."""

    def __init__(self, most=None):
        known = f"{most} bytes, as many as are registered"
        super().__init__(f"more than {known if most else f'{LARGEST} bytes'}")


class NotAFile(OSError):
    """The member of an archive is a folder, or a device."""


class Bounded(io.BufferedWriter):
    """A new file, which raises TooLarge instead of taking more than LARGEST bytes."""

    def __init__(self, path):
        super().__init__(io.FileIO(path, "w"))

    def write(self, chunk):
        if self.tell() + len(chunk) > LARGEST:
            raise TooLarge
        return super().write(chunk)


def write_canonical(served, target, member=None, drop_lines=0, most=None):
    """Writes the canonical bytes in the file `served` to `target`.

    `member` is the path inside a zip or tar archive; the first `drop_lines` lines are left out;
    most: how many bytes it may have, LARGEST if None. Raises one of BROKEN if the file is damaged
    or larger, KeyError if there is no such member.
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
    """Whether a file is compressed by gzip."""
    with open(path, "rb") as file:
        return file.read(len(GZIP)) == GZIP


def sha256_of(path):
    """Hexadecimal SHA-256 of a file."""
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
