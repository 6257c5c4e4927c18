"""How many printed numbers got which verdict in the last run of config/default.yaml, for the README
and the documentation: `python -m docs.verdict_counts RESULTS` takes them from a folder of results.

verdict_counts.csv beside this file keeps the counts, one row per table.
"""

import argparse
import csv
import sys
from pathlib import Path

from data.commands import command
from data.files import replacing
from docs.from_code.markdown import table
from paper_tables.papers import read_papers
from paper_tables.tables import table_title
from records.errors import RecordError

HERE = Path(__file__).parent
COUNTS, README = HERE / "verdict_counts.csv", HERE.parent / "README.md"
COLUMNS = ("claims", "exact", "close", "differs", "not-measured")
START, END = "<!-- verdicts -->\n", "<!-- end of verdicts -->"


def read_counts(path=COUNTS):
    """(paper, table) -> the counts of COLUMNS, a list of int. Raises RecordError."""
    try:
        with open(path, newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
    except FileNotFoundError:
        raise RecordError(f"{path}: there is no such file; `make all` makes it.") from None
    return {
        (row["paper"], row["table"]): [int(row[column]) for column in COLUMNS]
        for row in rows
        if row["paper"] != "all"
    }


def by_paper(counts):
    """A table in Markdown with one row per paper, and one for all of them."""
    papers = read_papers()
    rows = [
        (f"{paper.authors}, *{paper.title}*, {paper.published}", _sums(counts, name))
        for name, paper in papers.items()
    ]
    return _markdown("paper", [*rows, ("all", _sums(counts, *papers))])


def by_table(counts=None):
    """A table in Markdown with one row per printed table."""
    counts = read_counts() if counts is None else counts
    rows = [
        (f"{paper.short}, {table_title(name)}", own)
        for paper in read_papers().values()
        for (of, name), own in counts.items()
        if of == paper.name
    ]
    return _markdown("table", rows)


def with_counts(readme, counts):
    """The README's text, with the table of `by_paper` between its marks."""
    before, _, rest = readme.partition(START)
    return f"{before}{START}\n{by_paper(counts)}\n\n{END}{rest.partition(END)[2]}"


def _sums(counts, *papers):
    own = [numbers for (paper, _), numbers in counts.items() if paper in papers]
    return [sum(column) for column in zip(*own, strict=True)]


def _markdown(first, rows):
    head = [first, *(column.replace("-", " ") for column in COLUMNS)]
    return table(head, [[name, *map(str, numbers)] for name, numbers in rows])


@command(RecordError)
def main(arguments=None):
    """Copies the counts from a folder of results to verdict_counts.csv and README. Returns the exit
    status, 1 after a message if there are no results.
    """
    parser = argparse.ArgumentParser(prog="python -m docs.verdict_counts", description=__doc__)
    parser.add_argument("results", type=Path, metavar="RESULTS", help="such as results")
    counts = read_counts(parser.parse_args(arguments).results / "tables" / "summary.csv")
    with replacing(COUNTS) as path, open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["paper", "table", *COLUMNS])
        writer.writerows([*key, *numbers] for key, numbers in counts.items())
    text = with_counts(README.read_text(encoding="utf-8"), counts)
    with replacing(README) as path:
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
