"""The error raised by all code that reads result files or the papers' tables."""


class RecordError(Exception):
    """A file cannot be used; the message names the file and the key or column at fault."""
