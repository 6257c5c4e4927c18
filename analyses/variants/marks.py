"""Marks the names of variants in tables."""

from records.entries import VARIANTS, is_added_by


def marked(row):
    """Return the learner's name, with a star if it is a variant. `row` is a row of runs.csv."""
    return f"{row['algorithm']} ★" if is_added_by(row, VARIANTS) else row["algorithm"]
