"""Records the verdicts of the fullest run: `python -m docs.full_run RESULTS`.

The command stores the verdicts in RESULTS and writes their counts to the README; the documentation
shows them too. With --add, it adds the claims and comparisons that a later run measured and the
stored run did not.
"""

import argparse
import json
import sys
from collections import Counter
from pathlib import Path

from data.commands import command
from data.files import replacing
from docs.from_code.markdown import table
from docs.provenance import provenance_of, shortened
from paper_tables import full_run
from paper_tables.full_run import (
    SETTINGS,
    STORED,
    STORED_EVIDENCE,
    limits_of,
    read_full_run,
)
from paper_tables.papers import read_papers
from paper_tables.statements import INDEPENDENT, OURS, STATEMENT_VERDICTS
from paper_tables.tables import table_title
from paper_tables.verdicts import EXACT, NOT_MEASURED, VERDICTS
from records import files
from records.analysis_files import CLAIMS, EVIDENCE
from records.checkout import UNCOMMITTED
from records.errors import RecordError
from records.writing import write

README = Path(__file__).parent.parent / "README.md"
START, END = "<!-- verdicts -->\n", "<!-- end of verdicts -->"


def by_paper(run):
    """Return a Markdown table of the papers' numbers that are independent evidence.

    run: a `FullRun`.
    """
    rows = [(_cited(paper), _counts(run, paper.name)) for paper in _papers(run)]
    return _markdown("paper", "numbers", VERDICTS, [*rows, ("all", _counts(run))])


def statements_by_paper(run):
    """Return a Markdown table of the papers' statements that are independent evidence."""
    rows = [(paper.short, _statement_counts(run, paper.name)) for paper in _papers(run)]
    rows = [row for row in rows if row[1][0]] + [("all", _statement_counts(run))]
    return _markdown("paper", "statements", STATEMENT_VERDICTS, rows)


def by_table(run):
    """Return a Markdown table with a row for each printed table."""
    tables = dict.fromkeys(key[:2] for key in run.claims)
    rows = [
        (f"{paper.short}, {table_title(name)}", _counts(run, of, name))
        for paper in read_papers().values()
        for of, name in tables
        if of == paper.name
    ]
    return _markdown("table", "numbers", VERDICTS, rows)


def made_by(run):
    """Return a sentence on the run's origin and one on what the tables do not count."""
    machine = run.machine
    later = sum(part["claims"] for part in run.later)
    compared = sum(part.get("comparisons", 0) for part in run.later)
    more = ""
    if run.later:
        runs = "1 later run" if len(run.later) == 1 else f"{len(run.later)} later runs"
        limited = sum(bool(limits_of(part["settings"])) for part in run.later)
        more = (
            f" {later} numbers and {compared} comparisons were added by {runs} at other commits, "
            f"{limited} with limits. `paper_tables/full_run.json` names the commit, machine and "
            "limits of each run."
        )
    dependent = Counter(
        claim["kind"] for claim in run.claims.values() if claim["kind"] != INDEPENDENT
    )
    exact = Counter(
        claim["kind"]
        for claim in run.claims.values()
        if claim["kind"] != INDEPENDENT and claim["verdict"] == EXACT
    )
    kinds = Counter(row["kind"] for row in run.statements if row["kind"] != INDEPENDENT)
    rest = [f"{n} {kind} numbers ({exact[kind]} exact)" for kind, n in dependent.items()]
    rest += [
        f"{n} statements about runs that the paper did not make"
        if kind == OURS
        else f"{n} {kind} statements"
        for kind, n in kinds.items()
    ]
    uncounted = ""
    if rest:
        uncounted = f"\n\nThe tables count only independent evidence, without {', '.join(rest)}."
    return (
        f"The verdicts are from a run at commit {shortened(run.commit)}, on "
        f"{machine['processor']}, {machine['cores']} cores, {run.protocol}.{more}{uncounted}"
    )


def with_counts(readme, run):
    """Return the README's text with the tables of papers between its marks."""
    before, _, rest = readme.partition(START)
    text = f"{by_paper(run)}\n\n{statements_by_paper(run)}\n\n{made_by(run)}"
    return f"{before}{START}\n{text}\n\n{END}{rest.partition(END)[2]}"


