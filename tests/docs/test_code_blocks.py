"""The commands in README and documentation work."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from docs.from_code.files import linked_project
from maxmargin import variants
from maxmargin.contract import State
from tests.chosen import first_of_each, slow_unless
from tests.docs.code_blocks import PAGES, blocks, commands
from workflows.plan.configuration import ROOT

pytestmark = pytest.mark.long

# Pages that show what their blocks print are run by tests/docs/test_fill.py.
SHOWN = [path for path in PAGES if "<!-- from the code: output -->" in path.read_text("utf-8")]
WITH_PYTHON = [path for path in PAGES if blocks(path, "python") and path not in SHOWN]
COMMANDS = sorted({command for path in PAGES for command in commands(path)})
RULE = next(block for block in blocks(PAGES[0], "python") if "def threshold" in block)
# Commands that take minutes, or need the results of such commands, are parsed and planned only.
PLANNED = {
    "make ": "--dry-run",
    "snakemake ": "--dry-run --quiet all",
    "python -m workflows.diff_results ": "--help",
    "python -m docs.reproductions ": "--help",
    "python -m figures margin_against_updates ": "--help",
    "python -m figures overview ": "--help",
    "python -m maxmargin.separable ": "--help",
    "git ": "--help",
}
LEFT_OUT = ("source ", "apt-get ")  # they change the shell or the machine
# Commands that other tests run: test_repeat, test_gallery, test_animation, separable/test_command.
ELSEWHERE = (
    "python -m workflows.repeat ",
    "python docs/gallery/",
    "python -m figures.animation ",
    "python -m maxmargin.separable ",
)


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    return linked_project(tmp_path_factory.mktemp("commands") / "project")


def run(command, project):
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    call = subprocess.run(
        command,
        cwd=project,
        env={**os.environ, "PATH": path, "PYTHONPATH": str(project)},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert call.returncode == 0, f"{command}\n{call.stdout}\n{call.stderr}"


def test_the_tour_is_there():
    assert {path.name for path in WITH_PYTHON} >= {"README.md", "variant.md"}
    assert {path.name for path in SHOWN} == {"separable.md", "streams.md", "tutorial.md"}
    assert len(COMMANDS) > 10


# Other tests use the rule of variant.md and its data.
@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, id=path.name, marks=slow_unless(path.name != "variant.md"))
        for path in WITH_PYTHON
    ],
)
def test_python_runs_from_top_to_bottom(path, project):
    text = "\n".join(blocks(path, "python"))
    run([sys.executable, "-W", "error::SyntaxWarning", "-c", text], project)


def test_the_rule_in_the_readme_is_one(tmp_path):
    path = tmp_path / "rule.py"
    path.write_text(RULE, encoding="utf-8")
    rule = variants.load(path)
    example = variants.load(ROOT / "docs" / "examples" / "my_rule.py")
    params, state = rule.Parameters(), State(2.0, 4.0, 3, (), 9, (), 1.0, 0, 0.0, 0.0)
    assert (rule.NAME, rule.Parameters()) == (example.NAME, example.Parameters())
    assert rule.threshold(state, params) == example.threshold(state, params)


def program(command):
    """Return what a command starts: a module of Python, a target of make or a program."""
    return re.match(r"(python -m \S+|make \S+|\S+)", command)[1]


WORKFLOWS = [command for command in COMMANDS if command.startswith("snakemake ")]
OTHERS = [command for command in COMMANDS if command not in WORKFLOWS]


@pytest.mark.parametrize(
    "command",
    [
        *(
            pytest.param(
                *chosen.values,
                marks=[*chosen.marks, *slow_unless(not chosen.values[0].startswith(ELSEWHERE))],
            )
            for chosen in first_of_each(program, OTHERS)
        ),
        *(pytest.param(command, marks=pytest.mark.slow) for command in WORKFLOWS),
    ],
)
def test_a_command_runs(command, project):
    if command.startswith(LEFT_OUT):
        pytest.skip("it changes the shell or the machine")
    planned = next((extra for name, extra in PLANNED.items() if command.startswith(name)), "")
    run(["bash", "-c", f"{command} {planned}"], project)
