"""The table of certificates: what fraction of the maximum margin each run has certainly reached."""

from decimal import Decimal

from analyses.certificates.certificates import certificates
from paper_tables.grids import Grid, GridCell

PAGE = "theory"


def grids(results):
    """The tables of a `Results`."""
    return [certified_grid(results.tables, results.runs)]


def _proved(runs):
    """How many margins are proved in exact arithmetic, a sentence."""
    found = [run for run in runs if run["proved_margin"]]
    if not found:
        return "No margin was proved in exact arithmetic."
    off = max(map(_disagreement, found))
    bounds = sum(bool(run["proved_bound"]) for run in found)
    return (
        f"{len(found)} margins and {bounds} bounds are proved in exact arithmetic; measured ones "
        f"differ from these by at most {off:.1e} of their size. None is proved in kernels' spaces "
        "and for p-norms."
    )


def _disagreement(run):
    measured = Decimal(run["directional_margin"] or run["geometric_margin"])
    return abs(measured - Decimal(run["proved_margin"])) / abs(measured)


def certified_grid(tables, runs):
    """The fraction of the maximum margin that each run of the tables is sure to have reached."""
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
