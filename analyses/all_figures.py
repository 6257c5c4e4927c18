"""Finds all figures: those of runs in figures/, and those of analyses."""

import importlib
from pathlib import Path

from figures.found import own_figure_files

HERE = Path(__file__).parent


def figure_files():
    """Return the file of each figure by its name; an analysis's figure has the analysis's name."""
    of_analyses = {path.parent.name: path for path in HERE.glob("*/figure.py")}
    return dict(sorted((own_figure_files() | of_analyses).items()))


def figure_module(name):
    """Import and return the module of a figure."""
    own = name in own_figure_files()
    return importlib.import_module(f"figures.{name}" if own else f"analyses.{name}.figure")
