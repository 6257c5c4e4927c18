"""Patterns whose maximum margin is planted: the families on which learners are compared."""

import numpy as np
from scipy import sparse

from data.errors import DataError
from data.problem import Problem

SPREAD = 0.5  # up to which products of other patterns with the best direction lie


def planted(m, n, margin, seed, carriers=0.02, density=1.0, copies=1, flipped=0.0):
    """m patterns of length 1 whose best hyperplane through the origin is known:
    a Problem whose maximum directional margin without augmentation is `margin`.

    Label-reflected patterns are y = g u + √(1 − g²) z, u being the first axis, z a random unit
    vector orthogonal to it, and g at least the margin. A part `carriers` of the different patterns
    has g equal to the margin, in groups of up to n, of equal size: the last z of a group closes it,
    so that margin·u is a mean of all of the group, with random weights, and of no fewer, and so the
    shortest vector of the convex hull. The others have g up to SPREAD or twice the margin, if that
    is more. With density below 1, z has so large a part of the coordinates, one in each of as many
    stretches, but for the last of a group, and X is a csr matrix.
    Every pattern occurs `copies` times; a part `flipped` of the labels is wrong, and then the
    maximum is not known by construction. Labels and order are random.

    A rotation changes no inner product, so that u may be an axis. Raises DataError for a negative
    seed, a margin not between 0 and 1, and numbers of patterns that do not work out.
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
    """The unit vector that a mean of it and the rows of z, with random weights, makes 0."""
    total = -(rng.uniform(0.5, 1.5, z.shape[0]) @ z)
    return sparse.csr_matrix(total / np.linalg.norm(total))


def _directions(rng, count, n, density):
    """Unit vectors, (count, n), as a csr matrix."""
    nonzero = max(1, round(density * n))
    parts = np.linspace(0, n, nonzero + 1).astype(int)  # with one coordinate of each
    columns = parts[:-1] + (rng.random((count, nonzero)) * np.diff(parts)).astype(int)
    values = rng.standard_normal((count, nonzero))
    values /= np.linalg.norm(values, axis=1, keepdims=True)
    starts = nonzero * np.arange(count + 1)
    return sparse.csr_matrix((values.ravel(), columns.ravel(), starts), (count, n))
