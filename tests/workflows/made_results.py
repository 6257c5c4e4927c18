"""A folder of made-up results for tests of tables and report."""

from records.analysis_files import CHOICES, CLAIMED_RATES, JOBS, OVERVIEW, OVERVIEW_TIMINGS, RATES
from records.analysis_files import THEORY as THEORY_FILE
from records.files import text_of
from records.run_files import CURVES, TIMINGS
from tests.analyses.overview.rows import CHOICE_ROWS, NUMBERS, overview_rows
from tests.paper_tables.examples import write_online, write_runs
from workflows.commands import compare

SECONDS = {
    "micra-table-5-sonar-micra-dual": 0.5,
    "micra-table-5-sonar-libsvm-tight": 0.25,
    "micra-table-6-a9a-libsvm-tight": 1200,
    "micra-table-6-a9a-micra": 7,
}
THEORY = [
    dict.fromkeys(THEORY_FILE.header, "1")
    | {"paper": "micra", "theorem": "Theorem 1", "sense": "most", "run": f"run-{i}", "holds": "yes"}
    for i in range(3)
]


CURVE = [
    {"run": "micra-table-1-micra-1", "updates": t, "visits": 9 * t, "directional_margin": t / 1e8}
    for t in (10, 1000, 100000)
]


def write_results(folder, names, runs, online, theory=THEORY):
    """Write every result file, verdicts included; return the options that name them.

    names: of the papers' tables. runs, online: as in tests/paper_tables/examples.py.
    """
    write_online(folder / "online.csv", online)
    write_runs(folder / "runs.csv", runs)
    overview, clock = overview_rows(NUMBERS)
    overview = [{**row, "status": "", "reason": "", "maximum_margin": "1"} for row in overview]
    rate = dict.fromkeys(RATES.header, "1") | {"series": "pdm", "accuracy": "measured"}
    for file, rows in (
        (TIMINGS, [{"run": run, "seconds": str(seconds)} for run, seconds in SECONDS.items()]),
        (THEORY_FILE, theory),
        (RATES, [rate]),
        (CLAIMED_RATES, [dict.fromkeys(CLAIMED_RATES.header, "1")]),
        (OVERVIEW, overview),
        (OVERVIEW_TIMINGS, clock),
        (CHOICES, CHOICE_ROWS),
        (CURVES, CURVE),
        (JOBS, [{"job": "run-a", "kind": "run", "seconds": "2", "learning_seconds": "1"}]),
    ):
        (folder / f"{file.name}.csv").write_text(text_of(file, rows), encoding="utf-8")
    measured = [f"--{name}={folder}/{name}.csv" for name in ("runs", "timings", "online", "draws")]
    verdicts = [f"--claims={folder}/claims.csv", f"--ratios={folder}/time_ratios.csv"]
    verdicts += [f"--{name}={folder}/{name}.csv" for name in ("evidence", "statements", "readings")]
    assert compare.main([*measured, *verdicts, "--tables", *names]) == 0
    return ["--tables", *names, "--files", *map(str, sorted(folder.glob("*.csv")))]
