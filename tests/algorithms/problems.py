"""Test problems: small random separable ones, and the public data sets."""

from functools import cache
from pathlib import Path

import numpy as np
import pytest

import data


def separable(seed, m=12, n=4, margin=0.1, binary=False):
    """Return X, (m, n), normal or zeros and ones, and labels, (m,), with at least this margin."""
    rng = np.random.default_rng(seed)
    direction = rng.normal(size=n)
    direction[0], direction[1] = abs(direction[0]), -abs(direction[1])  # ones of either class
    direction /= np.linalg.norm(direction)
    labels = np.where(rng.random(m) < 0.5, 1.0, -1.0)
    labels[:2] = 1.0, -1.0
    X = np.empty((m, n))
    for k in range(m):
        while True:
            X[k] = rng.integers(0, 2, size=n) if binary else rng.normal(size=n)
            if labels[k] * (X[k] @ direction) >= margin:
                break
    return X, labels


@cache
def public(name):
    """Return the data set `name`, or skip the test if it is not available."""
    mirror = Path(__file__).parents[3] / "shared" / "data"
    try:
        return data.load(name, mirror=str(mirror) if mirror.is_dir() else None)
    except data.Unreachable as error:
        pytest.skip(str(error))
