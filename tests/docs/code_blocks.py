"""The fenced blocks of README and documentation, and a folder to run them in."""

import re

from docs.fill import without_parts
from workflows.configuration import ROOT

PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
MADE = ("results", ".snakemake", ".git")  # which must not affect a run here


def blocks(path, language):
    """The text of all blocks of a language on a page, but for those that are made from the code."""
    text = without_parts(path.read_text(encoding="utf-8"))
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def commands(path):
    """The lines of all blocks of shell on a page, without their comments."""
    lines = (line.partition(" #")[0].strip() for b in blocks(path, "sh") for line in b.splitlines())
    return [line for line in lines if line]


def linked_project(folder):
    """A new folder for results, with links to the project's files."""
    folder.mkdir()
    for path in ROOT.iterdir():
        if path.name not in MADE:
            (folder / path.name).symlink_to(path)
    return folder
