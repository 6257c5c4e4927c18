"""Compares results of two runs of the suite: `python -m workflows.diff_results BEFORE... AFTER`.

BEFORE and AFTER are folders of results or archives of folders. Use the command to see the effect
of a change, or to compare two machines.

Counts and verdicts are equal on every machine. Margins are equal to ten digits, since different
processors add in a different order. The command reports every other difference of a run, a claim,
a statement, a theorem, a rate or an answer about separability. Columns that an older version did
not have count as empty. Rows on one side only are counted; --all lists them.

Some results are counted, not compared: runs that a time limit ended, and runs that another limit
ended earlier than on the other side. The overview's margins, its choices and the claimed rates
depend on the time allowed, and are not compared. Curves and distributions are not compared either.

Seconds always differ. A run is reported if the ratio of its seconds differs from the ratio of most
runs by more than the scatter of the ratios and of its own repetitions. Of claims about ratios of
seconds only the verdicts are compared.

The exit code is 0 if all common rows are equal, 1 if some differ, and 2 if a side cannot be read.
"""

import argparse
import json
import sys
from math import exp, isclose, log
from pathlib import Path
from statistics import median
from typing import NamedTuple

from data.commands import command
from paper_tables.speed import OF_SECONDS
from paper_tables.verdicts import NOT_JUDGED, NOT_MEASURED
from records import files
from records.analysis_files import CLAIMS, OVERVIEW_KEY, OVERVIEW_TIMINGS, RATES, THEORY
from records.errors import RecordError
from records.run_files import DRAWS, ONLINE, RUNS, TIMINGS
from records.statuses import Status
from workflows.archive import opened
from workflows.compared_files import FURTHER, VERDICT

NO_RESULT = ("reason", "series", "added_by")  # columns of runs.csv that may change
# The limit that ended a run -> the count that it limits.
LIMITED = {
    Status.MAX_UPDATES: "updates",
    Status.MAX_EPOCHS: "epochs",
    Status.MAX_VISITS: "visits",
}
# A run's time has changed if its ratio differs from most runs' ratios by SCATTERS scatters, and at
# least by the factor LEAST_RATIO. For a run that was timed once, the factor is LEAST_RATIO_OF_ONE;
# shorter runs than LEAST_SECONDS_OF_ONE, timed once, are not judged.
SCATTERS = 3.0
LEAST_RATIO = 1.1
LEAST_RATIO_OF_ONE = 1.5
LEAST_SECONDS_OF_ONE = 1.0
TEN_DIGITS = 1e-10
ENDS = ("seconds", "least_seconds", "most_seconds")  # columns of timings.csv
FEWEST = 5  # ratios needed to estimate their scatter
SIGMA = 1.4826  # standard deviation of a normal distribution / its median absolute deviation


class Seconds(NamedTuple):
    """The seconds of a run: the median, least and most of its repetitions."""

    middle: float
    least: float
    most: float


def changed_rows(before, after, key, columns):
    """Return the rows that differ between two tables.

    Parameters
    ----------
    before, after : list of dict
        The rows of the tables.
    key : tuple of str
        The columns that identify a row.
    columns : tuple of str
        The columns to compare.

    Returns
    -------
    list of tuple
        (key, [(column, before, after), …]) for a row that differs, (key, None) for a row of the
        first table only, (None, key) for a row of the second table only.

    Examples
    --------
    >>> before, after = [{"run": "a", "updates": "7"}], [{"run": "a", "updates": "8"}]
    >>> changed_rows(before, after, ("run",), ("updates",))
    [(('a',), [('updates', '7', '8')])]
    """
    tables = [{tuple(row[k] for k in key): row for row in rows} for rows in (before, after)]
    found = []
    for name in dict.fromkeys([*tables[0], *tables[1]]):
        old, new = (table.get(name) for table in tables)
        if old is None or new is None:
            found.append((name, None) if new is None else (None, name))
            continue
        both = ((column, old.get(column, ""), new.get(column, "")) for column in columns)
        changes = [change for change in both if not _same(*change[1:])]
        if changes:
            found.append((name, changes))
    return found


def _same(old, new):
    """Return whether two values agree: counts and texts exactly, other numbers to ten digits."""
    if old == new or (old.isdigit() and new.isdigit()):
        return old == new
    try:
        return _agree(json.loads(old), json.loads(new))
    except ValueError:  # texts
        return False


