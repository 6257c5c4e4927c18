"""The files of results that tables and report are made of: options, reading, and the grids."""

from paper_tables.comparison import comparison_grids
from paper_tables.grids import certified_grid, paper_grid, summary_grid
from paper_tables.overview import overview_grid, overview_summary_grid
from paper_tables.rates import rates_grid
from paper_tables.results import Results
from paper_tables.stand_in import questions_grid
from paper_tables.theory import theory_grid
from records.analysis_files import (
    ALMA_BESIDE_RIVER,
    CLAIMS,
    OVERVIEW,
    OVERVIEW_TIMINGS,
    RATES,
    THEORY,
    TIME_RATIOS,
)
from workflows.appendix_alma import appendix_grid


def add_options(parser):
    """Options that name the files and the tables."""
    parser.add_argument(
        "--files", required=True, nargs="+", metavar="CSV", help="such as results/runs.csv"
    )
    parser.add_argument(
        "--tables", required=True, nargs="+", metavar="TABLE", help="such as micra/table-1"
    )


def read_results(options):
    """The `Results` that the options name. Raises RecordError."""
    return Results(options.tables, options.files)


def all_grids(results):
    """Every `Grid`: the summary of the verdicts, the papers' tables, and those that no paper has.

    The comparison with variants of a paper's table stands behind it.
    """
    tables, runs, online = results.tables, results.runs, results.online
    claims, ratios = results.rows(CLAIMS), results.rows(TIME_RATIOS)
    compared = comparison_grids(tables, runs, online)
    grids = [summary_grid(tables, claims)]
    for table in tables:
        grids.append(paper_grid(table, claims, ratios, runs, online))
        grids += [grid for grid in compared if grid.name == f"{grids[-1].name}-variants"]
    grids += [grid for grid in compared if grid not in grids]
    grids += [theory_grid(results.rows(THEORY)), rates_grid(results.rows(RATES))]
    grids.append(certified_grid(tables, runs))
    if any(table.paper == "falkowski" for table in tables):
        grids.append(questions_grid(runs))
    overview = results.rows(OVERVIEW), results.rows(OVERVIEW_TIMINGS)
    grids += [overview_summary_grid(*overview), overview_grid(*overview)]
    beside = results.rows(ALMA_BESIDE_RIVER)
    return [*grids, appendix_grid(beside)] if beside else grids
