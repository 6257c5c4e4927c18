"""Runs every learner on one problem, to 90 to 99.99 % of the maximum margin: `python -m
analyses.overview.compute`.

A learner goes through its grid of parameters, from coarse to fine, and divides its seconds among
them. An exact solver gives the maximum margin. Each record has two moments for each fraction: when
the margin first was this fraction of the maximum, and when the run's own certificate, ‖a‖/Σα, first
showed this fraction. Margins are directional, in the augmented and extended space. For solvers with
a threshold of their own, margins are geometric. Later comparisons use a learner's best run for each
fraction.

Learners that present one pattern after the other make another run of one epoch for each setting.
"""

import argparse
import json
import sys
from math import sqrt
from time import perf_counter

import numpy as np
from scipy import sparse

import data
import maxmargin
import peers
from analyses.choice.measure import chosen
from analyses.overview.measuring import firsts, measured, points_of
from analyses.overview.problems import read_overview
from data.commands import command
from data.files import replacing
from maxmargin.exact.maximum_margin import MaximumMargin
from maxmargin.preparation import prepared_once
from maxmargin.rules import all_rules, built_in_rules
from maxmargin.separable.cause import decision, sentences
from peers.fitting import Fitter, parameter_grid_of
from records.analysis_files import FRACTIONS
from records.errors import RecordError
from records.models import failure
from records.plan_file import read_job
from records.statuses import Status
from records.variant_checks import refusal

LEAST_SECONDS = 0.01  # the shortest time limit of a run
DECIDING_SECONDS = 60.0  # at most, to find out whether any weight separates the patterns
KINDS = {
    "learner": maxmargin.LEARNERS | maxmargin.THRESHOLD_LEARNERS,
    "batch": maxmargin.BATCH_LEARNERS,
    "procedure": maxmargin.PROCEDURES,
    "baseline": maxmargin.EXACT | peers.BASELINES | peers.OPTIONAL_BASELINES,
    "third-party": peers.THIRD_PARTY | peers.OWN_CLASSIFIERS,
}


class NoMaximum(Exception):
    """The maximum margin of a problem was not found. status: the status of the problem's record."""

    def __init__(self, reason, status):
        super().__init__(reason)
        self.status = status


def learners_of(content, learner=None, solvers=()):
    """Return name -> (class, fixed parameters) of the learners that take part, in order.

    Parameters
    ----------
    content : dict
        The content of config/overview.yaml.
    learner : str, optional
        The name of the only learner that takes part. Without it, variants in files of their own
        are left out, because each has its own job.
    solvers : iterable of str
        The names of the optional baselines that are installed and take part.
    """
    known = {name: cls for kind in KINDS.values() for name, cls in kind.items()}
    if learner:
        return {learner: (known[learner], {})}
    variants = (set(all_rules()) - set(built_in_rules())) | set(peers.OWN_CLASSIFIERS)
    known = {name: cls for name, cls in known.items() if name not in variants}
    named, absent = content["learners"], set(peers.OPTIONAL_BASELINES) - set(solvers)
    own = {entry["algorithm"] for entry in named.values() if not _is_an_extra(entry, known)}
    found = {
        name: (cls, {})
        for name, cls in known.items()
        if name not in content["left_out"] and name not in own and name not in absent
    }
    return found | {
        name: (known[entry["algorithm"]], entry["parameters"]) for name, entry in named.items()
    }


def _is_an_extra(entry, known):
    """Return whether a named learner is additional, not some settings of a grid."""
    settings = known[entry["algorithm"]].parameter_grid(0.01, 1.0)
    return not any(set(entry["parameters"]) & set(setting) for setting in settings)


