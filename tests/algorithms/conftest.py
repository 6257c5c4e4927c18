"""Fixtures for all tests of the library."""

import pytest

from maxmargin.compilation.binding import Entry
from tests.algorithms import compiled_types


@pytest.fixture(autouse=True)
def _compare_types(monkeypatch):
    monkeypatch.setattr(Entry, "compiled_for", compiled_types.compared)
