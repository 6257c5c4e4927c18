"""Operations of the dual driver's compiled loop on its vectors, the same for all rules."""

import numpy as np

from maxmargin.compilation.binding import compiled
from maxmargin.drivers.dual.kernel_values import COLUMNS, kernel_values
from maxmargin.drivers.shared.vectors import add, multiply_both


@compiled()
def push(row, shape, change, survived, total, hypothesis):
    """Set v to v + change·φ(x) of the pattern with this base row. Count the votes of the old v."""
    base, values = np.empty(COLUMNS), np.empty(COLUMNS)
    own = np.int32(survived)  # the type of the votes; otherwise the loop would not be vectorised
    for start in range(0, hypothesis.scores.size, COLUMNS):
        end = min(start + COLUMNS, hypothesis.scores.size)
        kernel_values(row, start, end - start, shape, base, values)
        scores, sums = hypothesis.scores[start:end], hypothesis.sums[start:end]
        votes = hypothesis.votes[start:end]
        for i in range(scores.size):
            votes[i] += own if scores[i] >= 0.0 else -own
        for i in range(scores.size):
            delta = change * values[i]
            scores[i] += delta
            sums[i] -= total * delta


@compiled()
def replay(rows, places, shape, changes, scores):
    """Add Σ_i changes_ic φ(x_i) to the weight of each class, in the order of i.

    rows: base rows, of which row places_i is of pattern i. changes: (r, C). scores: (C, columns),
    to which the products are added as `push` adds them.
    """
    base, values = np.empty(COLUMNS), np.empty(COLUMNS)
    for start in range(0, scores.shape[1], COLUMNS):
        size = min(COLUMNS, scores.shape[1] - start)
        for i in range(places.size):
            kernel_values(rows[places[i]], start, size, shape, base, values)
            for c in range(scores.shape[0]):
                change = changes[i, c]
                if change != 0.0:
                    for k in range(size):
                        scores[c, start + k] += change * values[k]


@compiled(allocates=False)
def add_products(X, columns, products):
    """Add X·columns to products, coordinate by coordinate, so that no bit depends on the shapes.

    X: (r, n). columns: (n, m). products: (r, m). Four coordinates at a time take half as long.
    """
    n = X.shape[1]
    for start in range(0, columns.shape[1], COLUMNS):
        end = min(start + COLUMNS, columns.shape[1])
        for i in range(X.shape[0]):
            for j in range(0, n - n % 4, 4):
                a, b, c, d = X[i, j], X[i, j + 1], X[i, j + 2], X[i, j + 3]
                if a != 0.0 or b != 0.0 or c != 0.0 or d != 0.0:
                    for k in range(start, end):
                        total = products[i, k] + a * columns[j, k]
                        total += b * columns[j + 1, k]
                        total += c * columns[j + 2, k]
                        products[i, k] = total + d * columns[j + 3, k]
            for j in range(n - n % 4, n):
                for k in range(start, end):
                    products[i, k] += X[i, j] * columns[j, k]


@compiled(allocates=False)
def add_squares(X, norms):
    """Add the squared norms of the rows of X, (r, n), to norms, (r,), coordinate by coordinate."""
    for i in range(X.shape[0]):
        for j in range(X.shape[1]):
            norms[i] += X[i, j] * X[i, j]


@compiled(allocates=False)
def count_votes(hypothesis, survived):
    """Count v's votes: one for each visit that it has survived."""
    own = np.int32(survived)
    for i in range(hypothesis.scores.size):
        hypothesis.votes[i] += own if hypothesis.scores[i] >= 0.0 else -own


@compiled(allocates=False)
def add_to_sums(hypothesis, duals, sums_of_duals, total):
    """Add v's part of the average to the sums, so that total can restart at 0."""
    add(total, hypothesis.scores, hypothesis.sums)
    add(total, duals, sums_of_duals)


@compiled(allocates=False)
def rescale(factor, hypothesis, duals):
    """Set v to factor·v. The caller divides the scale by the factor."""
    multiply_both(factor, hypothesis.scores, duals)


@compiled(allocates=False)
def squared_norm_of(labels, factors, squared_delta, scores, duals):
    """Return ‖v‖² = Σ α_k y_k f_k scores_k + Δ² Σ α_k²."""
    total = 0.0
    for k in range(duals.size):
        total += duals[k] * (labels[k] * factors[k] * scores[k] + squared_delta * duals[k])
    return total
