"""Finds runs with the same patterns: these runs share one maximum margin and one bound."""

import json
from typing import NamedTuple

from records.statuses import Status

EXACT_SOLVER = "MaximumMargin"
OF_KERNELS = ("kernel", "width", "degree", "scale", "normalised")  # kernel parameters of a run
OF_LENGTHS = {"p": 2, "normalise": "radius"}  # the defaults of ALMA_p
POCKET = "Pocket"  # prefix of a learner on the patterns that the pocket classifies correctly


class ProblemKey(NamedTuple):
    """The patterns of a run, as far as they decide the maximum margin.

    Attributes
    ----------
    data : str
        The name of the data set.
    augment, extend : float or None
        ρ and Δ; None if a run has no such parameter.
    pocket : tuple
        The seed and the limit on visits, which decide the patterns that the pocket algorithm
        selects; () if all patterns are used.
    kernel : tuple
        The kernel's name and parameters; () without a kernel.
    norm : tuple
        ALMA_p's p and its normalisation of patterns; () if patterns have their own lengths.
    class_weight : str
        The weights of the classes as JSON; "" without weights.
    """

    data: str
    augment: float | None
    extend: float | None
    pocket: tuple = ()
    kernel: tuple = ()
    norm: tuple = ()
    class_weight: str = ""


def problem_of(run):
    """Return the `ProblemKey` of a row of runs.csv (a dict).

    >>> run = {"data": "sonar", "augment": "1", "extend": "0", "algorithm": "MICRA"}
    >>> problem_of(run | {"parameters": "{}"})[:3]
    ('sonar', 1.0, 0.0)
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
    given = parameters.get("class_weight")
    weights = "" if given is None else json.dumps(given, sort_keys=True)
    augment, extend = _number(run["augment"]), _number(run["extend"])
    return ProblemKey(run["data"], augment, extend, pocket, kernel, norm, weights)


def _number(value):
    return None if value in ("", None) or value != value else float(value)


def is_exact(run):
    """Return whether a run used the exact solver."""
    return run["algorithm"].removeprefix(POCKET) == EXACT_SOLVER


def exact_maxima(runs):
    """Return a dict from each problem to the row of the exact solver's most precise converged run.

    `runs` are dicts. Problems without a converged run are left out.
    """
    return _most_precise(
        (problem_of(run), run) for run in _exact(runs) if not _has_free_threshold(run)
    )


def geometric_maxima(runs):
    """Return a dict from each problem to the row of the exact solver's run with a free threshold.

    `runs` are dicts. The problems have no ρ (None). Only converged runs count, and the most precise
    one for each problem.
    """
    return _most_precise(
        (problem_of(run)._replace(augment=None), run)
        for run in _exact(runs)
        if _has_free_threshold(run)
    )


def _most_precise(found):
    """Return problem -> the run with the smallest gap, from pairs (problem, run)."""
    best = {}
    for problem, run in found:
        if problem not in best or _relative_bound(run) < _relative_bound(best[problem]):
            best[problem] = run
    return best


def _relative_bound(run):
    """Return the upper bound on the margin over the margin."""
    margin = "geometric_margin" if _has_free_threshold(run) else "directional_margin"
    return float(run["upper_bound"]) / float(run[margin])


def largest_margins(runs):
    """Return a dict from each problem to the converged run with the largest directional margin."""
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
