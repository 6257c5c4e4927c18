"""Runs the notebooks of docs/examples/ and stores their outputs: `python -m docs.notebooks`.

The notebooks are committed with their outputs, so that they can be read in the repository.
"""

import argparse
import os
import sys
from pathlib import Path
from subprocess import DEVNULL
from tempfile import TemporaryDirectory

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

from data.commands import command, say, with_bar
from data.files import replacing
from docs.from_code.files import linked_project


class NotebookFailed(Exception):
    """A cell of a notebook failed. The text names the notebook and the error."""


NOTEBOOKS = sorted((Path(__file__).parent / "examples").glob("*.ipynb"))
SECONDS = 600  # the limit of a cell


def executed(path):
    """Return the notebook at a path after it ran in a linked copy of the project.

    Raises NotebookFailed if a cell fails.
    """
    notebook = nbformat.read(path, as_version=4)
    with TemporaryDirectory() as folder:
        project = linked_project(Path(folder) / "project")
        client = NotebookClient(
            notebook,
            timeout=SECONDS,
            resources={"metadata": {"path": str(project)}},
            record_timing=False,
            coalesce_streams=True,
        )
        try:
            client.execute(stderr=DEVNULL, env=kernel_environment())
        except CellExecutionError as error:
            raise NotebookFailed(f"{path.name} fails: {error}") from None
    del notebook.metadata["language_info"]  # the version of Python
    return notebook


def kernel_environment():
    """Return the environment without the backend for files, which `figures` sets."""
    return {name: value for name, value in os.environ.items() if name != "MPLBACKEND"}


def printed(notebook):
    """Return the text that each code cell prints, and the kind of each other output."""
    return [
        [output.get("text") or sorted(output["data"]) for output in cell.outputs]
        for cell in notebook.cells
        if cell.cell_type == "code"
    ]


@command(NotebookFailed)
def main(arguments=None):
    """Run all notebooks and store them; return 0, or 1 after printing an error."""
    parser = argparse.ArgumentParser(prog="python -m docs.notebooks", description=__doc__)
    parser.parse_args(arguments)
    for path in with_bar(NOTEBOOKS, "notebook"):
        made = nbformat.writes(executed(path)) + "\n"
        with replacing(path) as unfinished:
            unfinished.write_text(made, encoding="utf-8")
        say(path.name)


if __name__ == "__main__":
    sys.exit(main())
