"""What a call of the workflow says at its end: the verdicts, and where the report is."""

import shutil
from collections import Counter
from pathlib import Path

from records import files
from records.analysis_files import CLAIMS

SO_FAR = "so_far"


def print_summary(results):
    """Prints both if the report is there, and removes the one of what there was so far."""
    claims, report = Path(results, "claims.csv"), Path(results, "report", "index.html")
    if not (claims.is_file() and report.is_file()):
        return
    shutil.rmtree(Path(results, SO_FAR), ignore_errors=True)
    verdicts = Counter(row["verdict"] for row in files.read(claims, CLAIMS))
    counts = ", ".join(f"{count} {verdict}" for verdict, count in verdicts.most_common())
    said = f"{verdicts.total()} printed numbers: {counts}. " if verdicts else ""
    print(f"{said}The report: {report}")
