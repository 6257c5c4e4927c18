"""Libraries that only some estimators need, imported when one of these is used."""

import importlib.metadata
import importlib.util
import shutil


def optional(module, package, extra):
    """A module of a package that one of maxmargin's extras installs. Raises ImportError, which says
    how to install it.
    """
    try:
        return importlib.import_module(module)
    except ImportError:
        raise ImportError(
            f"{package} is not installed; install it with pip install '.[{extra}]' in the suite's "
            "folder."
        ) from None


def is_installed(name):
    """Whether there is a module or a program of that name."""
    return importlib.util.find_spec(name) is not None or shutil.which(name) is not None


def version_of(name):
    """The version of a module's package; "" for a program, which may tell none."""
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return ""
