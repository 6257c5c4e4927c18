"""Runs a batch and writes its records: `python -m workflows.commands.execute`."""

import argparse
import sys
from contextlib import suppress
from functools import cache, partial
from math import sqrt
from statistics import median

import data
import maxmargin
import peers
from data.commands import command, say, with_bar
from data.problem import SplitProblem
from maxmargin import separable
from maxmargin.compilation.code_cache import print_log
from maxmargin.exact.maximum_margin import MaximumMargin
from maxmargin.kernels import make_kernel
from maxmargin.separable.cause import sentences
from peers.fitting import Fitter, parameter_grid_of, seconds_of
from peers.optional import NotInstalled
from records.entries import described, with_kernel
from records.errors import RecordError
from records.models import failure, record_of
from records.plan_file import read_job
from records.run_files import DRAWS
from records.statuses import ENDED_WELL, LIMITS, Status
from records.variant_checks import without_refused
from records.writing import write_records
from workflows.commands.distributions import distribution_of
from workflows.commands.proofs import proof_of
from workflows.commands.search import NotFound, search

TIMES = 5  # the most repetitions of a timed run, whose time is the median
TIMING_SECONDS = 5.0  # no further repetition begins after this time
SEARCH_UPDATES = 100_000
SEARCH_FACTOR = 10  # a run's limit, over the most updates of a run that converged
DECIDING_SECONDS = 60.0  # at most, to find out whether any weight separates the patterns
MAXIMUM_TOLERANCE = 1e-4  # of LIBSVM, whose margin counts as the maximum on a draw

# Solvers whose threshold is always free, whatever `augment` is.
FREE_THRESHOLD = {*peers.BASELINES, *maxmargin.THRESHOLD_LEARNERS}


class Inseparable(Exception):
    """No weight separates the patterns, so that no run can reach a margin."""


def run_job(job, problem_path):
    """Return the records of a batch's runs, in order.

    job: as returned by `workflows.plan.plan.batch_job`. problem_path: the file of the prepared data
    set.
    """
    batch, budget, seed = job["batch"], job["budget"], job["seed"]
    if "draws" in job:
        return execute_draws(batch, job["draws"], budget, seed)
    return execute(batch, problem_path, budget, seed)


def execute_draws(batch, count, budget, seed):
    """Return the records of runs on several draws of an artificial data set.

    batch, budget: dicts, as in the job. count: the number of draws. Each draw has its own seed. The
    maximum margin is LIBSVM's, with a free threshold, as in the AMIRA paper's Section 4.1. A run
    ends at the first draw that fails, or that a limit of the budget ends. Limits of the run itself
    belong to the paper's protocol.
    """
    records, fitter = {}, Fitter()
    for name, run in batch["runs"].items():
        parameters = {**run["parameters"], "draws": count}
        record = described(name, run, batch["data"], seed, parameters)
        records[name] = {**record, "status": Status.COMPLETED, "reason": "", "draws": []}
    for draw in with_bar(range(1, count + 1), "draw"):
        problem = data.load(batch["data"], seed=seed + draw)
        maximum = _fit(fitter, peers.LIBSVM(tol=MAXIMUM_TOLERANCE), problem).geometric_margin_
        for name, run in batch["runs"].items():
            record = records[name]
            if record["status"] != Status.COMPLETED:
                continue
            try:
                model = _fit(fitter, estimator(run, budget, seed), problem)
                result = record_of(model, seconds_of(model))
                result |= {"draw": draw, "maximum_margin": maximum}
                record["draws"].append([result[name] for name in DRAWS.header[1:]])
                status = Status(result["status"])
                if status not in ENDED_WELL and status not in run:  # its own max_epochs
                    reason = f"In draw {draw} of {count}: {result['reason']}"
                    record |= {"status": status, "reason": reason}
            except Exception as error:
                failed = failure(error)
                record |= {**failed, "reason": f"In draw {draw} of {count}: {failed['reason']}"}
        say(f"draw {draw} of {count} ended")
    found = list(records.values())
    found[0]["spent_seconds"] = fitter.seconds
    return found


def execute(batch, problem_path, budget, seed):
    """Return the records of a batch's runs, in order. A failed run's record has the reason.

    batch, budget: dicts, as in the job. Raises OSError if the machine fails, as with a full disk.
    """
    records, problem = [], cache(partial(data.read_problem, problem_path, writeable=False))
    refusal = cache(lambda threshold: _refusal(problem(), threshold))
    for name, run in with_bar(batch["runs"].items(), "run"):
        say(f"{name}: {run['algorithm']} on {batch['data']}")
        record = described(name, run, batch["data"], seed, with_kernel(run))
        fitter = Fitter()
        found = _records(fitter, record, run, problem, refusal, budget, seed, batch["timed"])
        found[0]["spent_seconds"] = fitter.seconds or found[0].get("seconds")
        say(f"{name}: {found[-1]['status']} {found[-1].get('reason', '')}".rstrip())
        records += found
    return records


