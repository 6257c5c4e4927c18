"""The documentation, built once for all tests."""

import subprocess
import sys

import pytest

from workflows.plan.configuration import ROOT


@pytest.fixture(scope="session")
def built(tmp_path_factory):
    """Build the site; return the folder of pages and MkDocs' messages."""
    folder = tmp_path_factory.mktemp("docs")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", folder]
    call = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert call.returncode == 0, call.stdout + call.stderr
    return folder, call.stderr
