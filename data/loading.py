"""Loads a checked problem from the name of a data set."""

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
    """Return the data set `name`, checked: a SplitProblem with a test set, or a Problem.

    The files of the data set are fetched, verified and read. Artificial data are drawn from the
    seed.

    Parameters
    ----------
    name : str
        The name of a registered data set.
    store : str or Path, optional
        The folder of fetched files. The environment variable MARGIN_DATA_STORE takes precedence.
    mirror : str or Path, optional
        A folder or base URL with copies of the files. The environment variable MARGIN_DATA_MIRROR
        takes precedence.
    seed : int, optional
        The seed of artificial data. Other data sets ignore it.

    Raises
    ------
    Unreachable
        If a file is not available.
    DataError
        For an unknown name, a malformed line, a fact that differs from the register or a missing
        seed.

    Examples
    --------
    >>> sonar = load("sonar")
    >>> sonar.X.shape, int((sonar.y > 0).sum())
    ((104, 60), 49)
    """
    return load_with_record(name, store, mirror, seed)[0]


def load_with_record(name, store=None, mirror=None, seed=None):
    """Return the problem that `load` returns, and a record of its origin.

    The record is a dict for JSON with the name, the status `ok`, an empty reason and the
    fingerprint. For data from files it has the loader and, for each file, its source, its SHA-256
    and whether the SHA-256 was verified. For artificial data it has the generator, its options and
    the seed.
    """
    entry = data_set_entry(name)
    if "generator" in entry:
        problem, origin = _drawn(name, entry, seed)
    else:
        problem, origin = _read(name, entry, store, mirror)
    record = {"name": name, "status": "ok", "reason": "", **origin}
    return problem, {**record, "fingerprint": fingerprint(problem)}


def fetch_and_read(name, store=None, mirror=None):
    """Return the recipe, the files and the checked problem of a data set, as `store.fetch` does."""
    entry = data_set_entry(name)

    def read(recipe, files):
        loader = import_module(f"data.loaders.{recipe['loader']}")
        parts = loader.load(*(file.path for file in files), **recipe.get("options", {}))
        problem = (SplitProblem if len(parts) == 4 else Problem)(name, *parts)
        check_facts(problem, entry["facts"])
        return problem

    return fetch(name, read, store, mirror)


def _drawn(name, entry, seed):
    if seed is None:
        raise DataError(f"{name} is drawn at random and needs a seed (--seed).")
    generator, options = entry["generator"], entry.get("options", {})
    drawn = GENERATORS[generator](**options, seed=seed)
    problem = drawn._replace(name=name)
    check_facts(problem, entry["facts"])
    origin = {"generator": generator, "options": options, "seed": seed, "files": {}}
    return problem, origin


def _read(name, entry, store, mirror):
    recipe, files, problem = fetch_and_read(name, store, mirror)
    if recipe is not entry:
        print(
            f"{name}: {', '.join(entry['files'])} are not all available; made from"
            f" {', '.join(recipe['files'])} instead.",
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
    return problem, {"loader": recipe["loader"], "files": sources}