def _refusal(problem, threshold):
    """Return why no weight separates the patterns, or "" if some weight does or time runs out."""
    answer = separable(problem.X, problem.y, threshold=threshold, max_seconds=DECIDING_SECONDS)
    return sentences(answer) if answer.separable is False else ""


def _records(fitter, record, run, problem, refusal, budget, seed, timed):
    """Return the records of a run, one for each setting of a grid.

    problem: a function that returns the problem. refusal: a function of whether there is a
    threshold, which returns why no weight separates the patterns, or "".
    """
    try:
        needs_margin = run["algorithm"] not in maxmargin.POCKET_LEARNERS
        if needs_margin and not run["extend"] and "kernel" not in run:
            free = run["algorithm"] in FREE_THRESHOLD or run["parameters"].get("free_threshold")
            if reason := refusal(bool(run["augment"] or free)):
                raise Inseparable(reason)
        if run.get("parameter_grid"):
            return _on_grid(fitter, record, run, problem(), budget, seed)
        record |= _result(fitter, run, problem(), budget, seed, timed)
    except data.Unreachable as error:
        record |= {"status": Status.UNAVAILABLE, "reason": str(error)}
    except NotInstalled as error:
        record |= {"status": Status.UNAVAILABLE, "reason": str(error), "needs": error.name}
    except TimeoutError as error:
        record |= _stopped(error, budget)
    except Inseparable as error:
        record |= {"status": Status.INSEPARABLE, "reason": str(error)}
    except NotFound as error:
        record |= {"status": error.status, "reason": f"The search ended: {error}."}
    except Exception as error:
        record |= failure(error)
    return [record]


def estimator(run, budget, seed):
    """Return the estimator of a run, not yet fitted. Raises ValueError for an unknown algorithm."""
    known = maxmargin.ESTIMATORS | peers.ESTIMATORS
    if run["algorithm"] not in known:
        raise ValueError(
            f"no algorithm is called {run['algorithm']!r}; choose one of {', '.join(known)}."
        )
    model = known[run["algorithm"]]()
    shared = {
        "augment": run["augment"],
        "extend": run["extend"],
        "mini_epochs": run["mini_epochs"],
        "random_state": seed,
        "verbose": True,
        "certify": None,
    }
    shared |= {key: budget[key] for key in LIMITS}
    shared |= {key: run[key] for key in ("max_updates", "max_epochs") if key in run}
    if "kernel" in run:
        shared["kernel"] = make_kernel(**run["kernel"])
    accepted = model.get_params()
    shared = {key: value for key, value in shared.items() if key in accepted}
    return model.set_params(**shared, **run["parameters"])


def _result(fitter, run, problem, budget, seed, timed):
    if "search" in run:
        return _searched(fitter, run, problem, budget, seed)
    if timed:
        _load(fitter, run, problem, budget, seed)
    model = _fit(fitter, estimator(run, budget, seed), problem)
    record = _proved(model, problem)
    if run.get("distribution"):
        record["distributions"] = distribution_of(model, problem.X, problem.y)
    if timed:
        seconds = [record["seconds"]]
        while len(seconds) < TIMES and sum(seconds) < TIMING_SECONDS:
            again = _fit(fitter, estimator(run, budget, seed), problem)
            seconds.append(seconds_of(again))
        record |= {"seconds": median(seconds), "least_seconds": min(seconds)}
        record["most_seconds"] = max(seconds)
    return record


def _on_grid(fitter, record, run, problem, budget, seed):
    """Return the records of a learner's settings, from coarse to fine.

    The first setting that runs out of time is the last, because finer settings usually take longer.
    The settings of a user's classifier are in no such order, so all of them run. If a setting
    fails, the others still run.
    """
    space = {"augment": run["augment"], "extend": run["extend"]}
    exact = MaximumMargin(**space).fit(problem.X, problem.y)
    if not exact.converged_:
        reason = (
            "The maximum margin, from which parameters are chosen, was found only to a relative "
            f"gap of {exact.relative_gap_:.3g}: scale the columns to similar sizes."
        )
        return [{**record, "status": Status.STOPPED, "reason": reason}]
    limits = [budget[key] for key in ("setting_seconds", "max_seconds") if budget[key]]
    budget = {**budget, "max_seconds": min(limits)}
    learner = type(estimator(run, budget, seed))
    settings = parameter_grid_of(learner, exact.directional_margin_, sqrt(exact.squared_radius_))
    # A setting's seconds would otherwise be spent on compiling a variant. Errors come again below.
    with suppress(Exception):
        _load(fitter, {**run, "parameters": settings[0]}, problem, budget, seed)
    records = []
    for place, setting in enumerate(with_bar(settings, "setting"), start=1):
        try:
            model = estimator({**run, "parameters": setting}, budget, seed)
            found = _proved(_fit(fitter, model, problem), problem)
        except TimeoutError as error:
            found = _stopped(error, budget)
        except (NotInstalled, data.Unreachable):
            raise
        except Exception as error:
            found = failure(error)
        name = f"{record['run']}-{place}"
        records.append({**record, "run": name, "parameters": setting, **found})
        say(f"{name}: {found['status']}")
        ordered = run["algorithm"] not in peers.OWN_CLASSIFIERS
        if ordered and found["status"] == Status.MAX_SECONDS:
            break
    return records


