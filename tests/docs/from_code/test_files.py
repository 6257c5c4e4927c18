"""Files and schemas become parts of pages."""

import json

import pytest
import yaml

from docs.from_code.configuration import LISTED, settings
from docs.from_code.files import ROOT, file, keys


def rows_of(table):
    return [[cell.strip() for cell in line.split("|")[1:-1]] for line in table.splitlines()[2:]]


def test_a_file_is_a_block_of_its_language():
    text = (ROOT / "docs" / "examples" / "my_rule.py").read_text(encoding="utf-8")
    assert file("docs/examples/my_rule.py") == f"```python\n{text}```"


def test_keys_are_those_of_the_schema_with_what_they_mean():
    rows = {row[0]: row[1:] for row in rows_of(keys("data/register.schema.json"))}
    assert rows["`files.*.sha256`"][0] == "string or null"
    assert "Tried in this order" in rows["`files.*.sources`"][1]
    assert rows["`data_sets.*.facts.radii[].rho`"][0] == "number"
    assert rows["`files.*.sources[].kind`"][0] == (
        "`bundled`, `installed`, `mirror`, `url`, `pypi`, `derived`"
    )


@pytest.mark.parametrize(
    "path", ["config/runs/schema.json", "paper_tables/table.schema.json", "config/schema.json"]
)
def test_every_key_of_a_schema_is_there(path):
    documented = {row[0].strip("`").rpartition(".")[2] for row in rows_of(keys(path))}
    assert documented == set(named_in(json.loads((ROOT / path).read_text(encoding="utf-8"))))


def named_in(schema):
    """Return the names of all properties, anywhere in a schema."""
    if isinstance(schema, list):
        return [name for part in schema for name in named_in(part)]
    if not isinstance(schema, dict):
        return []
    return [*schema.get("properties", {}), *named_in(list(schema.values()))]


def test_every_setting_of_the_default_config_stands_there_with_its_value():
    config = yaml.safe_load((ROOT / "config" / "default.yaml").read_text(encoding="utf-8"))
    rows = {row[0].strip("`"): row[2] for row in rows_of(settings())}
    for key, value in config.items():
        inner = value.items() if key in ("data", "budget", "online", "overview") else [("", value)]
        for name, own in inner:
            shown = rows[f"{key}.{name}" if name else key]
            if isinstance(own, list) and len(own) > 3:
                assert shown == LISTED
            elif not isinstance(own, dict):
                assert shown == f"`{json.dumps(own)}`"
