"""Reads what the files of learners declare, without running them."""

import ast
from functools import cache
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
    rules = [name for node in body if (name := _rule(node))]
    if rules:
        return Variant(rules[0], RULE, file)
    classes = [node.name for node in body if isinstance(node, ast.ClassDef) and _learns(node)]
    return Variant(classes[0], CLASSIFIER, file) if len(classes) == 1 else None


@cache
def names_in(path):
    """Return the names of the rule and of all classes that a file defines. Raises as `declared_in`.

    The rule comes first.
    """
    body = ast.parse(Path(path).read_bytes()).body
    classes = [node.name for node in body if isinstance(node, ast.ClassDef)]
    return [name for node in body if (name := _rule(node))] + classes


def _rule(node):
    """Return X if a node is a line NAME = "X", or None."""
    match node:
        case ast.Assign(targets=[ast.Name(id="NAME")], value=ast.Constant(value=str(name))):
            return name


def _learns(node):
    """Return whether the node of a class is public and defines `fit` or `partial_fit`."""
    methods = {child.name for child in node.body if isinstance(child, ast.FunctionDef)}
    return not node.name.startswith("_") and bool(methods & {"fit", "partial_fit"})
