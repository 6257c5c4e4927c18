"""Finds all figures: those of runs in figures/, and those of analyses."""

import importlib
from pathlib import Path

from figures.found import own_figure_files

HERE = Path(__file__).parent


def figure_files():
    """Return the file of each figure by its name.

    An analysis's figure.py has the analysis's name. Its OTHER_figure.py has this name and OTHER.
    """
    of_analyses = {
        "_".join([path.parent.name, *path.stem.split("_")[:-1]]): path
        for path in HERE.glob("*/*figure.py")
    }
    return dict(sorted((own_figure_files() | of_analyses).items()))


def figure_module(name):
    """Import and return the module of a figure."""
    path = figure_files()[name]
    folder = "figures" if name in own_figure_files() else f"analyses.{path.parent.name}"
    return importlib.import_module(f"{folder}.{path.stem}")
