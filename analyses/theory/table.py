"""The table of results/theory.csv: theory beside measurement."""

from statistics import median

from analyses.theory.sources import PAPERS, SOURCES
from paper_tables.grids import Grid, GridCell
from records.analysis_files import THEORY

HEADS = {
    "source": "of",
    "theorem": "theorem",
    "quantity": "quantity",
    "statement": "states",
    "runs": "runs",
    "violated": "violated",
    "smallest": "smallest",
    "median": "median",
    "largest": "largest",
    "bound": "bound",
    "measured": "measured",
    "nearest": "run",
}


def by_theorem(rows):
    """Return (paper, theorem, quantity) -> its rows, in the order of PAPERS."""
    groups = {}
    for row in sorted(rows, key=lambda row: PAPERS.index(row["paper"])):
        groups.setdefault((row["paper"], row["theorem"], row["quantity"]), []).append(row)
    return groups


def grids(results):
    """Return the tables of a `Results`."""
    return [theory_grid(results.rows(THEORY))]


def theory_grid(rows):
    """Return the table of results/theory.csv from its rows, dicts of strings.

    The nearest run is the run closest to violating the bound, or the run that violates it most.
    """
    shown = []
    for (paper, theorem, quantity), own in by_theorem(rows).items():
        ratios = [float(row["ratio"]) for row in own]
        extreme = max if own[0]["sense"] == "most" else min
        nearest = own[ratios.index(extreme(ratios))]
        violated = sum(row["holds"] == "no" for row in own)
        shown.append(
            [
                SOURCES[paper],
                theorem,
                quantity,
                own[0]["statement"],
                str(len(own)),
                str(violated),
                _digits(min(ratios)),
                _digits(median(ratios)),
                _digits(max(ratios)),
                _digits(float(nearest["bound"])),
                _digits(float(nearest["measured"])),
                nearest["run"],
            ]
        )
    return Grid(
        name="theory",
        title="Theorems beside the runs they apply to",
        note="Each theorem is compared with every run on a problem with an exact maximum margin "
        "γ_{d}. Measured over bound should be at most 1 for bounds from above (≤), and at least 1 "
        "for bounds from below (≥). A run that has not converged counts if the theorem applies to "
        "it too. The Margitron's theorems are derived again here. PDM's theorems, and theorems "
        "marked as derived here, are ours. Li & Long's theorems are about ROMMA. With p other than "
        "2, the largest margin of ALMA's own runs, a lower bound, replaces γ*. The margin of this "
        "run itself is not compared with it. Theorems about a first epoch have a row only if the "
        "bound is below the number of patterns, since an epoch cannot make more updates or "
        "mistakes. Falkowski's theorems are also checked after the pocket algorithm, on the "
        "patterns that it selects. AMIRA's Theorems 4 and 5 are checked as printed, with the sum "
        "of losses, and with the sum of their squares." + _findings(rows),
        groups=[("", 6), ("measured/bound", 3), ("nearest to the bound", 3)],
        columns=list(HEADS.items()),
        rows=[[GridCell(text) for text in row] for row in shown],
    )


def _digits(number):
    """Write four significant digits; from 10⁴ to 10⁷ without an exponent."""
    rounded = f"{number:.4g}"
    return f"{float(rounded):.0f}" if 1e4 <= abs(number) < 1e7 else rounded


def _findings(rows):
    """Return a sentence on the forms of AMIRA's Theorems 4 and 5 that some run violated, or ""."""
    violated = {}
    for row in rows:
        if row["holds"] == "no" and row["theorem"] in ("Theorem 4", "Theorem 5"):
            form = row["quantity"].removeprefix("mistakes, ")
            violated.setdefault(row["theorem"], {})[form] = None
    if not violated:
        return ""
    found = (f"{name} with {' and with '.join(violated[name])}" for name in sorted(violated))
    return f" Our runs violate {', and '.join(found)}, which the paper does not mention."
