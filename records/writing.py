"""Writes result files: complete, or not at all."""

import json

from data.files import replacing
from records.files import text_of


def write(path, file, rows):
    """Write the rows (dicts) of a `ResultFile` to a path; missing values are left empty."""
    with replacing(path) as unfinished:
        unfinished.write_text(text_of(file, rows), encoding="utf-8")


def write_records(path, records, attempt=1):
    """Write the records of a batch, one per line. An attempt above 1 is added to each record."""
    if attempt > 1:
        records = [{**record, "attempt": attempt} for record in records]
    with replacing(path) as unfinished:
        lines = ",\n".join(json.dumps(record, default=float) for record in records)
        unfinished.write_text(f"[{lines}]\n")
