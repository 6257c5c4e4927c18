"""Writes the report as a folder that needs no other file and no network."""

import json
import shutil
from collections import Counter
from decimal import Decimal
from functools import partial
from pathlib import Path
from typing import NamedTuple

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from data.files import replacing
from paper_tables import markup
from paper_tables.full_run import NOT_YET_RUN, read_full_run
from paper_tables.grids import SIGNS
from paper_tables.papers import read_papers
from paper_tables.questions import read_questions
from paper_tables.statements import INDEPENDENT, STATEMENT_VERDICTS
from paper_tables.tables import table_title
from paper_tables.verdicts import VERDICTS
from records.analysis_files import CLAIMS, EVIDENCE, READINGS, STATEMENTS
from workflows.report.cells import anchor, difference, paper_rows, plain_rows
from workflows.report.errata import questions
from workflows.report.explore import explored
from workflows.report.findings import most_interesting
from workflows.report.pages import pages_of

HERE = Path(__file__).parent
# plotly-basic.min.js is npm's plotly.js-basic-dist-min, unchanged; it draws only lines and points.
STATIC = ("style.css", "report.js", "explore.js", "plotly-basic.min.js")
KINDS = ("svg", "pdf", "csv")  # formats of a figure
NARROW = "-narrow.svg"  # ending of a figure's file for phones
# The first of these figures that exists opens the report.
FIRST_FIGURES = ("variants", "margin_against_updates")
FORMS = ("csv", "tex", "md")  # formats of a table
CONFIG = "config.json"  # for `workflows.repeat --configfile`
RUN_FIELDS = {
    "algorithm": "algorithm",
    "data": "data",
    "space": "space",
    "parameters": "parameters",
    "status": "status",
    "reason": "reason",
    "updates": "updates",
    "epochs": "epochs",
    "visits": "visits",
    "directional_margin": "directional margin",
    "geometric_margin": "geometric margin",
    "upper_bound": "bound ‖a‖/Σα",
    "seconds": "seconds",
}


class Figure(NamedTuple):
    """A figure of the report.

    explains: names of grids. page: the name of the figure's page. base: the path of the figure's
    files without suffix.
    """

    name: str
    title: str
    text: str
    explains: tuple
    page: str
    base: Path


class OnPage(NamedTuple):
    """A table on its page. rows: lists of `cells.PageCell`. counts: verdict -> number."""

    grid: object
    title: str
    rows: list
    figures: list
    counts: dict

    @property
    def details(self):
        return [cell.details for row in self.rows for cell in row if cell.details]

    @property
    def notes_are_needed(self):
        """Whether footnotes are needed: some cell has a note but no details to show it."""
        return any(cell.cell.notes and not cell.details for row in self.rows for cell in row)

    @property
    def edges(self):
        """Indices of the columns that begin a new group."""
        widths = [width for _, width in self.grid.groups]
        return {sum(widths[:i]) for i in range(1, len(widths))}


def write_site(folder, results, grids, figures, provenance, tables, files, place, partial=""):
    """Write the pages of the report and their files into a folder.

    Parameters
    ----------
    folder : path
        The folder to fill.
    results : Results
        The results of the workflow.
    grids : list of Grid
        The grids of all tables.
    figures : list of Figure
        All figures.
    provenance : dict
        The record of workflows/provenance.py.
    tables : path
        The folder with the tables as CSV, LaTeX and Markdown.
    files : list of path
        Result files that the report offers for download.
    place : path
        The folder's final place.
    partial : str
        For a partial report, a text that says what is missing.
    """
    folder = Path(folder)
    pages = pages_of(grids, figures)
    claims = _claims(results)
    links = [("index", "Summary"), *((p.name, p.title) for p in pages)]
    links += [("explore", "Explore")]
    if claims:
        links += [("errata", "Errata and open questions"), ("claims", "Every claim")]
    links += [("made", "How it was made")]
    shared = {"links": links, "signs": SIGNS, "partial": partial}
    for page in pages:
        shown = [_on_page(grid, page, results) for grid in page.grids]
        values = {
            "here": page.name,
            "page": page,
            "tables": shown,
            "alone": [figure for name, figure in page.figures if not name],
            "runs": (runs := _runs(shown, results)),
            "known_runs": set(runs),
            "questions": bool(read_questions(page.name)),
        }
        _write(folder / f"{page.name}.html", _rendered("page.html.jinja", **shared, **values))
    if claims:
        papers = {table.paper for table in results.tables}
        papers = [paper for paper in read_papers().values() if paper.name in papers]
        asked = [(paper, questions(paper.name, results, grids)) for paper in papers]
        values = {"here": "errata", "papers": [(p, own) for p, own in asked if own], "pages": pages}
        _write(folder / "errata.html", _rendered("errata.html.jinja", **shared, **values))
        of_numbers = {verdict: SIGNS[verdict] for verdict in VERDICTS}
        values = {"here": "claims", "claims": claims, "signs": of_numbers}
        _write(folder / "claims.html", _rendered("claims.html.jinja", **(shared | values)))
    to_explore = explored(results, f"{place}/data/{CONFIG}")
    _write(folder / "data" / "explore.js", f"const EXPLORED = {json.dumps(to_explore)};\n")
    values = {"here": "explore", "has_overview": to_explore["overview"] is not None}
    _write(folder / "explore.html", _rendered("explore.html.jinja", **shared, **values))
    values = {"here": "made", "provenance": provenance}
    values["files"] = [*(Path(path).name for path in files), CONFIG]
    _write(folder / "made.html", _rendered("made.html.jinja", **shared, **values))
    values = _first_page(results, claims, figures)
    _write(folder / "index.html", _rendered("index.html.jinja", **shared, **values))
    _copy_all(folder, figures, grids, tables, files)
    _write(folder / "data" / CONFIG, json.dumps(provenance["config"], indent=1) + "\n")


