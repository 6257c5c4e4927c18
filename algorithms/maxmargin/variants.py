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
from threading import RLock
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


class _Helper(NamedTuple):
    """A module that a variant's file has imported from its own folder.

    content: of the helper's file; None for a folder without `__init__.py`.
    """

    module: ModuleType
    folder: Path
    content: bytes | None


# All helpers that can be imported now, by their names. Python keeps one module of a name, so that
# helpers of two folders need different names, unless their files are equal.
_HELPERS: dict[str, _Helper] = {}
_LOADED_WITH: dict[str, list[_Helper]] = {}  # the helpers that were there when a variant was loaded
_LOCK = RLock()  # for these, and for `sys.path` and `sys.modules` while a variant is loaded


def imported(path: str | Path, faults_of: Callable[[Any], list[str]]) -> Any:
    """Import a variant's file, unless the file and its helpers are as at the last call.

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
        If the file cannot be imported or has a fault, or if a helper has the name of another
        variant's helper.
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
    with _LOCK:
        return _imported(path, faults_of)


def _imported(path, faults_of):
    content = path.read_bytes()
    # The cache finds compiled code by the module's name. So the name has to be unique to the
    # content, and it has to be importable, whatever the file's name is.
    stem = re.sub(r"\W", "_", path.stem, flags=re.ASCII)
    name = f"variant_{stem}_{hashlib.sha256(content).hexdigest()[:8]}"
    earlier = sys.modules.get(name)
    if earlier is not None and _is_current(name, path.parent):
        return earlier
    spec: Any = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        with _importable_from(path.parent):
            # The loader would take bytecode of an earlier text of the same second and size.
            exec(compile(content, path, "exec"), vars(module))
            if faults := faults_of(module):
                raise VariantError(faults[0])
    except BaseException as error:
        del sys.modules[name]
        sys.modules.update({name: earlier} if earlier else {})
        if isinstance(error, VariantError):
            raise VariantError(f"{path}: {error}") from None
        if isinstance(error, Exception):
            reason = f"cannot be loaded: {type(error).__name__}: {error}."
            raise VariantError(f"{path}: {reason}") from error
        raise
    _LOADED_WITH[name] = _helpers_from(path.parent)
    return module


def _is_current(name, folder):
    """Return whether a variant that was loaded is what its content in a folder would give now."""
    helpers = _LOADED_WITH.get(name, [])
    return all(helper.folder == folder and _is_unchanged(helper) for helper in helpers)


def _helpers_from(folder):
    """Return the helpers that were imported from a folder."""
    return [helper for helper in _HELPERS.values() if helper.folder == folder]


def _is_unchanged(helper):
    """Return whether a helper's file is as it was when it was imported."""
    return helper.content == _content_of(helper.module)


def _content_of(module):
    """Return the bytes of a module's file; None if it has no file or the file is gone."""
    try:
        return Path(module.__file__).read_bytes() if module.__file__ else None
    except OSError:
        return None


@contextmanager
def _importable_from(folder):
    """Return a context in which Python also finds modules in a folder, after all other modules.

    Helpers of other folders are hidden meanwhile. If a helper of this folder has changed, all of
    this folder's helpers are forgotten, so that they are imported again. If the block fails, all
    is as before. Raises VariantError if a helper has the name of another folder's.
    """
    modules, helpers = dict(sys.modules), dict(_HELPERS)
    if not all(map(_is_unchanged, _helpers_from(folder))):
        for name in [name for name, helper in helpers.items() if helper.folder == folder]:
            del _HELPERS[name]
    seen = {_top(name) for name, helper in _HELPERS.items() if helper.folder == folder}
    hidden = {_top(name) for name in helpers} - seen
    for name in [name for name in sys.modules if _top(name) in hidden]:
        del sys.modules[name]
    writes_none = sys.dont_write_bytecode
    sys.path.append(str(folder))
    sys.dont_write_bytecode = True  # see `_imported`
    importlib.invalidate_caches()
    try:
        yield
        _HELPERS.update(_new_helpers(folder, modules.keys(), hidden))
        for name, module in modules.items():
            if _top(name) in hidden and name in _HELPERS:
                sys.modules.setdefault(name, module)
    except BaseException:
        for name in [name for name in sys.modules if _top(name) in hidden or name not in modules]:
            if _top(name) in hidden or _is_from(folder, name, sys.modules[name]):
                del sys.modules[name]
        sys.modules.update({name: m for name, m in modules.items() if _top(name) in hidden})
        _HELPERS.clear()
        _HELPERS.update(helpers)
        raise
    finally:
        sys.path.remove(str(folder))
        sys.dont_write_bytecode = writes_none


def _new_helpers(folder, before, hidden):
    """Return name -> helper for the modules imported from a folder since there were those `before`.

    Raises VariantError if another folder has a helper of the same name with another content.
    """
    found = {}
    for name, module in sys.modules.items():
        is_new = name not in before or _top(name) in hidden
        if not (is_new and _is_from(folder, name, module)):
            continue
        content, other = _content_of(module), _HELPERS.get(name)
        if other and other.folder != folder and other.content not in (content, None):
            if _content_of(other.module) is not None:  # its folder is still there
                raise VariantError(
                    f"it imports {name} from its folder, but another variant has imported {name} "
                    f"from {other.folder}, and Python keeps one module of a name: give {name} "
                    "another name in one of the two folders."
                )
        found[name] = _Helper(module, folder, content)
    return found


def _top(name):
    """Return the part of a module's name before the first dot."""
    return name.partition(".")[0]


def _is_from(folder, name, module):
    """Return whether a module was found in a folder."""
    file = getattr(module, "__file__", None)
    places = [file] if file else list(getattr(module, "__path__", []))
    return any(
        Path(place).resolve() == folder / f"{_top(name)}.py"
        or Path(place).resolve().is_relative_to(folder / _top(name))
        for place in places
    )
