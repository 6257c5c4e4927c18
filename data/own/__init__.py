"""The user's own data: a table or a file in libsvm's format, read as a problem of two classes."""

# The reading options: keys of `data: own:` in the config, options of `python -m data prepare` and
# arguments of `read_own`.
READING = (
    "label",
    "positive",
    "head",
    "columns",
    "drop",
    "separator",
    "decimal",
    "scale",
    "test",
)
__all__ = ["READING", "read_own"]


def __getattr__(name):
    """Import `read_own` when it is first used, because it needs numba, numpy and scipy."""
    if name != "read_own":
        raise AttributeError(f"module 'data.own' has no attribute {name!r}")
    from data.own.reading import read_own

    return read_own
