"""Writes the replication article from results: `python -m docs.article [RESULTS]`.

Typst compiles the article. The folder RESULTS/article gets article.pdf, its sources, its figures,
and the result files that fill its macros.
"""

import argparse
import shutil
import sys
from pathlib import Path

import typst

from data.commands import command
from data.files import replacing
from records.errors import RecordError

SOURCES = Path(__file__).parent
TEXTS = ("article.typ", "verdicts.typ", "metadata.yaml", "references.yaml")
FILLED = ("claims.csv", "statements.csv", "readings.csv", "provenance.json")
FIGURES = ("figures/margin_against_updates.svg", "figures/online_errors.svg")


def write_article(results):
    """Write the article in results/article and return the path of the PDF.

    Raise RecordError if a result file is missing, or if the article names a number that the results
    do not have.
    """
    missing = [name for name in (*FILLED, *FIGURES) if not (results / name).is_file()]
    if missing:
        raise RecordError(
            f"{results / missing[0]} is missing: make the results first, by make all."
        )
    folder = results / "article"
    (folder / "figures").mkdir(parents=True, exist_ok=True)
    for path in (*(SOURCES / name for name in TEXTS), *(results / name for name in FILLED)):
        shutil.copyfile(path, folder / path.name)
    for name in FIGURES:
        shutil.copyfile(results / name, folder / name)
    try:
        pdf = typst.compile(folder / "article.typ", root=folder)
    except typst.TypstError as error:
        raise RecordError(f"{folder / 'article.typ'}: {error}") from None
    with replacing(folder / "article.pdf") as unfinished:
        unfinished.write_bytes(pdf)
    return folder / "article.pdf"


@command(RecordError)
def main(arguments=None):
    """Write the article; return 0, or 1 after printing an error."""
    parser = argparse.ArgumentParser(prog="python -m docs.article", description=__doc__)
    parser.add_argument(
        "results", nargs="?", type=Path, default=Path("results"), help="the folder of results"
    )
    print(write_article(parser.parse_args(arguments).results))


if __name__ == "__main__":
    sys.exit(main())
