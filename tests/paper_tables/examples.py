"""Made-up results for the tests of everything that reads them."""

import json
from decimal import Decimal

from paper_tables.files import csv_text
from paper_tables.verdicts import printed_number

COLUMNS = (
    "run data augment extend N algorithm parameters seed status reason updates epochs mini_epochs "
    "visits directional_margin geometric_margin upper_bound margin_bound_by_updates "
    "guaranteed_fraction asymptotic_fraction r2"
).split()
TABLES = (
    *(f"micra/{name}" for name in (*(f"table-{i}" for i in range(1, 9)), "text")),
    *(f"margitron/table-{i}" for i in (2, 3, 4)),
)


def run(name, parameters=None, **row):
    """A row of runs.csv of a run that converged, with what is given; all values are strings."""
    plain = {"run": name, "data": "sonar", "augment": "1", "extend": "0", "N": "0"}
    plain |= {
        "algorithm": "MICRA",
        "status": "converged",
        "parameters": json.dumps(parameters or {}),
    }
    return dict.fromkeys(COLUMNS, "") | plain | row


def runs_as_printed(tables):
    """The runs of the tables, with every printed parameter and result as their own.

    A run that is only compared with has a result with which the comparison holds.
    """
    runs = {}
    for table in tables:
        for cell in table.cells:
            row = runs.setdefault(cell.run, run(cell.run, reason=""))
            if cell.printed is None or cell.label or cell.above:
                continue
            if cell.field:
                field = "r2" if cell.field == "R" else cell.field
                value = printed_number(cell.printed) / Decimal(cell.scale)
                row[field] = str(value**2 if cell.field == "R" else value)
            for key, text in zip(cell.parameters, cell.printed.split(", "), strict=False):
                _put(row, key, float(Decimal(text) / Decimal(cell.scale)))
        for name, facts in table.stated.items():
            for key, text in facts.items():
                _put(runs[name], key, text if text.isalpha() or key == "data" else float(text))
    for cell in (cell for table in tables for cell in table.cells):
        own = runs[cell.run][cell.field] if cell.above and cell.printed else ""
        for other, times in cell.above if own else ():
            if not runs.setdefault(other, run(other))[cell.field]:
                runs[other][cell.field] = str(Decimal("0.99") * Decimal(own) / Decimal(times))
    return runs


def write_runs(path, runs):
    """The rows as a file such as results/runs.csv."""
    path.write_text(csv_text(COLUMNS, ([row[c] for c in COLUMNS] for row in runs.values())))
    return path


def _put(row, key, value):
    if key in row:
        row[key] = f"{value:g}" if isinstance(value, float) else value
    else:
        row["parameters"] = json.dumps(json.loads(row["parameters"]) | {key: value})
