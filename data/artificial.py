"""Draws the artificial data of the ALMA and AMIRA papers: the same seed gives the same bytes."""

import numpy as np

from data.errors import DataError
from data.problem import Problem, SplitProblem

ALMA_PATTERNS, ALMA_ATTRIBUTES = 10_000, 300
AMIRA_PATTERNS, AMIRA_ATTRIBUTES = 10_000, 10
AMIRA_SIDE = 10.0  # side of the cube that the patterns fill
BLOCK = 4096  # patterns drawn at a time


def alma(s, epsilon, seed):
    """Draw patterns labelled by a linear target, as in the ALMA paper, Section 4.4.

    The target u has `s` components of -1 or +1, followed by zeros. Patterns are uniform in [-1,
    1]^300 and labelled by the sign of u.x. Each of the 10000 training patterns has |u.x| >= 1, and
    its label is flipped with probability `epsilon`. The 10000 test patterns are neither rejected
    nor flipped. Each combination of s, epsilon (in hundredths) and seed has its own random numbers.

    Returns
    -------
    SplitProblem

    Raises
    ------
    DataError
        If s is not in 1..300, epsilon is not in [0, 1] or the seed is negative.
    """
    if not 1 <= s <= ALMA_ATTRIBUTES:
        raise DataError(f"s is {s}, but must be from 1 to {ALMA_ATTRIBUTES}.")
    if not 0 <= epsilon <= 1:
        raise DataError(f"epsilon is {epsilon}, but must be from 0 to 1.")
    hundredths = round(100 * epsilon)
    rng = _generator(seed, s, hundredths)
    u = np.zeros(ALMA_ATTRIBUTES)
    u[:s] = np.where(rng.random(s) < 0.5, -1.0, 1.0)
    shape = ALMA_PATTERNS, ALMA_ATTRIBUTES
    X = _with_margin(lambda: _uniform(rng, BLOCK), lambda X: X @ u, 1.0, shape)
    y = _signs(X @ u)
    y[rng.random(ALMA_PATTERNS) < epsilon] *= -1
    X_test = _uniform(rng, ALMA_PATTERNS)
    name = f"alma-artificial-s{s}-e{hundredths:03d}"
    return SplitProblem(name, X, y, X_test, _signs(X_test @ u))


def amira(margin, seed, centred=False):
    """Draw separable points in a cube, as in the AMIRA paper, Section 4.1.

    The 10000 points are uniform in [0, 10]^10. A hyperplane through the centre labels them; its
    normal has a uniform direction. Points nearer to the hyperplane than `margin` are left out. The
    paper does not mention this margin, but its numbers imply one: without it, some of 10000 points
    come so near to the hyperplane that hardly any run converges. With `centred`, the points are
    moved so that the centre is the origin.

    Returns
    -------
    Problem

    Raises
    ------
    DataError
        If the seed is negative or the margin is not from 0 to 5.
    """
    if not 0 <= margin <= AMIRA_SIDE / 2:
        raise DataError(f"margin is {margin}, but must be from 0 to {AMIRA_SIDE / 2:g}.")
    rng = _generator(seed)
    normal = rng.standard_normal(AMIRA_ATTRIBUTES)
    normal /= np.linalg.norm(normal)

    def draw():
        return AMIRA_SIDE * rng.random((BLOCK, AMIRA_ATTRIBUTES))

    def distance(X):
        return (X - AMIRA_SIDE / 2) @ normal

    X = _with_margin(draw, distance, margin, (AMIRA_PATTERNS, AMIRA_ATTRIBUTES))
    labels = _signs(distance(X)).astype(np.float64)
    if centred:
        return Problem("amira-centred", X - AMIRA_SIDE / 2, labels)
    return Problem("amira-synthetic", X, labels)


def _generator(seed, *more):
    if seed < 0:
        raise DataError(f"The seed is {seed}, but must be a whole number, 0 or more.")
    return np.random.Generator(np.random.PCG64([seed, *more]))


def _uniform(rng, m):
    return 2 * rng.random((m, ALMA_ATTRIBUTES)) - 1


def _with_margin(draw, product, margin, shape):
    """Return patterns with |product| >= margin, drawn in blocks by `draw`."""
    X, filled = np.empty(shape), 0
    while filled < len(X):
        drawn = draw()
        accepted = drawn[np.abs(product(drawn)) >= margin][: len(X) - filled]
        X[filled : filled + len(accepted)] = accepted
        filled += len(accepted)
    return X


def _signs(products):
    return np.where(products >= 0, 1, -1).astype(np.int64)
