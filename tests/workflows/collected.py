"""Reads a file of records as the tables that the figures read."""

import io
from collections import defaultdict

import pandas as pd

from records.files import RESULT_FILES, text_of
from workflows.commands.collect import collect

NO_LABELS = defaultdict(lambda: {"series": "", "added_by": ""})


def collected(path):
    """Return file name -> pandas table, for a file of records."""
    return {
        name: pd.read_csv(io.StringIO(text_of(RESULT_FILES[name], rows)), dtype={"class": str})
        for name, rows in collect([path], NO_LABELS).items()
    }
