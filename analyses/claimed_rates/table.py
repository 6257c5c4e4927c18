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
            *(_interval(row, name) for name in ("", "last_", "decade_")),
            *(row[f"{name}problems"] for name in ("", "last_", "decade_")),
            row["verdict"],
        ]
        for row in rows
    ]
    return Grid(
        name="claimed-rates",
        title="How fast the maximum margin is approached, beside what is claimed",
        note="Updates grow as a power of 1/ε, where ε is the missing fraction of the maximum "
        "margin. The table compares the claimed exponents with the measured ones.\n\nA measured "
        "exponent is the mean of slopes over the problems of the overview, with a 95 % interval. "
        "The whole slopes go from 90 % to the last fraction reached. The last slopes go from 99 "
        "% on. A problem counts for a learner if the best of the parameters tried reached three "
        f"of the {len(FRACTIONS)} fractions, or two from 99 % on. Problems on which a learner is "
        "too slow for its seconds are missing. This favours small exponents.\n\nA claim is "
        "judged by the last slopes if they allow a verdict, and by the whole slopes otherwise. "
        f"The claim holds if the interval ends at most {NEAR:g} above the claim. This limit is "
        "half the least distance between claims. The claim does not hold if all of the interval "
        "is above that limit. It cannot be judged if the interval is in between. It holds beyond "
        "99 % if it does not hold by the whole slopes, but holds by the last.\n\nA claim of "
        "log(1/ε) has the exponent 0, and is judged by the growth from decade to decade. This is "
        "the logarithm of a ratio: the updates that a decade of 1/ε adds, over those that the "
        "decade before added. A problem counts with the last two decades that the learner reached "
        "after 90 %, if each of the two adds updates. The growth is 0 for a + b log(1/ε), and s "
        "for a + b ε^{−s}, whatever a and b are.\n\nClaims are upper bounds with constants that "
        "depend on the problem. A claim that does not hold here may hold closer to the maximum. "
        "The report's page Theory checks the bounds themselves.",
        groups=[("", 3), ("measured exponent", 3), ("problems", 3), ("", 1)],
        columns=[
            ("learner", "learner"),
            ("claimed", "claimed exponent"),
            ("source", "by, or why none"),
            ("exponent", "from 90 %"),
            ("last_exponent", "from 99 %"),
            ("decade_exponent", "by decade"),
            ("problems", "whole"),
            ("last_problems", "last"),
            ("decade_problems", "decades"),
            ("verdict", "claim"),
        ],
        rows=[[GridCell(text) for text in row] for row in shown],
    )


def _interval(row, name):
    if not row[f"{name}exponent"]:
        return "–"
    low, value, high = (float(row[f"{name}{key}"]) for key in ("low", "exponent", "high"))
    return f"{value:.2f} ({low:.2f} to {high:.2f})"
