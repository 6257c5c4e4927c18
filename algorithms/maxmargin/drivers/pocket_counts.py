"""What both loops of the pocket algorithm count, and when a weight is put into the pocket."""

import numpy as np

from maxmargin.compilation import inner

COUNTS = np.dtype(
    (
        np.record,
        [
            ("updates", "i8"),
            ("checks", "i8"),  # of all patterns, by the ratchet
            ("streak", "i8"),  # patterns in a row that the weight classified correctly
            ("correct", "i8"),  # how many of all patterns it does; -1 if not yet counted
            ("pocket_streak", "i8"),
            ("pocket_correct", "i8"),
        ],
    )
)


@inner(allocates=False)
def count_update(counts):
    """The weight was updated, so that it is a new one. counts: a record of COUNTS."""
    counts.updates += 1
    counts.streak, counts.correct = 0, -1


@inner(allocates=False)
def is_longest_streak(counts):
    """Counts a pattern that was right; whether the weight has now more in a row than the pocket."""
    counts.streak += 1
    return counts.streak > counts.pocket_streak


@inner(allocates=False)
def count_pocketed(counts):
    """The weight was put into the pocket."""
    counts.pocket_streak, counts.pocket_correct = counts.streak, counts.correct
