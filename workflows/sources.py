"""Which source files numbers depend on, so that what depends on a changed file is made again."""

import ast
import os
import re
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
        for path in sorted((FOLDER / folder).glob("*.py"))
    ),
]


def all_sources():
    """The files of the library, as strings."""
    return sorted(str(path) for path in _files())


def _files():
    return [path for path in FOLDER.rglob("*.py") if path.parent.name != "__pycache__"]


def sources(names):
    """The files of the library that the algorithms of these names depend on, as strings.

    All drivers, storages and estimators count for every algorithm, but of the rules, baselines,
    procedures and bounds only its own file and what that imports. Variants in files of their own
    are included if MARGIN_VARIANTS names them.
    """
    found = set(_files()) - set(ALGORITHMS)
    variants = os.environ.get("MARGIN_VARIANTS", "").split(os.pathsep)
    for path in [*ALGORITHMS, *(Path(variant) for variant in variants if variant)]:
        if set(defined_in(path)) & set(names):
            _follow(path, found)
    return sorted(map(str, found))


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


def loader_sources(loader):
    """The files below data/ that a loader depends on, as strings."""
    found = set()
    _follow(ROOT / "data" / "loaders" / f"{loader}.py", found)
    return sorted(map(str, found))


def _follow(path, found):
    """Adds a file and all files of its package that it imports, directly or indirectly."""
    if path in found:
        return
    found.add(path)
    root = LIBRARY if path.is_relative_to(LIBRARY) else ROOT
    package = path.relative_to(root).parts[0] if path.is_relative_to(root) else ""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == package:
            module = root.joinpath(*node.module.split("."))
            for imported in (module, *(module / alias.name for alias in node.names)):
                if imported.with_suffix(".py").is_file():
                    _follow(imported.with_suffix(".py"), found)
