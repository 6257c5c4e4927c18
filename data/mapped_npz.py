"""NumPy's .npz files, written so that their arrays can be memory-mapped.

An .npz file is a zip archive of .npy files. An array that is stored without compression and begins
at a multiple of 64 bytes is laid out as in memory. `numpy.load` reads such a file like any other.
"""

import struct
import zipfile

import numpy as np

ALIGNMENT = 64
LOCAL_HEADER = 30  # bytes, before the name
PADDING = 0xD935  # the identifier that archives use for extra bytes of alignment


def save(file, arrays):
    """Writes a dict of arrays to a binary file; the same arrays give the same bytes."""
    with zipfile.ZipFile(file, "w") as archive:
        for name, array in arrays.items():
            member = zipfile.ZipInfo(f"{name}.npy")
            start = file.tell() + LOCAL_HEADER + len(member.filename) + 4
            member.extra = struct.pack("<HH", PADDING, -start % ALIGNMENT)
            member.extra += bytes(-start % ALIGNMENT)
            with archive.open(member, "w", force_zip64=False) as output:
                np.lib.format.write_array(output, np.asanyarray(array), allow_pickle=False)


def load(path, writeable=True):
    """A dict of the arrays in a file that `save` wrote, memory-mapped.

    If they may be written to, that does not change the file. Raises ValueError or
    zipfile.BadZipFile if the file was not written by `save`, or has other bytes by now: all
    checksums are compared.
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
            file.seek(sum(struct.unpack("<HH", file.read(4))), 1)
            version = np.lib.format.read_magic(file)
            if version != (1, 0):
                raise ValueError(f"{path}: {member.filename} is of another version of .npy.")
            shape, fortran, dtype = np.lib.format.read_array_header_1_0(file)
            order = "F" if fortran else "C"
            array = np.ndarray(shape, dtype, contents, file.tell(), order=order)
            arrays[member.filename.removesuffix(".npy")] = array
    return arrays
