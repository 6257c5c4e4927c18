"""The table of ALMA, ours and river's, beside the paper's definition."""

from paper_tables.grids import Grid, GridCell
from records.analysis_files import ALMA_BESIDE_RIVER

PAGE = "alma"
HEADS = {
    "data": "data",
    "p": "p",
    "alpha": "α",
    "learner": "learner",
    "visits": "visits",
    "updates": "updates",
    "mistakes": "online mistakes",
    "largest_norm": "largest ‖w‖_{q}",
    "different_decisions": "decisions that differ",
    "weight_difference": "largest difference of weights",
}


def grids(results):
    """Return the tables of a `Results`: none if nothing was computed."""
    rows = results.rows(ALMA_BESIDE_RIVER)
    return [beside_river_grid(rows)] if rows else []


def beside_river_grid(rows):
    """Return the table of results/alma_beside_river.csv from its rows, dicts of strings."""
    shown = [
        dict(
            row,
            largest_norm=f"{float(row['largest_norm']):.4f}",
            weight_difference=f"{float(row['weight_difference']):.3g}",
        )
        for row in rows
    ]
    return Grid(
        name="alma-beside-river",
        title="A public implementation of ALMA beside the paper's definition",
        note="Each learner sees the same stream once, with B = 1/α and C = √2. The definition is "
        "Figure 1 of the ALMA paper, line by line; there ‖w‖_{q} is at most 1. The last two "
        "columns compare with the definition. They count the visits at which only one of both "
        "makes an update, and give the largest difference of two weight components as a fraction "
        "of the largest component. river's ALMAClassifier differs in four points. It does not "
        "divide patterns by their p-norm. It has no f and f^{−1}. It projects by the p-norm "
        "instead of the q-norm, and only the coordinates that a pattern names. It tests < instead "
        "of ≤, so that with α = 1 it never starts. It is faithful in the remaining case: p = 2, "
        "α < 1, and normalised patterns with all their zeros, of which none is all zero.",
        groups=[("", 8), ("compared with the definition", 2)],
        columns=list(HEADS.items()),
        rows=[[GridCell(str(row[name])) for name in HEADS] for row in shown],
    )
