"""Reads and checks register.yaml, the register of data files and data sets."""

from functools import cache
from pathlib import Path

from data.errors import DataError
from data.spelling import hint
from data.yaml_files import read_yaml

HERE = Path(__file__).parent


def read_register(path):
    """Read and check a register.

    Return a dict with `files` and `data_sets`, as described in register.schema.json. Raise
    DataError if the register does not match the schema, or if a data set or a derived file names an
    unregistered file. The message names the key or value at fault.
    """
    from data.schemas import first_fault  # here, because a prepared problem needs no jsonschema

    register = read_yaml(path)
    error = first_fault(register, HERE / "register.schema.json")
    if error:
        where = ".".join(str(step) for step in error.absolute_path) or "the top level"
        raise DataError(f"{path}: at {where}: {error.message}.")
    for name, entry in register["files"].items():
        for original in (source["from"] for source in entry["sources"] if "from" in source):
            if original not in register["files"]:
                raise DataError(f"{path}: files.{name} names {original}, which is not in `files`.")
    for name, entry in register["data_sets"].items():
        for file in (file for recipe in _recipes(entry) for file in recipe["files"]):
            if file not in register["files"]:
                raise DataError(f"{path}: data_sets.{name} names {file}, which is not in `files`.")
    return register


@cache
def _register():
    return read_register(HERE / "register.yaml")


def names():
    """Return the names of all registered data sets, in the register's order."""
    return list(_register()["data_sets"])


def file_names():
    """Return the canonical names of all registered files, in the register's order."""
    return list(_register()["files"])


def data_set_entry(name):
    """Return the entry of a data set. Raise DataError with close matches for an unknown name."""
    return _lookup("data_sets", "data set", name)


def file_entry(name):
    """Return the entry of a file. Raise DataError with close matches for an unknown name."""
    return _lookup("files", "data file", name)


def recipes(name):
    """Return the recipes to make a data set, best first.

    Each recipe is a dict with `files`, `loader` and perhaps `options`. Artificial data need no
    file: their only recipe has just `files`, which is empty.

    >>> [recipe["files"] for recipe in recipes("usps-smoothed")]
    [['usps', 'usps.t'], ['zip.train', 'zip.test']]
    """
    return _recipes(data_set_entry(name))


def _recipes(entry):
    if "generator" in entry:
        return [{"files": []}]
    return [entry, entry["fallback"]] if "fallback" in entry else [entry]


def _lookup(section, what, name):
    entries = _register()[section]
    if name not in entries:
        raise DataError(f"There is no {what} {name!r}; {hint(name, entries)}")
    return entries[name]
