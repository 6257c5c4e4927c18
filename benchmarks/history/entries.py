"""Reads and writes the entries of the history, and finds the rows that became slower.

entries/PROCESSOR/COMMIT.json is the entry of a commit on a machine, in the form of the tool
github-action-benchmark, with the machine and the versions. Ratios differ between processors, so
only entries of one processor are compared.
"""

import json
import re
from datetime import datetime
from pathlib import Path
from statistics import median
from typing import NamedTuple

from data.files import replacing

ENTRIES = Path(__file__).parent / "entries"
BEFORE, SLOWER = 5, 1.1  # entries to compare with, and the largest ratio to their median


class Row(NamedTuple):
    """A row's history on one processor.

    name, unit: as in the entries. places: the places of the entries that have the row, oldest
    first. ratios: their ratios.
    """

    name: str
    unit: str
    places: list
    ratios: list

    def usual(self, i=-1):
        """Return the median of up to five ratios before ratio i; None if there is none before."""
        before = self.ratios[:i][-BEFORE:]
        return median(before) if before else None

    def is_slower(self, i=-1):
        """Return whether ratio i is more than 10 % above the usual ratio."""
        usual = self.usual(i)
        return usual is not None and round(self.ratios[i] / usual, 6) > SLOWER


def write_entry(entry, folder):
    """Write an entry; an older entry of the same commit and processor is replaced."""
    processor = re.sub(r"\W+", "-", entry["machine"]["processor"].lower()).strip("-")
    path = folder / processor / f"{entry['commit']['id'][:12]}.json"
    text = json.dumps(entry, indent=1, ensure_ascii=False)
    with replacing(path) as unfinished:
        unfinished.write_text(f"{text}\n", encoding="utf-8")


def read_entries(folder=ENTRIES):
    """Return processor -> its entries, oldest commit first."""
    entries = [json.loads(path.read_text(encoding="utf-8")) for path in folder.glob("*/*.json")]
    found = {}
    for entry in sorted(entries, key=date):
        found.setdefault(entry["machine"]["processor"], []).append(entry)
    return found


def date(entry):
    """Return the time of an entry's commit."""
    return datetime.fromisoformat(entry["commit"]["timestamp"])


def histories(entries):
    """Return the rows of the entries of one processor, in the order of their first entry."""
    found = {}
    for place, entry in enumerate(entries):
        for result in entry["benches"]:
            key = result["name"], result["unit"]
            row = found.setdefault(key, Row(*key, [], []))
            row.places.append(place)
            row.ratios.append(result["value"])
    return list(found.values())


def slower(entries):
    """Return a sentence for each row of the last entry that is slower than usual.

    entries: those of one processor, oldest first.
    """
    return [
        f"{row.name}, {row.unit}: {row.ratios[-1]:.3g} instead of {row.usual():.3g}, the median of "
        f"the entries before ({min(BEFORE, len(row.ratios) - 1)})."
        for row in histories(entries)
        if row.places[-1] == len(entries) - 1 and row.is_slower()
    ]
