"""The learners and all other estimators, from their docstrings, ranges, defaults and theorems."""

import inspect
from functools import cache

import maxmargin
from analyses.theory.sources import SOURCES
from docs.from_code.files import ROOT, docstring
from docs.from_code.markdown import anchor, blocks, code, escaped, prose, table
from maxmargin.bounds.theorems import THEOREMS
from maxmargin.estimators.learner import ATTRIBUTES, PARAMETERS
from maxmargin.estimators.shared_parameters import in_words
from paper_tables import markup
from workflows.configuration import all_runs, read_batches

LIBRARY = "algorithms/maxmargin"
GROUPS = {
    "Learners with a threshold of their own": (maxmargin.THRESHOLD_LEARNERS, None),
    "Batch learners": (maxmargin.BATCH_LEARNERS, f"{LIBRARY}/batch_methods/__init__.py"),
    "Procedures": (maxmargin.PROCEDURES, f"{LIBRARY}/procedures/procedure.py"),
    "Baselines": (maxmargin.BASELINES, f"{LIBRARY}/baselines/__init__.py"),
    "Optional baselines": (
        maxmargin.OPTIONAL_BASELINES,
        f"{LIBRARY}/baselines/linear_slacks.py",
    ),
    "Third-party learners": (maxmargin.THIRD_PARTY, f"{LIBRARY}/adapters/adapter.py"),
    "Pocket learners": (
        maxmargin.POCKET_LEARNERS,
        f"{LIBRARY}/procedures/after_pocket.py",
    ),
    "Classifiers of several classes": (
        maxmargin.CLASSIFIERS,
        f"{LIBRARY}/estimators/several_classes.py",
    ),
}
FLAGS = {
    "STARTS_FROM_FIRST_PATTERN": "It starts from the first pattern, with t = 1.",
    "THRESHOLD_GROWS_BY_VISIT": "The threshold grows with the patterns presented.",
    "USES_DUAL": "It uses its pattern's own dual, and may lower it.",
    "MAY_NEVER_END": "It need not end, even if the patterns are separable: set a limit.",
}


def learners():
    """A list of all rules, and a section for each."""
    named = sorted(maxmargin.LEARNERS.items())
    rows = [[f"[{name}]({anchor(name)})", _title(cls.rule.__doc__)] for name, cls in named]
    sections = [f"## {name}\n\n{_learner(cls)}" for name, cls in named]
    return "\n\n".join([table(["learner", "what it is"], rows), *sections])


def others():
    """A section for each group of the other estimators."""
    found = []
    for group, (classes, path) in GROUPS.items():
        found += [f"## {group}", *([docstring(path)] if path else [])]
        found += [f"### {name}\n\n{_estimator(cls)}" for name, cls in classes.items()]
    return "\n\n".join(found)


def shared():
    """The parameters that learners share, and the attributes after `fit`."""
    return f"{_table_of(PARAMETERS)}\n\nAttributes after `fit`:\n\n{_attributes(ATTRIBUTES)}"


def _learner(cls):
    rule = cls.rule
    flags = [f"- {sentence}" for flag, sentence in FLAGS.items() if getattr(rule, flag, False)]
    functions = [
        inspect.getsource(getattr(rule, name)) for name in ("threshold", "violates", "step")
    ]
    parts = [_estimator(cls), "\n".join(flags), code("\n\n".join(functions), "python")]
    path = rule.__file__.removeprefix(f"{ROOT}/")
    return "\n\n".join([*filter(None, parts), f"The rule is the file `{path}`."])


def _estimator(cls):
    """What it is, and the parameters and attributes that learners do not share."""
    parameters = _without(cls.parameters, PARAMETERS)
    attributes = _without(cls.attributes, ATTRIBUTES)
    used = _tables_of().get(cls.__name__, [])
    parts = [prose(cls.summary)]
    if parameters:
        parts.append(_table_of(parameters))
    if attributes:
        parts.append(_attributes(attributes))
    parts += _theorems(cls)
    if example := cls.__doc__.partition("\n>>> ")[2]:
        parts.append(code(f">>> {example}", "pycon"))
    if used:
        parts.append(f"Runs are in {', '.join(f'`{name}`' for name in used)}.")
    return "\n\n".join(parts)


def _theorems(cls):
    rows = [
        [
            escaped(SOURCES[theorem.source]),
            markup.markdown(theorem.name),
            markup.markdown(theorem.statement),
        ]
        for theorem in THEOREMS
        if cls.__name__ in theorem.algorithms
    ]
    return ["What is proved about it:", table(["of", "theorem", "says"], rows)] if rows else []


def _without(own, common):
    """The entries of `own` that differ from those of `common`."""
    return {name: value for name, value in own.items() if common.get(name) != value}


def _table_of(parameters):
    rows = [
        [
            f"`{name}`",
            escaped(in_words(parameter.allowed)),
            "" if parameter.default is inspect.Parameter.empty else f"`{parameter.default!r}`",
            escaped(parameter.text),
        ]
        for name, parameter in parameters.items()
    ]
    return table(["parameter", "allowed", "default", "meaning"], rows)


def _attributes(attributes):
    rows = [[f"`{name}`", escaped(text)] for name, text in attributes.items()]
    return table(["attribute", "meaning"], rows)


def _title(docstring):
    """The first sentence, up to its colon."""
    return blocks(docstring)[0].partition(": ")[0].rstrip(".")


@cache
def _tables_of():
    """Algorithm -> the files of runs that have it."""
    found = {}
    for batch in read_batches(all_runs()).values():
        for run in batch["runs"].values():
            files = found.setdefault(run["algorithm"], {})
            files[batch["file"]] = None
    return found
