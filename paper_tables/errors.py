"""The error of this package."""

from records.errors import RecordError


class TableError(RecordError):
    """A table cannot be used; the message is a sentence that names the file and the key."""
