"""Keeps the overview of a run in the documentation: `python -m docs.overview RESULTS`.

docs/overview.md has its tables, docs/first_choice.svg the map of who is first.
"""

import argparse
import sys
from pathlib import Path

from data.commands import command
from data.files import replacing
from docs.provenance import machine_of, provenance_of
from figures import __main__ as drawing
from records import files
from records.analysis_files import OVERVIEW
from records.errors import RecordError

PAGE = Path(__file__).with_name("overview.md")
PICTURE = "first_choice"
TABLES = (
    "overview-advice",
    "first-by-hardness",
    "first-choice",
    "choice",
    "claimed-rates",
    "one-pass",
)
TABLES += ("overview-summary",)


def page(results):
    """The page, as Markdown. results: the folder of a run. Raises RecordError."""
    made = provenance_of(results)
    seconds = made["config"]["overview"]["seconds"]
    if seconds is None:
        raise RecordError(f"{results}: its config left out the overview: give overview.seconds.")
    overview = [row for row in files.read(results / "overview.csv", OVERVIEW) if row["learner"]]
    learners, problems = ({row[key] for row in overview} for key in ("learner", "problem"))
    parts = [
        "# Which learner, when",
        f"{len(learners)} learners on {len(problems)} problems, "
        f"{seconds:g} seconds each, which a learner's settings "
        f"share. Measured at commit {made['commit']}, on {machine_of(made)}. What follows from it "
        "is [said in words](findings.md#which-learner-to-use).",
        f"![Who is first, by accuracy and by the size of the problem]({PICTURE}.svg)",
        *(_table(results / "tables" / f"{name}.md") for name in TABLES),
    ]
    return "\n\n".join(parts) + "\n"


def _table(path):
    """A table's file as a section of the page."""
    try:
        return f"#{path.read_text(encoding='utf-8').strip()}"
    except FileNotFoundError:
        raise RecordError(f"{path}: there is no such file; was the overview made?") from None


@command(RecordError)
def main(arguments=None):
    """Writes page and picture; returns the exit code, 1 with a sentence for an error."""
    parser = argparse.ArgumentParser(prog="python -m docs.overview", description=__doc__)
    parser.add_argument("results", type=Path, metavar="RESULTS", help="the folder of a run")
    results = parser.parse_args(arguments).results
    text = page(results)
    with replacing(PAGE) as path:
        path.write_text(text, encoding="utf-8")
    base = str(PAGE.with_name(PICTURE))
    options = ["--results", str(results), "--format", "svg", "--output", base]
    return drawing.main([PICTURE, *options])


if __name__ == "__main__":
    sys.exit(main())
