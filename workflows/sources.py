"""Which source files a run's numbers depend on, so that a changed one runs it again."""

import ast
import re

from workflows.configuration import ROOT

FOLDER = ROOT / "algorithms"
ALGORITHMS = [
    *sorted((FOLDER / "rules").glob("*.py")),
    *sorted((FOLDER / "baselines").glob("*.py")),
]


def sources(names):
    """The files below algorithms/ that the algorithms of these names are made of, as strings.

    All drivers, storages and estimators count for every algorithm; of the rules and baselines only
    its own file and what that imports.
    """
    common = [p for p in FOLDER.rglob("*.py") if p.parent.name != "__pycache__"]
    found = set(common) - set(ALGORITHMS)
    for path in ALGORITHMS:
        defined = re.findall(r'^(?:NAME = "|class )(\w+)', path.read_text(), re.MULTILINE)
        if set(defined) & set(names):
            _follow(path, found)
    return sorted(map(str, found))


def _follow(path, found):
    """Adds a file and, from it on, all the files of algorithms/ that it imports."""
    if path in found:
        return
    found.add(path)
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("algorithms."):
            module = ROOT / node.module.replace(".", "/")
            _follow(module / "__init__.py" if module.is_dir() else module.with_suffix(".py"), found)
