"""Writes the library's type stub, algorithms/maxmargin/__init__.pyi: `python -m docs.stub`.

The package creates a learner's class from each rule when it is imported. Editors and type checkers
do not import the package; they read the stub. The stub has each class with its signature, its
attributes, the summary of its docstring, and the meaning of its own parameters and attributes.
"""

import argparse
import ast
import inspect
import subprocess
import sys
from numbers import Integral, Real
from textwrap import dedent, indent

import maxmargin
from data.files import replacing
from docs.from_code.files import ROOT
from maxmargin.estimators.constraints import HasMethods, Interval, StrOptions
from maxmargin.estimators.shared_parameters import ATTRIBUTES, SHARED, sections

PATH = ROOT / "algorithms" / "maxmargin" / "__init__.pyi"
HEAD = '''"""Written by `python -m docs.stub`, which `make docs` calls. Do not edit it."""

from math import inf
from typing import Any, Literal, Self

import numpy as np
from numpy.random import RandomState
from sklearn.base import BaseEstimator, ClassifierMixin

from maxmargin.advice import choose as choose
from maxmargin.drivers.shared.progress import Point
{bases}
from maxmargin.input.checked_input import ArrayLike, MatrixLike
from maxmargin.estimators.in_blocks import fit_in_blocks as fit_in_blocks
from maxmargin.estimators.learner import learner_from as learner_from
from maxmargin.kernels import Kernel
from maxmargin.procedures.procedure import Stage
from maxmargin import kernels as kernels
from maxmargin import separable as _separable
from maxmargin.separable import Answer

LEARNERS: dict[str, type[Learner]]
THRESHOLD_LEARNERS: dict[str, type[BinaryClassifier]]
BATCH_LEARNERS: dict[str, type[BatchLearner]]
PROCEDURES: dict[str, type[Procedure]]
EXACT: dict[str, type[BinaryClassifier]]
POCKET_LEARNERS: dict[str, type[BinaryClassifier]]
ESTIMATORS: dict[str, type[BinaryClassifier]]
CLASSIFIERS: dict[str, type[OnlineClassifier]]


class _Separable:
    """The package `maxmargin.separable`, which can be called."""

    Answer = _separable.Answer
    Separation = _separable.Separation
    __call__ = staticmethod(_separable.separable)
    load = staticmethod(_separable.load)
    separation = staticmethod(_separable.separation)


separable: _Separable

'''


def stub():
    """Return the text of the stub."""
    classes = [getattr(maxmargin, name) for name in maxmargin.__all__]
    classes = [cls for cls in classes if inspect.isclass(cls)]
    bases = {base_of(cls) for cls in classes}
    imports = sorted(f"from {base.__module__} import {base.__name__}" for base in bases)
    return formatted(HEAD.format(bases="\n".join(imports)) + "\n".join(map(class_stub, classes)))


def formatted(text):
    """Return the text of a stub, formatted by ruff and without unused imports."""
    for command in (["check", "--fix-only", "--select=F,I"], ["format"]):
        call = [sys.executable, "-m", "ruff", *command, "--quiet", f"--stdin-filename={PATH}", "-"]
        ran = subprocess.run(call, input=text, capture_output=True, text=True, cwd=ROOT, check=True)
        text = ran.stdout
    return text


def base_of(cls):
    """Return the first base class that can be imported by its name, outside maxmargin itself."""
    return next(
        base
        for base in cls.__mro__[1:]
        if getattr(sys.modules[base.__module__], base.__name__, None) is base
        and base.__module__ != "maxmargin"
    )


def class_stub(cls):
    """Return the stub of one estimator class."""
    annotations = {name: annotation(parameter) for name, parameter in cls.parameters.items()}
    annotations |= {name: attribute.type for name, attribute in cls.attributes.items()}
    base = base_of(cls)
    known = {name for parent in base.__mro__ for name in vars(parent).get("__annotations__", ())}
    body = [
        docstring(cls),
        *(f"{name}: {type}" for name, type in annotations.items() if name not in known),
        signature(cls),
        *methods(cls),
    ]
    return f"class {cls.__name__}({base.__name__}):\n" + indent("\n".join(body), "    ")


def docstring(cls):
    """Return the docstring of a class: its summary, and what it does not share with others."""
    parts = [cls.summary.strip()]
    parameters = {k: v for k, v in cls.parameters.items() if SHARED.get(k) != v}
    attributes = {k: v for k, v in cls.attributes.items() if ATTRIBUTES.get(k) != v}
    parts += sections(parameters, attributes)
    text = "\n\n".join(parts)
    return f'"""{text}\n"""' if "\n" in text else f'"""{text}"""'


def signature(cls):
    """Return the stub of a class's `__init__`."""
    arguments = ["self"]
    for name, argument in inspect.signature(cls.__init__).parameters.items():
        if name == "self":
            continue
        if argument.kind is argument.KEYWORD_ONLY and "*" not in arguments:
            arguments.append("*")
        type = annotation(cls.parameters[name])
        no_default = argument.default is argument.empty
        arguments.append(f"{name}: {type}" + ("" if no_default else f" = {argument.default!r}"))
    return f"def __init__({', '.join(arguments)}) -> None: ..."


def methods(cls):
    """Yield the stubs of the public methods that a class defines itself."""
    for name, member in vars(cls).items():
        function = getattr(member, "__func__", member)
        if name.startswith("_") or not inspect.isfunction(function):
            continue
        node = ast.parse(dedent(inspect.getsource(function))).body[0]
        node.body = [ast.Expr(ast.Constant(...))]
        yield ast.unparse(node)


def annotation(parameter):
    """Return the type annotation of a parameter for its allowed values."""
    return " | ".join(dict.fromkeys(map(_type, parameter.allowed))) or "object"


def _type(constraint):
    if isinstance(constraint, Interval):
        return "int" if constraint.type is Integral else "float"
    if isinstance(constraint, StrOptions):
        return f"Literal[{', '.join(map(repr, sorted(constraint.options)))}]"
    if isinstance(constraint, HasMethods):
        return "BaseEstimator"
    if constraint is None:
        return "None"
    if constraint is Real:
        return "float"
    if constraint is dict:
        return "dict[Any, float]"
    named = {"boolean": "bool", "random_state": "int | RandomState | None"}
    return named[constraint] if isinstance(constraint, str) else "Kernel"


def main(arguments=None):
    """Write the stub; return the exit code."""
    argparse.ArgumentParser(prog="python -m docs.stub", description=__doc__).parse_args(arguments)
    with replacing(PATH) as unfinished:
        unfinished.write_text(stub(), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
