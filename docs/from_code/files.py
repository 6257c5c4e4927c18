"""Renders files, docstrings of modules and schemas for the documentation's pages."""

import ast
import json
from pathlib import Path

from docs.from_code.markdown import code, escaped, prose, table

ROOT = Path(__file__).parent.parent.parent
MADE = ("results", ".snakemake", ".git")  # which must not affect a run elsewhere
SIGNS = {"|": "a vertical bar", " ": "a space", "\t": "a tab character"}  # code cannot show them
LANGUAGES = {".py": "python", ".yaml": "yaml", ".csv": "text"}


def linked_project(folder):
    """Return a new folder with links to the project's files, in which code may write files."""
    folder.mkdir()
    for path in ROOT.iterdir():
        if path.name not in MADE:
            (folder / path.name).symlink_to(path)
    return folder


def file(path):
    """Return the file at a path, relative to the project, as a block of code."""
    return code((ROOT / path).read_text(encoding="utf-8"), LANGUAGES[Path(path).suffix])


def docstring(path):
    """Return the docstring of the module at a path as Markdown."""
    return prose(ast.get_docstring(ast.parse((ROOT / path).read_text(encoding="utf-8"))))


def keys(path):
    """Return a table of the keys that the schema at a path allows, with their meaning.

    PATH#NAME has only the keys of the definition NAME, for entries of any name.
    """
    path, _, definition = path.partition("#")
    schema = json.loads((ROOT / path).read_text(encoding="utf-8"))
    start = (schema["$defs"][definition], schema, "*.") if definition else (schema, schema, "")
    rows = [
        [f"`{name}`", escaped(allowed(own, schema)), escaped(_description(own, schema))]
        for name, own in properties(*start)
    ]
    return table(["key", "allowed", "meaning"], rows)


def properties(own, schema, prefix):
    """Yield (dotted name, schema) for all properties below a schema; * stands for any name."""
    own = _resolved(own, schema)
    for name, inner in own.get("properties", {}).items():
        yield f"{prefix}{name}", inner
        yield from properties(inner, schema, f"{prefix}{name}.")
    named = own.get("additionalProperties")
    if isinstance(named, dict) and _is_object(named, schema):
        yield from properties(named, schema, f"{prefix}*.")
    if "items" in own:
        yield from properties(own["items"], schema, f"{prefix.removesuffix('.')}[].")
    for other in (*own.get("oneOf", ()), *(own[key] for key in ("then", "else") if key in own)):
        yield from properties(other, schema, prefix)


def _is_object(own, schema):
    return any(True for _ in properties(own, schema, ""))


def _resolved(own, schema):
    """Return a schema with its $ref resolved."""
    if "$ref" not in own:
        return own
    return {**_resolved(schema["$defs"][own["$ref"].rpartition("/")[2]], schema), **own}


def _description(own, schema):
    return _resolved(own, schema).get("description", "")


def allowed(own, schema):
    """Return the values that a schema allows, in words."""
    own = _resolved(own, schema)
    if "const" in own:
        return json.dumps(own["const"])
    if "enum" in own:
        return ", ".join(SIGNS.get(value, f"`{value}`") for value in own["enum"])
    if "type" not in own:
        return " or ".join(
            dict.fromkeys(allowed(other, schema) for other in own.get("oneOf", ())) or ["anything"]
        )
    types = own["type"] if isinstance(own["type"], list) else [own["type"]]
    words = " or ".join(types)
    if types[0] == "array":
        words = words.replace("array", f"list of: {allowed(own.get('items', {}), schema)}")
    if "minimum" in own:
        words += f", at least {own['minimum']}"
    if "maximum" in own:
        words += f", at most {own['maximum']}"
    if "exclusiveMinimum" in own:
        words += f", above {own['exclusiveMinimum']}"
    if "exclusiveMaximum" in own:
        words += f", below {own['exclusiveMaximum']}"
    return words
