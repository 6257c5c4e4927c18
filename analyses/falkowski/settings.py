"""The settings that distinguish the runs after the pocket algorithm."""

import json
from typing import NamedTuple

from records.problems import is_exact

ZERO = "zero"
RUN_NAMES = ("falkowski-[!m]*", "falkowski-mushroom-*")  # all but those in spaces of monomials


class Setting(NamedTuple):
    """The setting of a run after the pocket algorithm.

    `start` is the weight from which Krauth & Mézard's algorithm starts, and c is its parameter. The
    runs of the exact solver and of the Perceptron have no c.
    """

    start: str
    c: float | None = None


MAXIMUM, PERCEPTRON = Setting("maximum"), Setting("perceptron alone")


def setting_of(run):
    """Return the `Setting` of a row of runs.csv (a dict)."""
    if is_exact(run):
        return MAXIMUM
    if run["algorithm"] == "PocketPerceptron":
        return PERCEPTRON
    parameters = json.loads(run["parameters"])
    return Setting(parameters.get("start", ZERO), parameters["c"])
