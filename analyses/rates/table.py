"""How updates grow with accuracy: the table of results/rates.csv."""

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
    """The tables of a `Results`."""
    return [rates_grid(results.rows(RATES))]


def rates_grid(rows):
    """The `Grid` of results/rates.csv; rows: its rows, as dicts of strings."""
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
        "Mézard; MICRA has none, and its β was chosen. Example 1 has ε = ζ = 1/2 and η = "
        "(β/R)^{−δ}; with δ = 1 its bound guarantees no more than half of γ_{d}, however large "
        "β is. The bound is the exponent of 1/ε in the "
        "theorems for small ε; for ALMA's (2/α − 1)^{2} it is 3.6 at α = 0.9 and 2.7 at 0.5. That "
        "of the w-margitron is Theorem 3.4's, with b from (35) and δ = ε. PDM has no exponent, as "
        "its bound, derived here, grows as (R/γ_{d})^{1/ε}, faster than any power of 1/ε. So does "
        "the t-margitron's with b ≥ γ_{d}R, for which its accuracy is guaranteed if ε < 1/2 "
        "(Remark 2); with b from (16) alone, as here, the bound grows as 1/ε, but no accuracy is "
        "guaranteed. AMIRA with ε → 0 is only guaranteed half of the maximum γ, so what is missing "
        "need not fall with ε.",
        groups=[("", 4), ("exponent", 2)],
        columns=list(columns.items()),
        rows=[[GridCell(text) for text in row] for row in shown],
    )


def _exponent(row):
    if row is None:
        return "–"
    error = f" ± {float(row['standard_error']):.2f}" if row["standard_error"] else ""
    return f"{float(row['exponent']):.2f}{error}"
