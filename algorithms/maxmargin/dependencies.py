"""What compiled code depends on: source files, and numbers and texts that are used by name."""

import ast
import hashlib
import sys
from functools import cache
from inspect import getsourcefile, iscode, isfunction, ismodule
from pathlib import Path
from sysconfig import get_paths

import numpy as np

HERE = Path(__file__).parent
# A file that is edited while a process is open counts as it was when the process imported it.
AS_IMPORTED = {
    path: path.read_bytes()
    for path in HERE.rglob("*.py")
    if path.parent.name != "__pycache__" and path.is_file()  # an editor's lock is none
}
OF_LIBRARIES = {get_paths()[kind] for kind in ("stdlib", "platstdlib", "purelib", "platlib")}
CONSTANT = bool | int | float | complex | str | bytes | tuple | np.generic | np.ndarray


def content_of(path):
    """The bytes of a source file that compiled code is made of: of the package's as they were when
    it was imported.
    """
    path = Path(path)
    return AS_IMPORTED[path] if path in AS_IMPORTED else path.read_bytes()


def imported_files(*modules):
    """The files of some of the package's modules, and those that they import, and so on."""
    waiting, files = list(modules), {}
    while waiting:
        name = waiting.pop()
        path = HERE.parent.joinpath(*name.split(".")).with_suffix(".py")
        if name in files or not (name.startswith("maxmargin.") and path.is_file()):
            continue
        files[name] = path
        if name not in sys.modules:  # and so is imported as it is now
            AS_IMPORTED[path] = path.read_bytes()
        waiting += _imports_of(content_of(path))
    return list(files.values())


@cache
def _imports_of(content):
    """The names of modules that a file may import, at its top."""
    found = []
    for node in ast.parse(content).body:
        if isinstance(node, ast.ImportFrom) and node.module:
            found += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
    return found


@cache
def stamp_of(*modules):
    """What changes with any of these files."""
    return hashlib.sha256(b"\0".join(map(content_of, imported_files(*modules)))).hexdigest()


def used_by(functions):
    """(the files that functions, and what they call by name, are written in, sorted; the numbers
    and texts that they use by name, wherever these are set, as (name, value)).
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
            files |= {made.__file__ for made in map(_module_of, named) if _is_own(made)}
            waiting += [value for _, value in named]
            values |= {(name, _exactly(v)) for name, v in named if isinstance(v, CONSTANT)}
    return sorted(files), sorted(values)


def _named_in(function):
    """What a function, and those inside it, use by name, as (name, value): of globals, of cells, of
    defaults, and of own modules among these.
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
    """The module in which a value's class, or the value itself, such as a class, was written."""
    value = named[1]
    own = getattr(value, "__module__", None) or type(value).__module__
    return sys.modules.get(own)


def _is_own(value):
    """Whether a value is a module, of this package or of the user's own, and not of a library."""
    path = getattr(value, "__file__", None) if ismodule(value) else None
    return path is not None and (
        value.__name__.startswith("maxmargin")
        or not any(Path(path).is_relative_to(folder) for folder in OF_LIBRARIES)
    )


def _exactly(value):
    """A number, text or array as a text that no other has."""
    if isinstance(value, np.ndarray):
        return repr((value.dtype, value.shape, value.tobytes()))
    return repr(value)
