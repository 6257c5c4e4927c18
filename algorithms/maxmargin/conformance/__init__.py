"""Checks that a rule conforms to its contract: `python -m maxmargin.conformance FILE ...`.

The check calls the rule's functions with many states. It also runs the rule on small problems that
a weight through the origin separates. It uses every storage and the rows of a kernel, with the
rule's default parameters and with all parameters of its grid. It reports faults in plain words.
"""

import inspect
import re
import traceback
from os.path import samefile
from pathlib import Path

from numba.core import errors

import maxmargin
from maxmargin import contract, variants
from maxmargin.conformance.calls import RuleFault
from maxmargin.conformance.runs import run_faults
from maxmargin.conformance.states import state_faults
from maxmargin.contract import State
from maxmargin.rules import all_rules
from maxmargin.variants import VariantError

# What numba raises for code that it cannot compile. Numba 0.60 lacks the second class.
REFUSALS = errors.NumbaError, getattr(errors, "UnsupportedBytecodeError", errors.NumbaError)


def faults(rule):
    """Return a rule's faults and remarks, as two lists of sentences."""
    found = contract.faults(rule)
    if found:
        return found, []
    try:
        found = state_faults(rule)
        return (found, []) if found else run_faults(rule)
    except RuleFault as fault:
        return [str(fault)], []
    except VariantError as error:
        return [str(error).removeprefix(f"{rule.__file__}: ")], []
    except REFUSALS as error:
        return [_compilation_fault(rule, str(error))], []
    except Exception as error:
        return [_failure(rule, error)], []


def _failure(rule, error):
    """Return a sentence about an exception that names the innermost function of the rule's file."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if frame.filename == rule.__file__]
    inner = (own or frames)[-1]
    where = "" if own else f" of {Path(inner.filename).name}"
    what = f"{inner.name} fails, line {inner.lineno}{where}: {type(error).__name__}: {error}"
    asks_state = isinstance(error, AttributeError) and isinstance(error.obj, State)
    return f"{what}. {contract.ELSEWHERE}" if asks_state else what


def _compilation_fault(rule, message):
    """Return a sentence about numba's message.

    The sentence names the function and the line in the rule's file, if the message has a line.
    """
    lines = [line.strip() for line in message.splitlines()]
    reasons = [line for line in lines if line and not line.startswith("Failed in nopython mode")]
    call = [line for line in reasons[1:2] if line.startswith(">>>")]
    reason = re.sub(r"\.? Raised from .*", "", " ".join([*reasons[:1], *call]))
    place = re.search(rf"{re.escape(rule.__file__)} \((\d+)\)", message)
    called = re.search(r"<function (\w+) at ", message)
    name = _function_at(rule, int(place[1])) if place else called[1] if called else "it"
    line = f", line {place[1]}" if place else ""
    return f"numba cannot compile {name}{line}: {reason}"


def _function_at(rule, line):
    """Return the name of the function that has a line of a rule's file."""
    for name, function in inspect.getmembers(rule, inspect.isfunction):
        code = function.__code__
        lines = {number for *_, number in code.co_lines()}
        if code.co_filename == rule.__file__ and line in lines:
            return name
    return "it"


def report(path):
    """Return whether a rule's file conforms, and lines that report its faults."""
    try:
        rule = variants.load(path)
        named = [str(other.__file__) for other in all_rules().values() if other.NAME == rule.NAME]
        taken = [file for file in named if not samefile(file, path)]
        if taken:
            raise variants.name_is_taken(rule, taken[0])
        if not named and hasattr(maxmargin, rule.NAME):
            raise variants.name_is_taken(rule, "maxmargin")
    except variants.VariantError as error:
        return False, [str(error)]
    found, remarks = faults(rule)
    lines = [f"{path}: {sentence}" for sentence in found]
    lines += [f"{path}: remark: {sentence}" for sentence in remarks]
    lines += [] if found else [f"{path}: {rule.NAME} conforms."]
    return not found, lines
