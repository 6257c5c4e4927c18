"""Test errors of ALMA_p on all artificial data sets of its paper. Table 6 of the paper has six."""

import json
from math import sqrt

from data.register import data_set_entry
from paper_tables.grids import Grid, GridCell
from paper_tables.permutations import Quantity, estimate, why_no_estimate
from records.statuses import Status

PAGE = "alma"
DATA = "alma-artificial-"
NORMS, ALPHAS = (2, 6, 10), (1.0, 0.9, 0.8, 0.5)
HYPOTHESES = ("last", "average")
STATED, THEOREM = 1.0, sqrt(8.0)  # B·α in the text and in Theorem 3
READINGS = {  # B·α -> name of the table, its B, and who has it
    STATED: ("alma-artificial", "1/α", "as the paper states"),
    THEOREM: ("alma-artificial-theorem", "√8/α", "as in Theorem 3"),
}


def grids(results):
    """Return the tables of a `Results`, one for each reading of B."""
    return [errors_grid(results.runs, results.online, reading) for reading in READINGS]


def errors_grid(runs, online, reading=STATED):
    """Return a table of data sets and hypotheses by p and α.

    `runs` and `online` are the results of `read_runs` and `read_online`. `reading` is B·α, a key of
    READINGS. ALMA_p(1.0) is independent of B, so its runs are in every table.
    """
    found = {}
    for name, row in runs.items():
        if row["data"].startswith(DATA) and row["status"] == Status.COMPLETED:
            parameters = json.loads(row["parameters"])
            p, alpha, B = (parameters.get(key) for key in ("p", "alpha", "B"))
            if p and (alpha == 1.0 or (B and abs(B * alpha - reading) < 1e-9)):
                own = found.setdefault(_described(row["data"]), {})
                own |= {
                    (hypothesis, p, alpha): text
                    for hypothesis, text in _errors(name, online).items()
                }
    columns = [(f"p{p}-alpha-{alpha:g}", f"{alpha:g}") for p in NORMS for alpha in ALPHAS]
    columns = [(name.replace(".", ""), head) for name, head in columns]
    name, B, source = READINGS[reading]
    return Grid(
        name=name,
        title=f"All artificial data: test errors of ALMA_{{p}}(α) after one epoch, B = {B}",
        note=f"In percent, with B = {B}, {source}. s: the number of nonzero components of the "
        "target; ε: the rate of noise in the training labels. ALMA_{p}(1.0) is independent of B. "
        "Table 6 has six of these sets, without α = 0.9.",
        groups=[("", 3), *((f"p = {p}, α", len(ALPHAS)) for p in NORMS)],
        columns=[("s", "s"), ("epsilon", "ε"), ("hypothesis", "hypothesis"), *columns],
        rows=[
            [GridCell(f"{s:g}"), GridCell(f"{epsilon:g}"), GridCell(hypothesis)]
            + [GridCell(own.get((hypothesis, p, alpha), "")) for p in NORMS for alpha in ALPHAS]
            for (s, epsilon), own in sorted(found.items())
            for hypothesis in HYPOTHESES
        ],
        page=PAGE,
        behind="alma-table-6",
    )


def _errors(name, online):
    """Return the average test error of a run in percent, a text, by hypothesis."""
    quantities = {of: Quantity("average", "test_error", ("1",), (of,)) for of in HYPOTHESES}
    return {
        of: f"{100 * estimate(quantity, name, online).value:.1f}"
        for of, quantity in quantities.items()
        if not why_no_estimate(quantity, name, online)
    }


def _described(name):
    """Return (s, ε) of a data set.

    >>> _described("alma-artificial-s3-e015")
    (3, 0.15)
    """
    options = data_set_entry(name)["options"]
    return options["s"], options["epsilon"]
