"""Writing a file of results: complete, or not at all."""

from data.files import replacing
from records.files import text_of


def write(path, file, rows):
    """Writes the rows of a `ResultFile`, dicts, to a path; missing values are left empty."""
    with replacing(path) as unfinished:
        unfinished.write_text(text_of(file, rows), encoding="utf-8")
