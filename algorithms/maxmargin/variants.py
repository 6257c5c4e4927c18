"""Variants: rules in the user's own files, outside rules/.

`imported` also serves files with classifiers, which are variants of the suite.

The environment variable MARGIN_VARIANTS lists the files, separated like the paths in PATH. The
workflow sets it from its config. `maxmargin.rules` describes a rule's file.
"""

import hashlib
import importlib
import importlib.util
import os
import re
import sys
from collections.abc import Callable
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

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
    if path.suffix != ".py":  # of the file itself, also if the path given is a link
        raise VariantError(
            f"{path}: the name of a variant's file has to end in .py, such as my_rule.py."
        )
    content = path.read_bytes()
    # The cache finds compiled code by the module's name. So the name has to be unique to the
    # content, and it has to be importable, whatever the file's name is.
    stem = re.sub(r"\W", "_", path.stem, flags=re.ASCII)
    name = f"variant_{stem}_{hashlib.sha256(content).hexdigest()[:8]}"
    earlier = sys.modules.get(name)
    if earlier is not None and _is_current(earlier, path.parent):
        return earlier
    spec: Any = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        with _importable_from(path.parent):
            # The loader would take bytecode of an earlier text of the same second and size.
            exec(compile(content, path, "exec"), vars(module))
        faults = faults_of(module)
    except VariantError as error:
        faults = [str(error)]
    except Exception as error:
        faults = [f"cannot be loaded: {type(error).__name__}: {error}."]
    if faults:
        del sys.modules[name]
        sys.modules.update({name: earlier} if earlier else {})
        raise VariantError(f"{path}: {faults[0]}")
    return module


class _Helper(NamedTuple):
    """A module that a variant's file imported from its folder.

    content: of its file; None for a package without `__init__.py`.
    """

    module: ModuleType
    folder: Path
    content: bytes | None


_HELPERS: dict[str, _Helper] = {}  # by their names in sys.modules


def _is_current(module, folder):
    """Return whether a module is what a file of the same content in a folder would be now."""
    own = Path(module.__file__).parent
    has_helpers = any(helper.folder == own for helper in _HELPERS.values())
    return not has_helpers or (own == folder and _are_unchanged(folder))


def _are_unchanged(folder):
    """Return whether all helpers from a folder are as they were when they were imported."""
    own = [helper for helper in _HELPERS.values() if helper.folder == folder]
    return all(helper.content == _content_of(helper.module) for helper in own)


def _content_of(module):
    """Return the bytes of a module's file; None if it has no file or the file is gone."""
    try:
        return Path(module.__file__).read_bytes() if module.__file__ else None
    except OSError:
        return None


@contextmanager
def _importable_from(folder):
    """Return a context in which a file can import modules from its own folder, searched last.

    Meanwhile it sees no helper of another folder, and none of its own folder if one has changed.
    Raises VariantError at the end if a helper has the name of another folder's.
    """
    before, unchanged = dict(sys.modules), _are_unchanged(folder)
    for name, helper in _HELPERS.items():
        if helper.folder != folder or not unchanged:
            sys.modules.pop(name, None)
    writes_none = sys.dont_write_bytecode
    sys.path.append(str(folder))
    sys.dont_write_bytecode = True  # see `imported`
    importlib.invalidate_caches()
    clash = None
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        sys.dont_write_bytecode = writes_none
        for name, module in [*sys.modules.items()]:
            top = name.partition(".")[0]
            is_new = before.get(name) is not module and (top in _HELPERS or top not in before)
            if not is_new or not _is_from(folder, top, module):
                continue
            if name in _HELPERS and _HELPERS[name].folder != folder:
                clash = name
            else:
                _HELPERS[name] = _Helper(module, folder, _content_of(module))
        sys.modules.update({name: helper.module for name, helper in _HELPERS.items()})
    if clash:
        raise VariantError(
            f"it imports {clash} from its folder, but {clash} of {_HELPERS[clash].folder} is "
            "imported already, and Python keeps one module of a name: rename one of the two."
        )


def _is_from(folder, top, module):
    """Return whether a module was found in a folder. top: its name up to the first dot."""
    file = getattr(module, "__file__", None)
    places = [file] if file else list(getattr(module, "__path__", []))
    return any(
        Path(place) == folder / f"{top}.py" or Path(place).is_relative_to(folder / top)
        for place in places
    )
