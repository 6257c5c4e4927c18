"""What distinguishes the runs after the pocket algorithm."""

import json
from typing import NamedTuple

from records.problems import is_exact

ZERO = "zero"


class Setting(NamedTuple):
    """A run after the pocket algorithm: what Krauth & Mézard's algorithm starts from, and its c.
    The runs of the exact solver and of the Perceptron have no c.
    """

    start: str
    c: float | None = None


MAXIMUM, PERCEPTRON = Setting("maximum"), Setting("perceptron alone")


def setting_of(run):
    """The `Setting` of a row of runs.csv, a dict."""
    if is_exact(run):
        return MAXIMUM
    if run["algorithm"] == "PocketPerceptron":
        return PERCEPTRON
    parameters = json.loads(run["parameters"])
    return Setting(parameters.get("start", ZERO), parameters["c"])
