"""Writing a file of results: complete, or not at all."""

import json

from data.files import replacing
from records.files import text_of


def write(path, file, rows):
    """Writes the rows of a `ResultFile`, dicts, to a path; missing values are left empty."""
    with replacing(path) as unfinished:
        unfinished.write_text(text_of(file, rows), encoding="utf-8")


def write_records(path, records, attempt=1):
    """Writes the records of a batch, one per line, with the attempt if it is not the first."""
    if attempt > 1:
        records = [{**record, "attempt": attempt} for record in records]
    with replacing(path) as unfinished:
        lines = ",\n".join(json.dumps(record, default=float) for record in records)
        unfinished.write_text(f"[{lines}]\n")
