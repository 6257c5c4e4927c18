"""The plan of a running workflow, results/plan.json: the jobs that the workflow starts, by name."""

import json
from pathlib import Path

from data.files import replacing
from records.errors import RecordError

FILE = "plan.json"


def write_plan(config, jobs, attempts, labels):
    """Write the plan to the folder of results.

    Parameters
    ----------
    config : dict
        The complete config.
    jobs : dict
        Kind -> name -> job.
    attempts : dict
        The numbers of attempts of runs and problems.
    labels : dict
        Run -> its labels, which no job depends on.
    """
    content = {"config": config, "jobs": jobs, "attempts": attempts, "labels": labels}
    with replacing(Path(config["results"], FILE)) as path:
        path.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")


def read_plan(path):
    """Return the dict that `write_plan` wrote.

    Raise RecordError if the file is missing or damaged.
    """
    try:
        plan = json.loads(Path(path).read_bytes())
    except FileNotFoundError:
        raise RecordError(
            f"{path}: there is no such file; the workflow writes it when it starts."
        ) from None
    except (ValueError, RecursionError):
        plan = None
    if not (isinstance(plan, dict) and {"config", "jobs", "attempts", "labels"} <= plan.keys()):
        raise RecordError(f"{path}: is not a plan or is damaged; start the workflow again.")
    return plan


def read_job(path, kind, name):
    """Return a job of a plan. `kind` is "batches" or "overview".

    Raise RecordError for an unknown job and for a missing or damaged plan.
    """
    jobs = read_plan(path)["jobs"]
    if name not in jobs[kind]:
        known = ", ".join(jobs[kind]) or "none"
        raise RecordError(f"{path}: no job is called {name!r}; the jobs are {known}.")
    return jobs[kind][name]
