"""Small random problems that a weight through the origin separates."""

import numpy as np


def separable(seed, m=12, n=4, margin=0.1, binary=False):
    """X, (m, n), and labels of a problem whose margin is about `margin` or more."""
    rng = np.random.default_rng(seed)
    direction = rng.normal(size=n)
    direction /= np.linalg.norm(direction)
    rows = []
    while len(rows) < m:
        x = rng.integers(0, 2, size=n).astype(float) if binary else rng.normal(size=n)
        if abs(x @ direction) >= margin:
            rows.append(x)
    X = np.array(rows)
    labels = np.where(X @ direction > 0, 1.0, -1.0)
    labels[0], X[0] = 1.0, X[0] * labels[0] if not binary else X[0]
    return X, labels


