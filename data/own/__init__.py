"""The user's own data: a table or a file in libsvm's format, read as a problem of two classes."""

# The options that say how a file is read: keys of `data: own:` in the config, options of
# `python -m data prepare`, arguments of `read_own`.
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
    """`read_own`, imported when it is first used: it needs numba, numpy and scipy."""
    if name != "read_own":
        raise AttributeError(f"module 'data.own' has no attribute {name!r}")
    from data.own.reading import read_own

    return read_own
