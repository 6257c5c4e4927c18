"""The table of certificates: the certified fraction of the maximum margin of each run."""

from decimal import Decimal

from analyses.certificates.certificates import certificates
from paper_tables.grids import Grid, GridCell

PAGE = "theory"


def grids(results):
    """Return the tables of a `Results`."""
    return [certified_grid(results.tables, results.runs)]


def _proved(runs):
    """Return a sentence: how many margins are proved in exact arithmetic."""
    found = [run for run in runs if run["proved_margin"]]
    if not found:
        return "No margin was proved in exact arithmetic."
    off = max(map(_disagreement, found))
    bounds = sum(bool(run["proved_bound"]) for run in found)
    return (
        f"{len(found)} margins and {bounds} bounds are proved in exact arithmetic. Measured "
        f"margins differ from the proved margins by at most {off:.1e} of their size. There are no "
        "proofs in the spaces of kernels and for p-norms."
    )


def _disagreement(run):
    measured = Decimal(run["directional_margin"] or run["geometric_margin"])
    return abs(measured - Decimal(run["proved_margin"])) / abs(measured)


def certified_grid(tables, runs):
    """Return a table of the certified fraction of the maximum margin for each run of the tables."""
    columns = {
        "run": "run",
        "algorithm": "algorithm",
        "problem": "problem",
        "status": "status",
        "kind": "margin",
        "margin": "reached",
        "bound": "‖a‖/Σα",
        "fraction": "certified (%)",
        "best_bound": "smallest bound",
        "best_fraction": "certified (%)",
        "best_run": "of run",
    }
    return Grid(
        name="certified",
        title="Certified fraction of the maximum margin",
        note="For any weight a = Σ α_{k} y_{k} with α_{k} ≥ 0, no directional margin exceeds "
        "‖a‖/Σα. The first fraction uses the run's own bound, the second the smallest of all runs "
        "on the same problem. Bounds are rounded up, margins and fractions down. "
        f"{_proved(runs.values())}",
        groups=[("", 6), ("by its own bound", 2), ("by the best bound", 3)],
        columns=list(columns.items()),
        rows=[
            [GridCell(getattr(certificate, name)) for name in columns]
            for certificate in certificates(tables, runs)
        ],
    )
