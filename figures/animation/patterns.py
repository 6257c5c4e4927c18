"""The patterns of an animation, drawn from a seed or read from a file."""

import numpy as np

from data.own import read_own
from data.problem import Problem
from figures.animation.errors import AnimationError

COUNT = 20
MOST = 200  # the most patterns for which a picture has room
SEED, MARGIN = 34, 0.15


def drawn_patterns(seed=SEED, margin=MARGIN):
    """Return COUNT patterns in a disc of radius 1, a Problem: X (COUNT, 2), y of +1 and -1.

    A line through the disc's centre separates the patterns with the margin `margin`, between 0 and
    1. `seed` is 0 or more. Label-reflected, two patterns are at the margin, on either side of the
    line's normal, and the others are farther from the line.
    """
    rng = np.random.default_rng(seed)
    widest = np.sqrt(1.0 - margin**2)
    first, second = widest * rng.uniform(0.3, 0.9, size=2)
    reflected = [(margin, first), (margin, -second)]
    while len(reflected) < COUNT:
        y = rng.uniform((margin, -1.0), 1.0)
        if y @ y <= 1.0:
            reflected.append(tuple(y))
    angle = rng.uniform(0.0, 2.0 * np.pi)
    turned = [[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]]
    labels = rng.choice([-1.0, 1.0], size=COUNT)
    X = labels[:, None] * (rng.permutation(reflected) @ turned)
    return Problem(f"drawn from seed {seed}", X, labels)


def read_patterns(path):
    """Return the patterns of a CSV file with two coordinates and a class, a Problem: X (m, 2).

    y is +1 for the class that is larger in sort order, otherwise -1. Raise DataError,
    AnimationError or OSError for an unsuitable file.
    """
    problem = read_own(str(path), path)
    m, n = problem.X.shape
    if n != 2:
        raise AnimationError(
            f"{path} has {n} columns beside the class, but a picture has two coordinates: leave "
            "columns x, y, label."
        )
    if m > MOST:
        raise AnimationError(f"{path} has {m} patterns, but a picture has room for {MOST}.")
    return problem
