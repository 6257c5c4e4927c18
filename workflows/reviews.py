"""Writes the verdicts for machines: `python -m workflows.reviews`.

The file is JSON-LD with the vocabulary of schema.org. Each verdict on a printed number or on a
statement is a ClaimReview, and so is each second verdict under a reading. Its claim appears in a
ScholarlyArticle, the paper.
"""

import argparse
import json
import sys
from pathlib import Path

from data.commands import command
from data.files import replacing
from paper_tables.papers import read_papers
from paper_tables.statements import short
from paper_tables.tables import table_title
from records import files
from records.analysis_files import CLAIMS, READINGS, STATEMENTS
from records.errors import RecordError

NAME = "verdicts.jsonld"
ABOUT = "The verdicts on all printed numbers and statements, as ClaimReviews of schema.org."
CONTEXT = "https://schema.org"
AUTHOR = {
    "@id": "#suite",
    "@type": "Organization",
    "name": "Maximum-margin perceptrons: a reproducible benchmark suite",
}


def reviews(claims, statements, readings=()):
    """Return the document as a dict for JSON, from rows of three result files."""
    papers = read_papers()
    used = dict.fromkeys(row["paper"] for row in (*claims, *statements))
    graph = [AUTHOR, *(_article(papers[name]) for name in used)]
    graph += [_review_of_number(row, papers[row["paper"]]) for row in claims]
    graph += [_review_by_reading(row, papers[row["paper"]]) for row in readings]
    graph += [_review_of_statement(row) for row in statements]
    return {"@context": CONTEXT, "@graph": graph}


def _article(paper):
    return {
        "@id": f"#{paper.name}",
        "@type": "ScholarlyArticle",
        "name": paper.title,
        "author": paper.authors,
        "isPartOf": paper.published,
    }


def _review_of_number(row, paper):
    return _review(
        identifier="/".join(row[key] for key in CLAIMS.key),
        paper=row["paper"],
        claim=_printed(row, paper),
        verdict=row["verdict"],
        aspect=f"{row['kind']} evidence",
        body=_sentences(measured=row["measured"], run=row["run"], reason=row["reason"]),
    )


def _review_by_reading(row, paper):
    return _review(
        identifier="/".join(row[key] for key in READINGS.key),
        paper=row["paper"],
        claim=_printed(row, paper),
        verdict=row["verdict"],
        aspect=f"under the reading {row['reading']}",
        body=_sentences(measured=row["measured"], run=row["run"], reason=row["reason"]),
    )


def _printed(row, paper):
    place = f"{table_title(row['table'])}, row {row['row']}, column {row['column']}"
    return f"{paper.short}, {place}: {row['printed']}"


def _review_of_statement(row):
    counts = (
        f"Of {row['comparisons']} comparisons {row['hold']} hold, {row['fail']} do not, "
        f"{row['undecided']} are undecided, and {row['not_measured']} are not measured."
    )
    return _review(
        identifier=f"{row['paper']}/statements/{row['name']}",
        paper=row["paper"],
        claim=f"{row['statement']} ({row['place']}: “{row['words']}”)",
        verdict=short(row),
        aspect=f"{row['kind']} evidence",
        body=" ".join(filter(None, (counts, _sentences(reason_of_range=row["because"])))),
    )


def _sentences(**parts):
    """Return "Name: text." for each part that has a text."""
    return " ".join(
        f"{name.replace('_', ' ').capitalize()}: {text}." for name, text in parts.items() if text
    )


def _review(identifier, paper, claim, verdict, aspect, body):
    review = {
        "@id": f"#{identifier}",
        "@type": "ClaimReview",
        "author": {"@id": AUTHOR["@id"]},
        "claimReviewed": claim,
        "itemReviewed": {"@type": "Claim", "appearance": {"@id": f"#{paper}"}},
        "reviewAspect": aspect,
        "reviewRating": {"@type": "Rating", "alternateName": verdict},
    }
    return {**review, "reviewBody": body} if body else review


@command(RecordError)
def main(arguments=None):
    """Write the file; return 0, or 1 after printing an error."""
    parser = argparse.ArgumentParser(prog="python -m workflows.reviews", description=__doc__)
    parser.add_argument("--claims", required=True, type=Path, help="results/claims.csv")
    parser.add_argument("--statements", required=True, type=Path, help="results/statements.csv")
    parser.add_argument("--readings", required=True, type=Path, help="results/readings.csv")
    parser.add_argument("--output", required=True, type=Path, help="the file to write")
    options = parser.parse_args(arguments)
    content = reviews(
        files.read(options.claims, CLAIMS),
        files.read(options.statements, STATEMENTS),
        files.read(options.readings, READINGS),
    )
    with replacing(options.output) as unfinished:
        text = json.dumps(content, indent=1, ensure_ascii=False)
        unfinished.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
