"""Measures the learner that `maxmargin.choose` chooses on a problem, and its time."""

import json

from analyses.overview.measuring import firsts, measured
from maxmargin import choose
from maxmargin.compilation.binding import clock, without_collecting
from peers.fitting import Fitter
from records.analysis_files import FRACTIONS


def chosen(name, problem, X, y, maximum):
    """Return the choice for each of FRACTIONS, a list of dicts.

    Parameters
    ----------
    name : str
        The name of the problem.
    problem : dict
        The job of the problem in the plan: its entry in config/overview.yaml, with `seconds`.
    X : array or csr matrix of shape (m, n)
        The patterns.
    y : array of shape (m,)
        The labels of two classes.
    maximum : float
        The maximum directional margin.

    Raises
    ------
    ValueError
        As `choose` does.
    """
    space, found = {key: problem[key] for key in ("augment", "extend")}, []
    for part in FRACTIONS:
        choose(X, y, float(part), **space)  # loads compiled code, so that it is not timed
        with without_collecting():
            started = clock()
            learner, reason = choose(X, y, float(part), **space)
            seconds = clock() - started
        learner.set_params(max_seconds=problem["seconds"])
        points, _, status = measured(Fitter(), learner, X, y, True)
        reached = firsts(points, maximum)
        found.append(
            {
                "problem": name,
                "fraction": part,
                "learner": type(learner).__name__,
                "parameters": json.dumps(learner.get_params()),
                "reason": reason,
                "status": status,
                "choosing_seconds": seconds,
                "seconds": reached.get(f"seconds_{part}"),
                "certified_seconds": reached.get(f"certified_seconds_{part}"),
            }
        )
    return found
