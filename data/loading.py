"""From a data set's name to a checked problem."""

from importlib import import_module

from data.errors import DataError
from data.problem import Problem, check_facts, fingerprint
from data.register import data_set_entry
from data.store import fetch


def load(name, store=None, mirror=None):
    """Fetch, verify, read and check the data set `name`: a Problem.

    `store` is the folder of fetched files, `mirror` a folder or base URL; the environment
    variables MARGIN_DATA_STORE and MARGIN_DATA_MIRROR win over both. Raises Unreachable when a
    file cannot be had, DataError for an unknown name, a malformed line or a fact that differs.
    """
    return load_with_record(name, store, mirror)[0]


def load_with_record(name, store=None, mirror=None):
    """Like `load`, and how it came about: (Problem, record).

    The record is a dict fit for JSON: name, status `ok`, reason (empty), for each file its
    source, SHA-256 and whether that was verified, and the fingerprint.
    """
    entry = data_set_entry(name)
    if "loader" not in entry:
        raise DataError(f"There is no loader for {name} yet; see `python -m data list`.")
    files = fetch(name, store, mirror)
    loader = import_module(f"data.loaders.{entry['loader']}")
    paths, options = (file.path for file in files), entry.get("options", {})
    problem = Problem(name, *loader.load(*paths, **options))
    check_facts(problem, entry["facts"])
    record = {
        "name": name,
        "status": "ok",
        "reason": "",
        "files": {
            file.name: {
                "source": file.source,
                "sha256": file.sha256,
                "verification": "verified" if file.verified else "unverified",
            }
            for file in files
        },
        "fingerprint": fingerprint(problem),
    }
    return problem, record
