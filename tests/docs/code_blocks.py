"""Finds the fenced blocks of README and documentation."""

import re

from docs.fill import without_parts
from workflows.plan.configuration import ROOT

PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]


def blocks(path, language):
    """Return the text of a page's blocks in a language, without generated blocks."""
    text = without_parts(path.read_text(encoding="utf-8"))
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def commands(path):
    """Return the lines of a page's shell blocks, without comments."""
    lines = (line.partition(" #")[0].strip() for b in blocks(path, "sh") for line in b.splitlines())
    return [line for line in lines if line]
