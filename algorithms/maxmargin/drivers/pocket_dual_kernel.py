"""The same loop for patterns in a kernel's space, where a weight is known by its products."""

from maxmargin.compilation import compiled
from maxmargin.drivers.pocket_counts import count_pocketed, count_update, is_longest_streak
from maxmargin.drivers.vectors import copy_to


@compiled()
def advance(gram, labels, ids, scores, duals, pocket_scores, pocket_duals, all_counts):
    """Presents the patterns of these ids until all patterns are classified correctly; returns how
    many were presented.

    gram: (m, m), of the kernel, ρ² included. scores, pocket_scores: (m,), a·φ(x) of all patterns
    for the current weight and the one in the pocket, and duals, pocket_duals, (m,), their α.
    all_counts: of COUNTS in pocket_counts.py.
    """
    counts = all_counts[0]
    for visit in range(ids.size):
        k = ids[visit]
        if labels[k] * scores[k] <= 0.0:
            for j in range(scores.size):
                scores[j] += labels[k] * gram[k, j]
            duals[k] += 1.0
            count_update(counts)
            continue
        if not is_longest_streak(counts):
            continue
        if counts.correct < 0:
            counts.checks += 1
            counts.correct = 0
            for j in range(labels.size):
                counts.correct += labels[j] * scores[j] > 0.0
        if counts.correct > counts.pocket_correct:
            copy_to(scores, pocket_scores)
            copy_to(duals, pocket_duals)
            count_pocketed(counts)
            if counts.correct == labels.size:
                return visit + 1
    return ids.size
