"""Imports of packages that only one wrapper needs, at the wrapper's first use."""

import importlib.metadata
import importlib.util
import shutil


class NotInstalled(ImportError):
    """A module or a program of a wrapper is not installed. `name` is the module or program."""


def optional(module, package):
    """Return a module of a package that may be missing.

    Raises NotInstalled with the command that installs the package.
    """
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        name = module.partition(".")[0]
        if error.name != name:  # the package lacks something else
            raise
        raise NotInstalled(
            f"{package} is not installed: install it with pip install '{package}'.", name=name
        ) from None


def is_installed(name):
    """Return whether a module or a program of this name is installed."""
    return importlib.util.find_spec(name) is not None or shutil.which(name) is not None


def version_of(name):
    """Return the version of a module's package, or "" for a program."""
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return ""