def _agree(old, new):
    """Return whether two values from JSON agree, as `_same`. Parameters are dicts of numbers."""
    if isinstance(old, dict) and isinstance(new, dict):
        return old.keys() == new.keys() and all(_agree(old[key], new[key]) for key in old)
    if isinstance(old, list) and isinstance(new, list):
        return len(old) == len(new) and all(map(_agree, old, new))
    if float in (type(old), type(new)) and {type(old), type(new)} <= {int, float}:
        return isclose(old, new, rel_tol=TEN_DIGITS)
    return type(old) is type(new) and old == new


def changed_seconds(before, after):
    """Return (factor, scatter, changes) of two dicts run -> `Seconds`.

    Returns
    -------
    factor : float
        The median ratio after/before, which measures the machines.
    scatter : float
        The factor by which most ratios differ from `factor`.
    changes : list of tuple
        (run, before, after, ratio / factor), the largest change first. Empty if fewer than FEWEST
        runs were timed on both sides.
    """
    # A copied run has exactly the same seconds, which say nothing about the machine.
    both = [run for run in before if run in after and before[run] != after[run]]
    if len(both) < FEWEST:
        return 1.0, 1.0, []
    ratios = {run: log(after[run].middle / before[run].middle) for run in both}
    middle = median(ratios.values())
    scatter = SIGMA * median(abs(ratio - middle) for ratio in ratios.values())
    found = []
    for run, ratio in ratios.items():
        old, new = before[run], after[run]
        once = old.least == old.most or new.least == new.most
        if once and max(old.middle, new.middle) < LEAST_SECONDS_OF_ONE:
            continue
        limit = max(SCATTERS * scatter, log(LEAST_RATIO_OF_ONE if once else LEAST_RATIO))
        scaled = exp(-middle)
        apart = new.least * scaled > old.most or new.most * scaled < old.least
        if abs(ratio - middle) > limit and apart:
            found.append((run, old.middle, new.middle, exp(ratio - middle)))
    return exp(middle), exp(scatter), sorted(found, key=lambda row: -abs(log(row[3])))


