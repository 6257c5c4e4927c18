"""Long commands draw a bar on stderr if that is a terminal, and only there.

`make test` runs one command, and `make test-slow` the others.
"""

import os
import pty
import subprocess
import sys
import termios

import numpy as np
import pytest

from maxmargin import terminal
from tests.algorithms.variant_files import HALFWAY, write
from tests.chosen import slow_unless
from workflows.plan.configuration import ROOT

AROW = str(ROOT / "docs" / "examples" / "arow.py")
CELL = ["micra/table-1", "--row", "1", "--column", "micra-updates"]
# A command and what its bar shows.
COMMANDS = {
    "rule": (["maxmargin.conformance", "halfway.py"], "problem"),
    "class": (["workflows.commands.check_variant", AROW], "space"),
    "data": (["data", "verify"], "file"),
    "animation": (["figures.animation", "PDM", "--output", "pdm.html"], "step"),
    "repeat": (["workflows.repeat", *CELL], "run"),
    "separable": (["maxmargin.separable", "hard.csv", "--seconds", "1"], "deciding: "),
}
QUICK = ("data",)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("commands")
    write(folder, "halfway.py", HALFWAY)
    random = np.random.default_rng(1)
    X, y = random.normal(size=(1000, 100)), random.choice([0, 1], 1000)
    np.savetxt(folder / "hard.csv", np.column_stack([X, y]), delimiter=",", fmt="%.17g")
    return folder


def ran(command, folder, stderr):
    path = os.pathsep.join([str(ROOT), str(ROOT / "algorithms")])
    env = {**os.environ, "PYTHONPATH": path, "MARGIN_DATA_STORE": str(folder / "store")}
    call = [sys.executable, "-m", *command]
    return subprocess.Popen(call, cwd=folder, env=env, stdout=subprocess.PIPE, stderr=stderr)


def on_a_terminal(command, folder):
    """Return what a command writes to stderr if that is a terminal, and what it prints."""
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, 100))
    process = ran(command, folder, theirs)
    os.close(theirs)
    drawn = b""
    try:
        while part := os.read(ours, 4096):
            drawn += part
    except OSError:  # the command has ended
        pass
    finally:
        os.close(ours)
    return drawn.decode(), process.communicate()[0].decode()


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=slow_unless(name in QUICK)) for name in COMMANDS]
)
def test_a_bar_is_drawn_on_a_terminal_alone(name, folder):
    command, shown = COMMANDS[name]
    drawn, printed = on_a_terminal(command, folder)
    assert shown in drawn, drawn
    process = ran(command, folder, subprocess.PIPE)
    output, error = process.communicate()
    assert shown not in error.decode()
    assert b"\r" not in error and b"it/s" not in error
    assert len(output.splitlines()) == len(printed.splitlines())


def test_without_tqdm_the_library_works_and_draws_nothing(monkeypatch, capsys):
    monkeypatch.setattr(terminal, "tqdm", None)
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    assert list(terminal.with_bar([1, 2], "item")) == [1, 2]
    with terminal.clock("waiting"):
        pass
    assert capsys.readouterr().err == ""
