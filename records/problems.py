"""Which runs had the same patterns, so that one maximum margin and one bound serve them all."""

import json
from typing import NamedTuple

from records.statuses import Status

EXACT_SOLVER = "MaximumMargin"
POCKET = "Pocket"  # before the name of a learner: on the patterns that the pocket has right


class Problem(NamedTuple):
    """data: name of the data set. augment, extend: ρ and Δ, None where a run has none. pocket: what
    chooses the patterns that the pocket algorithm has right, () of all patterns.
    """

    data: str
    augment: float | None
    extend: float | None
    pocket: tuple = ()


def problem_of(run):
    """The `Problem` of a row of runs.csv, a dict.

    >>> problem_of({"data": "sonar", "augment": "1", "extend": "0", "algorithm": "MICRA"})
    Problem(data='sonar', augment=1.0, extend=0.0, pocket=())
    """
    pocket = ()
    if run["algorithm"].startswith(POCKET):
        pocket = run["seed"], json.loads(run["parameters"]).get("max_trials")
    return Problem(run["data"], _number(run["augment"]), _number(run["extend"]), pocket)


def _number(value):
    return None if value in ("", None) or value != value else float(value)


def is_exact(run):
    """Whether a run is the exact solver's."""
    return run["algorithm"].removeprefix(POCKET) == EXACT_SOLVER


def exact_maxima(runs):
    """Problem -> the row of the exact solver's run there, where one converged; runs: dicts."""
    return {
        problem_of(run): run for run in runs if is_exact(run) and run["status"] == Status.CONVERGED
    }
