"""What a call of the workflow says at its end: failed runs, the verdicts, where the report is."""

import json
import shutil
from collections import Counter
from pathlib import Path

from records import files
from records.analysis_files import CLAIMS
from records.statuses import Status

SO_FAR = "so_far"


def print_summary(results):
    """Prints the verdicts and where the report is, if it is there; removes the partial report."""
    claims, report = Path(results, "claims.csv"), Path(results, "report", "index.html")
    if not (claims.is_file() and report.is_file()):
        return
    shutil.rmtree(Path(results, SO_FAR), ignore_errors=True)
    verdicts = Counter(row["verdict"] for row in files.read(claims, CLAIMS))
    counts = ", ".join(f"{count} {verdict}" for verdict, count in verdicts.most_common())
    said = f"{verdicts.total()} printed numbers: {counts}. " if verdicts else ""
    print(f"{said}The report: {report}")


def print_failures(results, batches, problems):
    """Prints how many runs failed, if any, with the commonest reason.

    batches: names of those of the plan. problems: names of the overview's, and of its variants.
    """
    paths = [Path(results, "runs", f"{name}.json") for name in batches]
    paths += [Path(results, "overview", f"{name}.json") for name in problems]
    failed = [record for path in paths for record in _records(path) if _has_failed(record)]
    if not failed:
        return
    reasons = Counter(f"{record['algorithm']}: {record['reason']}" for record in failed)
    ((reason, count),) = reasons.most_common(1)
    runs = "1 run" if len(failed) == 1 else f"{len(failed):,} runs"
    often = f" Most often ({count:,} times)" if len(reasons) > 1 else " The reason"
    print(f"{runs} failed; results show them with their reasons.{often}: {reason}")


def _has_failed(record):
    return record["status"] == Status.FAILED


def _records(path):
    if not path.is_file():
        return []  # the workflow stopped before
    content = json.loads(path.read_text(encoding="utf-8"))
    return content["runs"] if isinstance(content, dict) else content
