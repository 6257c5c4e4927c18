"""Reads the result files for the tables and the report, and makes all grids."""

from analyses import module_of, read_analyses
from paper_tables.grids import (
    paper_grid,
    readings_grids,
    statements_grids,
    statements_summary_grid,
    summary_grid,
)
from paper_tables.results import Results
from paper_tables.tables import is_printed


def add_options(parser):
    """Add the options --files and --tables to a parser."""
    parser.add_argument(
        "--files", required=True, nargs="+", metavar="CSV", help="such as results/runs.csv"
    )
    parser.add_argument(
        "--tables", required=True, nargs="*", metavar="TABLE", help="such as micra/table-1"
    )


def read_results(options):
    """Return the `Results` that the options name. Raises RecordError."""
    return Results(options.tables, options.files)


def all_grids(results):
    """Return every `Grid` with rows: the summaries, the papers' tables, the analyses' tables.

    Of a paper, its printed tables come first, then its statements, then the tables of our own that
    have numbers in the text and the evidence. A grid with `behind` comes right after the grid that
    `behind` names.
    """
    tables = results.tables
    grids = [summary_grid(results), statements_summary_grid(results)]
    grids += [paper_grid(table, results) for table in tables if is_printed(table)]
    grids += statements_grids(results)
    grids += [paper_grid(table, results) for table in tables if not is_printed(table)]
    grids += readings_grids(results)
    for analysis in read_analyses().values():
        for grid in module_of(analysis.name, "table").grids(results):
            grid.page = grid.page or analysis.page
            names = [other.name for other in grids]
            place = names.index(grid.behind) + 1 if grid.behind in names else len(grids)
            grids.insert(place, grid)
    return [grid for grid in grids if grid.rows]
