"""From a data set's name to a checked problem."""

import sys
from importlib import import_module

from data.artificial import alma, amira
from data.errors import DataError
from data.planted import planted
from data.problem import Problem, SplitProblem, check_facts, fingerprint
from data.register import data_set_entry
from data.store import fetch

GENERATORS = {"alma": alma, "amira": amira, "planted": planted}


def load(name, store=None, mirror=None, seed=None):
    """The data set `name`, checked: a SplitProblem if it has a test set, otherwise a Problem.

    It is fetched, verified and read, or drawn from `seed`, which the other data sets ignore.
    `store` is the folder of fetched files, `mirror` a folder or base URL; the environment variables
    MARGIN_DATA_STORE and MARGIN_DATA_MIRROR take precedence over both. Raises Unreachable if a file
    is not available, DataError for an unknown name, a malformed line, a fact that differs or a
    missing seed.

    >>> sonar = load("sonar")
    >>> sonar.X.shape, int((sonar.y > 0).sum())
    ((104, 60), 49)
    """
    return load_with_record(name, store, mirror, seed)[0]


def load_with_record(name, store=None, mirror=None, seed=None):
    """Like `load`, with a record of the origin: (problem, record).

    The record is a dict for JSON: name, status `ok`, reason (empty), and the fingerprint; for data
    from files the loader, and for each file its source, its SHA-256 and whether that was verified;
    for drawn data the generator, its options and the seed.
    """
    entry = data_set_entry(name)
    if "generator" in entry:
        problem, origin = _drawn(name, entry, seed)
    else:
        problem, origin = _read(name, entry, store, mirror)
    record = {"name": name, "status": "ok", "reason": "", **origin}
    return problem, {**record, "fingerprint": fingerprint(problem)}


def fetch_and_read(name, store=None, mirror=None):
    """The way, the files and the checked problem of the data set `name`, as `store.fetch`."""
    entry = data_set_entry(name)

    def read(way, files):
        loader = import_module(f"data.loaders.{way['loader']}")
        parts = loader.load(*(file.path for file in files), **way.get("options", {}))
        problem = (SplitProblem if len(parts) == 4 else Problem)(name, *parts)
        check_facts(problem, entry["facts"])
        return problem

    return fetch(name, read, store, mirror)


def _drawn(name, entry, seed):
    if seed is None:
        raise DataError(f"{name} is drawn at random, and needs a seed (--seed).")
    generator, options = entry["generator"], entry.get("options", {})
    drawn = GENERATORS[generator](**options, seed=seed)
    problem = drawn._replace(name=name)
    check_facts(problem, entry["facts"])
    origin = {"generator": generator, "options": options, "seed": seed, "files": {}}
    return problem, origin


def _read(name, entry, store, mirror):
    way, files, problem = fetch_and_read(name, store, mirror)
    if way is not entry:
        print(
            f"{name}: {', '.join(entry['files'])} are not all available; made from"
            f" {', '.join(way['files'])} instead.",
            file=sys.stderr,
        )
    sources = {
        file.name: {
            "source": file.source,
            "sha256": file.sha256,
            "verification": "verified" if file.verified else "unverified",
        }
        for file in files
    }
    return problem, {"loader": way["loader"], "files": sources}
