"""YAML files that have to match a schema."""

import difflib
import json
from pathlib import Path

import yaml
from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match

from data.yaml_files import read_yaml
from records.errors import RecordError


def read_checked(path, schema, error=RecordError):
    """The content of a YAML file that matches a JSON schema.

    schema: path of the schema. error: what is raised, naming file and key, if the file does not
    match or is not YAML.
    """
    try:
        content = read_yaml(path)
    except (yaml.YAMLError, UnicodeDecodeError) as fault:
        raise error(f"{path}: cannot be read as YAML: {' '.join(str(fault).split())}.") from None
    check(content, schema, path, error)
    return content


def check(content, schema, source, error=RecordError):
    """Checks content against a schema file. source: what the error names besides the key."""
    rules = json.loads(Path(schema).read_text(encoding="utf-8"))
    fault = best_match(Draft202012Validator(rules).iter_errors(content))
    if fault is None:
        return
    where = ".".join(map(str, fault.absolute_path)) or "the top level"
    if fault.validator == "additionalProperties":
        known = list(fault.schema.get("properties", {}))
        unknown = sorted(set(fault.instance) - set(known))[0]
        close = difflib.get_close_matches(unknown, known, n=1)
        hint = f"did you mean {close[0]!r}?" if close else f"known keys are {', '.join(known)}."
        raise error(f"{source}: unknown key {unknown!r} at {where}; {hint}")
    raise error(f"{source}: at {where}: {fault.message}.")
