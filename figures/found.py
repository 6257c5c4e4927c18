"""Finds the figures: modules of this folder with a function draw, and the figures of analyses."""

import importlib
import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
DRAWS = re.compile(r"^def draw\(tables\):", re.MULTILINE)


def figure_files():
    """Return the file of each figure by its name; an analysis's figure has the analysis's name."""
    own = {path.stem: path for path in (ROOT / "figures").glob("*.py")}
    own = {name: path for name, path in own.items() if DRAWS.search(path.read_text("utf-8"))}
    of_analyses = {path.parent.name: path for path in (ROOT / "analyses").glob("*/figure.py")}
    return dict(sorted((own | of_analyses).items()))


def figure_module(name):
    """Import and return the module of a figure."""
    path = figure_files()[name].relative_to(ROOT).with_suffix("")
    return importlib.import_module(".".join(path.parts))
