"""Shared fixtures for tests of the user's own data."""

from pathlib import Path

import pytest

from data.own import read_own


@pytest.fixture
def read(tmp_path):
    """Return a function that writes content, text or bytes, to a file and reads it as a problem."""

    def written_and_read(content, name="mine.csv", **options):
        path = Path(tmp_path, name)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return read_own("mine", path, **options)

    return written_and_read
