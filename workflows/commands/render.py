"""Writes the tables as Markdown, CSV and LaTeX: `python -m workflows.commands.render --help`."""

import argparse
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
from workflows.latex import in_latex
from workflows.plan.configuration import ROOT

TEMPLATES = ROOT / "workflows" / "report" / "templates"


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
