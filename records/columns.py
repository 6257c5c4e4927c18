"""Describes a result file: its columns, each with type, unit and meaning."""

from typing import NamedTuple

TEXT, INTEGER, NUMBER, JSON = "text", "integer", "number", "JSON"
DATA_UNITS = "the data's"  # the units of margins and norms, which scale with the patterns
SECONDS = "s"


class Column(NamedTuple):
    """A column of a result file.

    `meaning` is Markdown. `unit` is "" for a column without a unit. `attribute` is the attribute of
    a fitted estimator that the column records, or "".
    """

    name: str
    type: str
    meaning: str
    unit: str = ""
    attribute: str = ""


class ResultFile(NamedTuple):
    """A CSV file of results.

    `name` is the file's name without .csv, `about` a sentence about the file. `key` lists the
    columns that identify a row. `clocked` says whether the file holds seconds, which differ between
    machines.
    """

    name: str
    about: str
    columns: tuple
    key: tuple
    clocked: bool = False

    @property
    def header(self):
        """The names of all columns, in order."""
        return tuple(column.name for column in self.columns)

    def key_of(self, row):
        """Return the tuple that identifies a row (a dict) among the file's rows."""
        return tuple(row[name] for name in self.key)

    @property
    def measured(self):
        """The names of the columns that are not part of the key."""
        return tuple(name for name in self.header if name not in self.key)


def picked(columns, *names):
    """Return the columns with these names, in the order of the names.

    >>> [column.name for column in picked([Column("a", TEXT, ""), Column("b", TEXT, "")], "b")]
    ['b']
    """
    known = {column.name: column for column in columns}
    return tuple(known[name] for name in names)
