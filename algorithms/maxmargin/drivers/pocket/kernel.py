"""The compiled loop of Gallant's pocket algorithm (1990), with the ratchet."""

from maxmargin.compilation.binding import compiled, inner
from maxmargin.compilation.placeholders import add, product, violates
from maxmargin.drivers.pocket.counts import count_pocketed, count_update, is_longest_streak
from maxmargin.drivers.shared.vectors import copy_to


@inner(allocates=False)
def is_correct(weights, patterns, labels, rho, k):
    """Return whether the weight classifies pattern k correctly. Arguments: as in `advance`."""
    n = weights.size - 2
    p = product(weights, patterns, patterns.starts[k], patterns.starts[k + 1])
    return not violates(labels[k] * (p + rho * weights[n]), 0.0)


@compiled()
def advance(patterns, labels, rho, ids, weights, duals, pocket, pocket_duals, all_counts):
    """Present the patterns of these ids, in order. Return how many were presented.

    The loop ends early when all patterns are classified correctly. weights and pocket are (n + 2,),
    with the augmenting and a spare coordinate last, for the current weight and for the weight in
    the pocket. duals and pocket_duals are (m,), their α.
    """
    counts = all_counts[0]
    for visit in range(ids.size):
        k = ids[visit]
        if not is_correct(weights, patterns, labels, rho, k):
            c = float(labels[k])
            add(weights, patterns, patterns.starts[k], patterns.starts[k + 1], c)
            weights[weights.size - 2] += c * rho
            duals[k] += 1.0
            count_update(counts)
            continue
        if not is_longest_streak(counts):
            continue
        if counts.correct < 0:
            counts.correct = 0
            counts.checks += 1
            for j in range(labels.size):
                counts.correct += is_correct(weights, patterns, labels, rho, j)
        if counts.correct > counts.pocket_correct:
            copy_to(weights, pocket)
            copy_to(duals, pocket_duals)
            count_pocketed(counts)
            if counts.correct == labels.size:
                return visit + 1
    return ids.size
