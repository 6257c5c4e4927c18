"""The learners and all other estimators, from their docstrings, ranges, defaults and theorems."""

import inspect
import re
from functools import cache

from sklearn.utils._param_validation import Interval, StrOptions

import maxmargin
from analyses.theory.table import SOURCES
from docs.from_code.files import ROOT, docstring
from docs.from_code.markdown import anchor, blocks, code, escaped, joined, prose, table
from maxmargin.bounds.theorems import THEOREMS
from maxmargin.estimators.learner import SHARED, SHARED_DOC, SINGLE, SINGLE_DOC
from paper_tables import markup
from workflows.configuration import all_runs, read_batches

LIBRARY = "algorithms/maxmargin"
GROUPS = {
    "Procedures": (maxmargin.PROCEDURES, f"{LIBRARY}/procedures/procedure.py"),
    "Baselines": (maxmargin.BASELINES, f"{LIBRARY}/baselines/__init__.py"),
    "Third-party learners": (maxmargin.THIRD_PARTY, f"{LIBRARY}/adapters/adapter.py"),
    "Fault-tolerant learners": (
        maxmargin.FAULT_TOLERANT,
        f"{LIBRARY}/procedures/after_pocket.py",
    ),
    "Classifiers of several classes": (
        maxmargin.CLASSIFIERS,
        f"{LIBRARY}/estimators/several_classes.py",
    ),
}
WITH_SHARED = {*maxmargin.LEARNERS, *maxmargin.PROCEDURES}
FLAGS = {
    "STARTS_FROM_FIRST_PATTERN": "It starts from the first pattern, with t = 1.",
    "BOUND_GROWS_BY_TRIAL": "What p is compared with grows with the patterns presented.",
    "MAY_NEVER_END": "It need not end, even where the patterns are separable: set a limit.",
}


def learners():
    """A list of all rules, and a section each."""
    named = sorted(maxmargin.LEARNERS.items())
    rows = [[f"[{name}]({anchor(name)})", _title(cls.rule.__doc__)] for name, cls in named]
    sections = [f"## {name}\n\n{_learner(cls)}" for name, cls in named]
    return "\n\n".join([table(["learner", "what it is"], rows), *sections])


def others():
    """A section for each group of the other estimators."""
    found = []
    for group, (classes, path) in GROUPS.items():
        found += [f"## {group}", docstring(path)]
        found += [f"### {name}\n\n{_estimator(cls)}" for name, cls in classes.items()]
    return "\n\n".join(found)


def shared():
    """The parameters that learners share, and the attributes after `fit`."""
    settings = {**SINGLE, **SHARED}
    rows = [[f"`{name}`", f"`{default!r}`"] for name, default in settings.items()]
    return f"{prose(SINGLE_DOC + SHARED_DOC)}\n\n{table(['parameter', 'default'], rows)}"


def _learner(cls):
    rule = cls.rule
    flags = [f"- {sentence}" for flag, sentence in FLAGS.items() if getattr(rule, flag, False)]
    theorems = [
        [
            escaped(SOURCES[theorem.source]),
            markup.markdown(theorem.name),
            markup.markdown(theorem.statement),
        ]
        for theorem in THEOREMS
        if cls.__name__ in theorem.algorithms
    ]
    functions = [inspect.getsource(getattr(rule, name)) for name in ("bound", "wrong", "step")]
    parts = [_estimator(cls), "\n".join(flags), code("\n\n".join(functions), "python")]
    if theorems:
        parts += ["What is proved of it:", table(["by", "theorem", "says"], theorems)]
    path = rule.__file__.removeprefix(f"{ROOT}/")
    return "\n\n".join([*filter(None, parts), f"The rule is the file `{path}`."])


def _estimator(cls):
    known = {*blocks(SINGLE_DOC), *blocks(SHARED_DOC), "Parameters"}
    shared = {**SINGLE, **SHARED} if cls.__name__ in WITH_SHARED else {}
    parameters = [p for p in inspect.signature(cls).parameters.values() if p.name not in shared]
    own = [
        part
        for block in blocks(cls.__doc__)
        if block not in known
        for part in _entries(block, [p.name for p in parameters])
    ]
    rows = [[f"`{p.name}`", _allowed(cls, p.name), f"`{p.default!r}`"] for p in parameters]
    used = _tables_of().get(cls.__name__, [])
    parts = [joined(own)]
    if rows:
        parts.append(table(["parameter", "allowed", "default"], rows))
    if used:
        parts.append(f"Runs are in {', '.join(f'`{name}`' for name in used)}.")
    return "\n\n".join(parts)


def _entries(block, names):
    """A paragraph such as "epsilon: the exponent. b: the factor." as entries of a list."""
    parts = re.split(rf"(?:^|(?<= ))({'|'.join(names)}): ", block) if names else [block]
    if parts[0]:
        return [block]
    return [
        f"- `{name}`: {text.strip()}" for name, text in zip(parts[1::2], parts[2::2], strict=True)
    ]


def _title(docstring):
    """The first sentence, up to its colon."""
    return blocks(docstring)[0].partition(": ")[0].rstrip(".")


def _allowed(cls, name):
    """What a parameter may be, in words."""
    constraints = getattr(cls, "_parameter_constraints", {}).get(name, [])
    return " or ".join(map(_in_words, constraints))


def _in_words(constraint):
    if isinstance(constraint, Interval):
        left = "[" if constraint.closed in ("left", "both") else "("
        right = "]" if constraint.closed in ("right", "both") else ")"
        low = "−∞" if constraint.left is None else f"{constraint.left:g}"
        high = "∞" if constraint.right is None else f"{constraint.right:g}"
        return escaped(f"{left}{low}, {high}{right}")
    if isinstance(constraint, StrOptions):
        return ", ".join(f'`"{option}"`' for option in sorted(constraint.options))
    if constraint == "boolean":
        return "`True`, `False`"
    if constraint == "random_state":
        return "a seed or generator"
    if constraint is None:
        return "`None`"
    return f"`{constraint.__name__}`" if inspect.isclass(constraint) else escaped(str(constraint))


@cache
def _tables_of():
    """Algorithm -> the files of runs that have it."""
    found = {}
    for batch in read_batches(all_runs()).values():
        for run in batch["runs"].values():
            files = found.setdefault(run["algorithm"], {})
            files[batch["file"]] = None
    return found
