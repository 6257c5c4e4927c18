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
        seconds, draws = self.settings["budget"]["max_seconds"], self.settings["draws"]
        permutations = self.settings["online"]["permutations"] or {}
        parts = [f"at most {seconds:g} seconds a run"] if seconds else []
        parts += [f"{count} permutations of {data}" for data, count in permutations.items()]
        parts += [f"{draws} draws of artificial data"] if draws else []
        return f"with {', '.join(parts)}" if parts else "with no limits on runs"

    def otherwise(self, place, verdict):
        """What it found, such as "12969 exact", if that is not the verdict; "" if it is. place:
        (paper, table, row, column).
        """
        own = self.claims.get(place)
        if own is None or own["verdict"] == verdict:
            return ""
        return f"{own['measured']} {own['verdict']}".strip()


@cache
def read_full_run():
    """The `FullRun`. Raises RecordError."""
    rows = files.read(VERDICTS, KEPT)
    return FullRun({KEPT.key_of(row): row for row in rows}, **json.loads(SOURCE.read_text("utf-8")))
