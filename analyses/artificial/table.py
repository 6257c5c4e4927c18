"""Test errors of ALMA_p on all artificial data sets of its paper. Table 6 of the paper has six."""

import json

from data.register import data_set_entry
from paper_tables.grids import Grid, GridCell
from paper_tables.permutations import Quantity, estimate, why_no_estimate
from records.statuses import Status

PAGE = "alma"
DATA = "alma-artificial-"
NORMS, ALPHAS = (2, 6, 10), (1.0, 0.9, 0.8, 0.5)
ERROR = Quantity("average", "test_error", ("1",), ("average",))


def grids(results):
    """Return the tables of a `Results`."""
    return [errors_grid(results.runs, results.online)]


def errors_grid(runs, online):
    """Return a table of data sets by p and α.

    `runs` and `online` are the results of `read_runs` and `read_online`.
    """
    found = {}
    for name, row in runs.items():
        if row["data"].startswith(DATA) and row["status"] == Status.COMPLETED:
            parameters = json.loads(row["parameters"])
            p, alpha, B = (parameters.get(key) for key in ("p", "alpha", "B"))
            as_stated = p and alpha and B and abs(B * alpha - 1) < 1e-9
            if as_stated and not why_no_estimate(ERROR, name, online):
                own = found.setdefault(_described(row["data"]), {})
                error = 100 * estimate(ERROR, name, online).value
                own[p, alpha] = f"{error:.1f}"
    columns = [(f"p{p}-alpha-{alpha:g}", f"{alpha:g}") for p in NORMS for alpha in ALPHAS]
    columns = [(name.replace(".", ""), head) for name, head in columns]
    return Grid(
        name="alma-artificial",
        title="All artificial data: test errors of ALMA_{p}(α), average, after one epoch",
        note="In percent, with B = 1/α, as the paper states. s: the number of nonzero components "
        "of the target; ε: the rate of noise in the training labels. Table 6 has six of these "
        "sets, without α = 0.9.",
        groups=[("", 2), *((f"p = {p}, α", len(ALPHAS)) for p in NORMS)],
        columns=[("s", "s"), ("epsilon", "ε"), *columns],
        rows=[
            [GridCell(f"{s:g}"), GridCell(f"{epsilon:g}")]
            + [GridCell(own.get((p, alpha), "")) for p in NORMS for alpha in ALPHAS]
            for (s, epsilon), own in sorted(found.items())
        ],
        page=PAGE,
        behind="alma-table-6",
    )


def _described(name):
    """Return (s, ε) of a data set.

    >>> _described("alma-artificial-s3-e015")
    (3, 0.15)
    """
    options = data_set_entry(name)["options"]
    return options["s"], options["epsilon"]
