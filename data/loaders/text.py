"""A text file as bytes for the compiled passes of scan.py; it also locates faults."""

import re

import numpy as np

from data.errors import DataError
from data.loaders import scan


class Text:
    """The bytes of a file, a uint8 array `content`, read from `path` unless they are given.

    Raise DataError if the file is empty or does not end with a line end.
    """

    def __init__(self, path, content=None):
        self.path = path
        self.content = np.fromfile(path, dtype=np.uint8) if content is None else content
        if self.content.size == 0:
            raise DataError(f"{path} is empty.")
        if self.content[-1] != scan.NEWLINE:
            end = _decoded(self.content[-30:]).rpartition("\n")[2]
            raise self.error(self.content.size, f"the last line is cut short, after {end!r}")

    def count(self, byte):
        """Return how often a byte occurs."""
        return scan.count(self.content, byte)

    def positions(self, byte):
        """Return the positions of a byte: int64, ascending."""
        return np.flatnonzero(self.content == byte)

    def token(self, where, most=80, ends=b" \t\n"):
        """Return the text from byte `where` up to one of the `ends`, at most `most` bytes."""
        content = self.content[where : where + most].tobytes()
        return _decoded(re.match(b"[^%s]*" % ends, content).group())

    def whole_token(self, where):
        """Return the text from byte `where` up to the end of the token, however long."""
        most = 80
        while len(token := self.token(where, most)) == most < self.content.size:
            most *= 2
        return token

    def lines_of(self, places):
        """Return the lines, counted from 1, of the bytes at these places."""
        return 1 + np.searchsorted(self.positions(scan.NEWLINE), places)

    def error(self, where, what):
        """Return a DataError that describes a fault (`what`) in the line of byte `where`."""
        return DataError(f"{self.path}, line {self.lines_of(where)}: {what}.")


def _decoded(content):
    return bytes(content).decode("ascii", "backslashreplace")
