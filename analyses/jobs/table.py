"""The tables of results/jobs.csv: seconds for each kind of job, and for each job."""

from paper_tables.grids import Grid, GridCell
from records.analysis_files import JOBS

COLUMNS = {
    "seconds": "seconds",
    "learning_seconds": "of learning",
    "processor_seconds": "of processors",
    "memory": "memory (MB)",
}
KINDS = {
    "prepare": "preparing data",
    "run": "runs of the papers' tables and sweeps",
    "overview": "the overview",
    "separability": "questions about separability",
    "theory_first_epochs": "theorems about first epochs",
    "alma_beside_river": "ALMA beside river's",
    "check_variant": "checks of variants",
    "figure": "figures",
}
OTHERS = "gathering and judging"


def grids(results):
    """Return the tables of a `Results`."""
    rows = results.rows(JOBS)
    return [_by_kind(rows), _by_job(rows)]


def _by_kind(rows):
    kinds = {name: [] for name in (*KINDS.values(), OTHERS)}
    for row in rows:
        kinds[KINDS.get(row["kind"], OTHERS)].append(row)
    shown = {kind: of for kind, of in kinds.items() if of}
    if len(shown) > 1:
        shown["all"] = rows
    sums = [column for column in COLUMNS if column != "memory"]
    return Grid(
        name="jobs-by-kind",
        title="Where the time goes, by kind of job",
        note="Jobs run side by side, so the sum exceeds the time of the workflow. Memory is the "
        "peak of the job with the largest peak.",
        groups=[("", 2), ("", len(COLUMNS))],
        columns=[("kind", "jobs"), ("count", "how many"), *COLUMNS.items()],
        rows=[
            [GridCell(kind), GridCell(str(len(of)))]
            + [GridCell(_rounded(sum(float(row[name] or 0) for row in of))) for name in sums]
            + [GridCell(_rounded(max(float(row["memory"] or 0) for row in of)))]
            for kind, of in shown.items()
        ],
    )


def _by_job(rows):
    return Grid(
        name="jobs",
        title="Where the time goes, job by job",
        note="A job has the name of its log file in `logs`. The longest job comes first.",
        groups=[("", 1), ("", len(COLUMNS))],
        columns=[("job", "job"), *COLUMNS.items()],
        rows=[
            [GridCell(row["job"]), *(GridCell(_rounded(row[name])) for name in COLUMNS)]
            for row in rows
        ],
    )


def _rounded(number):
    return "–" if number == "" else f"{float(number):.0f}"
