"""Does a rule behave as the drivers and the certificates expect? `python -m maxmargin.conformance
FILE ...` says so in plain words.

The rule's functions are called with many states, and the rule runs on small problems that a weight
through the origin separates, in every storage and with rows of a kernel, with its default
parameters and all those of its grid.
"""

import traceback

from numba.core.errors import NumbaError

from maxmargin import contract, variants
from maxmargin.conformance.runs import run_faults
from maxmargin.conformance.states import state_faults
from maxmargin.rules import all_rules

ELSEWHERE = (
    "A learner that no rule can express takes part as a scikit-learn class with coef_ and "
    "intercept_: docs/extending.md says how."
)


def faults(rule):
    """What is wrong with a rule, and remarks: two lists of sentences."""
    found = contract.faults(rule)
    if found:
        return found, []
    try:
        found = state_faults(rule)
        return (found, []) if found else run_faults(rule)
    except NumbaError as error:
        lines = [line for line in str(error).splitlines() if line.strip()]
        return [f"numba cannot compile it: {' '.join(lines[:3])}"], []
    except Exception as error:
        inner = traceback.extract_tb(error.__traceback__)[-1]
        return [f"{inner.name} fails, line {inner.lineno}: {type(error).__name__}: {error}"], []


def report(path):
    """(whether a rule's file conforms, lines that say so or what is wrong)."""
    try:
        rule = variants.load(path)
        taken = [other for other in all_rules().values() if other.NAME == rule.NAME]
        if any(other is not rule for other in taken):
            return False, [f"{path}: NAME {rule.NAME!r} is already that of {taken[0].__file__}."]
    except variants.RuleError as error:
        return False, [str(error)]
    found, remarks = faults(rule)
    lines = [f"{path}: {sentence}" for sentence in found]
    lines += [f"{path}: remark: {sentence}" for sentence in remarks]
    lines += [ELSEWHERE] if found else [f"{path}: {rule.NAME} conforms."]
    return not found, lines


def send_report(path, results):
    """Puts the `report` of a rule's file into a queue, from a process of its own."""
    results.put(report(path))
