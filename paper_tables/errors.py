class TableError(Exception):
    """A table or a file of results that cannot be used: one sentence naming the file and the key."""
