"""Libraries that only some estimators need, imported when one of these is used."""

import importlib


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
