"""Writes the verdicts for machines: `python -m workflows.reviews`.

The file is JSON-LD with the vocabulary of schema.org. Each verdict on a printed number or on a
statement is a ClaimReview. Its claim appears in a ScholarlyArticle, the paper.
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
from records.analysis_files import CLAIMS, STATEMENTS
from records.errors import RecordError

NAME = "verdicts.jsonld"
ABOUT = "The verdicts on all printed numbers and statements, as ClaimReviews of schema.org."
CONTEXT = "https://schema.org"


def reviews(claims, statements):
    """Return the document as a dict for JSON, from rows of claims.csv and statements.csv."""
    papers = read_papers()
    used = dict.fromkeys(row["paper"] for row in (*claims, *statements))
    graph = [_article(papers[name]) for name in used]
    graph += [_review_of_number(row, papers[row["paper"]]) for row in claims]
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
    place = f"{table_title(row['table'])}, row {row['row']}, column {row['column']}"
    return _review(
        identifier="/".join(row[key] for key in CLAIMS.key),
        paper=row["paper"],
        claim=f"{paper.short}, {place}: {row['printed']}",
        verdict=row["verdict"],
        kind=row["kind"],
        measured=row["measured"],
        reason=row["reason"],
        run=row["run"],
    )


def _review_of_statement(row):
    counts = f"{row['hold']} of {row['comparisons']} comparisons hold"
    return _review(
        identifier=f"{row['paper']}/statements/{row['name']}",
        paper=row["paper"],
        claim=f"{row['statement']} ({row['place']}: “{row['words']}”)",
        verdict=short(row),
        kind=row["kind"],
        measured=counts,
        reason=row["because"],
        run="",
    )


def _review(identifier, paper, claim, verdict, kind, measured, reason, run):
    properties = {"kind of evidence": kind, "measured": measured, "run": run}
    review = {
        "@id": f"#{identifier}",
        "@type": "ClaimReview",
        "claimReviewed": claim,
        "itemReviewed": {"@type": "Claim", "appearance": {"@id": f"#{paper}"}},
        "reviewRating": {"@type": "Rating", "alternateName": verdict},
        "additionalProperty": [
            {"@type": "PropertyValue", "name": name, "value": value}
            for name, value in properties.items()
            if value
        ],
    }
    return {**review, "reviewBody": reason} if reason else review


@command(RecordError)
def main(arguments=None):
    """Write the file; return 0, or 1 after printing an error."""
    parser = argparse.ArgumentParser(prog="python -m workflows.reviews", description=__doc__)
    parser.add_argument("--claims", required=True, type=Path, help="results/claims.csv")
    parser.add_argument("--statements", required=True, type=Path, help="results/statements.csv")
    parser.add_argument("--output", required=True, type=Path, help="the file to write")
    options = parser.parse_args(arguments)
    content = reviews(
        files.read(options.claims, CLAIMS), files.read(options.statements, STATEMENTS)
    )
    with replacing(options.output) as unfinished:
        text = json.dumps(content, indent=1, ensure_ascii=False)
        unfinished.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
