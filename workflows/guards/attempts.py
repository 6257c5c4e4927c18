"""Counts attempts, so that the next call of the workflow repeats the jobs that failed.

Unreachable data and failed runs are rows with a reason, so that the other jobs can continue. But a
failure must not stay. Each job writes the number of its attempt into its result. If the result is
a failure that may now end differently, the next call increases the number. The number is a
parameter of the job, so Snakemake runs the job again.
"""

from functools import cache
from pathlib import Path

import data
from data.errors import DataError
from records.statuses import Status
from workflows.guards.damage import read_records


def count_attempts(results, batches, data_config, ask_servers=True):
    """Return the attempt number of each job without changing the folder of results.

    A missing result means a first attempt. A file that cannot be read counts as a failed first
    attempt; calls that run jobs have already moved these files aside.

    Parameters
    ----------
    results : path
        The folder of results.
    batches : iterable of str
        The names of the batches.
    data_config : dict
        The config's section data.
    ask_servers : bool
        Whether to ask servers that were silent whether they answer now, and the mirror whether it
        has the files now.

    Returns
    -------
    dict
        {"runs": batch -> number, "problems": data set -> number}. Jobs on their first attempt are
        left out.
    """
    unreachable, problems = set(), {}
    servers = (cache(data.answers), cache(data.mirror_has)) if ask_servers else None
    for path in sorted(Path(results, "problems").glob("*.npz")):
        try:
            record = data.read_record(path)
        except (DataError, OSError):
            problems[path.stem] = 2
            continue
        problems[path.stem] = attempt = record.get("attempt", 1)
        if record["status"] == "unreachable":
            if _may_be_reached(path.stem, record, data_config, servers):
                problems[path.stem] = attempt + 1
            else:
                unreachable.add(path.stem)
    runs = {}
    for name in batches:
        path = Path(results, "runs", f"{name}.json")
        if path.is_file():
            try:
                runs[name] = _next_attempt(read_records(path), unreachable)
            except (ValueError, OSError):
                runs[name] = 2
    found = {"runs": runs, "problems": problems}
    return {kind: {n: a for n, a in of.items() if a > 1} for kind, of in found.items()}


def _may_be_reached(name, record, data_config, servers):
    """Return whether unreachable data may be reached now.

    servers: `data.answers` and `data.mirror_has`, or None to ask no server.
    """
    places = data_config["store"], data_config["mirror"]
    mirror = data.mirror_url(data_config["mirror"])
    if name not in data.names() or data.is_local(name, *places):
        return True
    if mirror and mirror != record.get("mirror"):
        return True
    if servers is None:
        return False
    answers, mirror_has = servers
    if any(map(answers, record.get("silent", ()))):
        return True
    return data.may_come_from_mirror(name, *places, mirror_has)


def _next_attempt(records, unreachable):
    attempt = max((record.get("attempt", 1) for record in records), default=1)
    return attempt + any(_can_be_tried_again(record, unreachable) for record in records)


def _can_be_tried_again(record, unreachable):
    if record["status"] == Status.FAILED:
        return not record.get("refused")  # the rule has not changed and would be refused again
    if record["data"] in unreachable or "needs" not in record:
        return False
    from peers.optional import is_installed  # here, as this takes seconds

    return is_installed(record["needs"])
