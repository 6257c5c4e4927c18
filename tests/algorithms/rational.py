"""Decides small problems in fractions: the maximum margin, and the margins of weights.

A problem is given by its Gram matrix G of whole numbers or fractions, in the augmented and extended
space or in a kernel's space. The shortest Σ α_k y_k with α ≥ 0 and Σ α = 1 has the squared length
of the maximum margin, and length 0 if the problem is inseparable. Its optimality conditions
identify it, and fractions decide these exactly: (G α)_k = γ² where α_k > 0, and (G α)_k ≥ γ²
everywhere.
"""

from fractions import Fraction
from itertools import combinations

import numpy as np
from scipy.optimize import nnls


def squared_margin(gram, groups=None):
    """Return γ², the squared maximum margin for this Gram matrix, as a fraction; 0 if inseparable.

    gram: (m, m), whole numbers or fractions. groups: (m,), the labels for a free threshold, with
    which α has the sum ½ over each class.
    """
    G = [[Fraction(value) for value in row] for row in np.asarray(gram).tolist()]
    groups = [0] * len(G) if groups is None else [int(label > 0) for label in groups]
    for support in _supports(np.asarray(gram, dtype=float), groups):
        found = _optimum(G, groups, support)
        if found is not None:
            return found
    raise AssertionError("no support is optimal")


def _supports(gram, groups):
    """Yield the support that floating-point numbers suggest, then all supports."""
    m = len(groups)
    values, vectors = np.linalg.eigh(gram)
    root = np.sqrt(np.maximum(values, 0.0))[:, None] * vectors.T
    scale = max(1.0, float(np.abs(root).max()))
    sums = np.array([[float(g == group) for g in groups] for group in sorted(set(groups))])
    system, target = np.vstack([root, scale * sums]), scale * np.ones(len(sums))
    try:
        alphas, _ = nnls(system, np.append(np.zeros(m), target))
    except RuntimeError:  # too many iterations
        alphas = np.zeros(m)
    guess = [k for k in range(m) if alphas[k] > 1e-9]
    if guess:
        yield guess
    for size in range(1, m + 1):
        yield from map(list, combinations(range(m), size))


def _optimum(G, groups, support):
    """Return γ² if the support's shortest combination is optimal for all patterns, else None."""
    kinds = sorted(set(groups))
    if {groups[k] for k in support} != set(kinds):
        return None
    s, c = len(support), len(kinds)
    # (G α)_k = μ_group for the support, and Σ α of each group as it has to be.
    rows = [
        [G[k][j] for j in support]
        + [Fraction(-(groups[k] == kind)) for kind in kinds]
        + [Fraction(0)]
        for k in support
    ]
    rows += [
        [Fraction(groups[j] == kind) for j in support] + [Fraction(0)] * c + [Fraction(1, c)]
        for kind in kinds
    ]
    solution = solve(rows)
    if solution is None or any(alpha <= 0 for alpha in solution[:s]):
        return None
    alphas, levels = solution[:s], dict(zip(kinds, solution[s:], strict=True))
    products = [sum(a * row[j] for a, j in zip(alphas, support, strict=True)) for row in G]
    if any(p < levels[group] for p, group in zip(products, groups, strict=True)):
        return None
    return sum(a * products[j] for a, j in zip(alphas, support, strict=True))


def solve(rows):
    """Solve a square system of fractions, right side last; return None if singular."""
    n = len(rows)
    rows = [row[:] for row in rows]
    for i in range(n):
        pivot = next((r for r in range(i, n) if rows[r][i]), None)
        if pivot is None:
            return None
        rows[i], rows[pivot] = rows[pivot], rows[i]
        inverse = 1 / rows[i][i]
        rows[i] = [value * inverse for value in rows[i]]
        for r in range(n):
            if r != i and rows[r][i]:
                factor = rows[r][i]
                rows[r] = [a - factor * b for a, b in zip(rows[r], rows[i], strict=True)]
    return [row[-1] for row in rows]


def products_of(X, labels, coef, threshold, slacks, extend):
    """Return label_k (x_k·coef + threshold) + Δ slack_k for every pattern, as fractions."""
    w, b, delta = [Fraction(v) for v in coef], Fraction(threshold), Fraction(extend)
    return [
        int(label)
        * (sum(Fraction(v) * u for v, u in zip(x, w, strict=True)) + b + delta * Fraction(s))
        for x, label, s in zip(np.asarray(X).tolist(), labels, slacks, strict=True)
    ]
