"""The compiled loop of the pocket algorithm in a kernel's space, on products of the weight."""

from maxmargin.compilation.binding import compiled
from maxmargin.drivers.pocket.counts import count_pocketed, count_update, is_longest_streak
from maxmargin.drivers.shared.vectors import copy_to


@compiled()
def advance(gram, labels, ids, scores, duals, pocket_scores, pocket_duals, all_counts):
    """Present the patterns of these ids, in order. Return how many were presented.

    The loop ends early when all patterns are classified correctly. gram is (m, m), the kernel's
    values with ρ². scores and pocket_scores are (m,), a·φ(x) of all patterns, for the current
    weight and for the weight in the pocket. duals and pocket_duals are (m,), their α. all_counts is
    of COUNTS in counts.py.
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
