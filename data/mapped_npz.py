"""NumPy's .npz files, written so that their arrays can be memory-mapped.

An .npz file is a zip archive of .npy files. An array that is stored without compression and begins
at a multiple of 64 bytes is laid out as in memory. `numpy.load` reads such a file like any other.
"""

import math
import struct
import tokenize
import warnings
import zipfile
import zlib

import numpy as np

ALIGNMENT = 64
LOCAL_HEADER = 30  # bytes, before the name
PADDING = 0xD935  # the identifier that archives use for extra bytes of alignment
ZIP64_EXTRA = 20  # bytes that a local header has more, if the member may not fit into 32 bits
LARGEST_ZIP32 = 1 << 30  # bytes; half of what zipfile allows, as it counts on some more
# What zipfile raises for an archive that is damaged, encrypted (RuntimeError) or packed in a way
# that it does not know (NotImplementedError, which is one).
NOT_AN_ARCHIVE = (zipfile.BadZipFile, RuntimeError, EOFError, struct.error, zlib.error)


def save(file, arrays):
    """Writes a dict of arrays to a binary file; the same arrays give the same bytes."""
    with zipfile.ZipFile(file, "w") as archive:
        for name, array in arrays.items():
            member = zipfile.ZipInfo(f"{name}.npy")
            array = np.asanyarray(array)
            is_large = array.nbytes > LARGEST_ZIP32
            start = file.tell() + LOCAL_HEADER + len(member.filename) + 4
            start += ZIP64_EXTRA if is_large else 0
            member.extra = struct.pack("<HH", PADDING, -start % ALIGNMENT)
            member.extra += bytes(-start % ALIGNMENT)
            with archive.open(member, "w", force_zip64=is_large) as output:
                np.lib.format.write_array(output, array, allow_pickle=False)


def load(path, writeable=True):
    """A dict of the arrays in a file that `save` wrote, memory-mapped.

    If they may be written to, that does not change the file. Raises ValueError, OSError or one of
    NOT_AN_ARCHIVE if the file was not written by `save`, or has other bytes by now: all checksums
    are compared.
    """
    arrays = {}
    contents = np.memmap(path, np.uint8, "c" if writeable else "r")
    with open(path, "rb") as file, zipfile.ZipFile(file) as archive:
        damaged = archive.testzip()
        if damaged:
            raise ValueError(f"{path}: {damaged} is damaged.")
        for member in archive.infolist():
            if member.compress_type != zipfile.ZIP_STORED:
                raise ValueError(f"{path}: {member.filename} is compressed.")
            file.seek(member.header_offset + LOCAL_HEADER - 4)
            start = file.seek(sum(struct.unpack("<HH", file.read(4))), 1)
            version = np.lib.format.read_magic(file)
            if version != (1, 0):
                raise ValueError(f"{path}: {member.filename} is of another version of .npy.")
            shape, fortran, dtype = _header(file, f"{path}: {member.filename}")
            if dtype.hasobject:
                raise ValueError(f"{path}: {member.filename} has objects, which are no data.")
            size = file.tell() - start + dtype.itemsize * math.prod(shape)
            if min(shape, default=0) < 0 or size != member.file_size:
                raise ValueError(f"{path}: {member.filename} is not of the shape it claims.")
            order = "F" if fortran else "C"
            array = np.ndarray(shape, dtype, contents, file.tell(), order=order)
            arrays[member.filename.removesuffix(".npy")] = array
    return arrays


def _header(file, what):
    """(shape, whether in Fortran's order, dtype) from a header that `save` wrote, or ValueError."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # such as that of a header as Python 2 wrote them
            return np.lib.format.read_array_header_1_0(file)
    except (Warning, SyntaxError, tokenize.TokenError):
        raise ValueError(f"{what} has a damaged header.") from None
