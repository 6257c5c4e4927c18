"""The tables as Markdown, CSV, LaTeX and one HTML page: `python -m workflows.render --help`."""

import argparse
import base64
import sys
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from data.files import replacing
from paper_tables import markup
from paper_tables.claims import CLAIM_COLUMNS, RATIO_COLUMNS
from paper_tables.comparison import comparison_grids
from paper_tables.errors import TableError
from paper_tables.files import csv_text, read_csv, read_online, read_runs
from paper_tables.grids import SIGNS, certified_grid, paper_grid, summary_grid
from paper_tables.overview import COLUMNS as OVERVIEW_COLUMNS
from paper_tables.overview import KEY as OVERVIEW_KEY
from paper_tables.overview import overview_grid, overview_summary_grid
from paper_tables.rates import RATE_COLUMNS, rates_grid
from paper_tables.stand_in import stand_in_grid
from paper_tables.tables import read_table
from paper_tables.theory import COLUMNS as THEORY_COLUMNS
from paper_tables.theory import theory_grid
from workflows.appendix_alma import COLUMNS as APPENDIX_COLUMNS
from workflows.appendix_alma import appendix_grid

TEMPLATES = Path(__file__).parent / "templates"


def main(arguments=None):
    """Writes every table in every form; returns the exit code, 1 with a sentence for an error."""
    options = _parser().parse_args(arguments)
    try:
        runs = read_runs(options.runs)
        online = read_online(options.online, options.draws)
        claims = read_csv(options.claims, CLAIM_COLUMNS)
        ratios = read_csv(options.ratios, RATIO_COLUMNS)
        tables = [read_table(name) for name in options.tables]
        grids = [paper_grid(table, claims, ratios, runs, online) for table in tables]
        grids = [summary_grid(tables, claims), *grids, certified_grid(tables, runs)]
        grids += comparison_grids(tables, runs, online)
        if any(table.paper == "falkowski" for table in tables):
            grids.append(stand_in_grid(runs))
        grids.append(theory_grid(read_csv(options.theory, THEORY_COLUMNS)))
        grids.append(rates_grid(read_csv(options.rates, RATE_COLUMNS)))
        overview = read_csv(options.overview, OVERVIEW_COLUMNS)
        clock = read_csv(options.overview_timings, OVERVIEW_KEY)
        grids += [overview_summary_grid(overview, clock), overview_grid(overview, clock)]
        if options.appendix:
            grids.append(appendix_grid(read_csv(options.appendix, APPENDIX_COLUMNS)))
        for grid in grids:
            base = options.output / grid.name
            _write(f"{base}.md", rendered("table.md.jinja", markup.markdown, grid=grid))
            _write(f"{base}.tex", rendered("table.tex.jinja", markup.latex, grid=grid))
            _write(f"{base}.csv", grid_csv(grid))
        svgs = sorted(options.figures.glob("*.svg")) if options.figures else []
        values = {"grids": grids, "claims": claims, "figures": [figure(svg) for svg in svgs]}
        page = rendered("index.html.jinja", markup.html, **values)
        _write(options.output / "index.html", page)
    except (TableError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


def rendered(template, text, **values):
    """A template filled in. text: the function of paper_tables/markup.py for all text in it."""
    # Braces belong to LaTeX, so the templates are written with << >> and <% %>.
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
    """A grid as CSV: a column that was measured is followed by the measurement and the verdict."""
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


def figure(path):
    """(caption, data URI) of an SVG file, for a page that stands alone."""
    encoded = base64.b64encode(path.read_bytes()).decode("ascii")
    return path.stem.replace("_", " ").capitalize(), f"data:image/svg+xml;base64,{encoded}"


def _write(path, text):
    with replacing(path) as unfinished:
        unfinished.write_text(text, encoding="utf-8")


def _parser():
    parser = argparse.ArgumentParser(prog="python -m workflows.render", description=__doc__)
    parser.add_argument("--claims", required=True, metavar="CSV", help="results/claims.csv")
    parser.add_argument("--ratios", required=True, metavar="CSV", help="results/time_ratios.csv")
    parser.add_argument("--runs", required=True, metavar="CSV", help="results/runs.csv")
    parser.add_argument("--online", required=True, metavar="CSV", help="results/online.csv")
    parser.add_argument("--draws", required=True, metavar="CSV", help="results/draws.csv")
    parser.add_argument("--theory", required=True, metavar="CSV", help="results/theory.csv")
    parser.add_argument("--rates", required=True, metavar="CSV", help="results/rates.csv")
    parser.add_argument("--overview", required=True, metavar="CSV", help="results/overview.csv")
    parser.add_argument(
        "--overview-timings", required=True, metavar="CSV", help="results/overview_timings.csv"
    )
    parser.add_argument(
        "--tables", required=True, nargs="+", metavar="TABLE", help="such as micra/table-1"
    )
    parser.add_argument("--appendix", metavar="CSV", help="results/appendix_alma.csv")
    parser.add_argument("--figures", type=Path, metavar="DIR", help="SVG files for the page")
    parser.add_argument("--output", required=True, type=Path, metavar="DIR", help="to be filled")
    return parser


if __name__ == "__main__":
    sys.exit(main())
