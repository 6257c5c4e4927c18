"""What the check of a variant's rule leaves behind, results/variants/*.json."""

import json
from pathlib import Path

from data.files import replacing
from records.entries import described, with_kernel
from records.statuses import Status


def write_check(path, file, conforms, lines):
    """Writes a check. file: of the rule; lines: what the check found wrong, or remarks."""
    content = {"file": str(file), "conforms": conforms, "lines": lines}
    with replacing(path) as unfinished:
        unfinished.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")


def refusal(path):
    """Return why the runs of a variant are refused, a sentence, or "" if its rule conforms."""
    check = json.loads(Path(path).read_text(encoding="utf-8"))
    return "" if check["conforms"] else f"The rule does not conform: {' '.join(check['lines'])}"


def refusals(paths):
    """Name -> why its runs are refused, of the variants whose checks are at these paths."""
    reasons = {Path(path).stem: refusal(path) for path in paths}
    return {name: reason for name, reason in reasons.items() if reason}


def without_refused(job, checks):
    """(a job without the runs of variants that did not pass their check, the records of these).

    checks: paths of the variants' checks.
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
