"""The error of this package."""


class TableError(Exception):
    """A table or file of results that cannot be used: a sentence naming the file and the key."""
