"""The files results/variants/*.json, where the check of a variant leaves its result."""

import json
from pathlib import Path

from data.files import replacing
from records.entries import described, with_kernel
from records.statuses import Status


def write_check(path, file, conforms, lines):
    """Write the result of a check.

    Parameters
    ----------
    path : str or Path
        The file to write.
    file : str or Path
        The file of the variant.
    conforms : bool
        Whether the variant conforms.
    lines : list of str
        The faults that the check found, or remarks.
    """
    content = {"file": str(file), "conforms": conforms, "lines": lines}
    with replacing(path) as unfinished:
        unfinished.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")


def refusal(path):
    """Return a sentence that says why a variant's runs are refused, or "" if it conforms."""
    check = json.loads(Path(path).read_text(encoding="utf-8"))
    return "" if check["conforms"] else f"The variant does not conform: {' '.join(check['lines'])}"


def refusals(paths):
    """Return a dict from each refused variant to the reason, from the paths of the checks."""
    reasons = {Path(path).stem: refusal(path) for path in paths}
    return {name: reason for name, reason in reasons.items() if reason}


def without_refused(job, checks):
    """Split a job into the runs to make and the records of refused runs.

    A run is refused if its variant did not pass the check. `checks` are the paths of the checks.
    Return the job without refused runs, and the list of records.
    """
    reasons, batch = refusals(checks), job["batch"]
    left = {n: run for n, run in batch["runs"].items() if run["algorithm"] not in reasons}
    refused = [
        described(name, run, batch["data"], job["seed"], with_kernel(run))
        | {"status": Status.FAILED, "reason": reasons[run["algorithm"]], "refused": True}
        for name, run in batch["runs"].items()
        if run["algorithm"] in reasons
    ]
    return {**job, "batch": {**batch, "runs": left}}, refused