def _stopped(error, budget):
    """Return the parts of a record of a solver that `max_seconds` stopped, without a weight."""
    return {
        "status": Status.MAX_SECONDS,
        "reason": str(error),
        "seconds": budget["max_seconds"],
    }


def _load(fitter, run, problem, budget, seed):
    """Load or compile a learner's code by a single update, so that only the run is timed."""
    model = estimator(run, budget, seed)
    if "max_updates" in model.get_params():
        _fit(fitter, model.set_params(max_updates=1), problem)


def _searched(fitter, run, problem, budget, seed):
    wanted = dict(run["search"])
    parameter = wanted.pop("parameter")
    models, stopped = {}, []
    most_updates = SEARCH_UPDATES

    def margin_at(value):
        nonlocal most_updates
        # With a value that is much too large a run would never end.
        own_limit = SEARCH_FACTOR * most_updates
        limit = min(budget["max_updates"] or own_limit, own_limit)
        tried = {**run, "parameters": {**run["parameters"], parameter: value}}
        models[value] = model = _fit(
            fitter, estimator(tried, budget | {"max_updates": limit}, seed), problem
        )
        say(f"{parameter}={value:g}: {model.status_}, {model.directional_margin_:.6g}")
        if not model.converged_:
            if model.status_ != Status.MAX_UPDATES or limit < own_limit:
                stopped.append((value, Status(model.status_)))
            return None
        most_updates = max(most_updates, model.n_updates_)
        return model.directional_margin_

    try:
        value = search(margin_at, **wanted)
    except NotFound as error:
        if not any(model.converged_ for model in models.values()) and not stopped:
            limit = SEARCH_FACTOR * most_updates
            raise NotFound(
                f"no run converged within {limit:,} updates", Status.MAX_UPDATES
            ) from error
        if not stopped:
            raise
        tried, status = stopped[-1]
        raise NotFound(
            f"with {parameter}={tried:g} the run was {status.meaning}", status
        ) from error
    record = _proved(models[value], problem)
    found = (
        f"{parameter} was found by a search, in {len(models)} runs, for the fewest digits with "
        f"which the margin rounds to {wanted['margin']:g}."
    )
    record["reason"] = record["reason"] or found
    return {**record, "parameters": {**run["parameters"], parameter: value}}


def _proved(model, problem):
    """Return the parts of a record that a fitted estimator gives.

    They include the proof of its margin and the error on held-out patterns.
    """
    record = record_of(model, seconds_of(model)) | proof_of(model, problem.X, problem.y)
    if isinstance(problem, SplitProblem):
        record["test_error"] = float((model.predict(problem.X_test) != problem.y_test).mean())
    return record


def _fit(fitter, model, problem):
    return fitter.fit(model, problem.X, problem.y)


@command(RecordError)
def main(arguments=None):
    """Run a batch of a plan; return 0, or 1 after printing an error."""
    parser = argparse.ArgumentParser(description=__doc__)
    add_job_options(parser)
    options = parser.parse_args(arguments)
    print_log()
    job = read_job(options.plan, "batches", options.batch)
    job, refused = without_refused(job, options.checks)
    records = run_job(job, options.problem) if job["batch"]["runs"] else []
    write_records(options.output, records + refused, job["attempt"])


def add_job_options(parser):
    """Add the options of a command that runs a batch."""
    parser.add_argument("--plan", required=True, metavar="JSON", help="results/plan.json")
    parser.add_argument("--batch", required=True, help="the name of a batch there")
    parser.add_argument("--problem", required=True, help="the prepared data set")
    parser.add_argument(
        "--checks", nargs="*", default=[], metavar="JSON", help="of variants, as results/variants/*"
    )
    parser.add_argument("--output", required=True, help="JSON file of records")


if __name__ == "__main__":
    sys.exit(main())
