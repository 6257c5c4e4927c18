"""The tables as Markdown, CSV and LaTeX: `python -m workflows.render --help`."""

import argparse
import sys
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from data.commands import command
from data.files import replacing, replacing_folder
from paper_tables import markup
from paper_tables.grids import SIGNS
from records.errors import RecordError
from records.files import csv_text
from workflows.result_files import add_options, all_grids, read_results

TEMPLATES = Path(__file__).parent / "templates"
ROWS_OF_A_PAGE = 40
PARAGRAPH = 14  # em, the width of a column of texts that do not fit on a line
# LaTeX's sizes of type -> the letters that fit on a line of a turned page.
LETTERS = {"normalsize": 110, "small": 125, "footnotesize": 140, "scriptsize": 160}


@command(RecordError)
def main(arguments=None):
    """Writes every table in every format; returns the exit code, 1 with a sentence for an error."""
    options = _parser().parse_args(arguments)
    grids = all_grids(read_results(options))
    with replacing_folder(options.output) as folder:
        for grid in grids:
            base = folder / grid.name
            _write(f"{base}.md", rendered("table.md.jinja", markup.markdown, grid=grid))
            _write(f"{base}.tex", rendered("table.tex.jinja", markup.latex, **in_latex(grid)))
            _write(f"{base}.csv", grid_csv(grid))


def rendered(template, text, **values):
    """A filled template. text: the function of paper_tables/markup.py that converts its text."""
    # Braces belong to LaTeX, so the templates use << >> and <% %>.
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        undefined=StrictUndefined,
        block_start_string="<%",
        block_end_string="%>",
        variable_start_string="<<",
        variable_end_string=">>",
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["text"] = text
    return environment.get_template(template).render(signs=SIGNS, **values)


def in_latex(grid):
    """What the template of LaTeX needs: the grid; whether it is too long for a page; its columns,
    those of long texts as paragraphs; and, of a long one, the size of its type.
    """
    texts = [[text for row in grid.rows for text in row[i][:2]] for i in range(len(grid.columns))]
    widths = [max((len(markup.plain(text)) for text in column), default=0) for column in texts]
    side = "r" if grid.has_verdicts else "l"
    long = len(grid.rows) * (1 + grid.has_verdicts) > ROWS_OF_A_PAGE
    paragraph = f"p{{{PARAGRAPH}em}}"
    columns = [paragraph if long and width > 2 * PARAGRAPH else side for width in widths]
    letters = sum(min(width, 2 * PARAGRAPH) + 2 for width in widths)
    size = next((name for name, most in LETTERS.items() if letters <= most), "tiny")
    return {"grid": grid, "long": long, "columns": "".join(columns), "size": size}


def grid_csv(grid):
    """A grid as CSV: a measured column is followed by the measurement and the verdict."""
    columns, rows = [], [[] for _ in grid.rows]
    for index, (name, _) in enumerate(grid.columns):
        cells = [row[index] for row in grid.rows]
        parts = {"": "printed", " measured": "measured", " verdict": "verdict"}
        for suffix, part in parts.items():
            values = [getattr(cell, part) for cell in cells]
            if part == "printed" or any(values):
                columns.append(f"{name}{suffix}")
                for row, value in zip(rows, values, strict=True):
                    row.append(markup.plain(value))
    return csv_text(columns, rows)


def _write(path, text):
    with replacing(path) as unfinished:
        unfinished.write_text(text, encoding="utf-8")


def _parser():
    parser = argparse.ArgumentParser(prog="python -m workflows.render", description=__doc__)
    add_options(parser)
    parser.add_argument("--output", required=True, type=Path, metavar="DIR", help="to be filled")
    return parser


if __name__ == "__main__":
    sys.exit(main())
