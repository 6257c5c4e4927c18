"""Detects damaged result files, moves them aside and reports them, so that they are made again.

Disks lose bytes, power cuts leave empty files, and users edit files by mistake. Snakemake only
checks whether a file exists. So a call that runs jobs first compares every file with its SHA-256,
before Snakemake decides which jobs to run (workflows/guards/start.py).
"""

import json
import os
import sys
from pathlib import Path

from data import read_record
from data.errors import DataError
from data.files import SUMS, damaged
from records.errors import RecordError
from records.files import RESULT_FILES
from workflows.guards import origin

ASIDE = ".damaged"
FOLDERS = ("tables", "report", "partial")  # each of these folders is made as a whole


def set_aside_damaged(results):
    """Move damaged files into the folder .damaged of the results, and report them on stderr.

    The caller must hold the lock of the folder of results. A copy without hidden folders has no
    recorded sums. Without a sum, a run's record or a data set counts as damaged if it cannot be
    read. A CSV file without a sum is always moved aside: it is quick to make again, and a truncated
    CSV file can still be read.

    Raises RecordError if a file cannot be moved.
    """
    unknown = _tables_without_sum(results)
    for path in dict.fromkeys([*damaged(results, FOLDERS), *_unreadable(results), *unknown]):
        place = path.relative_to(results)
        if place == Path(origin.FILE):
            continue  # its sum alone is damaged, since origin.py has read it
        whole = Path(results, place.parts[0]) if place.parts[0] in FOLDERS else path
        if not os.path.lexists(whole):
            continue  # moved with another file of its folder
        aside = _untaken(Path(results, ASIDE, whole.relative_to(results)))
        try:
            aside.parent.mkdir(parents=True, exist_ok=True)
            whole.rename(aside)
        except OSError as error:
            raise RecordError(
                f"{whole} is damaged, but cannot be moved to {aside}: {error.strerror}."
            ) from None
        why = "has changed since it was made" if path not in unknown else "has no recorded SHA-256"
        when = " when a run needs it" if place.parts[0] == "problems" else ""
        print(f"{path} {why}: moved to {aside}; it will be made again{when}.", file=sys.stderr)


def _unreadable(results):
    """Yield the files without a recorded sum that cannot be read."""
    for pattern, read in READERS.items():
        for path in sorted(Path(results).glob(pattern)):
            try:
                if not Path(results, SUMS, path.relative_to(results)).is_file():
                    read(path)
            except (ValueError, DataError, OSError, RecursionError):
                yield path


def _tables_without_sum(results):
    paths = (Path(results, f"{name}.csv") for name in RESULT_FILES)
    return [p for p in paths if p.is_file() and not Path(results, SUMS, p.name).is_file()]


def read_records(path):
    """Return the records of a batch, a list of dicts. Raises ValueError for other content."""
    records = json.loads(path.read_bytes())
    if not (isinstance(records, list) and records and all(map(_is_record, records))):
        raise ValueError(f"{path} has no records of runs.")
    return records


def _is_record(record):
    return isinstance(record, dict) and {"run", "data", "status"} <= record.keys()


def _read_object(path):
    """Read a file and raise ValueError unless it is a JSON object."""
    if not isinstance(json.loads(path.read_bytes()), dict):
        raise ValueError(f"{path} is not a JSON object.")


READERS = {
    "runs/*.json": read_records,
    "overview/*.json": _read_object,
    "variants/*.json": _read_object,
    "problems/*.npz": read_record,
}


def _untaken(path):
    """Return the path, with a number appended if the path is taken."""
    number, free = 1, path
    while free.exists():
        number += 1
        free = path.with_name(f"{path.name}.{number}")
    return free
