"""Writes the overview of a run to the documentation: `python -m docs.overview RESULTS`.

docs/overview.md has the tables. docs/first_choice.svg is a map of the fastest learners.
"""

import argparse
import sys
import textwrap
from pathlib import Path

from data.commands import command
from data.files import replacing
from docs.provenance import machine_of, provenance_of, shortened
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
    "one-pass",
    "overview-summary",
)
WIDTH = 100  # characters of a line of the page
WORDS = """\
These words have one meaning on this page:

- A *fraction* is a fraction of the maximum margin. All learners have the best of the parameters
  tried.
- The *fastest* learner on a problem needs the fewest seconds to reach the fraction.
- A *single-pattern learner* visits one pattern after another. A *batch method* uses all patterns
  before each update.
- R/γ is the length of the longest pattern, divided by the maximum margin."""


def page(results):
    """Return the page as Markdown. results: the folder of a run. Raises RecordError."""
    made = provenance_of(results)
    seconds = made["config"]["overview"]["seconds"]
    if seconds is None:
        raise RecordError(
            f"{results} has no overview: make a run with overview.seconds in its config."
        )
    overview = [row for row in files.read(results / "overview.csv", OVERVIEW) if row["learner"]]
    learners, problems = ({row[key] for row in overview} for key in ("learner", "problem"))
    origin = (
        f"{len(learners)} learners ran on {len(problems)} problems. Each learner had {seconds:g} "
        f"seconds, shared by its settings. Measured at commit {shortened(made['commit'])}, on "
        f"{machine_of(made)}. The page of findings says "
        "[which learner to use](findings.md#which-learner-to-use)."
    )
    parts = [
        "# Which learner, when",
        _wrapped(origin),
        WORDS,
        f"![The fastest learner, by accuracy and by the size of the problem]({PICTURE}.svg)",
        *(_table(results / "tables" / f"{name}.md") for name in TABLES),
    ]
    return "\n\n".join(parts) + "\n"


def _table(path):
    """Return a table's file as a section of the page, with its note in lines of WIDTH."""
    try:
        lines = f"#{path.read_text(encoding='utf-8').strip()}".splitlines()
        return "\n".join(map(_wrapped, lines))
    except FileNotFoundError:
        raise RecordError(
            f"{path}: there is no such file; make a run with the overview first."
        ) from None


def _wrapped(line):
    """Return a line in lines of WIDTH, a row of a table as it is."""
    if line.startswith("|"):
        return line
    return textwrap.fill(line, WIDTH, break_long_words=False, break_on_hyphens=False)


@command(RecordError)
def main(arguments=None):
    """Write page and picture and return the exit code: 0, or 1 after printing an error."""
    parser = argparse.ArgumentParser(prog="python -m docs.overview", description=__doc__)
    parser.add_argument("results", type=Path, metavar="RESULTS", help="folder of results")
    results = parser.parse_args(arguments).results
    text = page(results)
    with replacing(PAGE) as path:
        path.write_text(text, encoding="utf-8")
    base = str(PAGE.with_name(PICTURE))
    options = ["--results", str(results), "--format", "svg", "--output", base]
    return drawing.main([PICTURE, *options])


if __name__ == "__main__":
    sys.exit(main())
