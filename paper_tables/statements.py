"""Statements: the sentences of a paper that compare results, and whether they hold.

PAPER/statements.yaml lists the statements of a paper. Cells of the paper's tables are the evidence:
each names its statement, and has the range of the statement or a range of its own. A comparison
holds if its number lies in the range.

A statement holds if all its comparisons hold. It holds where judged if some hold, none contradicts
it, and the others are undecided or not measured. It holds in part if some hold and some contradict
it. It does not hold if none holds and some contradict it. Otherwise it cannot be judged.

A comparison of averages over random permutations uses no number of the paper: only the sampling
error of our own average counts. The comparison holds if the average lies in the range by more than
this error, and does not hold if it lies outside by more. Otherwise it is undecided. The error is
Student's t at a level of 5 % (`paper_tables/sampling.py`) times the standard error. One permutation
decides nothing.

One draw outside the range contradicts a sentence about each draw of artificial data. The sentence
holds if all draws lie inside, and they are as many as the paper's. With fewer it is undecided.

Seconds have no sampling error: each is one timing, or the median of several. A ratio of seconds is
undecided if an end of the range is within a factor of 1.25 of the ratio (`paper_tables/speed.py`).

The words of some statements leave a range open. A number in that range is undecided.
"""

import re
from decimal import Decimal
from functools import cache
from typing import NamedTuple

from paper_tables.errors import TableError
from paper_tables.papers import HERE
from paper_tables.words import SCALE
from records.checked_yaml import read_checked

HOLDS, DOES_NOT_HOLD, UNDECIDED, NOT_MEASURED = OUTCOMES = (
    "holds",
    "does not hold",
    "undecided",
    "not measured",
)
WHERE_JUDGED, IN_PART = "holds where judged", "holds in part"
CANNOT_BE_JUDGED = "cannot be judged"
STATEMENT_VERDICTS = (HOLDS, WHERE_JUDGED, IN_PART, DOES_NOT_HOLD, CANNOT_BE_JUDGED)
INDEPENDENT, IMPLIED, FITTED, OURS = KINDS = ("independent", "implied", "fitted", "ours")
INTERVAL = re.compile(r"([\[(])(-?[0-9.]+), (-?[0-9.]+)([\])])")
BOUND = re.compile(r"([<>≤≥]) (-?[0-9.]+)")


class Statement(NamedTuple):
    """A statement, as described in statements.schema.json. `claim` and `open` are ranges."""

    name: str
    statement: str
    place: str
    words: str
    word: str = ""
    claim: str = ""
    open: str = ""
    because: str = ""
    kind: str = INDEPENDENT


class Range(NamedTuple):
    """A range of numbers; an end that is not finite is missing."""

    lowest: Decimal
    highest: Decimal
    has_lowest: bool
    has_highest: bool

    def __contains__(self, value):
        above = value > self.lowest or (self.has_lowest and value == self.lowest)
        return above and (value < self.highest or (self.has_highest and value == self.highest))

    def distance(self, value):
        """Return the distance from a number to the nearest end."""
        return min(abs(value - end) for end in self[:2] if end.is_finite())


def range_of(text):
    """Return the `Range` in a text. Raise TableError if the text is no range.

    >>> Decimal(1) in range_of("< 1"), Decimal(1) in range_of("[0.9, 1]")
    (False, True)
    """
    if found := INTERVAL.fullmatch(text):
        lowest, highest = Decimal(found[2]), Decimal(found[3])
        if lowest < highest:
            return Range(lowest, highest, found[1] == "[", found[4] == "]")
    if found := BOUND.fullmatch(text):
        bound, infinite = Decimal(found[2]), Decimal("Infinity")
        if found[1] in "<≤":
            return Range(-infinite, bound, False, found[1] == "≤")
        return Range(bound, infinite, found[1] == "≥", False)
    raise TableError(f"{text!r} is not a range, such as < 1, ≥ 10 or [0.95, 1.05].")


