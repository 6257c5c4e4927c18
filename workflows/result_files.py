"""The files of results that tables and report are made of: options, reading, and the grids."""

from typing import NamedTuple

from paper_tables.claims import CLAIM_COLUMNS, RATIO_COLUMNS
from paper_tables.comparison import comparison_grids
from paper_tables.files import read_csv, read_online, read_runs
from paper_tables.grids import certified_grid, paper_grid, summary_grid
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

FILES = (
    *("claims", "ratios", "runs", "timings", "online", "draws"),
    *("theory", "rates", "overview", "overview-timings"),
)


class Results(NamedTuple):
    """What was measured. tables: of the papers. runs, online: as `read_runs` and `read_online` give
    them. seconds: run -> seconds, as a string. All others: the rows of a CSV file, as dicts of
    strings; appendix: None where there is none.
    """

    tables: list
    claims: list
    ratios: list
    runs: dict
    seconds: dict
    online: dict
    theory: list
    rates: list
    overview: list
    overview_timings: list
    appendix: list | None


def add_options(parser):
    """Options that name the files."""
    for name in FILES:
        parser.add_argument(f"--{name}", required=True, metavar="CSV", help=f"results/{name}.csv")
    parser.add_argument("--appendix", metavar="CSV", help="results/appendix_alma.csv")
    parser.add_argument(
        "--tables", required=True, nargs="+", metavar="TABLE", help="such as micra/table-1"
    )


def read_results(options):
    """The `Results` in the files that the options name. Raises TableError."""
    timings = read_csv(options.timings, ("run", "seconds"))
    return Results(
        tables=[read_table(name) for name in options.tables],
        claims=read_csv(options.claims, CLAIM_COLUMNS),
        ratios=read_csv(options.ratios, RATIO_COLUMNS),
        runs=read_runs(options.runs),
        seconds={row["run"]: row["seconds"] for row in timings},
        online=read_online(options.online, options.draws),
        theory=read_csv(options.theory, THEORY_COLUMNS),
        rates=read_csv(options.rates, RATE_COLUMNS),
        overview=read_csv(options.overview, OVERVIEW_COLUMNS),
        overview_timings=read_csv(options.overview_timings, OVERVIEW_KEY),
        appendix=read_csv(options.appendix, APPENDIX_COLUMNS) if options.appendix else None,
    )


def all_grids(results):
    """Every `Grid`: the summary of the verdicts, the papers' tables, and those that no paper has.

    The comparison with variants of a paper's table stands behind it.
    """
    tables, runs, online = results.tables, results.runs, results.online
    compared = comparison_grids(tables, runs, online)
    grids = [summary_grid(tables, results.claims)]
    for table in tables:
        grids.append(paper_grid(table, results.claims, results.ratios, runs, online))
        grids += [grid for grid in compared if grid.name == f"{grids[-1].name}-variants"]
    grids += [grid for grid in compared if grid not in grids]
    grids += [theory_grid(results.theory), rates_grid(results.rates)]
    grids.append(certified_grid(tables, runs))
    if any(table.paper == "falkowski" for table in tables):
        grids.append(stand_in_grid(runs))
    overview = results.overview, results.overview_timings
    grids += [overview_summary_grid(*overview), overview_grid(*overview)]
    return grids + ([appendix_grid(results.appendix)] if results.appendix is not None else [])
