"""Variants: rules in the user's own files, outside rules/.

`imported` also serves files with classifiers, which are variants of the suite.

The environment variable MARGIN_VARIANTS lists the files, separated like the paths in PATH. The
workflow sets it from its config. `maxmargin.rules` describes a rule's file.
"""

import hashlib
import importlib.util
import os
import re
import sys
from collections.abc import Callable
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from maxmargin import contract

VARIABLE = "MARGIN_VARIANTS"


class VariantError(ValueError):
    """A fault in a variant's file: one sentence that names the file and the fault."""


def files() -> list[Path]:
    """Return the paths in MARGIN_VARIANTS, in their order.

    Returns
    -------
    list of Path
        The paths.
    """
    return [Path(path) for path in os.environ.get(VARIABLE, "").split(os.pathsep) if path]


def load(path: str | Path) -> Any:
    """Import the rule in a file.

    Parameters
    ----------
    path : path
        The rule's file.

    Returns
    -------
    module
        The rule.

    Raises
    ------
    VariantError
        If the file has no valid rule.
    """
    return imported(path, contract.faults)


def check_names(learners: dict[str, Any], others: dict[str, Any]) -> None:
    """Raise VariantError if a variant has the name of something else in the package.

    Parameters
    ----------
    learners : dict
        Name -> learner of each rule.
    others : dict
        Name -> value of everything else in the package.
    """
    for name, learner in learners.items():
        if others.get(name, learner) is not learner:
            raise name_is_taken(learner.rule, "maxmargin")


def name_is_taken(rule: Any, place: str) -> VariantError:
    """Return the error of a rule whose name is taken.

    Parameters
    ----------
    rule : module
        The rule.
    place : str
        The file or the package that has the name already.

    Returns
    -------
    VariantError
        The error, to be raised.
    """
    return VariantError(
        f"{rule.__file__}: NAME {rule.NAME!r} is already used in {place}: choose another."
    )


def imported(path: str | Path, faults_of: Callable[[Any], list[str]]) -> Any:
    """Import a variant's file once for each content.

    Parameters
    ----------
    path : path
        The file.
    faults_of : function
        Returns a list of faults of the module, as sentences.

    Returns
    -------
    module
        The module.

    Raises
    ------
    VariantError
        If the file cannot be imported or has a fault.
    """
    path = Path(path).resolve()
    if path.is_dir():
        raise VariantError(f"{path}: this is a folder; name a file in it, such as my_rule.py.")
    if not path.is_file():
        raise VariantError(f"{path}: there is no such Python file.")
    if path.suffix != ".py":
        raise VariantError(f"{path}: the name of a variant's file has to end in .py.")
    # The cache finds compiled code by the module's name. So the name has to be unique to the
    # content, and it has to be importable, whatever the file's name is.
    stem = re.sub(r"\W", "_", path.stem, flags=re.ASCII)
    name = f"variant_{stem}_{hashlib.sha256(path.read_bytes()).hexdigest()[:8]}"
    if name in sys.modules:
        return sys.modules[name]
    spec: Any = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        with _importable_from(path.parent):
            spec.loader.exec_module(module)
        faults = faults_of(module)
    except Exception as error:
        faults = [f"cannot be loaded: {type(error).__name__}: {error}."]
    if faults:
        del sys.modules[name]
        raise VariantError(f"{path}: {faults[0]}")
    return module


@contextmanager
def _importable_from(folder):
    """Return a context in which a rule can import modules from its own folder, searched last."""
    sys.path.append(str(folder))
    try:
        yield
    finally:
        sys.path.remove(str(folder))