def _first_page(results, claims, figures):
    """Return the values of the first page's template."""
    drawn = {figure.name: figure for figure in figures}
    own, findings = most_interesting(results)
    full_run = read_full_run()
    counted = [claim for claim in claims if claim["kind"] == INDEPENDENT]
    others = Counter(
        full_run.otherwise(CLAIMS.key_of(claim), claim["verdict"]) for claim in counted
    )
    del others[""]
    return {
        "here": "index",
        "papers": read_papers(),
        "matrix": _matrix(results),
        "own": own,
        "findings": findings,
        "figure": next((drawn[name] for name in FIRST_FIGURES if name in drawn), None),
        "claims": claims,
        "totals": Counter(claim["verdict"] for claim in counted),
        "statements": _statements(results),
        "full_run": full_run,
        "otherwise": sum(others.values()) - others[NOT_YET_RUN],
        "not_yet_run": others[NOT_YET_RUN],
    }


def _copy_all(folder, figures, grids, tables, files):
    """Copy the files that the pages load or offer for download."""
    for name in STATIC:
        _copy(HERE / "static" / name, folder / "static" / name)
    for figure in figures:
        for kind in KINDS:
            _copy(f"{figure.base}.{kind}", folder / "figures" / f"{figure.name}.{kind}")
        _copy(f"{figure.base}{NARROW}", folder / "figures" / f"{figure.name}{NARROW}")
    for grid in grids:
        names = [grid.name, *([f"{grid.name}-measured"] if grid.has_verdicts else [])]
        for file in (f"{name}.{form}" for name in names for form in FORMS):
            _copy(f"{tables}/{file}", folder / "tables" / file)
    for path in files:
        _copy(path, folder / "data" / Path(path).name)


def _on_page(grid, page, results):
    table = _table_of(grid, results)
    files = (results.rows(file) for file in (CLAIMS, EVIDENCE, READINGS))
    rows = paper_rows(table, grid, *files) if table else plain_rows(grid)
    title = table_title(table.name) if table else ""
    figures = [figure for name, figure in page.figures if name == grid.name]
    details = (cell.details for row in rows for cell in row if cell.details)
    counts = Counter(own.verdict for own in details if own.printed)
    return OnPage(grid, title, rows, figures, {verdict: counts[verdict] for verdict in SIGNS})


def _table_of(grid, results):
    return next((t for t in results.tables if f"{t.paper}-{t.name}" == grid.name), None)


def _claims(results):
    """Return the rows of claims.csv, each with its anchor and difference."""
    return [
        {
            **claim,
            "anchor": anchor(*(claim[key] for key in ("paper", "table", "row", "column"))),
            "difference": difference(claim["printed"], claim["measured"]),
        }
        for claim in results.rows(CLAIMS)
    ]


def _matrix(results):
    """Return paper -> table -> verdict -> number of claims, for tables with claims."""
    matrix = {}
    for table in results.tables:
        own = [
            c for c in results.rows(CLAIMS) if (c["paper"], c["table"]) == (table.paper, table.name)
        ]
        counts = Counter(claim["verdict"] for claim in own)
        if own:
            matrix.setdefault(table.paper, {})[table.name] = {v: counts[v] for v in VERDICTS}
    return matrix


def _statements(results):
    """Return paper -> verdict -> number of statements that are independent evidence."""
    counted = {}
    for row in results.rows(STATEMENTS):
        if row["kind"] == INDEPENDENT:
            own = counted.setdefault(row["paper"], dict.fromkeys(STATEMENT_VERDICTS, 0))
            own[row["verdict"]] += 1
    return counted


def _runs(shown, results):
    """Return the records of the runs behind a page's cells, in order: name -> field -> text."""
    names = dict.fromkeys(own.run for table in shown for own in table.details)
    return {name: _record(results, name) for name in names if name in results.runs}


def _record(results, name):
    row = results.runs[name]
    space = {"ρ": row["augment"], "Δ": row["extend"], "N": row["max_mini_epochs"]}
    described = {
        "space": ", ".join(f"{key} = {value}" for key, value in space.items() if value),
        "parameters": row["parameters"].strip("{}").replace('"', "").replace("null", "none"),
        "seconds": _digits(results.seconds.get(name, "")),
    }
    record = {field: described.get(field, row.get(field, "")) for field in RUN_FIELDS}
    for field in ("directional_margin", "geometric_margin", "upper_bound"):
        record[field] = _digits(record[field], 10)
    for field in ("updates", "epochs", "visits"):
        record[field] = f"{Decimal(record[field]):,f}" if record[field] else ""
    return record


def _digits(number, count=4):
    return f"{float(number):.{count}g}" if number else ""


def _rendered(template, **values):
    environment = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        undefined=StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["marked"] = lambda text: Markup(markup.html(str(text)))
    environment.filters["plain"] = markup.plain
    environment.filters["json"] = partial(json.dumps, ensure_ascii=False)
    environment.globals |= {"table_title": table_title, "run_fields": RUN_FIELDS, "forms": FORMS}
    environment.globals |= {"kinds": KINDS, "verdicts": VERDICTS}
    return environment.get_template(template).render(**values)


def _write(path, text):
    with replacing(path) as unfinished:
        unfinished.write_text(text, encoding="utf-8")


def _copy(source, target):
    with replacing(target) as unfinished:
        shutil.copyfile(source, unfinished)