def read_statements(paper):
    """Return the statements of a paper as a dict from name to `Statement`; empty without a file.

    Raise TableError, naming file and key, for a damaged file.

    >>> read_statements("micra")["faster-than-cramma"].claim
    '≤ 0.5'
    """
    return statements_in(HERE / paper)


@cache
def statements_in(folder):
    """Return the statements in the folder of a paper, as `read_statements` does."""
    path = folder / "statements.yaml"
    return statements_from_file(path) if path.is_file() else {}


def statements_from_file(path):
    """Return the statements in a file as a dict. Raise TableError if the file is damaged."""
    found = {}
    for entry in read_checked(path, HERE / "statements.schema.json", TableError):
        statement = Statement(**entry)
        if statement.name in found:
            raise TableError(f"{path}: two statements are called {statement.name}.")
        if statement.word:
            if statement.word not in SCALE:
                known = ", ".join(SCALE)
                raise TableError(
                    f"{path}: {statement.name}: the scale has no word {statement.word!r}; "
                    f"it has {known}."
                )
            statement = statement._replace(claim=SCALE[statement.word])
        for text in filter(None, (statement.claim, statement.open)):
            range_of(text)
        found[statement.name] = statement
    return found


def outcome_of(value, claim, error=None, left_open=""):
    """Return one of OUTCOMES for a number.

    Parameters
    ----------
    value : Decimal
        The number.
    claim : str
        The range.
    error : Decimal or None
        How far sampling may have moved the number; None if it has no sampling error.
    left_open : str
        The range that the statement's words leave open; "" for none.
    """
    wanted = range_of(claim)
    if error and wanted.distance(value) <= error:
        return UNDECIDED
    if left_open and value in range_of(left_open):
        return UNDECIDED
    return HOLDS if value in wanted else DOES_NOT_HOLD


def as_claims(evidence):
    """Return rows of evidence.csv as rows with the key verdict, like those of claims.csv."""
    return [{**row, "verdict": row["outcome"]} for row in evidence]


def judged(paper, evidence):
    """Return rows of statements.csv (dicts) for the statements of a paper that have evidence.

    `evidence` has rows of evidence.csv of any papers.
    """
    rows = []
    for statement in read_statements(paper).values():
        key = paper, statement.name
        outcomes = [row["outcome"] for row in evidence if (row["paper"], row["statement"]) == key]
        if outcomes:
            counts = {outcome: outcomes.count(outcome) for outcome in OUTCOMES}
            rows.append(
                {
                    "paper": paper,
                    **{key: getattr(statement, key) for key in ("statement", "place", "words")},
                    "name": statement.name,
                    "claim": statement.claim,
                    "kind": statement.kind,
                    "because": statement.because,
                    "verdict": _verdict(counts),
                    "comparisons": len(outcomes),
                    "hold": counts[HOLDS],
                    "fail": counts[DOES_NOT_HOLD],
                    "undecided": counts[UNDECIDED],
                    "not_measured": counts[NOT_MEASURED],
                }
            )
    return rows


def _verdict(counts):
    """Return the verdict on a statement. Only contradicted statements hold in part or not."""
    if counts[HOLDS] == sum(counts.values()):
        return HOLDS
    if counts[HOLDS]:
        return IN_PART if counts[DOES_NOT_HOLD] else WHERE_JUDGED
    return DOES_NOT_HOLD if counts[DOES_NOT_HOLD] else CANNOT_BE_JUDGED


def short(row):
    """Return a statement's verdict in short, such as "holds in 4 of 5 judged, 2 not judged"."""
    if row["verdict"] not in (IN_PART, WHERE_JUDGED):
        return row["verdict"]
    judged_ones = int(row["hold"]) + int(row["fail"])
    others = int(row["comparisons"]) - judged_ones
    rest = f" judged, {others} not judged" if others else ""
    return f"holds in {row['hold']} of {judged_ones}{rest}"
