"""Describes the settings of the config: allowed values, default and meaning."""

import json

from data.yaml_files import read_yaml
from docs.from_code.files import ROOT, allowed, properties
from docs.from_code.markdown import escaped, table

SHORT = 3  # the most entries of a list that is shown
LISTED = "a list"  # its entries and their number change with each promoted paper


def settings():
    """Return a table of the keys of config/default.yaml."""
    schema = json.loads((ROOT / "config" / "schema.json").read_text(encoding="utf-8"))
    config = read_yaml(ROOT / "config" / "default.yaml")
    return table(
        ["key", "allowed", "default", "meaning"],
        [
            [
                f"`{name}`",
                escaped(allowed(own, schema)),
                _default(name, config),
                escaped(own["description"]),
            ]
            for name, own in properties(schema, schema, "")
            if "properties" not in own
        ],
    )


def _default(name, config):
    """Return the default of a key as Markdown, "" for a section."""
    value = config
    for key in name.split("."):
        if not isinstance(value, dict) or key not in value:
            return ""
        value = value[key]
    if isinstance(value, list) and len(value) > SHORT:
        return LISTED
    return "" if isinstance(value, dict) and value else f"`{json.dumps(value)}`"
