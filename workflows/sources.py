"""Which source files numbers depend on, so that what depends on a changed file is made again.

The rule: a result is made again when a file of the project changes whose code its job calls, or
that its job reads. Two kinds of files are left out. Code of data/ and records/ that only carries
arrays and rows from one job to the next does not count for the runs, which take hours; a change of
what it carries changes the prepared data or LAYOUT, which do count. And a schema only says which of
the other files are refused. A data set's entry in the register is a parameter of its job.
tests/workflows/test_used_files.py watches what jobs really use.
"""

import ast
import os
import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LIBRARY = ROOT / "algorithms"
FOLDER = LIBRARY / "maxmargin"
DEFINED = r"""^(?:NAME = ["']|class )(\w+)"""
ALGORITHMS = [
    FOLDER / "estimators" / "alma.py",
    FOLDER / "estimators" / "krauth_mezard.py",
    FOLDER / "estimators" / "pocket.py",
    *(
        path
        for folder in ("rules", "baselines", "adapters", "procedures", "bounds", "conformance")
        for path in sorted((FOLDER / folder).glob("[a-z]*.py"))
    ),
]


# What makes the numbers of a run, beside the library.
RUNNERS = [
    *(ROOT / "workflows" / f"{name}.py" for name in ("execute", "execute_online")),
    *(ROOT / "workflows" / f"{name}.py" for name in ("search", "proofs")),
    ROOT / "envs" / "requirements.lock",
]


def all_sources():
    """The files of the library, as strings."""
    return sorted(str(path) for path in _files())


@cache
def _files():
    return [path for path in FOLDER.rglob("*.py") if path.parent.name != "__pycache__"]


def sources(names, variants=()):
    """The files that runs of the algorithms of these names depend on, as strings.

    variants: paths of rules in files of their own, such as the config names; those in
    MARGIN_VARIANTS count too.

    Those are the modules that make runs, RUNNERS, the locked versions of packages, and of the
    library what follows. All drivers, storages and estimators count for every algorithm, but of the
    rules, baselines, procedures and bounds only its own file and what that imports. A variant in a
    file of its own counts with what it imports.
    """
    found = set(_files()) - set(ALGORITHMS) | set(RUNNERS)
    variants = [*variants, *os.environ.get("MARGIN_VARIANTS", "").split(os.pathsep)]
    for path in [*ALGORITHMS, *(Path(variant) for variant in variants if variant)]:
        if set(defined_in(path)) & set(names):
            _follow(path, found)
    return sorted(map(str, found))


@cache
def defined_in(path):
    """The names of the rule and the classes that a file defines."""
    return re.findall(DEFINED, path.read_text(encoding="utf-8"), re.MULTILINE)


def estimator_names():
    """The names of all rules and classes of the library, which a variant must not have."""
    return {name for path in _files() for name in defined_in(path)}


def rule_names():
    """The names of the rules of algorithms/maxmargin/rules/."""
    rules = (defined_in(path)[:1] for path in sorted((FOLDER / "rules").glob("[a-z]*.py")))
    return [name for names in rules for name in names]


def data_sources(entry):
    """The files that read a data set in any of its ways, check and store it, as strings.

    entry: the data set's in the register, or {} for the user's own.
    """
    ways = [way for way in (entry, entry.get("fallback")) if way and "loader" in way]
    loaders = [ROOT / "data" / "loaders" / f"{way['loader']}.py" for way in ways]
    return with_imports([ROOT / "data" / "__main__.py", *loaders])


def with_imports(paths):
    """Files of the project and what they import of it but for the library, as sorted strings."""
    found = set()
    for path in paths:
        _follow(Path(path), found)
    return sorted(map(str, found))


def _follow(path, found):
    """Adds a file and, from it on, the files that it imports."""
    if path not in found:
        found.add(path)
        for imported in _imported(path):
            _follow(imported, found)


@cache
def _imported(path):
    """The project's files that one file imports.

    A package counts with its `__init__.py`, but `maxmargin` does not: that imports all of the
    library, while a run depends on its own algorithm alone.
    """
    modules = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            modules += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.Import):
            modules += [alias.name for alias in node.names]
    files = []
    for module in modules:
        root = LIBRARY if module.split(".")[0] == FOLDER.name else ROOT
        place = root.joinpath(*module.split("."))
        files.append(place.with_suffix(".py"))
        if root is ROOT:
            files.append(place / "__init__.py")
        if not path.is_relative_to(ROOT):  # a variant's own helper lies beside it
            files.append(path.parent.joinpath(*module.split(".")).with_suffix(".py"))
    return [file for file in files if file.is_file()]
