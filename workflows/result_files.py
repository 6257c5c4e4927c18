"""The files of results behind tables and report: command-line options, reading, and the grids."""

from analyses import module_of, read_analyses
from paper_tables.grids import paper_grid, readings_grids, summary_grid
from paper_tables.results import Results


def add_options(parser):
    """Adds the options that name the files and the tables."""
    parser.add_argument(
        "--files", required=True, nargs="+", metavar="CSV", help="such as results/runs.csv"
    )
    parser.add_argument(
        "--tables", required=True, nargs="*", metavar="TABLE", help="such as micra/table-1"
    )


def read_results(options):
    """The `Results` that the options name. Raises RecordError."""
    return Results(options.tables, options.files)


def all_grids(results):
    """Every `Grid`: the summary of the verdicts, the papers' tables, and those of the analyses.

    A grid that belongs after another one follows it.
    """
    grids = [summary_grid(results), *(paper_grid(table, results) for table in results.tables)]
    grids += readings_grids(results)
    for analysis in read_analyses().values():
        for grid in module_of(analysis.name, "table").grids(results):
            grid.page = grid.page or analysis.page
            names = [other.name for other in grids]
            place = names.index(grid.behind) + 1 if grid.behind in names else len(grids)
            grids.insert(place, grid)
    return grids
