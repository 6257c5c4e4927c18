"""What MkDocs calls when it builds the pages: the code of the rules joins the page of learners."""

import inspect

from docs.from_code.files import ROOT
from docs.from_code.markdown import code, prose
from maxmargin.rules import built_in_rules

MARK = "<!-- the rules -->"
FUNCTIONS = ("threshold", "violates", "step")


def on_page_markdown(markdown, **others):
    """Return a page's text, with a section for each rule in place of MARK."""
    if MARK not in markdown:
        return markdown
    return markdown.replace(MARK, "\n\n".join(map(section, built_in_rules().values())))


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
