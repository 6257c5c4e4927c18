"""Checks content against a JSON schema. A whole number is an int, and not 2.0."""

import json
from pathlib import Path

from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match
from jsonschema.validators import extend


def _is_whole(_, value):
    return isinstance(value, int) and not isinstance(value, bool)


# JSON Schema also accepts 2.0 as an integer, but ranges, seeds and limits of Python do not.
TYPES = Draft202012Validator.TYPE_CHECKER.redefine("integer", _is_whole)
Validator = extend(Draft202012Validator, type_checker=TYPES)


def first_fault(content, schema):
    """Return the error that best explains why content does not match a schema file, or None."""
    rules = json.loads(Path(schema).read_text(encoding="utf-8"))
    return best_match(Validator(rules).iter_errors(content))
