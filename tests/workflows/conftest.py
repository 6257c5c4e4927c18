"""Shared fixtures of the workflow's tests: an environment without the user's settings."""

import pytest


@pytest.fixture(autouse=True)
def without_the_users_places(monkeypatch):
    """Remove the variables that take precedence over a config's mirror and store."""
    for variable in ("MARGIN_DATA_MIRROR", "MARGIN_DATA_STORE"):
        monkeypatch.delenv(variable, raising=False)