def with_more(run, claims, evidence, made):
    """Add to a `FullRun` what it lacks and a later run measured.

    Kinds are those of the later run, since they are no measurements. A stored verdict on another
    printed text is dropped, and so are claims and comparisons that the later run's tables no longer
    have.

    Parameters
    ----------
    run : FullRun
        The stored run.
    claims, evidence : list of dict
        The rows of the later run.
    made : dict
        Commit, machine and settings of the later run.

    Returns
    -------
    list of dict, list of dict, dict
        The rows of all claims and of all comparisons, and the content of full_run.json.
    """
    tables = {(row["paper"], row["table"]) for row in (*claims, *evidence)}
    numbers = {key: row for key, row in run.claims.items() if key[:2] not in tables}
    new = 0
    for row in claims:
        key = STORED.key_of(row)
        stored = run.claims.get(key)
        is_known = stored and stored["printed"] == row["printed"]
        if is_known and (stored["verdict"] != NOT_MEASURED or row["verdict"] == NOT_MEASURED):
            row = stored | {"kind": row["kind"]}
        elif row["verdict"] != NOT_MEASURED:
            new += 1
        numbers[key] = row
    outcomes = {key: row for key, row in run.evidence.items() if key[:2] not in tables}
    comparisons = 0
    for row in evidence:
        key = STORED_EVIDENCE.key_of(row)
        stored = run.evidence.get(key)
        same = stored and stored["statement"] == row["statement"]
        stays = same and stored["outcome"] != NOT_MEASURED
        outcomes[key] = stored if stays else row
        comparisons += not stays and row["outcome"] != NOT_MEASURED
    part = made | {"claims": new, "comparisons": comparisons}
    record = run._asdict() | {"later": [*run.later, part]}
    rest = {name: value for name, value in record.items() if name not in ("claims", "evidence")}
    return _in_order(numbers, run.claims), _in_order(outcomes, run.evidence), rest


def _in_order(rows, stored):
    """Return the rows, whose tables stand in the order of the stored run; new tables come last.

    `rows` and `stored` are dicts from key to row.
    """
    places = {table: i for i, table in enumerate(dict.fromkeys(key[:2] for key in stored))}
    return [rows[key] for key in sorted(rows, key=lambda key: places.get(key[:2], len(places)))]


def _papers(run):
    names = {key[0] for key in run.claims}
    return [paper for paper in read_papers().values() if paper.name in names]


def _cited(paper):
    return f"{paper.short}: {paper.authors}, {paper.published}"


def _counts(run, *place):
    """Return the number of claims, then of each verdict, for a paper, a table, or everything.

    Only independent evidence is counted.
    """
    own = Counter(
        claim["verdict"]
        for key, claim in run.claims.items()
        if key[: len(place)] == place and claim["kind"] == INDEPENDENT
    )
    return [own.total(), *(own[verdict] for verdict in VERDICTS)]


def _statement_counts(run, *place):
    """Return the number of independent statements, then of each verdict on them."""
    own = Counter(
        row["verdict"]
        for row in run.statements
        if (row["paper"], row["name"])[: len(place)] == place and row["kind"] == INDEPENDENT
    )
    return [own.total(), *(own[verdict] for verdict in STATEMENT_VERDICTS)]


def _markdown(first, what, verdicts, rows):
    head = [first, what, *verdicts]
    return table(head, [[name, *map(str, numbers)] for name, numbers in rows])


@command(RecordError)
def main(arguments=None):
    """Store the verdicts and their origin, and update the README; return 0, or 1 after an error."""
    parser = argparse.ArgumentParser(prog="python -m docs.full_run", description=__doc__)
    parser.add_argument("results", type=Path, metavar="RESULTS", help="such as results/full")
    parser.add_argument(
        "--add", action="store_true", help="add only what the stored run did not measure"
    )
    results, add = vars(parser.parse_args(arguments)).values()
    claims = files.read(results / "claims.csv", CLAIMS)
    evidence = files.read(results / "evidence.csv", EVIDENCE)
    source = provenance_of(results)
    if UNCOMMITTED in source["commit"]:
        raise RecordError(f"{results} was made {UNCOMMITTED}: commit them, and make it again.")
    settings = {name: source["config"][name] for name in SETTINGS}
    made = {"commit": source["commit"], "machine": source["machine"], "settings": settings}
    record = made | {"later": []}
    if add:
        claims, evidence, record = with_more(read_full_run(), claims, evidence, made)
    write(full_run.VERDICTS, STORED, claims)
    write(full_run.OUTCOMES, STORED_EVIDENCE, evidence)
    with replacing(full_run.SOURCE) as path:
        path.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    read_full_run.cache_clear()
    text = with_counts(README.read_text(encoding="utf-8"), read_full_run())
    with replacing(README) as path:
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
