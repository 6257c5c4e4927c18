"""The compiled loop of the multiclass driver: one weight for every class, learned together.

Its rules are the rules of AMIRA's family. The loop stores the products of the weights with all
columns, scores = w_c·φ(x), one row per class, and the coefficients of the weights. There are two
hypotheses besides the last one. The average is Σ_t w_t over all visits, stored as
visits·scores + sums. The votes are one by each w_t for the class that it predicts.
"""

import numpy as np

from maxmargin.compilation.binding import compiled, inner
from maxmargin.compilation.placeholders import threshold, violates
from maxmargin.contract import State
from maxmargin.drivers.dual.kernel_values import COLUMNS, kernel_values
from maxmargin.drivers.several_classes.nearest_weight import nearest

# The thresholds of AMIRA's family are constant, so that the state does not matter.
EMPTY_STATE = State(0.0, 0.0, 0, (1.0, 1.0), 0, (), 1.0, 0, 0.0, 0.0)


@inner()
def push(row, shape, changes, survived, visits, hypothesis):
    """Set the weights w_c to w_c + changes_c φ(x). Count the votes of the old weights."""
    # In these forms the loops are vectorised, with slices, int32 and without stores under an `if`.
    n_classes, width = hypothesis.scores.shape
    base, values = np.empty(COLUMNS), np.empty(COLUMNS)
    best, winner = np.empty(COLUMNS), np.empty(COLUMNS, dtype=np.int32)
    own = np.int32(survived)
    for start in range(0, width, COLUMNS):
        end = min(start + COLUMNS, width)
        kernel_values(row, start, end - start, shape, base, values)
        first = hypothesis.scores[0, start:end]
        for i in range(first.size):
            best[i], winner[i] = first[i], 0
        for c in range(1, n_classes):
            scores, this = hypothesis.scores[c, start:end], np.int32(c)
            for i in range(scores.size):
                is_better = scores[i] > best[i]
                best[i] = scores[i] if is_better else best[i]
                winner[i] = this if is_better else winner[i]
        for i in range(end - start):
            hypothesis.votes[winner[i], start + i] += own
        for c in range(n_classes):
            change = changes[c]
            if change != 0.0:
                scores, sums = hypothesis.scores[c, start:end], hypothesis.sums[c, start:end]
                for i in range(scores.size):
                    delta = change * values[i]
                    scores[i] += delta
                    sums[i] -= visits * delta


@inner()
def violators(margins, label, level, k_best):
    """Return the classes that call for an update, among the k wrong classes of smallest margin."""
    ranked = np.argsort(margins, kind="mergesort")
    found = np.empty(margins.size, dtype=np.int64)
    seen = size = 0
    for c in ranked:
        if c != label and seen < k_best:
            seen += 1
            if violates(margins[c], level):
                found[size] = c
                size += 1
    return found[:size]


@inner()
def margins_of(k, patterns, weight, hypothesis):
    """Return (w_y − w_c)·φ_k for every class c, (C,), in the extended space."""
    labels, factors, _, squared_delta = patterns
    margins = np.empty(hypothesis.scores.shape[0])
    for c in range(margins.size):
        margins[c] = factors[k] * hypothesis.scores[c, k] + squared_delta * weight.duals[c, k]
    return margins[labels[k]] - margins


@compiled(nogil=True)
def advance(patterns, params, k_best, shape, weight, hypothesis, run_states, pool, order, end):
    """Present the patterns of an order up to its place `end`.

    Returns −1, or a pattern whose update needs a missing row.
    """
    labels, factors, squared_norms, _ = patterns
    run_state = run_states[0]
    position, survived, visits = run_state.position, run_state.survived, run_state.visits
    support, computed = run_state.support, run_state.kernel_values
    level = threshold(EMPTY_STATE, params)
    changes = np.empty(hypothesis.scores.shape[0])
    result = -1
    while position < end:
        k = order[position]
        margins = margins_of(k, patterns, weight, hypothesis)
        found = violators(margins, labels[k], level, k_best)
        slot = pool.slots[k]
        if found.size and slot < 0:
            result = k
            break
        computed += support
        if found.size:
            multipliers = nearest(1.0 - margins[found], squared_norms[k])
            changes[:] = 0.0
            changes[labels[k]] = multipliers.sum()
            for i in range(found.size):
                changes[found[i]] = -multipliers[i]
            push(pool.rows[slot], shape, factors[k] * changes, survived, visits, hypothesis)
            support -= np.any(weight.duals[:, k] != 0.0)
            for c in range(changes.size):
                weight.duals[c, k] += changes[c]
                weight.sums_of_duals[c, k] -= visits * changes[c]
            support += np.any(weight.duals[:, k] != 0.0)
            run_state.t += 1
            survived = 0
        position += 1
        visits += 1
        survived += 1
    run_state.position, run_state.survived, run_state.visits = position, survived, visits
    run_state.support, run_state.kernel_values = support, computed
    return result


@compiled(nogil=True)
def look_ahead(patterns, params, k_best, weight, hypothesis, pool, order, start, end, wanted):
    """Mark in `wanted` the patterns without a row that violate with the current weights."""
    level = threshold(EMPTY_STATE, params)
    for position in range(start, end):
        k = order[position]
        if pool.slots[k] < 0 and not wanted[k]:
            margins = margins_of(k, patterns, weight, hypothesis)
            wanted[k] = violators(margins, patterns.labels[k], level, k_best).size > 0
