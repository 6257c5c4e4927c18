"""Where a folder of results comes from, for what the documentation says of it."""

import json

from records.errors import RecordError


def provenance_of(results):
    """The content of its provenance.json. results: a Path. Raises RecordError if there is none."""
    path = results / "provenance.json"
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise RecordError(f"{path}: there is no such file.") from None


def machine_of(provenance):
    """The machine in words."""
    machine = provenance["machine"]
    return f"{machine['processor']}, {machine['cores']} cores"
