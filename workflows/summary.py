"""Prints a summary at the end of a workflow call: failed runs, verdicts, path of the report."""

import json
import shutil
from collections import Counter
from pathlib import Path

from records import files
from records.analysis_files import CLAIMS, STATEMENTS
from records.statuses import Status
from workflows.report.finding import numbered

PARTIAL = "partial"
UNREACHABLE = " is unreachable: "  # in the reasons of data/


def print_summary(results):
    """Print the verdicts and the report's path if it exists, and remove the partial report."""
    claims, report = Path(results, "claims.csv"), Path(results, "report", "index.html")
    if not (claims.is_file() and report.is_file()):
        return
    shutil.rmtree(Path(results, PARTIAL), ignore_errors=True)
    numbers = _counted("printed numbers", files.read(claims, CLAIMS))
    statements = _counted("statements", files.read(Path(results, "statements.csv"), STATEMENTS))
    print(f"{numbers}{statements}The report: {report}")


def _counted(what, rows):
    """Return a sentence with the number of each verdict, or "" without rows."""
    verdicts = Counter(row["verdict"] for row in rows)
    counts = ", ".join(f"{count} {verdict}" for verdict, count in verdicts.most_common())
    return f"{verdicts.total()} {what}: {counts}. " if verdicts else ""


def print_failures(results, batches, problems):
    """Print the numbers of failed runs and overview problems, with the most common reason.

    Parameters
    ----------
    results : str
        The folder of results.
    batches : iterable of str
        The names of the plan's batches.
    problems : iterable of str
        The names of the overview's records, variants included.
    """
    paths = [Path(results, "runs", f"{name}.json") for name in batches]
    paths += [Path(results, "overview", f"{name}.json") for name in problems]
    failed = [record for path in paths for record in _records(path) if _has_failed(record)]
    if not failed:
        return
    reasons = Counter(
        f"{record.get('algorithm', record.get('problem'))}: {record['reason']}" for record in failed
    )
    ((reason, count),) = reasons.most_common(1)
    kinds = Counter("run" if "algorithm" in record else "overview problem" for record in failed)
    numbers = [numbered(n, kind) for kind, n in sorted(kinds.items())[::-1]]
    if len(reasons) == 1:
        which = "The reason"
    elif count == 1:
        which = "One of them"
    else:
        which = f"Most often ({count:,} times)"
    print(f"{' and '.join(numbers)} failed; the results have the reasons. {which}: {reason}")


def print_unreachable(results, batches):
    """Print how many data sets of the plan's batches could not be fetched, and why the first."""
    paths = [Path(results, "runs", f"{name}.json") for name in batches]
    reasons = {
        record["data"]: record["reason"]
        for path in paths
        for record in _records(path)
        if record["status"] == Status.UNAVAILABLE and UNREACHABLE in record["reason"]
    }
    if not reasons:
        return
    what = f"{numbered(len(reasons), 'data set')} could not be fetched"
    which = "The reason" if len(reasons) == 1 else "One of the reasons"
    first = next(iter(reasons.values()))
    print(f"{what}, so that numbers are not measured. {which}: {first}")


def _has_failed(record):
    return record["status"] == Status.FAILED


def _records(path):
    if not path.is_file():
        return []  # the workflow stopped before this job
    content = json.loads(path.read_text(encoding="utf-8"))
    return content["runs"] if isinstance(content, dict) else content
