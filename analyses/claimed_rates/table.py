"""The table of results/claimed_rates.csv."""

from analyses.claimed_rates.compute import NEAR
from paper_tables.grids import Grid, GridCell
from records.analysis_files import CLAIMED_RATES, FRACTIONS

PAGE = "claimed_rates"
CLAIMED = {"0": "log(1/ε)", "": "–"}


def grids(results):
    """The tables of a `Results`."""
    rows = results.rows(CLAIMED_RATES)
    return [claimed_rates_grid(rows)] if rows else []


def claimed_rates_grid(rows):
    """The `Grid` of results/claimed_rates.csv; rows: its rows, as dicts of strings."""
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
        note="The exponents with which updates grow with 1/ε, where ε is the part of the maximum "
        "margin that is missing, as claimed and as measured: means over the problems of the "
        "overview, with 95 % intervals, of slopes from 90 % to the last fraction reached, and of "
        "those from 99 % on. On a problem a learner counts if it came to three of the "
        f"{len(FRACTIONS)} fractions, or to two from 99 % on, for the best of the parameters "
        "tried: problems on which it is too slow for its seconds are missing, which favours small "
        "exponents. A claim is judged by the "
        "last slopes where they tell something, else by the whole ones: it holds if the "
        f"interval ends at most {NEAR:g} above it, half the least distance between claims, "
        "does not hold if all of it is above that, and cannot "
        "be told in between; it holds beyond 99 % if it does not by the whole slopes, but by the "
        "last. A claim of log(1/ε) is judged by the last slopes, each less what it is at most "
        "if updates are a + b log(1/ε) with a ≥ 0, 0.18 to 99.9 and 0.15 to 99.99 %: it does not "
        "hold if all of the interval is above 0. Claims are upper bounds with constants that "
        "depend on the problem: one that does not hold here "
        "may hold closer to the maximum. Bounds themselves are checked on the page Theory.",
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
