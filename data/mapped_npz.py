"""Writes NumPy's .npz files so that their arrays can be memory-mapped.

An .npz file is a zip archive of .npy files. An uncompressed array that begins at a multiple of 64
bytes has the same layout as in memory. `numpy.load` reads these files like any other .npz file.
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
ZIP64_EXTRA = 20  # additional bytes of a local header if the member may not fit into 32 bits
LARGEST_ZIP32 = 1 << 30  # bytes; half of zipfile's limit, which leaves a reserve
# zipfile raises RuntimeError for an encrypted archive, and its subclass NotImplementedError for an
# unknown method. The other errors are for damaged archives.
NOT_AN_ARCHIVE = (zipfile.BadZipFile, RuntimeError, EOFError, struct.error, zlib.error)


def save(file, arrays):
    """Write a dict of arrays to a binary file; the same arrays give the same bytes."""
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
    """Return a dict of the arrays in a file that `save` wrote, memory-mapped.

    With `writeable`, the arrays may be modified; the file does not change. All checksums are
    compared. Raise ValueError, OSError or one of NOT_AN_ARCHIVE if the file is not by `save` or is
    damaged.
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
                raise ValueError(f"{path}: {member.filename} is not in version 1.0 of .npy.")
            shape, fortran, dtype = _header(file, f"{path}: {member.filename}")
            if dtype.hasobject:
                raise ValueError(f"{path}: {member.filename} has Python objects, not numbers.")
            size = file.tell() - start + dtype.itemsize * math.prod(shape)
            if min(shape, default=0) < 0 or size != member.file_size:
                raise ValueError(f"{path}: the size of {member.filename} contradicts its shape.")
            order = "F" if fortran else "C"
            array = np.ndarray(shape, dtype, contents, file.tell(), order=order)
            arrays[member.filename.removesuffix(".npy")] = array
    return arrays


def _header(file, what):
    """Return (shape, whether in Fortran order, dtype) of a header, or raise ValueError."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # a header by Python 2 gives a warning
            return np.lib.format.read_array_header_1_0(file)
    except (Warning, SyntaxError, tokenize.TokenError):
        raise ValueError(f"{what} has a damaged header.") from None
