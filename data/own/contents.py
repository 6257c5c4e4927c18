"""Reads a user's file as text with plain line ends; an error describes a file of another kind."""

from data.errors import DataError

BYTE_ORDER_MARK = b"\xef\xbb\xbf"  # of UTF-8
# The first bytes of files that are not text -> the kind of file.
COMPRESSED = {
    b"\x1f\x8b": "gzip",
    b"BZh": "bzip2",
    b"\xfd7zXZ\x00": "xz",
    b"PK\x03\x04": "zip, as spreadsheets are too",
    b"PK\x05\x06": "zip",
    b"\x28\xb5\x2f\xfd": "zstandard",
    b"7z\xbc\xaf\x27\x1c": "7-Zip",
    b"Rar!\x1a": "rar",
    b"\x1f\x9d": "compress",
    b"\x04\x22\x4d\x18": "lz4",
}
BINARY = {
    b"\x93NUMPY": "a NumPy array",
    b"PAR1\x15": "a Parquet file",
    b"ARROW1\0": "an Arrow file",
    b"\x89HDF": "an HDF5 file",
    b"MATLAB 5.0 MAT-file": "a MATLAB file",
    b"SQLite format 3\0": "an SQLite database",
    b"\xd0\xcf\x11\xe0": "an old Excel file",
    b"%PDF-": "a PDF",
    b"\x80\x04": "a Python pickle",
    b"\x80\x05": "a Python pickle",
}
SEVERAL = 4  # characters to check for the NUL bytes of UTF-16 without a byte order mark


def content_of(path):
    """Return the bytes of a UTF-8 text file, with a line feed after each line.

    A byte order mark is removed. Raise DataError for a file that cannot be read or is empty,
    compressed, in UTF-16 or not text.
    """
    try:
        with open(path, "rb") as file:
            content = file.read()
    except FileNotFoundError:
        raise DataError(f"{path}: there is no such file.") from None
    except IsADirectoryError:
        raise DataError(f"{path} is a folder; name a file in it.") from None
    except OSError as error:
        raise DataError(f"{path} cannot be read: {error.strerror}.") from None
    if what := _foreign(content):
        raise DataError(f"{path} {what}.")
    content = content.removeprefix(BYTE_ORDER_MARK)
    if b"\r" in content:
        content = content.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    if not content.strip(b" \t\n"):
        raise DataError(f"{path} is empty.")
    return content if content.endswith(b"\n") else content + b"\n"


def text_of(path):
    """Return the text of a file, decoded from the bytes that `content_of` returns.

    Raise DataError as `content_of` does, and for a NUL or a byte that is not UTF-8, naming its
    line.
    """
    content = content_of(path)
    if (nul := content.find(b"\0")) >= 0:
        what = "there is a NUL byte, so the file is not text; write the file as text in UTF-8"
        raise DataError(f"{path}, line {_line_of(content, nul)}: {what}.")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        what = f"the byte 0x{content[error.start]:02X} is not UTF-8; save the file as UTF-8"
        raise DataError(f"{path}, line {_line_of(content, error.start)}: {what}.") from None


def _line_of(content, place):
    """Return the line, counted from 1, of the byte at a place."""
    return content.count(b"\n", 0, place) + 1


def _foreign(content):
    """Describe a file that is not UTF-8 text; return None for text."""
    for start, method in COMPRESSED.items():
        if content.startswith(start) and not (start == b"BZh" and content[4:7] != b"1AY"):
            return f"is compressed ({method}): unpack it, and name the text file"
    if content[257:262] == b"ustar":
        return "is an archive (tar): unpack it, and name the text file"
    for start, kind in BINARY.items():
        if content.startswith(start):
            return f"is {kind}, not text: write it as CSV or in libsvm's format"
    in_pairs = content[: 2 * SEVERAL]
    nuls = {in_pairs[0::2].strip(b"\0") == b"", in_pairs[1::2].strip(b"\0") == b""}
    if content.startswith((b"\xff\xfe", b"\xfe\xff", b"\0\0\xfe\xff")) or (
        len(in_pairs) == 2 * SEVERAL and nuls == {True, False}
    ):
        return "is in UTF-16 or UTF-32: save it in UTF-8"
    return None
