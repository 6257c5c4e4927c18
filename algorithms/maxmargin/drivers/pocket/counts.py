"""The counts of both loops of the pocket algorithm, and the condition for the pocket."""

import numpy as np

from maxmargin.compilation.binding import inner

COUNTS = np.dtype(
    (
        np.record,
        [
            ("updates", "i8"),
            ("checks", "i8"),  # of all patterns, by the ratchet
            ("streak", "i8"),  # patterns in a row that the weight classified correctly
            ("correct", "i8"),  # patterns of all that it classifies correctly; -1 before counting
            ("pocket_streak", "i8"),
            ("pocket_correct", "i8"),
        ],
    )
)


@inner(allocates=False)
def count_update(counts):
    """Count an update, which makes a new weight. counts is a record of COUNTS."""
    counts.updates += 1
    counts.streak, counts.correct = 0, -1


@inner(allocates=False)
def is_longest_streak(counts):
    """Count a correct pattern. Return whether the weight's streak is longer than the pocket's."""
    counts.streak += 1
    return counts.streak > counts.pocket_streak


@inner(allocates=False)
def count_pocketed(counts):
    """Record the counts of the weight that was put into the pocket."""
    counts.pocket_streak, counts.pocket_correct = counts.streak, counts.correct
