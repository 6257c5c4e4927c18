"""The table of results/rates.csv: how updates grow with accuracy."""

from paper_tables.grids import Grid, GridCell
from records.analysis_files import RATES

PAGE = "theory"

METHODS = {
    "alma": "ALMA_{2}",
    "aggressive-romma": "aggressive ROMMA",
    "amira": "AMIRA",
    "micra": "MICRA",
    "micra-delta-0": "MICRA, Example 1, δ = 0",
    "micra-delta-05": "MICRA, Example 1, δ = 1/2",
    "micra-delta-1": "MICRA, Example 1, δ = 1",
    "t-margitron": "t-margitron",
    "w-margitron": "w-margitron",
    "pdm": "PDM",
    "krauth-mezard": "Krauth–Mézard",
}


def grids(results):
    """Return the tables of a `Results`."""
    return [rates_grid(results.rows(RATES))]


def rates_grid(rows):
    """Return the table of results/rates.csv from its rows, dicts of strings."""
    found = {}
    for row in rows:
        found.setdefault((row["data"], row["series"]), {})[row["accuracy"]] = row
    columns = {
        "data": "data",
        "method": "learner",
        "runs": "runs",
        "bound": "bound",
        "nominal": "of 1/ε",
        "measured": "of 1/(1 − γ′/γ)",
    }
    shown = [
        [data, METHODS[series], of["measured"]["runs"], of["measured"]["exponent_of_bound"] or "–"]
        + [_exponent(of.get(accuracy)) for accuracy in ("nominal", "measured")]
        for (data, series), of in found.items()
    ]
    return Grid(
        name="rates",
        title="How the updates grow with accuracy",
        note="Exponents are fitted by least squares to the logarithms of the updates of runs that "
        "converged, ± their standard errors. ε is α for ALMA, δ for ROMMA and 1/c for Krauth & "
        "Mézard. MICRA has no ε; its β was chosen instead. Example 1 has ε = ζ = 1/2 and η = "
        "(β/R)^{−δ}; with δ = 1 its bound guarantees no more than half of γ_{d}, however large "
        "β is. The bound is the exponent of 1/ε in the "
        "theorems for small ε; for ALMA's (2/α − 1)^{2} it is 3.6 at α = 0.9 and 2.7 at 0.5. The "
        "bound of the w-margitron is Theorem 3.4's, with b from (35) and δ = ε. PDM has no "
        "exponent, because its bound, derived here, grows as (R/γ_{d})^{1/ε}, faster than any "
        "power of 1/ε. The t-margitron's bound grows likewise with b ≥ γ_{d}R, which guarantees "
        "its accuracy if ε < 1/2 (Remark 2). Here b comes from (16) alone: the bound grows as 1/ε, "
        "but no accuracy is guaranteed. AMIRA with ε → 0 guarantees only half of the maximum γ, so "
        "the missing fraction need not fall with ε.",
        groups=[("", 4), ("exponent", 2)],
        columns=list(columns.items()),
        rows=[[GridCell(text) for text in row] for row in shown],
    )


def _exponent(row):
    if row is None:
        return "–"
    error = f" ± {float(row['standard_error']):.2f}" if row["standard_error"] else ""
    return f"{float(row['exponent']):.2f}{error}"
