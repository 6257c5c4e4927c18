"""Records the verdicts of the fullest run: `python -m docs.full_run RESULTS`.

The command stores the verdicts in RESULTS and writes their counts to the README; the documentation
shows them too. With --add, it adds the claims that a later, partial run measured and the stored run
did not, and changes nothing else.
"""

import argparse
import json
import sys
from collections import Counter
from pathlib import Path

from data.commands import command
from data.files import replacing
from docs.from_code.markdown import table
from docs.provenance import provenance_of
from paper_tables import full_run
from paper_tables.full_run import KEPT, SETTINGS, read_full_run
from paper_tables.papers import read_papers
from paper_tables.tables import read_table, table_title
from paper_tables.verdicts import EXACT, NOT_MEASURED, VERDICTS
from records import files
from records.analysis_files import CLAIMS
from records.errors import RecordError
from records.writing import write

README = Path(__file__).parent.parent / "README.md"
START, END = "<!-- verdicts -->\n", "<!-- end of verdicts -->"


def by_paper(run):
    """Return a Markdown table with a row for each paper and a row for all. run: a `FullRun`."""
    rows = [
        (f"{paper.authors}, *{paper.title}*, {paper.published}", _counts(run, name))
        for name, paper in read_papers().items()
        if any(key[0] == name for key in run.claims)
    ]
    return _markdown("paper", [*rows, ("all", _counts(run))])


def by_table(run):
    """Return a Markdown table with a row for each printed table."""
    tables = dict.fromkeys(key[:2] for key in run.claims)
    rows = [
        (f"{paper.short}, {table_title(name)}", _counts(run, of, name))
        for paper in read_papers().values()
        for of, name in tables
        if of == paper.name
    ]
    return _markdown("table", rows)


def made_by(run):
    """Return a sentence on the run's origin and one on the exact claims."""
    machine = run.machine
    words = _true_statements(run)
    numbers = sum(claim["verdict"] == EXACT for claim in run.claims.values()) - words
    later = sum(part["claims"] for part in run.later)
    more = f" Later runs of single tables measured {later} more claims." if later else ""
    return (
        f"Measured at commit {run.commit}, on {machine['processor']}, {machine['cores']} cores, "
        f"{run.protocol}.{more} Exact: {numbers} numbers, {words} statements."
    )


def with_counts(readme, run):
    """Return the README's text with the table of `by_paper` between its marks."""
    before, _, rest = readme.partition(START)
    text = f"{by_paper(run)}\n\n{made_by(run)}"
    return f"{before}{START}\n{text}\n\n{END}{rest.partition(END)[2]}"


def with_more(run, claims, made):
    """Add the claims of a later run that a `FullRun` did not measure.

    Parameters
    ----------
    run : FullRun
        The stored run.
    claims : list of dict
        The claims of the later run.
    made : dict
        Commit, machine and settings of the later run.

    Returns
    -------
    list of dict, dict
        The rows of all claims, and the content of full_run.json.
    """
    known = {key for key, row in run.claims.items() if row["verdict"] != NOT_MEASURED}
    measured = {KEPT.key_of(row): row for row in claims if row["verdict"] != NOT_MEASURED}
    new = {key: row for key, row in measured.items() if key not in known}
    kept = run._asdict() | {"later": [*run.later, made | {"claims": len(new)}]}
    return list((run.claims | new).values()), {k: v for k, v in kept.items() if k != "claims"}


def _counts(run, *place):
    """Return the number of claims, then of each verdict, for a paper, a table, or everything."""
    own = Counter(c["verdict"] for key, c in run.claims.items() if key[: len(place)] == place)
    return [own.total(), *(own[kind] for kind in VERDICTS)]


def _true_statements(run):
    """Return how many claims that are printed in words are exact."""
    tables = [read_table("/".join(name)) for name in dict.fromkeys(key[:2] for key in run.claims)]
    cells = [(t.paper, t.name, c.row, c.column) for t in tables for c in t.cells if c.is_in_words]
    return sum(key in run.claims and run.claims[key]["verdict"] == EXACT for key in cells)


def _markdown(first, rows):
    head = [first, "claims", *VERDICTS]
    return table(head, [[name, *map(str, numbers)] for name, numbers in rows])


@command(RecordError)
def main(arguments=None):
    """Store the verdicts and their origin, and update the README; return 0, or 1 after an error."""
    parser = argparse.ArgumentParser(prog="python -m docs.full_run", description=__doc__)
    parser.add_argument("results", type=Path, metavar="RESULTS", help="such as results/full")
    parser.add_argument(
        "--add", action="store_true", help="add only claims that the stored run did not measure"
    )
    results, add = vars(parser.parse_args(arguments)).values()
    claims = files.read(results / "claims.csv", CLAIMS)
    source = provenance_of(results)
    settings = {name: source["config"][name] for name in SETTINGS}
    made = {"commit": source["commit"], "machine": source["machine"], "settings": settings}
    if add:
        claims, kept = with_more(read_full_run(), claims, made)
    else:
        kept = made | {"later": []}
    write(full_run.VERDICTS, KEPT, claims)
    with replacing(full_run.SOURCE) as path:
        path.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
    read_full_run.cache_clear()
    text = with_counts(README.read_text(encoding="utf-8"), read_full_run())
    with replacing(README) as path:
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
