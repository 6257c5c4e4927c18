"""YAML files, read by libyaml, where PyYAML has it, in a tenth of the time."""

from pathlib import Path

import yaml

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def read_yaml(path):
    """The content of a file. Raises yaml.YAMLError and UnicodeDecodeError."""
    return yaml.load(Path(path).read_text(encoding="utf-8"), Loader=LOADER)