@command(RecordError, code=2)
def main(arguments=None):
    """Print the differences and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m workflows.diff_results", description=__doc__)
    help = "folder or archive of results"
    parser.add_argument("before", type=Path, nargs="+", metavar="BEFORE", help=help)
    parser.add_argument("after", type=Path, metavar="AFTER", help="folder or archive of results")
    parser.add_argument("--all", action="store_true", help="list rows that are on one side only")
    options = parser.parse_args(arguments)
    changed = False
    with opened(options.after) as after:
        for path in options.before:
            if len(options.before) > 1:
                print(f"{path}:")
            with opened(path) as before:
                for section in _sections(before, after):
                    print(section.text(options.all))
                    changed |= bool(section.lines)
    return int(changed)


class Section(NamedTuple):
    """The differences in one kind of result.

    lines: one for each change; None if a side lacks the file. before, after: names of the rows on
    that side only. limited: the number of runs that limits ended, which are not compared.
    """

    head: str
    lines: list
    before: tuple = ()
    after: tuple = ()
    limited: int = 0

    def text(self, with_all):
        """Return the text to print. with_all: whether to list rows that are on one side only."""
        if self.lines is None:
            return f"{self.head}: not compared, as a side lacks the file"
        head, lines = f"{self.head}: {len(self.lines) or 'nothing'} changed", [*self.lines]
        for names, where in ((self.before, "only before"), (self.after, "only after")):
            head += f", {len(names):,} {where}" if names else ""
            lines += [f"{name}: {where}" for name in names] if with_all else []
        head += f", {self.limited:,} ended by limits not compared" if self.limited else ""
        return "\n  ".join([head, *lines])


def _sections(before, after):
    """Yield each `Section` of two folders of results."""

    def both(file):
        paths = [folder / f"{file.name}.csv" for folder in (before, after)]
        empty = dict.fromkeys(file.header, "")  # for columns that an older version did not have
        tables = [files.read(path, file, needed=file.key) for path in paths]
        for path, rows in zip(paths, tables, strict=True):
            _check_keys(path, rows, file.key)
        return [[empty | row for row in rows] for rows in tables]

    runs = both(RUNS)
    for file, tables in ((RUNS, runs), (CLAIMS, both(CLAIMS))):
        for folder, rows, others in ((before, *tables), (after, *reversed(tables))):
            if others and not rows:
                path = folder / f"{file.name}.csv"
                raise RecordError(f"{path} has no {file.name}, so nothing can be compared.")
    limited = _limited(*runs)

    def compared(file):
        return [[row for row in rows if row["run"] not in limited] for rows in both(file)]

    claims = [_without_seconds(rows) for rows in compared(CLAIMS)]
    yield _section("claims", changed_rows(*claims, CLAIMS.key, VERDICT))
    for file, columns in FURTHER:
        if not all((folder / f"{file.name}.csv").is_file() for folder in (before, after)):
            yield Section(file.name, None)
            continue
        tables = compared(file) if "run" in file.header else both(file)
        tables = [_without_seconds(rows) for rows in tables]
        yield _section(file.name, changed_rows(*tables, file.key, columns))
    columns = [name for name in RUNS.measured if name not in NO_RESULT]
    yield _section("runs", changed_rows(*compared(RUNS), RUNS.key, columns), len(limited))
    for file in (ONLINE, DRAWS):
        changed = changed_rows(*both(file), file.key, file.measured)
        moved = {old[0] for old, new in changed if None not in (old, new)}
        before_alone = {old[0] for old, new in changed if new is None}
        after_alone = {new[0] for old, new in changed if old is None}
        yield Section(
            f"{file.name}, runs", sorted(moved), sorted(before_alone), sorted(after_alone)
        )
    yield _timed("seconds", [_seconds(rows) for rows in compared(TIMINGS)])
    yield _section(RATES.name, changed_rows(*both(RATES), RATES.key, RATES.measured))
    yield _section(THEORY.name, changed_rows(*compared(THEORY), THEORY.key, THEORY.measured))
    clocks = both(OVERVIEW_TIMINGS)
    overview = [
        {
            " ".join(row[key] for key in OVERVIEW_KEY): _once(float(row["seconds_0.99"]))
            for row in rows
            if float(row["seconds_0.99"] or 0) > 0
        }
        for rows in clocks
    ]
    yield _timed("seconds to 99 % in the overview", overview)


def _check_keys(path, rows, key):
    """Raise RecordError for two rows with the same key, of which only one could be compared."""
    seen = set()
    for row in rows:
        name = tuple(row[column] for column in key)
        if name in seen:
            raise RecordError(f"{path} has two rows for {' '.join(name)}; make it again.")
        seen.add(name)


def _without_seconds(rows):
    """Return rows without measured ratios of seconds, which always differ.

    Until November 2026 seconds without a run were *not judged*, as others are. They are returned
    as *not measured*.
    """
    found = []
    for row in rows:
        if row.get("verdict") == NOT_JUDGED and not row["measured"]:
            row = row | {"verdict": NOT_MEASURED}
        elif row.get("verdict") == NOT_JUDGED or OF_SECONDS in row.get("reason", ""):
            row = row | {"measured": ""}
        found.append(row)
    return found


def _once(seconds):
    """Return the `Seconds` of a run that was timed once."""
    return Seconds(seconds, seconds, seconds)


def _limited(before, after):
    """Return the names of the runs that limits ended and that cannot be compared.

    A time limit ended the run, or another limit ended it earlier than on the other side.
    """
    tables = [{row["run"]: row for row in rows} for rows in (before, after)]
    found = {
        name
        for table in tables
        for name, row in table.items()
        if row["status"] == Status.MAX_SECONDS
    }
    for own, others in (tables, reversed(tables)):
        for name in own.keys() & others.keys():
            count = LIMITED.get(own[name]["status"])
            if count and float(others[name][count] or 0) > float(own[name][count] or 0):
                found.add(name)
    return found


def _seconds(rows):
    """Return run -> `Seconds` from the rows of timings.csv."""
    return {
        row["run"]: Seconds(*(float(row.get(name) or row["seconds"]) for name in ENDS))
        for row in rows
        if row["seconds"] and float(row["seconds"]) > 0
    }


def _timed(head, tables):
    factor, scatter, changed = changed_seconds(*tables)
    lines = [f"{run}: {old:.3g} s, {new:.3g} s, ×{ratio:.2f}" for run, old, new, ratio in changed]
    return Section(f"{head} (after/before ×{factor:.2f}, scatter ×{scatter:.2f})", lines)


def _section(head, changed, limited=0):
    """Return the `Section` of the changes that `changed_rows` returned."""
    before = tuple(" ".join(old) for old, new in changed if new is None)
    after = tuple(" ".join(new) for old, new in changed if old is None)
    lines = [_line(*row) for row in changed if None not in row]
    return Section(head, lines, before, after, limited)


def _line(name, changes):
    texts = (f"{column} {a or '-'} → {b or '-'}" for column, a, b in changes)
    return f"{' '.join(name)}: {', '.join(texts)}"


if __name__ == "__main__":
    sys.exit(main())
