"""Writing files: to a temporary name first, so that nothing is ever half-written."""

import os
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def replacing(path):
    """Gives a temporary path beside `path`, which replaces it when the block ends well."""
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        yield unfinished
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
