"""Libraries that only some estimators need, imported when these are asked for."""

import importlib


def optional(module, package, extra):
    """The module of a package that an extra of maxmargin installs. Raises ImportError."""
    try:
        return importlib.import_module(module)
    except ImportError:
        raise ImportError(
            f"{package} is not installed; install it with pip install '.[{extra}]' in the suite's "
            "folder."
        ) from None