def compete(name, problem, X, y, learners, seconds, seed):
    """Return the records of all learners' runs on a problem, a list of dicts.

    Parameters
    ----------
    name : str
        The name of the problem.
    problem : dict
        The job of the problem in the plan: its entry in config/overview.yaml, with more keys.
    X : array or csr matrix of shape (m, n)
        The patterns.
    y : array of shape (m,)
        The labels of two classes.
    learners : dict
        The result of `learners_of`.
    seconds : float
        The seconds of each learner. The settings of its grid share them; unused seconds go to later
        settings.
    seed : int
        The seed of all random choices.

    Raises
    ------
    NoMaximum
        If no weight separates the patterns, or rounding hides the maximum margin.
    ValueError
        If a pattern is all zero in the augmented and extended space.
    """
    with prepared_once():
        space = {"augment": problem["augment"], "extend": problem["extend"]}
        with_threshold = MaximumMargin(**space).fit(X, y)
        free = MaximumMargin(extend=problem["extend"], free_threshold=True).fit(X, y)
        if not (with_threshold.converged_ and free.converged_):
            raise _without_maximum(
                problem, X, y, max(with_threshold.relative_gap_, free.relative_gap_)
            )
        entries = X.nnz if sparse.issparse(X) else np.count_nonzero(X)
        size = {"patterns": len(y), "columns": X.shape[1], "entries": int(entries)}
        size["radius"] = sqrt(with_threshold.squared_radius_)
        records = []
        for learner, (cls, fixed) in learners.items():
            maximum = (
                with_threshold.directional_margin_
                if _is_directional(cls)
                else free.geometric_margin_
            )
            described = {
                "problem": name,
                "data": problem["data"],
                **size,
                **space,
                "max_mini_epochs": problem["mini_epochs"],
                "learner": learner,
                "kind": next(kind for kind, of in KINDS.items() if cls.__name__ in of),
                "algorithm": cls.__name__,
                "maximum_margin": maximum,
            }
            own = _of_learner(cls, fixed, described, with_threshold, X, y, seconds, seed)
            records += [{**described, **found} for found in own]
    return records


def _is_directional(cls):
    """Return whether a learner's directional margin counts: it has no threshold of its own."""
    return "augment" in cls().get_params()


def _of_learner(cls, fixed, described, exact, X, y, seconds, seed):
    """Return a dict for each of a learner's runs, which completes its record.

    `fixed` has the learner's fixed parameters, `described` the entries shared by all its records.
    `exact` is the fitted `MaximumMargin` of its space.
    """
    gamma, radius = exact.directional_margin_, sqrt(exact.squared_radius_)
    try:
        whole, other = (parameter_grid_of(cls, factor * gamma, radius) for factor in (1, 2))
    except RuntimeError as error:
        return [{"knows_maximum": False, **failure(error)}]
    settings = [setting for setting in whole if _agree(setting, fixed)]
    records, left = [], seconds
    for place, setting in enumerate(settings):
        parameters = {**setting, **fixed}
        shared = {
            "augment": described["augment"],
            "extend": described["extend"],
            "mini_epochs": 0 if fixed.get("worst_first") else described["max_mini_epochs"],
            "max_updates": None,
            "max_epochs": None,
            "certify": None,
            "max_seconds": max(LEAST_SECONDS, left / (len(settings) - place)),
            "enough_margin": float(FRACTIONS[-1]) * described["maximum_margin"],
            "random_state": seed,
        }
        in_time = cls is MaximumMargin and exact.train_seconds_ <= shared["max_seconds"]
        done = exact if in_time else None
        found = _run(cls, parameters, shared, X, y, described["maximum_margin"], done)
        left -= found["seconds"]
        fitter = Fitter()
        limited = shared | {"max_seconds": seconds}
        single = _one_pass(fitter, cls, parameters, limited, X, y, described)
        found = {**single, **found, "reason": found["reason"] or single.get("reason", "")}
        found["spent_seconds"] += fitter.seconds
        print(
            described["problem"],
            described["learner"],
            parameters,
            found["status"],
            found["reason"],
            flush=True,
        )
        records.append({"knows_maximum": whole != other, "parameters": parameters, **found})
    return records


def _agree(setting, fixed):
    return all(setting.get(key, value) == value for key, value in fixed.items())


def _run(cls, parameters, shared, X, y, maximum, done=None):
    """Return the recorded numbers of a run; `done` is its estimator if it is already fitted.

    `seconds` is the learning time of the run. `spent_seconds` includes repetitions; if the run used
    up its limit, it is the limit.
    """
    model = cls()
    known = {key: value for key, value in shared.items() if key in model.get_params()}
    found, limit = {"status": "", "reason": "", "seconds": 0.0}, shared["max_seconds"]
    fitter = Fitter()
    try:
        settings = known | parameters
        model.set_params(**settings)
        directional = _is_directional(cls)
        run = measured(fitter, model, X, y, directional, done)
        points, found["seconds"], found["status"] = run
        found |= firsts(points, maximum)
        found["margin"] = max(point[0] for point in points)
        found["fraction_of_maximum"] = found["margin"] / maximum
    except TimeoutError as error:
        found |= {"seconds": limit, "status": Status.MAX_SECONDS, "reason": str(error)}
    except Exception as error:
        found |= failure(error)
    learned = fitter.seconds or found["seconds"]
    found["spent_seconds"] = limit if found["status"] == Status.MAX_SECONDS else learned
    return found


