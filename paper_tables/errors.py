"""The error of this package."""

from records.errors import RecordError


class TableError(RecordError):
    """A table that cannot be used: a sentence that names the file and the key."""
