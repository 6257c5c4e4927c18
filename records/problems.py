"""Which runs had the same patterns, so that one maximum margin and one bound apply to them all."""

import json
from typing import NamedTuple

from records.statuses import Status

EXACT_SOLVER = "MaximumMargin"
OF_KERNELS = ("kernel", "width", "degree", "scale", "normalised")  # among a run's parameters
OF_LENGTHS = {"p": 2, "normalise": "radius"}  # what ALMA_p does by default
POCKET = "Pocket"  # before a learner's name: on the patterns that the pocket classifies correctly


class Problem(NamedTuple):
    """data: name of the data set. augment, extend: ρ and Δ, None if a run has none. pocket: what
    decides which patterns the pocket algorithm keeps, () if all patterns are used. kernel: its name
    and parameters, () for none. norm: ALMA_p's p and how it normalises patterns, () for lengths of
    patterns as they are.
    """

    data: str
    augment: float | None
    extend: float | None
    pocket: tuple = ()
    kernel: tuple = ()
    norm: tuple = ()


def problem_of(run):
    """The `Problem` of a row of runs.csv, a dict.

    >>> run = {"data": "sonar", "augment": "1", "extend": "0", "algorithm": "MICRA"}
    >>> problem_of(run | {"parameters": "{}"})
    Problem(data='sonar', augment=1.0, extend=0.0, pocket=(), kernel=(), norm=())
    """
    parameters, pocket = json.loads(run["parameters"]), ()
    if run["algorithm"].startswith(POCKET):
        pocket = run["seed"], parameters.get("max_visits")
    kernel = norm = ()
    if "kernel" in parameters:
        kernel = tuple((key, parameters[key]) for key in OF_KERNELS if key in parameters)
    if run["algorithm"] == "ALMA":
        own = {key: parameters.get(key, default) for key, default in OF_LENGTHS.items()}
        norm = () if own == OF_LENGTHS else tuple(own.values())
    space = _number(run["augment"]), _number(run["extend"])
    return Problem(run["data"], *space, pocket, kernel, norm)


def _number(value):
    return None if value in ("", None) or value != value else float(value)


def is_exact(run):
    """Whether a run is the exact solver's."""
    return run["algorithm"].removeprefix(POCKET) == EXACT_SOLVER


def exact_maxima(runs):
    """Problem -> the row of the exact solver's run on it, if one converged; runs: dicts."""
    return {problem_of(run): run for run in _exact(runs) if not _has_free_threshold(run)}


def geometric_maxima(runs):
    """Problem, whatever its ρ -> the row of the exact solver's run with a free threshold, if one
    converged; runs: dicts.
    """
    return {
        problem_of(run)._replace(augment=None): run
        for run in _exact(runs)
        if _has_free_threshold(run)
    }


def largest_margins(runs):
    """Problem -> the row of the converged run that reached the largest directional margin."""
    largest = {}
    for run in runs:
        if run["status"] == Status.CONVERGED and run["directional_margin"]:
            problem = problem_of(run)
            best = largest.setdefault(problem, run)
            if float(run["directional_margin"]) > float(best["directional_margin"]):
                largest[problem] = run
    return largest


def _has_free_threshold(run):
    return json.loads(run["parameters"]).get("free_threshold", False)


def _exact(runs):
    return (run for run in runs if is_exact(run) and run["status"] == Status.CONVERGED)