def _one_pass(fitter, cls, parameters, shared, X, y, described):
    """Return the recorded numbers of a run that presents each pattern once, in order.

    Return an empty dict if the learner cannot make the run or did not end it in time. If the run
    raises an error, return its reason.
    """
    # Only the margin at the end counts, and each margin check costs a pass. With a target and a
    # time limit an epoch has at most four checks, and one at its end. No margin reaches the target.
    beyond = 2.0 * described["maximum_margin"]
    model, only = cls(), {"max_epochs": 1, "mini_epochs": 0, "enough_margin": beyond}
    names = model.get_params()
    if "max_epochs" not in names:
        return {}
    shared = {key: value for key, value in {**shared, **only}.items() if key in names}
    try:
        settings = shared | parameters
        model.set_params(**settings)
        if getattr(model, "worst_first", False):
            return {}
        model = fitter.fit(model, X, y)
    except TimeoutError:
        return {}
    except Exception as error:
        return {"reason": f"The run of one pass failed: {failure(error)['reason']}"}
    margin, *_, visits, seconds = points_of(model, _is_directional(cls))[-1]
    if visits != len(y):
        return {}
    return {
        "one_pass_fraction": margin / described["maximum_margin"],
        "one_pass_errors": float(np.mean(model.predict(X) != y)),
        "one_pass_seconds": seconds,
    }


@command(RecordError, data.DataError)
def main(arguments=None):
    """Write the records of a problem's runs and return the exit code: 1 after an error.

    A problem on which no learner can run gets a record with the reason.
    """
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--plan", required=True, metavar="JSON", help="results/plan.json")
    parser.add_argument("--name", required=True, help="the name of a problem in the plan")
    parser.add_argument("--problem", required=True, help="the prepared data set")
    parser.add_argument("--learner", help="the only learner to run (default: all)")
    parser.add_argument("--check", help="the check of a variant, results/variants/*")
    parser.add_argument("--output", required=True, help="the JSON file of records to write")
    options = parser.parse_args(arguments)
    if options.check and (reason := refusal(options.check)):
        print(reason)
        return _write(options.output, [], [])
    entry, name = read_job(options.plan, "overview", options.name), options.name
    taking_part = learners_of(read_overview(), options.learner, entry["solvers"])
    started = perf_counter()
    try:
        problem = data.read_problem(options.problem, writeable=False)
        X, y = data.of_two_classes(problem.X, problem.y, entry["positive"], entry["among"])
        records = compete(name, entry, X, y, taking_part, entry["seconds"], entry["seed"])
        # The smaller maximum is the directional margin, with ρ; a free threshold gives more.
        maximum = min(record["maximum_margin"] for record in records)
        choices = [] if options.learner else chosen(name, entry, X, y, maximum)
        given = sum(record.get("spent_seconds", 0.0) for record in records)
        took = perf_counter() - started
        print(f"{name}: learners were given {given:.1f} s, all took {took:.1f} s.", flush=True)
    except (data.Unreachable, NoMaximum, ValueError) as error:
        print(error, flush=True)
        record = {"problem": name, "data": entry["data"], "status": _status_without_runs(error)}
        # The job of a single learner writes no record, so that the tables have the reason once.
        records, choices = [] if options.learner else [{**record, "reason": str(error)}], []
    _write(options.output, records, choices)


def _status_without_runs(error):
    """Return the status of a problem on which no learner ran."""
    if isinstance(error, data.Unreachable):
        return Status.UNAVAILABLE
    return error.status if isinstance(error, NoMaximum) else Status.FAILED


def _without_maximum(problem, X, y, gap):
    """Return the error of a problem on which the exact solver reached only a relative gap."""
    threshold = bool(problem["augment"])
    answer = None if problem["extend"] else decision(X, y, threshold, DECIDING_SECONDS)
    if answer is not None and not answer.separable:
        return NoMaximum(sentences(answer), Status.INSEPARABLE)
    return NoMaximum(
        f"The maximum margin was found only to a relative gap of {gap:.3g}: scale the columns to "
        "similar sizes, or set a larger extend.",
        Status.STOPPED,
    )


def _write(output, records, choices):
    with replacing(output) as path:
        content = {"runs": records, "choices": choices}
        path.write_text(json.dumps(content, indent=1, default=float) + "\n")


if __name__ == "__main__":
    sys.exit(main())
