"""Reads what the files of variants declare, without running them."""

import ast
from pathlib import Path
from typing import NamedTuple

RULE, CLASSIFIER = "rule", "classifier"


class Variant(NamedTuple):
    """A learner of the user. kind: RULE or CLASSIFIER. file: its path, None in the library."""

    name: str
    kind: str
    file: str | None


def declared_in(path):
    """Return the `Variant` in a file.

    A file with a line such as NAME = "MyRule" has a rule. A file without it that defines one class
    with a method `fit` or `partial_fit` has a classifier. Return None for other files. Raises
    OSError if the file cannot be read, and SyntaxError or ValueError if it is not Python.
    """
    body, file = ast.parse(Path(path).read_bytes()).body, str(Path(path).resolve())
    for node in body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant):
            named = [getattr(target, "id", "") for target in node.targets] == ["NAME"]
            if named and isinstance(node.value.value, str):
                return Variant(node.value.value, RULE, file)
    classes = [node.name for node in body if isinstance(node, ast.ClassDef) and _learns(node)]
    return Variant(classes[0], CLASSIFIER, file) if len(classes) == 1 else None


def _learns(node):
    """Return whether the node of a class is public and defines `fit` or `partial_fit`."""
    methods = {child.name for child in node.body if isinstance(child, ast.FunctionDef)}
    return not node.name.startswith("_") and bool(methods & {"fit", "partial_fit"})
