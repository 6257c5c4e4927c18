"""A text file as bytes for the compiled passes of scan.py, and the location of a fault in it."""

import re

import numpy as np

from data.errors import DataError
from data.loaders import scan

FAULTS = {
    scan.NOT_WHOLE: "{token!r} is not a whole number",
    scan.NO_PAIR: "{token!r} is not a pair index:value",
    scan.INDEX_ZERO: "{token!r} has the index 0, but indices count from 1",
    scan.INDEX_ABOVE: "{token!r} has an index above {n}, the number of attributes",
    scan.INDEX_ORDER: "{token!r} has an index that is not above the one before it",
    scan.NOT_NUMBER: "{token!r} has a value that is not a number",
    scan.WIDTH: "{token!r} begins a line that does not have {width} columns",
    scan.NO_CLASS: "{token!r} is not a class from 1 to {classes}",
}


class Text:
    """The bytes of a file as `content`, uint8. Raises DataError if no line end is at its end."""

    def __init__(self, path):
        self.path, self.content = path, np.fromfile(path, dtype=np.uint8)
        if self.content.size == 0:
            raise DataError(f"{path} is empty.")
        if self.content[-1] != scan.NEWLINE:
            end = _decoded(self.content[-30:]).rpartition("\n")[2]
            raise self.error(self.content.size, f"the last line is cut short, after {end!r}")

    def count(self, byte):
        """How often a byte occurs."""
        return scan.count(self.content, byte)

    def positions(self, byte):
        """Where a byte occurs: int64, ascending."""
        return np.flatnonzero(self.content == byte)

    def token(self, where, most=80):
        """The text from byte `where` up to a blank, comma or line end, at most so many bytes."""
        return re.match(r"[^ \t,\n]*", _decoded(self.content[where : where + most])).group()

    def whole_token(self, where):
        """The same, however long."""
        most = 80
        while len(token := self.token(where, most)) == most < self.content.size:
            most *= 2
        return token

    def error(self, where, what):
        """A DataError that says `what` is wrong in the line of byte `where`."""
        line = 1 + scan.count(self.content[:where], scan.NEWLINE)
        return DataError(f"{self.path}, line {line}: {what}.")

    def check(self, fault, where, **names):
        """Raises DataError unless a pass succeeded; `names` are other values for the sentence."""
        if fault != scan.FINE:
            raise self.error(where, FAULTS[fault].format(token=self.token(where), **names))


def _decoded(content):
    return content.tobytes().decode("ascii", "backslashreplace")
