"""Results that only record a failure are made again by the next call of the workflow.

Data that could not be reached and runs that failed are rows with their reason, so that the rest can
continue; but a failure is not a result to keep. A job is given the number of its attempt, and
writes it into its result. The next call reads it: if the result is a failure that may now end
differently, the number is increased, and a job with a changed parameter is run again.
"""

import shutil
from functools import cache
from pathlib import Path

import data
from data.errors import DataError
from records.statuses import Status
from workflows.damage import read_records


def count_attempts(results, batches, data_config, ask_servers=True):
    """The attempt of each job, {"runs": batch -> number, "problems": data set -> number}.

    Jobs that are missing are at their first. A file that cannot be read is made again; a call that
    runs jobs has moved such files aside before. Reads the folder of results and changes nothing.
    ask_servers: whether to ask servers that were silent if they answer now.
    """
    unreachable, problems, answers = set(), {}, cache(data.answers)
    for path in sorted(Path(results, "problems").glob("*.npz")):
        try:
            record = data.read_record(path)
        except (DataError, OSError):
            problems[path.stem] = 2
            continue
        problems[path.stem] = attempt = record.get("attempt", 1)
        if record["status"] == "unreachable":
            own = path.stem not in data.names()
            local = own or data.is_local(path.stem, data_config["store"], data_config["mirror"])
            if local or ask_servers and any(map(answers, record.get("silent", ()))):
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


def _next_attempt(records, unreachable):
    attempt = max((record.get("attempt", 1) for record in records), default=1)
    return attempt + any(_can_be_tried_again(record, unreachable) for record in records)


def _can_be_tried_again(record, unreachable):
    if record["status"] == Status.FAILED:
        return not record.get("refused")  # a rule that did not conform still does not
    if record["status"] != Status.UNAVAILABLE or record["data"] in unreachable:
        return False
    return shutil.which("svm_learn") is not None  # SVM^light is the one optional program
