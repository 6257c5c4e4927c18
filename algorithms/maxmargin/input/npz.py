"""Reads .npz files that may be damaged."""

import tokenize
import zipfile
import zlib

import numpy as np

# numpy raises RuntimeError for an encrypted file, MemoryError for arrays of absurd sizes.
DAMAGED = (ValueError, TypeError, EOFError, KeyError, OverflowError, RuntimeError, MemoryError)
DAMAGED += (NotImplementedError, tokenize.TokenError, zipfile.BadZipFile, zlib.error)


def read_arrays(path):
    """Return the arrays in an .npz file, by name. Raise ValueError for a damaged or other file."""
    with open(path, "rb") as file:  # numpy would leave a damaged file open
        if file.read(2) != b"PK":  # the first bytes of a zip archive
            raise ValueError(f"{path} is not an .npz file of arrays, as numpy.savez writes.")
        file.seek(0)
        try:
            with np.load(file) as members:
                arrays = dict(members)
        except OSError:
            raise
        except DAMAGED as error:
            raise ValueError(
                f"{path} is not an .npz file of arrays, or it is damaged ({error})."
            ) from None
    for name, array in arrays.items():
        if not isinstance(array, np.ndarray):
            raise ValueError(f"{path} is damaged: {name} is not an array.")
    return arrays
