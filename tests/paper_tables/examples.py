"""Made-up results for the tests of code that reads results."""

import json
from decimal import Decimal
from pathlib import Path

from paper_tables.permutations import DRAWN, MEASURED, ONLINE
from paper_tables.results import Results
from paper_tables.verdicts import printed_number, printed_range
from records import run_files
from records.files import text_of

PAPERS = Path(__file__).parents[3] / "shared" / "papers"
COLUMNS = run_files.RUNS.header
ONLINE_COLUMNS = (*run_files.ONLINE.key, *MEASURED)
WHOLE = ("support_vectors", "updates")
ONLINE_TABLES = (
    *(f"alma/{name}" for name in (*(f"table-{i}" for i in range(1, 7)), "text")),
    *(f"amira/{name}" for name in ("text", "table-1", "table-2", "table-3")),
)
TABLES = (
    *(f"micra/{name}" for name in (*(f"table-{i}" for i in range(1, 9)), "text")),
    *(f"margitron/table-{i}" for i in (2, 3, 4)),
    *ONLINE_TABLES,
)


def results_of(names=(), runs=None, online=None, rows=None):
    """Return the `Results` of these tables, runs and permutations. rows: `ResultFile` -> rows."""
    results = Results(names, [])
    vars(results).update(runs=runs or {}, online=online or {}, seconds={})
    results._rows = {file.name: own for file, own in (rows or {}).items()}
    results._paths = dict.fromkeys(results._rows, "")
    return results


def run(name, parameters=None, **row):
    """Return a row of runs.csv for a converged run with these values; all values are strings."""
    plain = {"run": name, "data": "sonar", "augment": "1", "extend": "0", "max_mini_epochs": "0"}
    plain |= {
        "algorithm": "MICRA",
        "status": "converged",
        "parameters": json.dumps(parameters or {}),
    }
    return dict.fromkeys(COLUMNS, "") | plain | row


def runs_as_printed(tables):
    """Return the runs of the tables, with every printed parameter and number."""
    runs = {}
    for table in tables:
        for cell in filter(lambda cell: cell.run, table.cells):
            row = runs.setdefault(cell.run, run(cell.run, reason=""))
            if cell.quantity:
                row["status"] = "completed"
            if cell.printed is None or cell.label or cell.statement:
                continue
            if cell.field:
                field = "squared_radius" if cell.field == "R" else cell.field
                value = printed_number(cell.printed) / Decimal(cell.scale)
                row[field] = str(value**2 if cell.field == "R" else value)
            for key, text in zip(cell.parameters, cell.printed.split(", "), strict=False):
                _put(row, key, float(Decimal(text) / Decimal(cell.scale)))
        for name, facts in table.stated.items():
            for key, text in facts.items():
                word = text.isalpha() or key in ("data", "algorithm")
                _put(runs[name], key, text if word else float(text))
    return runs


def online_as_printed(tables, n=3):
    """Return n permutations of the tables' online runs, with every printed result.

    Each number has the printed standard deviation around its mean, or a small one. Results that are
    not printed have made-up means.
    """
    means, deviations = {}, {}
    cells = [c for table in tables for c in table.cells if c.quantity and c.run]
    epochs = [c for c in cells if c.quantity.statistic == "choice" and not c.quantity.points]
    peaks = {(c.run, c.quantity.hypotheses): c.printed for c in epochs}
    for cell in (c for c in cells if c not in epochs):
        quantity, scale = cell.quantity, Decimal(cell.scale)
        keys = [
            (cell.run, epoch, hypothesis, quantity.label)
            for epoch in quantity.epochs
            for hypothesis in quantity.hypotheses
        ]
        made_up = Decimal("0.05") if quantity.of.endswith("_error") else Decimal(100)
        if cell.printed is None or cell.label or cell.statement:
            for key in keys:
                means.setdefault((key, quantity.of), made_up)
        elif quantity.statistic == "deviation":
            deviations |= {(key, quantity.of): middle_of(cell.printed) / scale for key in keys}
            for key in keys:
                means.setdefault((key, quantity.of), made_up)
        elif quantity.statistic == "best":
            best = printed_number(cell.printed) / scale
            peak = peaks[cell.run, quantity.hypotheses]
            for key in keys:
                own = best if key[1] == peak else best + Decimal("0.001")
                means.setdefault((key, quantity.of), own)
        else:
            means[keys[0], quantity.of] = printed_number(cell.printed) / scale
    rows = {}
    for (key, of), mean in means.items():
        small = Decimal("0.25") if of in WHOLE else Decimal("0.00005")
        small = Decimal(0) if of == "converged" else small
        deviation = deviations.get((key, of), small)
        for i in range(n):
            empty = dict.fromkeys(ONLINE_COLUMNS, "")
            names = zip(("run", "epoch", "hypothesis", "class"), key, strict=True)
            row = rows.setdefault((*key, i), {**empty, **dict(names), "permutation": str(i)})
            row[of] = str(mean + (i - Decimal(n - 1) / 2) * deviation)
    return list(rows.values())


def middle_of(printed):
    """Return the middle of a printed range, or the printed number."""
    return sum(printed_range(printed)) / 2


def by_key(rows):
    """Return rows of online.csv in the form of `read_online`."""
    online = {}
    for row in rows:
        key = tuple(row[column] for column in ("run", "epoch", "hypothesis", "class"))
        online.setdefault(key, []).append(row)
    return online


def repeated(*numbers, of="test_error"):
    """Return rows of online.csv with nothing but a number for each permutation."""
    return [{"permutation": str(i), of: number} for i, number in enumerate(numbers, start=1)]


def write_online(path, rows):
    """Write the rows like results/online.csv, and rows of draws to a draws.csv beside it."""
    drawn = [row for row in rows if any(row[of] for of in DRAWN if of not in ONLINE)]
    online = [row for row in rows if row not in drawn]
    path.write_text(text_of(run_files.ONLINE, online))
    draws = [
        {
            "run": row["run"],
            "draw": row["permutation"],
            "status": "converged" if row["converged"] in ("", "1") else "max_epochs",
            "updates": row["updates"] or "1",
            "geometric_margin": row["fraction_of_maximum"] or "1",
            "maximum_margin": "1",
        }
        for row in drawn
    ]
    path.with_name("draws.csv").write_text(text_of(run_files.DRAWS, draws))
    return path


def write_runs(path, runs):
    """Write the rows like results/runs.csv."""
    path.write_text(text_of(run_files.RUNS, runs.values()))
    return path


def _put(row, key, value):
    if key in row:
        row[key] = f"{value:g}" if isinstance(value, float) else value
    else:
        row["parameters"] = json.dumps(json.loads(row["parameters"]) | {key: value})
