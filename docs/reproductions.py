"""Adds a line about a run to the log of reproductions: `python -m docs.reproductions RESULTS`.

The log is docs/reproductions.md. It has a line for each run of the whole suite, on any machine.
"""

import argparse
import sys
from collections import Counter
from pathlib import Path

from data.commands import command
from data.files import replacing
from data.yaml_files import read_yaml
from docs.provenance import machine_of, provenance_of, shortened
from paper_tables.full_run import limits_of
from paper_tables.markup import markdown
from paper_tables.verdicts import VERDICTS
from records import files
from records.analysis_files import CLAIMS
from records.errors import RecordError

ROOT = Path(__file__).parent.parent
LOG = Path(__file__).with_name("reproductions.md")


def line_of(results, who=""):
    """Return the log's line for a folder of results. who: who made the run. Raises RecordError."""
    counts = Counter(row["verdict"] for row in files.read(results / "claims.csv", CLAIMS))
    record = provenance_of(results)
    default = read_yaml(ROOT / "config" / "default.yaml")
    config = record["config"]
    missing = [name for name in default["tables"] if name not in config["tables"]]
    if missing:
        raise RecordError(
            f"{results} is a partial run, since its config has no {missing[0]} at tables; the log "
            "lists only whole runs."
        )
    if config["data"]["sets"] is not None:
        raise RecordError(
            f"{results} is a partial run, since its config restricts data.sets; the log lists only "
            "whole runs."
        )
    commit, _, rest = shortened(record["commit"]).partition(", ")
    cells = [
        rest or "–",
        f"`{commit}`",
        markdown(who) or "–",
        machine_of(record),
        ", ".join(limits_of(config)) or "no limits",
        *(str(counts[verdict]) for verdict in VERDICTS),
    ]
    return f"| {' | '.join(cells)} |\n"


@command(RecordError)
def main(arguments=None):
    """Add the line unless the log has the run, and return 0, or 1 after printing an error."""
    parser = argparse.ArgumentParser(prog="python -m docs.reproductions", description=__doc__)
    parser.add_argument("results", type=Path, metavar="RESULTS", help="such as results/full")
    parser.add_argument("--who", default="", help="who made the run")
    options = parser.parse_args(arguments)
    line, text = line_of(options.results, options.who), LOG.read_text(encoding="utf-8")
    if any(_without_who(line) == _without_who(known) for known in text.splitlines()):
        print(f"{LOG} already has this run.")
        return
    with replacing(LOG) as path:
        path.write_text(text + line, encoding="utf-8")
    print(f"{LOG} has a new line:\n{line}", end="")


def _without_who(line):
    """Return the cells of a line without the third, the name of who made the run."""
    cells = line.strip().split(" | ")
    return cells[:2] + cells[3:]


if __name__ == "__main__":
    sys.exit(main())
