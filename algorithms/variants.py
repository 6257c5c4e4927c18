"""Rules in files of their own, outside this folder: variants of somebody's own.

The environment variable MARGIN_VARIANTS names the files, parted as paths are in PATH; the workflow
sets it from its config. What a rule has to hold, algorithms/rules/__init__.py says.
"""

import hashlib
import importlib.util
import os
import sys
from functools import cache
from pathlib import Path

from algorithms import contract

VARIABLE = "MARGIN_VARIANTS"


class RuleError(ValueError):
    """One sentence that names the file of a rule and what is wrong with it."""


def files():
    """The paths in MARGIN_VARIANTS, in their order."""
    return [Path(path) for path in os.environ.get(VARIABLE, "").split(os.pathsep) if path]


@cache
def load(path):
    """The rule in a file, a module. Raises RuleError where the file holds none."""
    path = Path(path).resolve()
    # Compiled code is found again by the module's name, which two files must not share.
    name = f"variant_{path.stem}_{hashlib.sha256(str(path).encode()).hexdigest()[:8]}"
    spec = importlib.util.spec_from_file_location(name, path)
    if not path.is_file() or spec is None:
        raise RuleError(f"{path}: there is no such file of Python.")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise RuleError(f"{path}: cannot be loaded: {type(error).__name__}: {error}.") from None
    faults = contract.faults(module)
    if faults:
        raise RuleError(f"{path}: {faults[0]}")
    return module
