"""Rules in files of their own, outside rules/: variants of the user's own.

The environment variable MARGIN_VARIANTS names the files, separated as paths are in PATH; the
workflow sets it from its config. `maxmargin.rules` says what a rule has to contain.
"""

import hashlib
import importlib.util
import os
import re
import sys
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from maxmargin import contract

VARIABLE = "MARGIN_VARIANTS"


class RuleError(ValueError):
    """One sentence that names a rule's file and what is wrong with it."""


def files():
    """The paths in MARGIN_VARIANTS, in their order."""
    return [Path(path) for path in os.environ.get(VARIABLE, "").split(os.pathsep) if path]


@cache
def load(path):
    """The rule in a file, as a module. Raises RuleError where there is none."""
    path = Path(path).resolve()
    if path.is_dir():
        raise RuleError(f"{path}: this is a folder; name a rule's file in it, such as my_rule.py.")
    if not path.is_file():
        raise RuleError(f"{path}: there is no such Python file.")
    if path.suffix != ".py":
        raise RuleError(f"{path}: the name of a rule's file has to end in .py.")
    # Compiled code is found again by the module's name, which two rules must not share, and which
    # has to be one that can be imported, whatever the file is called.
    stem = re.sub(r"\W", "_", path.stem, flags=re.ASCII)
    name = f"variant_{stem}_{hashlib.sha256(path.read_bytes()).hexdigest()[:8]}"
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        with _importable_from(path.parent):
            spec.loader.exec_module(module)
        faults = contract.faults(module)
    except Exception as error:
        faults = [f"cannot be loaded: {type(error).__name__}: {error}."]
    if faults:
        del sys.modules[name]
        raise RuleError(f"{path}: {faults[0]}")
    return module


@contextmanager
def _importable_from(folder):
    """A context in which a rule finds a module of its own beside it, after all others."""
    sys.path.append(str(folder))
    try:
        yield
    finally:
        sys.path.remove(str(folder))
