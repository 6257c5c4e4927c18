"""The dependencies of compiled code: source files, and constants that functions use by name."""

import ast
import hashlib
import sys
from functools import cache
from inspect import getsourcefile, iscode, isfunction, ismodule
from pathlib import Path
from sysconfig import get_paths
from typing import Any

import numpy as np

HERE = Path(__file__).parent.parent  # the package's folder
# A file counts as it was when this process imported it, even if the file is edited later.
AS_IMPORTED = {
    path: path.read_bytes()
    for path in HERE.rglob("*.py")
    if path.parent.name != "__pycache__" and path.is_file()  # not an editor's lock
}
OF_LIBRARIES = {get_paths()[kind] for kind in ("stdlib", "platstdlib", "purelib", "platlib")}
CONSTANT = bool | int | float | complex | str | bytes | tuple | np.generic | np.ndarray


def content_of(path):
    """Return the bytes of a source file, for the package's files as they were when imported."""
    path = Path(path)
    return AS_IMPORTED[path] if path in AS_IMPORTED else path.read_bytes()


def imported_files(*modules):
    """Return the files of some of the package's modules and of all modules that they import."""
    waiting, files = list(modules), {}
    while waiting:
        name = waiting.pop()
        path = None if name in files else _file_of(name)
        if path is None:
            continue
        files[name] = path
        if name not in sys.modules:  # the module is imported later, with its present content
            AS_IMPORTED[path] = path.read_bytes()
        waiting += _imports_of(content_of(path))
    return list(files.values())


@cache
def _file_of(name):
    """Return the file of one of the package's modules, or None for packages and other names."""
    path = HERE.parent.joinpath(*name.split(".")).with_suffix(".py")
    return path if name.startswith("maxmargin.") and path.is_file() else None


@cache
def _imports_of(content):
    """Return the names of modules that a file may import at its top."""
    found = []
    for node in ast.parse(content).body:
        if isinstance(node, ast.ImportFrom) and node.module:
            found += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
    return found


@cache
def stamp_of(*modules):
    """Return a hash of the files of these modules and of all modules that they import."""
    return hashlib.sha256(b"\0".join(map(content_of, imported_files(*modules)))).hexdigest()


def used_by(functions):
    """Return the files and the constants that functions depend on, both sorted.

    The files hold the functions and everything that the functions call by name. The constants are
    the numbers and texts that the functions use by name, wherever they are set, as (name, value).
    """
    waiting, seen, files, values = list(functions), set(), set(), set()
    while waiting:
        function = waiting.pop()
        function = getattr(function, "py_func", function)
        if isfunction(function) and function not in seen:
            seen.add(function)
            files.add(getsourcefile(function))
            named = _named_in(function)
            files |= {value.__file__ for _, value in named if _is_own(value)}
            modules: Any = map(_module_of, named)
            files |= {module.__file__ for module in modules if _is_own(module)}
            waiting += [value for _, value in named]
            values |= {(name, _exactly(v)) for name, v in named if isinstance(v, CONSTANT)}
    return sorted(files), sorted(values)


def _named_in(function):
    """Return the values that a function and its inner functions use by name, as (name, value).

    The values come from globals, cells, defaults and attributes of own modules.
    """
    codes, names = [function.__code__], set()
    for code in codes:
        names |= {*code.co_names, *code.co_freevars}
        codes += [constant for constant in code.co_consts if iscode(constant)]
    cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
    known = function.__globals__ | {name: cell.cell_contents for name, cell in cells.items()}
    named = [(name, known[name]) for name in names & known.keys()]
    named += [("", default) for default in function.__defaults__ or ()]
    for _, value in named:
        if _is_own(value):
            named += [(name, getattr(value, name)) for name in names if hasattr(value, name)]
    return named


def _module_of(named):
    """Return the module that defines a value, such as a class, or the value's class."""
    value = named[1]
    own = getattr(value, "__module__", None) or type(value).__module__
    return sys.modules.get(own)


def _is_own(value):
    """Return whether a value is a module of this package or of the user, not of a library."""
    path = getattr(value, "__file__", None) if ismodule(value) else None
    return path is not None and (
        value.__name__.startswith("maxmargin")
        or not any(Path(path).is_relative_to(folder) for folder in OF_LIBRARIES)
    )


def _exactly(value):
    """Return a text that identifies a number, text or array uniquely."""
    if isinstance(value, np.ndarray):
        return repr((value.dtype, value.shape, value.tobytes()))
    return repr(value)
