"""Values that YAML reads otherwise than they look are reported, with the right spelling."""

import json
import re

import pytest
import yaml

from records.checked_yaml import check, check_clear, read
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
        ("size: 1,000", "'1,000' is given instead of a number: write 1000 or 1.000, without a c"),
        ("size: 12,345,6", "'12,345,6' is given instead of a number\\.$"),
        ("size: inf", "'inf' is given instead of a number: write a finite number\\.$"),
        ("size: 1.0e400", "'1.0e400' is given instead of a number: write a finite number\\.$"),
        ("size: 1e-400", "'1e-400' .*: it is too small for a number of 64 bits\\.$"),
        ("size: 0e5", "'0e5' is given instead of a number: YAML reads it as a text: write 0, w"),
        ("count: 1.0e30", "YAML reads it as a text: write a smaller whole number, without"),
        ("count: '2.5'", "'2.5' is given instead of a whole number or null: write a whole number"),
        ("own: {a: 0,25}", "at own: a comma begins an entry, here 25: write numbers with a point"),
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
    ("text", "sentence"),
    [
        ("a: 1\nb: 2\na: 3", "line 3: the key 'a' is given twice, first in line 1, and YAML forge"),
        ("a:\n  - b: {c: 1,\n     c: 1}", "line 3: the key 'c' is given twice, first in line 2"),
        ("2024: 1\n2024: 2", "line 2: the key '2024' is given twice"),
        ("x: &x {b: 1}\na:\n  <<: *x\n  <<: *x", "line 4: the key '<<' is given twice, first in"),
        ("yes: 1\non: 2", "line 2: the key 'on' is given twice, first in line 1"),
        ("a: [1, 010]", "line 1: YAML reads 010 in base 8, as 8: write 10, or put it in quotation"),
        ("a:\n  -0_12", "line 2: YAML reads -0_12 in base 8, as -10: write -12, or put it in"),
        ("a: 1:30", "line 1: YAML reads 1:30 in base 60, as 90: write it in base 10, or put it"),
        ("a: -1:30.5", "line 1: YAML reads -1:30.5 in base 60, as -90.5: write it in base 10"),
        ("a: 1.0e-400", "line 1: 1.0e-400 is too small for a number of 64 bits: write 0 or a"),
    ],
)
def test_what_is_probably_not_meant_is_refused_with_its_line(text, sentence, tmp_path):
    path = tmp_path / "a.yaml"
    path.write_text(text)
    for reading in (lambda: read(path), lambda: check_clear([path])):
        with pytest.raises(RecordError, match=re.escape(f"{path}, {sentence}")):
            reading()


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("a: 0", 0),
        ("a: 00", 0),
        ("a: -0.0", 0.0),
        ("a: 07", 7),
        ("a: 0x1F", 31),
        ("a: 0b11", 3),
        ("a: 1_000", 1000),
        ("a: '010'", "010"),
        ("a: 5.0e-324", 5e-324),
        ("a: 0.0e+5", 0.0),
        ("a: 0.0E-5", 0.0),
        ("a: {b: 1, c: {b: 2}}", {"b": 1, "c": {"b": 2}}),
        ("x: &x {b: 1, c: 2}\na:\n  <<: *x\n  b: 3", {"b": 3, "c": 2}),
    ],
)
def test_what_is_clear_is_read_as_yaml_reads_it(text, content, tmp_path):
    path = tmp_path / "a.yaml"
    path.write_text(text)
    assert read(path)["a"] == content == yaml.safe_load(text)["a"]
    check_clear([path])


def test_json_with_tabs_is_left_to_snakemake(tmp_path):
    path = tmp_path / "a.json"
    path.write_text('{\n\t"a": 1\n}')
    check_clear([path])


@pytest.mark.parametrize(
    "text", ["size: 1.0e-3", "name: '2024'", "own: {'2024': 1}", "count: null"]
)
def test_what_is_written_as_is_said_is_right(text, schema):
    check(yaml.safe_load(text), schema, "config")
