"""Reads YAML files, with libyaml if PyYAML has it: libyaml takes a tenth of the time."""

from pathlib import Path

import yaml

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def read_yaml(path):
    """Return the content of a file. Raise yaml.YAMLError or UnicodeDecodeError if it is damaged."""
    return yaml.load(Path(path).read_text(encoding="utf-8"), Loader=LOADER)
