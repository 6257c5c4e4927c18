"""Reads YAML files, with libyaml if PyYAML has it: libyaml takes a tenth of the time.

What YAML would read otherwise than people mean is refused: a key that is given twice, of which the
last would count, numbers in base 8 or 60, and numbers that are rounded to 0.
"""

from pathlib import Path

import yaml

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
MERGE = "tag:yaml.org,2002:merge"


class UnclearError(yaml.YAMLError):
    """A file is YAML, but probably does not say what its writer means."""


class _Loader(LOADER):
    """Refuses repeated keys, and numbers that are not in base 10 although they look like it."""

    def construct_mapping(self, node, deep=False):
        lines = {}
        for key_node in [key for key, _ in node.value if isinstance(key, yaml.ScalarNode)]:
            key = MERGE if key_node.tag == MERGE else self.construct_object(key_node)
            line = _line(key_node)
            if key in lines:
                raise UnclearError(
                    f"line {line}: the key {key_node.value!r} is given twice, first in line "
                    f"{lines[key]}, and YAML forgets the first: leave one out"
                )
            lines[key] = line
        return super().construct_mapping(node, deep)

    def construct_number(self, node, construct):
        text, value = node.value, construct(self, node)
        sign, plain = "-" * (value < 0), text.replace("_", "").lstrip("+-")
        if ":" in text:
            raise UnclearError(
                f"line {_line(node)}: YAML reads {text} in base 60, as {value}: write it in "
                "base 10, or put it in quotation marks if it is a text"
            )
        if plain.isdecimal() and int(plain) != abs(value):
            raise UnclearError(
                f"line {_line(node)}: YAML reads {text} in base 8, as {value}: write "
                f"{sign}{plain.lstrip('0')}, or put it in quotation marks if it is a text"
            )
        if value == 0 and plain.lower().partition("e")[0].strip("0.xb"):
            raise UnclearError(
                f"line {_line(node)}: {text} is too small for a number of 64 bits: write 0 or a "
                "larger number"
            )
        return value


def _constructor(kind):
    construct = LOADER.yaml_constructors[kind]
    return lambda loader, node: loader.construct_number(node, construct)


for _kind in ("tag:yaml.org,2002:int", "tag:yaml.org,2002:float"):
    _Loader.add_constructor(_kind, _constructor(_kind))


def _line(node):
    return node.start_mark.line + 1


def read_yaml(path):
    """Return the content of a file.

    Raises
    ------
    yaml.YAMLError
        If the file is damaged; `UnclearError` if it has a key twice, or a number like 010 or 1:30.
    UnicodeDecodeError
        If the file is not UTF-8.
    """
    return yaml.load(Path(path).read_text(encoding="utf-8"), Loader=_Loader)
