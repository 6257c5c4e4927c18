"""Theory beside measurement: the table of results/theory.csv."""

from statistics import median

from paper_tables.grids import Grid, GridCell
from paper_tables.papers import read_papers
from records.analysis_files import THEORY

# Whose theorem it is -> what the table calls it: the papers in their order, then others.
SOURCES = {name: paper.short for name, paper in read_papers().items()} | {
    "novikoff": "Novikoff",
    "romma": "Li & Long",
    "pdm": "PDM",
}
PAPERS = tuple(SOURCES)
HEADS = {
    "source": "of",
    "theorem": "theorem",
    "quantity": "quantity",
    "statement": "states",
    "runs": "runs",
    "broken": "broken",
    "smallest": "smallest",
    "median": "median",
    "largest": "largest",
    "bound": "bound",
    "measured": "measured",
    "nearest": "run",
}


def by_theorem(rows):
    """(paper, theorem, quantity) -> its rows, in the order of PAPERS and then of the rows."""
    groups = {}
    for row in sorted(rows, key=lambda row: PAPERS.index(row["paper"])):
        groups.setdefault((row["paper"], row["theorem"], row["quantity"]), []).append(row)
    return groups


def grids(results):
    """The tables of a `Results`."""
    return [theory_grid(results.rows(THEORY))]


def theory_grid(rows):
    """The `Grid` of results/theory.csv; rows: its rows, as dicts of strings.

    The nearest run is the one that is least on the right side of the bound, or most on the wrong.
    """
    shown = []
    for (paper, theorem, quantity), own in by_theorem(rows).items():
        ratios = [float(row["ratio"]) for row in own]
        extreme = max if own[0]["sense"] == "most" else min
        nearest = own[ratios.index(extreme(ratios))]
        numbers = (_digits(f(ratios)) for f in (min, median, max))
        broken = sum(row["holds"] == "no" for row in own)
        shown.append(
            [
                *(SOURCES[paper], theorem, quantity, own[0]["statement"]),
                *(str(len(own)), str(broken), *numbers),
                *(_digits(float(nearest[key])) for key in ("bound", "measured")),
                nearest["run"],
            ]
        )
    return Grid(
        name="theory",
        title="Theorems beside the runs that they speak of",
        note="Of every run whose problem has an exact maximum margin γ_{d}: what the theorem says, "
        "and measured over bound, which is at most 1 for bounds from above (≤) and at least 1 for "
        "those from below (≥). A run that has not converged counts where the theorem speaks of it "
        "too. The Margitron's and PDM's are derived again here; Li & Long's are of ROMMA. "
        "Falkowski's are judged on the patterns that a pocket has right too. AMIRA's Theorems 4 "
        "and 5 are judged as printed, with the sum of losses, and with the sum of their squares."
        + _findings(rows),
        groups=[("", 6), ("measured/bound", 3), ("nearest to the bound", 3)],
        columns=list(HEADS.items()),
        rows=[[GridCell(text) for text in row] for row in shown],
    )


def _digits(number):
    """Four significant digits, of numbers of a few more digits without an exponent."""
    rounded = f"{number:.4g}"
    return f"{float(rounded):.0f}" if 1e4 <= abs(number) < 1e7 else rounded


def _findings(rows):
    """Which forms of AMIRA's Theorems 4 and 5 were broken by any run, as a sentence."""
    broken = {}
    for row in rows:
        if row["holds"] == "no" and row["theorem"] in ("Theorem 4", "Theorem 5"):
            form = row["quantity"].removeprefix("mistakes, ")
            broken.setdefault(row["theorem"], {})[form] = None
    if not broken:
        return ""
    found = (f"{theorem} with {' and with '.join(broken[theorem])}" for theorem in sorted(broken))
    return f" What was run breaks {', and '.join(found)}, which is a finding of ours."
