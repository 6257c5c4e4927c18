"""Prepares the page of errata and open questions: each question, its cells, their verdicts."""

from collections import Counter

from analyses.theory.counterexamples import counterexample
from paper_tables.grids import SIGNS
from paper_tables.questions import concerning, read_questions
from paper_tables.statements import as_claims
from paper_tables.tables import table_title
from records.analysis_files import CLAIMS, EVIDENCE
from workflows.report.cells import anchor, paper_rows


def questions(paper, results, grids):
    """Return the questions of a paper as dicts for the page.

    A question's cells are pairs (text, `CellDetails`). Cells of missing tables are left out.

    Parameters
    ----------
    paper : str
        The name of the paper.
    results : Results
        The results of the workflow.
    grids : list of Grid
        The grids of all tables.
    """
    known = {}
    for table in results.tables:
        if table.paper == paper:
            grid = next(grid for grid in grids if grid.name == f"{paper}-{table.name}")
            for row in paper_rows(table, grid, results.rows(CLAIMS), results.rows(EVIDENCE)):
                for one in (cell.details for cell in row if cell.details):
                    known[one.anchor] = f"{table_title(table.name)}, {one.row}, {one.head}", one

    def cells(of):
        named = [anchor(paper, *cell.split("/")) for cell in of.get("cells", ())]
        return [known[name] for name in named if name in known]

    def counts(question):
        own = Counter(
            claim["verdict"]
            for claim in (*results.rows(CLAIMS), *as_claims(results.rows(EVIDENCE)))
            if claim["paper"] == paper
            and concerning([question], claim["table"], claim["row"], claim["column"])
        )
        return {verdict: own[verdict] for verdict in SIGNS if own[verdict]} if own else {}

    return [
        {
            "constants": 0,
            "ruled_out": [],
            **question,
            "counts": counts(question),
            "cells": cells(question),
            "readings": [{**r, "cells": cells(r)} for r in question.get("readings", ())],
            "counterexamples": [
                (one, counterexample(one)) for one in question.get("counterexamples", ())
            ],
        }
        for question in read_questions(paper)
    ]
