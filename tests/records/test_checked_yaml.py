"""Values that YAML reads otherwise than they look are reported, with the right spelling."""

import json

import pytest
import yaml

from records.checked_yaml import check
from records.errors import RecordError

SCHEMA = {
    "type": "object",
    "properties": {
        "name": {"type": ["string", "integer"]},
        "names": {"type": "array", "items": {"type": "string"}, "minItems": 1},
        "kind": {"enum": ["plain", "timed"]},
        "size": {"type": "number", "minimum": 0, "exclusiveMaximum": 9},
        "pair": {"type": "object", "required": ["one", "other"]},
        "count": {"type": ["integer", "null"]},
        "head": {"type": "boolean"},
        "own": {
            "type": "object",
            "examples": [{"a": 1}, {}],
            "propertyNames": {"pattern": "^[a-z0-9-]*$", "description": "as a"},
        },
    },
}


@pytest.fixture
def schema(tmp_path):
    path = tmp_path / "schema.json"
    path.write_text(json.dumps(SCHEMA))
    return path


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "own: {2024: 1}",
            "at own: YAML reads the key 2024 as a number: put it in quotation marks.",
        ),
        ("own: {1e3: 1, no: 1}", "at own: YAML reads the key False as a truth value, as it does"),
        ("own: {2024-01-01: 1}", "at own: YAML reads the key 2024-01-01 as a date: put it in"),
        ("own: {null: 1}", "at own: YAML reads the key None as nothing: put it in quotation"),
        ("own: {a: [1, {.5: 1}]}", "at own.a.1: YAML reads the key 0.5 as a number"),
        ("size: .nan", "at size: nan is not a finite number"),
        ("own: {a: [-.inf]}", "at own.a.0: -inf is not a finite number"),
        ("names: [yes]", 'as it does yes, .*: put it in quotation marks, as "yes"'),
        ("names: [off]", 'put it in quotation marks, as "no"'),
        ("names: [1.5]", 'YAML reads it as a number: put it in quotation marks, as "1.5"'),
        ("name: 2024-01-01", 'YAML reads it as a date: put it in quotation marks, as "2024-01-01"'),
        (
            "name:",
            "at name: null is given instead of a text or a whole number: write a value,",
        ),
        ("names:", "at names: null is given instead of a list: write \\[\\] for an empty list, or"),
        ("names: p", "'p' is given instead of a list: write it in brackets, as .p."),
        ("names: yes", "write it in brackets, as ."),
        ("size: 1e-3", "YAML reads it as a text: write 0.001, without quotation marks"),
        ("size: 1e-10", "YAML reads it as a text: write 1.0e-10, without"),
        ("size: 2e30", "YAML reads it as a text: write 2.0e.30, without"),
        ("size: '3'", "YAML reads it as a text: write 3, without"),
        ("size: '0,5'", "YAML reads it as a text: write 0.5, without"),
        ("size: many", "'many' is given instead of a number\\.$"),
        ("count: 2.0", "at count: 2.0 is given instead of a whole number or null: write 2\\.$"),
        ("count: 2.0e+3", "2000.0 is given instead of a whole number or null: write 2000\\.$"),
        ("count: 1.0e+300", "a whole number or null: write a smaller whole number\\.$"),
        ("count: 2.5", "2.5 is given instead of a whole number or null\\.$"),
        ("count: true", "true is given instead of a whole number or null\\.$"),
        ("name: 3.0", "3.0 is given instead of a text or a whole number: write 3\\.$"),
        ("count: '3'", "write 3, without quotation marks"),
        (
            "count: 'null'",
            "'null' is given .* or null: YAML reads it as a text: write null, without quotation",
        ),
        ("head: 'yes'", "write true or false, without quotation marks"),
        ("own:", "at own: null is given instead of keys and values: write it as in {a: 1} or {}"),
        ("names: {}", "{} is given instead of a list\\.$"),
        ("names: []", "at names: \\[\\] is empty: write at least one entry, or leave out the key"),
        ("size: -1", "-1 is not at least 0"),
        ("size: 9", "9 is not below 9"),
        ("kind: tmied", "'tmied' is not one of 'plain', 'timed': perhaps 'timed' is meant"),
        ("kind: true", "true is not one of 'plain', 'timed'\\.$"),
        ("pair: {one: 1}", "at pair: the key 'other' is missing"),
        ("own: {A: 1}", "at own: 'A' is not right: as a."),
        (
            "own: 3",
            "at own: 3 is given instead of keys and values: write it as in {a: 1} or {}\\.$",
        ),
    ],
)
def test_how_to_write_it_is_said(text, sentence, schema):
    with pytest.raises(RecordError, match=sentence):
        check(yaml.safe_load(text), schema, "config")


@pytest.mark.parametrize(
    "text", ["size: 1.0e-3", "name: '2024'", "own: {'2024': 1}", "count: null"]
)
def test_what_is_written_as_is_said_is_right(text, schema):
    check(yaml.safe_load(text), schema, "config")
