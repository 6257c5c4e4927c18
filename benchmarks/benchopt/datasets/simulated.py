"""Draws patterns with a planted maximum margin."""

from benchopt import BaseDataset

from data.planted import planted


class Dataset(BaseDataset):
    """m patterns of length 1 in n dimensions, with a planted maximum margin through the origin."""

    name = "simulated"
    parameters = {"m": [1000], "n": [50], "margin": [0.05]}
    test_config = {"m": 100, "n": 10}

    def get_data(self):
        """Return X, (m, n), y, (m,), +1 and −1, and ρ = 0."""
        _, X, y = planted(self.m, self.n, self.margin, self.get_seed())
        return {"X": X, "y": y, "augment": 0.0}
