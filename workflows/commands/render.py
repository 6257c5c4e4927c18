"""Writes the tables as Markdown, CSV and LaTeX: `python -m workflows.commands.render --help`."""

import argparse
import re
import sys
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from data.commands import command
from data.files import replacing, replacing_folder
from paper_tables import markup
from paper_tables.grids import SIGNS, measured_grid
from records.errors import RecordError
from records.files import csv_text
from workflows.commands.result_files import add_options, all_grids, read_results
from workflows.plan.configuration import ROOT

TEMPLATES = ROOT / "workflows" / "report" / "templates"
ROWS_OF_A_PAGE = 40
LETTER = 0.55  # em, the width of a letter
UNBROKEN = re.compile(r"[^\s_-]+")
# Letters of the widest column. The first width with which a table fits the page is used; longer
# texts are broken into lines.
WIDEST = (28, 24, 20, 16, 12)
# LaTeX's font size -> the letters that fit on a line of a landscape page.
LETTERS = {"normalsize": 105, "small": 113, "footnotesize": 123, "scriptsize": 132, "tiny": 155}


@command(RecordError)
def main(arguments=None):
    """Write every table in every format; return 0, or 1 after printing an error."""
    options = _parser().parse_args(arguments)
    grids = all_grids(read_results(options))
    with replacing_folder(options.output) as folder:
        measured = [measured_grid(grid) for grid in grids if grid.has_verdicts]
        for grid in (*grids, *measured):
            base = folder / grid.name
            _write(f"{base}.md", rendered("table.md.jinja", markup.markdown, grid=grid))
            _write(f"{base}.tex", rendered("table.tex.jinja", markup.latex, **in_latex(grid)))
            _write(f"{base}.csv", grid_csv(grid))


def rendered(template, text, **values):
    """Return a filled template. text: the function of paper_tables/markup.py that converts text."""
    # LaTeX needs the braces, so the templates use << >> and <% %>.
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
    """Return the values of the LaTeX template for a grid.

    Returns
    -------
    dict
        grid; long: whether the grid exceeds a page; columns: LaTeX's column specification, with
        paragraphs for long texts; size: the font size of a long grid; breaks: for each column, the
        width of a broken head in em, or None if the head fits.
    """
    texts = [[text for row in grid.rows for text in row[i][:2]] for i in range(len(grid.columns))]
    columns = [[markup.plain(text) for text in column] for column in texts]
    heads = [markup.plain(head) for _, head in grid.columns]
    widths = [max(map(len, column), default=0) for column in columns]
    words = [
        max(map(len, UNBROKEN.findall(" ".join([head, *column]))), default=0)
        for head, column in zip(heads, columns, strict=True)
    ]
    for widest in WIDEST:
        rooms = [max(min(width, widest), word) for width, word in zip(widths, words, strict=True)]
        letters = sum(room + 2 for room in rooms)
        if letters <= LETTERS["tiny"]:
            break
    numbers = range(len(grid.columns)) if grid.has_verdicts else grid.number_columns
    long = len(grid.rows) * (1 + grid.has_verdicts) > ROWS_OF_A_PAGE
    ems = [f"{LETTER * room:.1f}em" for room in rooms]
    return {
        "grid": grid,
        "long": long,
        "columns": "".join(
            f"p{{{em}}}" if long and width > room else "r" if i in numbers else "l"
            for i, (width, room, em) in enumerate(zip(widths, rooms, ems, strict=True))
        ),
        "breaks": [
            em if long and len(head) > room else None
            for head, room, em in zip(heads, rooms, ems, strict=True)
        ],
        "size": next((name for name, most in LETTERS.items() if letters <= most), "tiny"),
    }


def grid_csv(grid):
    """Return a grid as CSV, with measurement and verdict in columns after the printed value."""
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
    parser = argparse.ArgumentParser(
        prog="python -m workflows.commands.render", description=__doc__
    )
    add_options(parser)
    parser.add_argument("--output", required=True, type=Path, metavar="DIR", help="folder to fill")
    return parser


if __name__ == "__main__":
    sys.exit(main())
