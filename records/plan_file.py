"""The plan of a running workflow, results/plan.json: what it passes to its jobs, by their names."""

import json
from pathlib import Path

from data.files import replacing
from records.errors import RecordError

FILE = "plan.json"


def write_plan(config, jobs, attempts):
    """Writes config, jobs (kind -> name -> job) and attempts to the folder of results."""
    content = {"config": config, "jobs": jobs, "attempts": attempts}
    with replacing(Path(config["results"], FILE)) as path:
        path.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")


def read_plan(path):
    """What `write_plan` wrote, a dict. Raises RecordError if there is none, or it is damaged."""
    try:
        plan = json.loads(Path(path).read_bytes())
    except FileNotFoundError:
        raise RecordError(
            f"{path}: there is no such file; the workflow writes it when it starts."
        ) from None
    except (ValueError, RecursionError):
        plan = None
    if not (isinstance(plan, dict) and {"config", "jobs", "attempts"} <= plan.keys()):
        raise RecordError(f"{path}: is no plan, or is damaged; start the workflow again.")
    return plan


def read_job(path, kind, name):
    """A job of a plan. kind: "batches" or "overview". Raises RecordError."""
    jobs = read_plan(path)["jobs"]
    if name not in jobs[kind]:
        known = ", ".join(jobs[kind]) or "none"
        raise RecordError(f"{path}: no job is called {name!r}; there are {known}.")
    return jobs[kind][name]
