"""The error of everything that reads results or the papers' tables."""


class RecordError(Exception):
    """A file that cannot be used: a sentence that names the file and the key or column at fault."""
