"""What `maxmargin.choose` takes on a problem of the overview, and how long it and that need."""

import json

from analyses.overview.measuring import firsts, measured
from maxmargin import choose
from maxmargin.compilation import clock
from records.analysis_files import FRACTIONS


def chosen(name, problem, X, y, maximum):
    """The choice for each of FRACTIONS, a list of dicts.

    problem: its entry in config/overview.yaml; X: (m, n); y: (m,), of two classes; maximum: the
    maximum directional margin. Raises ValueError as `choose` does.
    """
    space, found = {key: problem[key] for key in ("augment", "extend")}, []
    for part in FRACTIONS:
        choose(X, y, float(part), **space)  # loads what is compiled
        started = clock()
        learner, reason = choose(X, y, float(part), **space)
        seconds = clock() - started
        learner.set_params(max_seconds=problem["seconds"])
        points, _, status = measured(learner, X, y, True)
        reached = firsts(points, maximum)
        found.append(
            {
                **{"problem": name, "accuracy": part, "learner": type(learner).__name__},
                "parameters": json.dumps(learner.get_params()),
                **{"reason": reason, "status": status, "choosing_seconds": seconds},
                "seconds": reached.get(f"seconds_{part}"),
                "certified_seconds": reached.get(f"certified_seconds_{part}"),
            }
        )
    return found
