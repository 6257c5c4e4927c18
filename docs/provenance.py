"""Reads the origin of a folder of results for the documentation."""

import json
import re

from records.errors import RecordError


def provenance_of(results):
    """Return the content of a folder's provenance.json. Raises RecordError without that file."""
    path = results / "provenance.json"
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise RecordError(f"{path}: there is no such file.") from None


def machine_of(provenance):
    """Return the processor and the number of cores in words."""
    machine = provenance["machine"]
    return f"{machine['processor']}, {machine['cores']} cores"


def shortened(commit):
    """Return a recorded commit, such as "0123456789, 2026-01-01", with seven of its digits.

    A sentence on why the commit is unknown stays as it is.
    """
    return re.sub(r"^([0-9a-f]{7})[0-9a-f]+\b", r"\1", commit)
