"""Records as the tables that the figures read, for tests of what makes the records."""

import io

import pandas as pd

from records.files import RESULT_FILES, text_of
from workflows.collect import collect


def collected(path):
    """Name of a file -> its pandas table, of a file of records."""
    return {
        name: pd.read_csv(io.StringIO(text_of(RESULT_FILES[name], rows)), dtype={"class": str})
        for name, rows in collect([path]).items()
    }
