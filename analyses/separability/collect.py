"""Joins the folders of separability.compute: `python -m analyses.separability.collect`."""

import argparse
import sys
from pathlib import Path

from data.commands import command
from records import files
from records.analysis_files import SEPARABILITY, SEPARABILITY_IMAGES
from records.errors import RecordError
from records.writing import write


@command(RecordError)
def main(arguments=None):
    """Write both files; return 0, or 1 after printing an error."""
    parser = argparse.ArgumentParser(
        prog="python -m analyses.separability.collect", description=__doc__
    )
    parser.add_argument("folders", nargs="*", type=Path, help="folders of separability.compute")
    parser.add_argument("--output", required=True, type=Path, help="the folder of both files")
    options = parser.parse_args(arguments)
    for file in (SEPARABILITY, SEPARABILITY_IMAGES):
        name = f"{file.name}.csv"
        rows = [row for folder in options.folders for row in files.read(folder / name, file)]
        write(options.output / name, file, rows)


if __name__ == "__main__":
    sys.exit(main())
