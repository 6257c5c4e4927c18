"""Detects damaged result files, moves them aside and reports them, so that they are made again.

A disk loses or changes bytes, a power cut leaves files empty, a hand slips. Snakemake only asks
whether a file is there. So a call that runs jobs first compares every file with its SHA-256, before
Snakemake decides which jobs to run (workflows/start.py).
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

ASIDE = ".damaged"
FOLDERS = ("tables", "report", "so_far")  # each made as a whole


def set_aside_damaged(results):
    """Moves damaged files of the folder of results to .damaged there, and reports them on stderr.

    The caller holds the folder's lock. A file without a noted sum, as in a copy without hidden
    folders, is damaged if it cannot be read: records of runs, or a data set. A CSV file of
    results without a sum is moved aside too: it may be cut short and still be readable, and is soon
    made again. Raises RecordError if a file cannot be moved there.
    """
    unknown = _tables_without_sum(results)
    for path in dict.fromkeys([*damaged(results, FOLDERS), *_unreadable(results), *unknown]):
        place = path.relative_to(results)
        whole = Path(results, place.parts[0]) if place.parts[0] in FOLDERS else path
        if not os.path.lexists(whole):
            continue  # set aside with another file of its folder
        aside = _free(Path(results, ASIDE, whole.relative_to(results)))
        try:
            aside.parent.mkdir(parents=True, exist_ok=True)
            whole.rename(aside)
        except OSError as error:
            raise RecordError(f"{whole} is damaged, and {aside}: {error.strerror}.") from None
        why = "is not as it was made" if path not in unknown else "has no noted SHA-256"
        when = " when a run needs it" if place.parts[0] == "problems" else ""
        print(f"{path} {why}: moved to {aside}, and made again{when}.", file=sys.stderr)


def _unreadable(results):
    """Of the files without a noted sum."""
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
    """Return the records of a batch, a list of dicts. Raises ValueError if the file has none."""
    records = json.loads(path.read_bytes())
    if not (isinstance(records, list) and records and all(map(_is_record, records))):
        raise ValueError(f"{path} has no records of runs.")
    return records


def _is_record(record):
    return isinstance(record, dict) and {"run", "data", "status"} <= record.keys()


def _read_object(path):
    """Read a file that has to be a JSON object. Raises ValueError for anything else."""
    if not isinstance(json.loads(path.read_bytes()), dict):
        raise ValueError(f"{path} has no JSON object.")


READERS = {
    "runs/*.json": read_records,
    "overview/*.json": _read_object,
    "variants/*.json": _read_object,
    "problems/*.npz": read_record,
}


def _free(path):
    """The path, or one with a number if that is taken."""
    number, free = 1, path
    while free.exists():
        number += 1
        free = path.with_name(f"{path.name}.{number}")
    return free
