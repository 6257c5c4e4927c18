"""Refuses a folder of results in which this calling folder did not make the files.

Snakemake records the parameters of each result in `.snakemake` of the calling folder, under the
result's path. A result without such a record counts as up to date, whatever its parameters. So the
first call writes a random name into the folder of results, and into `.snakemake` under the path of
that folder. Later calls compare both. A new folder of results may have other files, but none that
the workflow would replace.
"""

import json
import os
import uuid
from pathlib import Path

from filelock import FileLock
from snakemake.exceptions import WorkflowError

from data.files import replacing

FILE = ".made-by"  # in the folder of results: the calling folder, the path there, a random name
RECORD = Path(".snakemake", "results.json")  # in the calling folder: path of results -> known names
LOCK = RECORD.with_suffix(".lock")
ELSEWHERE = "choose another folder with `--config results=FOLDER`"


def check(results, outputs):
    """Check that the folder of results is new, or was made by calls in the current folder.

    Parameters
    ----------
    results : str
        The folder's path, as the config gives it: Snakemake's records are under such paths.
    outputs : iterable of path
        What the rules make. Names below the folder may have wildcards.

    Raises
    ------
    WorkflowError
        If other calls made the folder, or if it has a file that no call made and that the workflow
        would replace.
    """
    path = Path(results, FILE)
    if path.exists():
        maker = _read(path)
        if maker.get("name") not in _read(RECORD).get(results, ()):
            raise WorkflowError(_refusal(results, maker))
        return
    made = [Path(output) for output in outputs if Path(output).is_relative_to(results)]
    for name in sorted({path.relative_to(results).parts[0] for path in made}):
        if os.path.lexists(Path(results, name)):
            raise WorkflowError(
                f"{results} has {name}, which the workflow would replace, but no call in this "
                f"folder is known to have made it; {ELSEWHERE}, or move the files in {results} to "
                "another place."
            )


def note(results):
    """Write a random name into the folder of results and into `.snakemake`.

    A folder that calls in the current folder have noted has its name. A copied or moved calling
    folder gets a new name, so that two copies do not take turns in one folder of results.
    """
    path = Path(results, FILE)
    if _read(path).get("folder") == os.getcwd():
        return
    LOCK.parent.mkdir(exist_ok=True)
    with FileLock(LOCK):  # another call may note another folder of results
        known, name = _read(RECORD), uuid.uuid4().hex
        # Until the name is in both places, the old name is known too, in case the call is killed.
        _write(RECORD, known | {results: [*known.get(results, ()), name]})
        _write(path, {"folder": os.getcwd(), "results": results, "name": name})
        _write(RECORD, known | {results: [name]})


def _refusal(results, maker):
    folder, path = maker.get("folder", "another folder"), maker.get("results", "another path")
    if (folder, path) == (os.getcwd(), results):
        return (
            f"Snakemake's records of the parameters in {results} are gone from "
            f"{folder}/.snakemake, so nobody knows whether its files are up to date; move "
            f"{results} to another place, or {ELSEWHERE}."
        )
    return (
        f"{results} was made by calls in {folder} with `results={path}`, and Snakemake's records "
        f"of its parameters are there; call it there in the same way, or {ELSEWHERE}."
    )


def _read(path):
    """Return the object in a JSON file; an empty one for a missing or damaged file."""
    try:
        content = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return {}
    return content if isinstance(content, dict) else {}


def _write(path, content):
    with replacing(path) as unfinished:
        unfinished.write_text(json.dumps(content, indent=1), encoding="utf-8")
