"""The verdicts of the fullest run, recorded for readers of shorter runs.

full_run.csv has the verdicts on numbers, full_run_evidence.csv the outcomes of comparisons.
full_run.json records the commit, machine and settings of the fullest run. `python -m docs.full_run`
writes all three from a folder of results.
"""

import json
from functools import cache
from typing import NamedTuple

from paper_tables.papers import HERE
from paper_tables.statements import judged
from records import files
from records.analysis_files import CELL, CELL_KEY, CLAIMS, EVIDENCE
from records.columns import ResultFile, picked

VERDICTS, SOURCE = HERE / "full_run.csv", HERE / "full_run.json"
OUTCOMES = HERE / "full_run_evidence.csv"
NOT_YET_RUN = "not yet run"
SETTINGS = ("budget", "online", "draws", "overview")  # keys of the config that shorten a run
STORED = ResultFile(
    "full_run",
    "The verdicts of the fullest run.",
    (*CELL, *picked(CLAIMS.columns, "kind", "measured", "verdict")),
    CELL_KEY,
)
STORED_EVIDENCE = ResultFile(
    "full_run_evidence",
    "The outcomes of the fullest run's comparisons for the papers' statements.",
    picked(EVIDENCE.columns, *CELL_KEY, "statement", "measured", "outcome"),
    CELL_KEY,
)


class FullRun(NamedTuple):
    """The fullest run.

    Attributes
    ----------
    claims : dict
        Key of CLAIMS -> row of full_run.csv (a dict).
    evidence : dict
        Key of EVIDENCE -> row of full_run_evidence.csv (a dict).
    commit : str
        The commit and its date.
    machine : dict
        The machine, as in provenance.json.
    settings : dict
        The config's values for the keys in SETTINGS.
    later : list of dict
        One dict for each later run that measured further claims or comparisons: its commit, machine
        and settings, and their numbers. Old entries do not count comparisons.
    """

    claims: dict
    evidence: dict
    commit: str
    machine: dict
    settings: dict
    later: list

    @property
    def statements(self):
        """The rows of statements.csv that follow from the evidence."""
        papers = dict.fromkeys(key[0] for key in self.evidence)
        return [row for paper in papers for row in judged(paper, list(self.evidence.values()))]

    @property
    def protocol(self):
        """Return a clause that lists what the settings leave out."""
        limits = limits_of(self.settings)
        return f"with {', '.join(limits)}" if limits else "with no limits on runs"

    def otherwise(self, place, verdict):
        """Return the fullest run's number and verdict, such as "12969 exact", if it differs.

        `place` is (paper, table, row, column). Return "" if the fullest run has the same verdict,
        and NOT_YET_RUN if it has no verdict on that claim.
        """
        own = self.claims.get(place) or self.evidence.get(place)
        if own is None:
            return NOT_YET_RUN
        found = own.get("verdict") or own["outcome"]
        return "" if found == verdict else f"{own['measured']} {found}".strip()


def limits_of(settings):
    """Return a list of texts that say what a config's settings leave out.

    `settings` has the keys in SETTINGS.
    """
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
    """Return the `FullRun`. Raise RecordError if its files are damaged."""
    claims, evidence = (
        {file.key_of(row): row for row in files.read(path, file)}
        for path, file in ((VERDICTS, STORED), (OUTCOMES, STORED_EVIDENCE))
    )
    return FullRun(claims, evidence, **json.loads(SOURCE.read_text("utf-8")))
