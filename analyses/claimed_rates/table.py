"""The table of results/claimed_rates.csv."""

from analyses.claimed_rates.compute import NEAR
from paper_tables.grids import Grid, GridCell
from records.analysis_files import CLAIMED_RATES, FRACTIONS

PAGE = "claimed_rates"
CLAIMED = {"0": "log(1/ε)", "": "–"}


def grids(results):
    """Return the tables of a `Results`."""
    rows = results.rows(CLAIMED_RATES)
    return [claimed_rates_grid(rows)] if rows else []


def claimed_rates_grid(rows):
    """Return the table of results/claimed_rates.csv from its rows, dicts of strings."""
    shown = [
        [
            row["learner"],
            CLAIMED.get(row["claimed"], row["claimed"]),
            row["source"],
            *(_interval(row, name) for name in ("", "last_")),
            row["problems"],
            row["last_problems"],
            row["verdict"],
        ]
        for row in rows
    ]
    return Grid(
        name="claimed-rates",
        title="How fast the maximum margin is approached, beside what is claimed",
        note="The exponents say how updates grow with 1/ε, where ε is the missing part of the "
        "maximum margin. Measured exponents are means over the problems of the overview, with 95 % "
        "intervals. The whole slope is from 90 % to the last fraction reached, the last slope from "
        "99 % up. A problem counts for a learner if the best of the parameters tried reached three "
        f"of the {len(FRACTIONS)} fractions, or two from 99 % up. Problems on which a learner is "
        "too slow for its seconds are missing, which favours small exponents. The last slopes "
        "judge a claim if they decide it, otherwise the whole slopes. A claim holds if the "
        f"interval ends at most {NEAR:g} above the claim, half the least distance between claims. "
        "It does not hold if the whole interval is above that, and cannot be told in between. It "
        "holds beyond 99 % if only the whole slopes contradict it. A claim of log(1/ε) is judged "
        "by the last slopes minus their largest value for updates a + b log(1/ε) with a ≥ 0: 0.18 "
        "up to 99.9 % and 0.15 up to 99.99 %. It does not hold if the whole interval is above 0. "
        "Claims are upper bounds with constants that depend on the problem: a claim that does not "
        "hold here may hold closer to the maximum. The page Theory checks the bounds themselves.",
        groups=[("", 3), ("measured exponent", 2), ("problems", 2), ("", 1)],
        columns=[
            ("learner", "learner"),
            ("claimed", "claimed exponent"),
            ("source", "by, or why none"),
            ("exponent", "from 90 %"),
            ("last_exponent", "from 99 %"),
            ("problems", "whole"),
            ("last_problems", "last"),
            ("verdict", "claim"),
        ],
        rows=[[GridCell(text) for text in row] for row in shown],
    )


def _interval(row, name):
    if not row[f"{name}exponent"]:
        return "–"
    low, value, high = (float(row[f"{name}{key}"]) for key in ("low", "exponent", "high"))
    return f"{value:.2f} ({low:.2f} to {high:.2f})"
