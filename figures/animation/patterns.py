"""The patterns of an animation: drawn from a seed, or read from a file."""

import numpy as np

from data.own import read_own
from data.problem import Problem
from figures.animation.errors import AnimationError

COUNT = 20
MOST = 200  # that a picture has room for
SEED, MARGIN = 34, 0.15


def drawn_patterns(seed=SEED, margin=MARGIN):
    """COUNT patterns in a disc of radius 1, of which a line through its centre is at most `margin`
    away: a Problem, X (COUNT, 2), y of +1 and -1. seed: 0 or more. margin: above 0, below 1.

    Label-reflected, two of them are at the margin, on either side of the line's normal, and the
    others are farther from the line.
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
    """The patterns of a CSV file of two coordinates and a class: a Problem, X (m, 2), y of +1, for
    the class that is larger in sort order, and -1. Raises DataError, AnimationError and OSError.
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
