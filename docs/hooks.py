"""What MkDocs calls when it builds the pages: the parts that the site alone shows.

A comment such as `<!-- when built: file: config/default.yaml -->` marks the place of a part. A new
rule or a new paper changes these parts, and therefore no committed page.
"""

import inspect
import re

from docs.from_code import data_sets, files
from docs.from_code.files import ROOT
from docs.from_code.markdown import code, prose
from maxmargin.rules import built_in_rules

MARK = re.compile(r"<!-- when built: ([a-z ]+?)(?:: (\S+))? -->")
FUNCTIONS = ("threshold", "violates", "step")


def on_page_markdown(markdown, **others):
    """Return a page's text with a part in place of each mark."""
    return MARK.sub(_part, markdown)


def rules():
    """Return a section for each rule of the library."""
    return "\n\n".join(map(section, built_in_rules().values()))


def section(rule):
    """Return the section of a rule: its docstring, its functions, and where its file is."""
    functions = [inspect.getsource(getattr(rule, name)) for name in FUNCTIONS]
    path = rule.__file__.removeprefix(f"{ROOT}/")
    parts = [
        f"### {rule.NAME}",
        prose(inspect.cleandoc(rule.__doc__)),
        f"[Parameters and attributes](reference.md#maxmargin.{rule.NAME}); the file `{path}`:",
        code("\n\n".join(functions), "python"),
    ]
    return "\n\n".join(parts)


PARTS = {"rules": rules, "file": files.file, "spaces": data_sets.spaces}


def _part(match):
    name, argument = match.groups()
    return PARTS[name](argument) if argument else PARTS[name]()
