"""Writes the report, a folder of linked pages: `python -m workflows.commands.report --help`."""

import argparse
import json
import sys
from pathlib import Path

from data.commands import command
from data.files import replacing_folder
from records.errors import RecordError
from workflows.commands.result_files import add_options, all_grids, read_results
from workflows.plan.captions import caption
from workflows.report.site import Figure, write_site

# The result files that the report offers for download.
DOWNLOADS = ("claims", "time_ratios", "runs", "timings", "theory", "rates")


@command(RecordError)
def main(arguments=None):
    """Write the report and return the exit code: 0, or 1 after printing an error."""
    options = _parser().parse_args(arguments)
    results = read_results(options)
    provenance = json.loads(options.provenance.read_text(encoding="utf-8"))
    files = [path for path in options.files if Path(path).stem in DOWNLOADS]
    figures = [_figure(path) for path in options.figures]
    grids = all_grids(results)
    with replacing_folder(options.output) as folder:
        write_site(
            folder,
            results,
            grids,
            figures,
            provenance,
            options.rendered,
            [*files, options.provenance],
            options.output,
            options.partial,
        )


def _figure(path):
    title, text, explains, page = caption(path.stem)
    explains = tuple(name.replace("/", "-") for name in explains)
    return Figure(path.stem, title, text, explains, page, path.with_suffix(""))


def _parser():
    parser = argparse.ArgumentParser(
        prog="python -m workflows.commands.report", description=__doc__
    )
    add_options(parser)
    parser.add_argument(
        "--provenance", required=True, type=Path, metavar="JSON", help="results/provenance.json"
    )
    parser.add_argument("--rendered", required=True, metavar="DIR", help="results/tables")
    parser.add_argument(
        "--figures",
        nargs="*",
        default=[],
        type=Path,
        metavar="SVG",
        help="figures; their .pdf and .csv must lie beside them",
    )
    parser.add_argument(
        "--partial", default="", metavar="TEXT", help="for a partial report: what is missing"
    )
    parser.add_argument("--output", required=True, type=Path, metavar="DIR", help="folder to fill")
    return parser


if __name__ == "__main__":
    sys.exit(main())
