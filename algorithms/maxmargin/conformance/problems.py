"""Small problems for trying rules. A weight through the origin separates each of them."""

from typing import NamedTuple

import numpy as np

SEED = 2007


class TrialProblem(NamedTuple):
    """Patterns X, (m, n), and labels y, (m,), in a space augmented by ρ and extended by Δ."""

    X: np.ndarray
    y: np.ndarray
    augment: float
    extend: float

    @property
    def space(self):
        return {"augment": self.augment, "extend": self.extend}

    def __str__(self):
        m, n = self.X.shape
        return f"{m} patterns of {n} attributes with ρ = {self.augment:g}, Δ = {self.extend:g}"


def problems():
    """Return small separable problems: dense, of zeros and ones, and extended."""
    return [
        TrialProblem(*separable(SEED, 16, 4), 1.0, 0.0),
        TrialProblem(*separable(SEED + 1, 24, 12, binary=True), 0.0, 1.0),
        TrialProblem(*separable(SEED + 2, 30, 5), 2.0, 0.5),
    ]


def separable(seed, m, n, binary=False):
    """Return X, (m, n), and y, (m,), that a weight separates with a margin of 0.2 or more.

    X holds multiples of 1/8, or zeros and ones.
    """
    rng = np.random.default_rng(seed)
    direction = rng.normal(size=n)
    direction -= direction.mean()
    direction /= np.linalg.norm(direction)
    X, y = [], []
    while len(X) < m:
        x = rng.integers(0, 2, n) if binary else np.round(8 * rng.normal(size=n)) / 8
        if abs(x @ direction) >= 0.2:
            X.append(x)
            y.append(1 if x @ direction > 0 else -1)
    return np.array(X, dtype=float), np.array(y)
