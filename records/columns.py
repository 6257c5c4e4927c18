"""The description of a file of results: its columns, each with type, unit and meaning."""

from typing import NamedTuple

TEXT, INTEGER, NUMBER, JSON = "text", "integer", "number", "JSON"
DATA_UNITS = "the data's"  # those of margins and norms, which scale with the patterns
SECONDS = "s"


class Column(NamedTuple):
    """A column. meaning: Markdown. unit: "" if there is none. attribute: the attribute of a fitted
    estimator that the column records, "" for none.
    """

    name: str
    type: str
    meaning: str
    unit: str = ""
    attribute: str = ""


class ResultFile(NamedTuple):
    """A CSV file of results. name: without .csv. about: a sentence. key: the columns that identify
    a row. clocked: whether it holds seconds, which differ from machine to machine.
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
        """What tells a row, a dict, apart from the file's others: a tuple."""
        return tuple(row[name] for name in self.key)

    @property
    def measured(self):
        """The names of the columns that are not part of the key."""
        return tuple(name for name in self.header if name not in self.key)


def picked(columns, *names):
    """The columns with these names, in the order of the names.

    >>> [column.name for column in picked([Column("a", TEXT, ""), Column("b", TEXT, "")], "b")]
    ['b']
    """
    known = {column.name: column for column in columns}
    return tuple(known[name] for name in names)
