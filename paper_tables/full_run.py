"""The verdicts of the fullest run that there has been, kept in full_run.csv for those who run less.

full_run.json says which commit, machine and settings they come from. `python -m docs.full_run`
takes both from a folder of results.
"""

import json
from functools import cache
from typing import NamedTuple

from paper_tables.papers import HERE
from records import files
from records.analysis_files import CELL, CELL_KEY, CLAIMS
from records.columns import ResultFile, picked

VERDICTS, SOURCE = HERE / "full_run.csv", HERE / "full_run.json"
SETTINGS = ("budget", "online", "draws", "overview")  # of the config: what shortens a run
KEPT = ResultFile(
    "full_run",
    "The verdicts of the fullest run.",
    (*CELL, *picked(CLAIMS.columns, "measured", "verdict")),
    CELL_KEY,
)


class FullRun(NamedTuple):
    """claims: key of CLAIMS -> row of full_run.csv, a dict. commit: with its date. machine: as in
    provenance.json. settings: those of SETTINGS. later: these three, as a dict, of each later run
    that measured what this one had not, and how many claims it did.
    """

    claims: dict
    commit: str
    machine: dict
    settings: dict
    later: list

    @property
    def protocol(self):
        """What its settings leave out, a clause."""
        limits = limits_of(self.settings)
        return f"with {', '.join(limits)}" if limits else "with no limits on runs"

    def otherwise(self, place, verdict):
        """What it found, such as "12969 exact", if that is not the verdict; "" if it is. place:
        (paper, table, row, column).
        """
        own = self.claims.get(place)
        if own is None or own["verdict"] == verdict:
            return ""
        return f"{own['measured']} {own['verdict']}".strip()


def limits_of(settings):
    """What settings of a config leave out, a list of texts. settings: those of SETTINGS."""
    budget, draws = settings["budget"], settings["draws"]
    limits = {"max_seconds": "seconds", "max_updates": "updates", "max_epochs": "epochs"}
    found = [f"at most {budget[key]:g} {of} a run" for key, of in limits.items() if budget.get(key)]
    permutations = settings["online"]["permutations"] or {}
    found += [f"{_counted(count, 'permutation')} of {data}" for data, count in permutations.items()]
    return found + ([f"{_counted(draws, 'draw')} of artificial data"] if draws else [])


def _counted(count, noun):
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


@cache
def read_full_run():
    """The `FullRun`. Raises RecordError."""
    rows = files.read(VERDICTS, KEPT)
    return FullRun({KEPT.key_of(row): row for row in rows}, **json.loads(SOURCE.read_text("utf-8")))
