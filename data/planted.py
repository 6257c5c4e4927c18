"""Draws patterns with a planted maximum margin, on which learners are compared.

Label-reflected patterns are y = g u + √(1 − g²) z. Here u is the first axis, z is a random unit
vector orthogonal to u, and g is at least the margin. A rotation changes no inner product, so u may
be an axis.

Some patterns carry the margin: they have g equal to it. They come in groups of equal size, of up to
n patterns. The last z of a group closes the group: margin·u is a mean of all patterns of the group,
with random weights, but of no smaller part of the group. Hence margin·u is the shortest vector of
the convex hull. The other patterns have g between the margin and SPREAD, or twice the margin if
that is more.

With density below 1, the coordinates are cut into as many stretches as z has nonzero coordinates; z
has one coordinate in each stretch. The closing z of a group is the exception.
"""

import numpy as np
from scipy import sparse

from data.errors import DataError
from data.problem import Problem

SPREAD = 0.5  # largest product of a pattern with the best direction, unless the margin is large


def planted(m, n, margin, seed, carriers=0.02, density=1.0, copies=1, flipped=0.0):
    """Draw m patterns of length 1 with a known best hyperplane through the origin.

    All patterns have length 1. The maximum directional margin of the patterns, without
    augmentation, is `margin`. Labels and order are random.

    Parameters
    ----------
    m, n : int
        The numbers of patterns and of attributes. m must be a multiple of `copies`; n is at least
        2.
    margin : float
        The maximum directional margin, between 0 and 1.
    seed : int
        The seed of all random choices.
    carriers : float
        The fraction of the different patterns that carry the margin.
    density : float
        The fraction of nonzero coordinates. Below 1, X is a csr matrix.
    copies : int
        How often each pattern occurs.
    flipped : float
        The fraction of wrong labels. Above 0, the maximum margin is not known by construction.

    Raises
    ------
    DataError
        For a negative seed, a margin not between 0 and 1, and numbers of patterns that do not fit.
    """
    different = m // max(copies, 1)
    carrying = max(2, 2 * round(carriers * different / 2))
    if seed < 0:
        raise DataError(f"The seed is {seed}, but must be a whole number, 0 or more.")
    if not 0 < margin < 1:
        raise DataError(f"margin is {margin}, but must be between 0 and 1.")
    if different * copies != m or carrying > different or n < 2:
        raise DataError(
            f"m is {m}, copies {copies}, carriers {carriers:g} and n {n}: m has to be a multiple "
            "of copies, with room for two carriers, and n at least 2."
        )
    rng = np.random.Generator(np.random.PCG64([seed, m, n, round(1e9 * margin)]))
    groups = np.array_split(np.arange(carrying), -(-carrying // n))
    last = {group[-1] for group in groups}
    z = _directions(rng, different, n - 1, density)
    closing = [_closing(rng, z[group[:-1]]) for group in groups]
    z = z[[k for k in range(different) if k not in last]]
    z = sparse.vstack([*closing, z], format="csr")
    others = different - carrying
    most = max(SPREAD, min(1.0, 2 * margin))
    g = np.append(np.full(carrying, margin), margin + (most - margin) * rng.random(others))
    Y = sparse.hstack([g[:, None], sparse.diags(np.sqrt(1 - g**2)) @ z], format="csr")
    order = rng.permutation(np.repeat(np.arange(different), copies))
    labels = np.where(rng.random(m) < 0.5, -1.0, 1.0)
    X = sparse.csr_matrix(sparse.diags(labels) @ Y[order])
    X.sort_indices()
    labels[rng.random(m) < flipped] *= -1.0
    return Problem("planted", X if density < 1 else X.toarray(), labels)


def _closing(rng, z):
    """Return the unit vector whose weighted sum with the rows of z is 0, for random weights."""
    total = -(rng.uniform(0.5, 1.5, z.shape[0]) @ z)
    return sparse.csr_matrix(total / np.linalg.norm(total))


def _directions(rng, count, n, density):
    """Return unit vectors as a csr matrix (count, n)."""
    nonzero = max(1, round(density * n))
    parts = np.linspace(0, n, nonzero + 1).astype(int)  # each part has one nonzero coordinate
    columns = parts[:-1] + (rng.random((count, nonzero)) * np.diff(parts)).astype(int)
    values = rng.standard_normal((count, nonzero))
    values /= np.linalg.norm(values, axis=1, keepdims=True)
    starts = nonzero * np.arange(count + 1)
    return sparse.csr_matrix((values.ravel(), columns.ravel(), starts), (count, n))
