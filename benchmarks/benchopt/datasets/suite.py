"""Loads the suite's problems in config/overview.yaml."""

from benchopt import BaseDataset

import data
from analyses.overview.problems import read_overview


class Dataset(BaseDataset):
    """A problem of the suite's overview, by name, with ρ as in the papers' tables.

    Problems that need an extension have no margin in this benchmark.
    """

    name = "suite"
    parameters = {"problem": ["sonar", "wbc-11", "mushroom"]}

    def get_data(self):
        """Return X, (m, n), an array or csr matrix, y, (m,), +1 and −1, and ρ.

        Raises KeyError for an unknown name, and Unreachable if a file is not available.
        """
        groups = read_overview()["problems"].values()
        problem = {name: found for group in groups for name, found in group.items()}[self.problem]
        _, X, y, *_ = data.load(problem["data"], seed=self.get_seed())
        X, y = data.of_two_classes(X, y, problem["positive"], problem["among"])
        return {"X": X, "y": y, "augment": problem["augment"]}
