"""A folder of made-up results, such as tables and report are made of."""

from paper_tables.files import csv_text
from paper_tables.rates import RATE_COLUMNS
from paper_tables.theory import COLUMNS as THEORY_COLUMNS
from tests.paper_tables.examples import write_online, write_runs
from tests.paper_tables.overview_rows import NUMBERS, overview_rows
from workflows import compare

SECONDS = {
    "micra-table-5-sonar-micra": 0.5,
    "micra-table-5-sonar-libsvm-tight": 0.25,
    "micra-table-6-a9a-libsvm-tight": 1200,
    "micra-table-6-a9a-micra": 7,
}
THEORY = [
    dict.fromkeys(THEORY_COLUMNS, "1")
    | {"paper": "micra", "theorem": "Theorem 1", "sense": "most", "run": f"run-{i}", "holds": "yes"}
    for i in range(3)
]


def write_results(folder, names, runs, online, theory=THEORY):
    """Writes every file of results, the verdicts too; returns the options that name them.

    names: of the papers' tables. runs, online: as in tests/paper_tables/examples.py.
    """
    write_online(folder / "online.csv", online)
    write_runs(folder / "runs.csv", runs)
    overview, clock = overview_rows(NUMBERS)
    overview = [{**row, "status": "", "reason": "", "maximum": "1"} for row in overview]
    rate = dict.fromkeys(RATE_COLUMNS, "1") | {"ladder": "pdm", "accuracy": "measured"}
    for name, columns, rows in (
        ("timings", ("run", "seconds"), [{"run": r, "seconds": s} for r, s in SECONDS.items()]),
        ("theory", THEORY_COLUMNS, theory),
        ("rates", RATE_COLUMNS, [rate]),
        ("overview", tuple(overview[0]), overview),
        ("overview-timings", tuple(clock[0]), clock),
    ):
        text = csv_text(columns, [[row[column] for column in columns] for row in rows])
        (folder / f"{name}.csv").write_text(text, encoding="utf-8")
    measured = _options(folder, "runs", "timings", "online", "draws")
    measured += ["--tables", *names]
    verdicts = _options(folder, "claims", "ratios")
    assert compare.main([*measured, *verdicts]) == 0
    others = _options(folder, "theory", "rates", "overview", "overview-timings")
    return [*measured, *verdicts, *others]


def _options(folder, *names):
    return [text for name in names for text in (f"--{name}", f"{folder}/{name}.csv")]
