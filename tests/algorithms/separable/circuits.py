"""Decides small questions by enumerating circuits in fractions, without code of the library."""

from fractions import Fraction
from itertools import combinations


def reflected(X, y, threshold):
    """Return z_k = ±(x_k, 1) as lists, with + for the class that is larger in sort order."""
    positive = max(y)
    ones = [1] if threshold else []
    rows = [[*row, *ones] for row in X]
    return [
        [v if label == positive else -v for v in row] for row, label in zip(rows, y, strict=True)
    ]


def relation(rows):
    """Return the only v with v·rows = 0 up to a factor, or None if there is none or more."""
    count = len(rows)
    system = [[Fraction(row[j]) for row in rows] for j in range(len(rows[0]))]
    pivots = []
    for column in range(count):
        rank = len(pivots)
        found = next((i for i in range(rank, len(system)) if system[i][column]), None)
        if found is None:
            continue
        system[rank], system[found] = system[found], system[rank]
        system[rank] = [v / system[rank][column] for v in system[rank]]
        for i, row in enumerate(system):
            if i != rank and row[column]:
                factor = row[column]
                system[i] = [a - factor * b for a, b in zip(row, system[rank], strict=True)]
        pivots.append(column)
    free = set(range(count)) - set(pivots)
    if len(free) != 1:
        return None
    (last,) = free
    vector = [Fraction(0)] * count
    vector[last] = Fraction(1)
    for row, column in enumerate(pivots):
        vector[column] = -system[row][last]
    return vector


def tied(Z):
    """Return the patterns of all positive circuits: minimal sets with Σ α_k z_k = 0 and α > 0.

    A pattern is in one if and only if no weight with all products >= 0 has its product above 0. So
    the patterns are separable if there are no tied patterns, and overlap if all are tied.
    """
    found = set()
    for size in range(1, len(Z[0]) + 2):
        for places in combinations(range(len(Z)), size):
            vector = relation([Z[k] for k in places])
            if vector and (min(vector) > 0 or max(vector) < 0):
                found |= set(places)
    return sorted(found)


def random_question(rng):
    """Return X, y and threshold of a small question with entries of -3 to 3."""
    m, n, size = int(rng.integers(2, 9)), int(rng.integers(1, 4)), int(rng.integers(1, 4))
    threshold = bool(rng.integers(2))
    y = rng.integers(0, 2, m)
    if threshold and len(set(y)) < 2:
        y[0] = 1 - y[1]
    return rng.integers(-size, size + 1, (m, n)).tolist(), y.tolist(), threshold
