"""Copies of the project that tests add files to."""

import os
import shutil
import subprocess
import sys

from tests.workflows.calls import HOW
from workflows.plan.configuration import ROOT

# Compiled code is copied and used too, except files that another process is writing.
LEFT_BEHIND = (
    ".git",
    ".venv*",
    ".snakemake",
    ".mutants",
    "results",
    "store",
    ".*_cache",
    "*.tmp.*",
    ".*lock",
)


def copy_of_project(folder, files):
    """Copy the project into a folder and write files, path -> text, there; return its path."""
    project = folder / "project"
    shutil.copytree(ROOT, project, ignore=shutil.ignore_patterns(*LEFT_BEHIND))
    for name, text in files.items():
        (project / name).parent.mkdir(exist_ok=True)
        (project / name).write_text(text, encoding="utf-8")
    return project


def run_in(project, *command, timeout=600):
    """Run a Python module of a copy, as `python -m`; return the finished process."""
    path = os.pathsep.join([str(project), str(project / "algorithms")])
    how = HOW | {"env": HOW.get("env", os.environ) | {"PYTHONPATH": path}}
    return subprocess.run(
        [sys.executable, "-m", *command], cwd=project, capture_output=True, timeout=timeout, **how
    )
