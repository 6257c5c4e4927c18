"""Draws a thumbnail of every figure for docs/figures.md: `python -m docs.thumbnails RESULTS`."""

import argparse
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image

from analyses.all_figures import figure_files, figure_module
from data.commands import command
from data.files import replacing
from figures.style import save
from figures.tables import ResultTables
from records.errors import RecordError

FOLDER = Path(__file__).parent / "thumbnails"
PIXELS = 520  # width of a thumbnail
COLOURS = 128  # in the palette of a thumbnail


@command(RecordError)
def main(arguments=None):
    """Draw all figures and write thumbnails to docs/thumbnails/; return 0, or 1 after an error."""
    parser = argparse.ArgumentParser(prog="python -m docs.thumbnails", description=__doc__)
    parser.add_argument("results", type=Path, metavar="RESULTS", help="folder of results")
    tables = ResultTables(parser.parse_args(arguments).results)
    with TemporaryDirectory() as folder:
        for name in figure_files():
            try:
                figure = figure_module(name).draw(tables)
            except LookupError as error:
                if isinstance(error, KeyError | IndexError):
                    raise
                print(f"{name}: not drawn, so its old thumbnail stays: {error.args[0]}")
                continue
            save(figure, base := Path(folder, name), ["png"])
            _write_thumbnail(base.with_suffix(".png"), FOLDER / f"{name}.png")


def _write_thumbnail(source, target):
    with Image.open(source) as picture:
        small = picture.convert("RGB").resize((PIXELS, picture.height * PIXELS // picture.width))
    with replacing(target) as unfinished:
        small.quantize(COLOURS).save(unfinished, format="png", optimize=True)


if __name__ == "__main__":
    sys.exit(main())
