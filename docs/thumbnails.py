"""A small picture of every figure for docs/figures.md: `python -m docs.thumbnails RESULTS`."""

import argparse
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image

from data.commands import command
from data.files import replacing
from figures.found import figure_files, figure_module
from figures.style import save
from figures.tables import ResultTables
from records.errors import RecordError

FOLDER = Path(__file__).parent / "thumbnails"
PIXELS = 520  # of a thumbnail's width
COLOURS = 128  # of its palette


@command(RecordError)
def main(arguments=None):
    """Draws all figures from a folder of results, and keeps each small in docs/thumbnails/.

    Returns the exit code, 1 with a sentence for an error.
    """
    parser = argparse.ArgumentParser(prog="python -m docs.thumbnails", description=__doc__)
    parser.add_argument("results", type=Path, metavar="RESULTS", help="the folder of a run")
    tables = ResultTables(parser.parse_args(arguments).results)
    with TemporaryDirectory() as folder:
        for name in figure_files():
            try:
                figure = figure_module(name).draw(tables)
            except LookupError as error:
                if isinstance(error, KeyError | IndexError):
                    raise
                print(f"{name}: not drawn, and left as it was: {error.args[0]}")
                continue
            save(figure, base := Path(folder, name), ["png"])
            _keep_small(base.with_suffix(".png"), FOLDER / f"{name}.png")


def _keep_small(source, target):
    with Image.open(source) as picture:
        small = picture.convert("RGB").resize((PIXELS, picture.height * PIXELS // picture.width))
    with replacing(target) as unfinished:
        small.quantize(COLOURS).save(unfinished, format="png", optimize=True)


if __name__ == "__main__":
    sys.exit(main())
