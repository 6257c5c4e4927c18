"""The walk-through's rule and data take part in all tables and figures."""

import csv
import json
import subprocess
import sys
from math import log

import pytest

from docs.from_code.files import linked_project
from maxmargin import conformance
from workflows import diff_results
from workflows.plan.configuration import ROOT

EXAMPLE = ROOT / "docs" / "examples" / "my_rule.py"


def test_the_rule_has_fewer_than_thirty_lines():
    assert len(EXAMPLE.read_text(encoding="utf-8").splitlines()) < 30


@pytest.mark.slow
def test_the_rule_conforms():
    assert conformance.report(EXAMPLE) == (True, [f"{EXAMPLE}: PatientPDM conforms."])


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    """Return the results of the walk-through's command."""
    project = linked_project(tmp_path_factory.mktemp("mine") / "project")
    command = [sys.executable, "-m", "snakemake", "--cores", "2", "all"]
    command += ["--configfile", "docs/examples/mine.yaml"]
    call = subprocess.run(command, cwd=project, capture_output=True, text=True, timeout=900)
    assert call.returncode == 0, call.stdout + call.stderr
    return project / "results" / "mine"


def rows_of(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


@pytest.mark.slow
def test_the_rule_stands_beside_the_papers_learners(results):
    rows = rows_of(results / "tables" / "micra-table-1-variants.csv")
    learners = {row["learner"].removesuffix(" ★") for row in rows}
    assert learners == {"PatientPDM", "PerceptronWithMargin", "AggressiveROMMA", "MICRA"}
    assert [row["status"] for row in rows if "PatientPDM" in row["learner"]].count("converged") >= 2


@pytest.mark.slow
def test_what_a_rule_is_proved_to_reach_is_certified(results):
    runs = {row["run"]: row for row in rows_of(results / "runs.csv")}
    converged = [
        row
        for row in runs.values()
        if row["algorithm"] == "PatientPDM" and row["status"] == "converged"
    ]
    assert {row["data"] for row in converged} == {"sonar", "flowers"}
    for row in converged:
        asked = json.loads(row["parameters"])["c"] * log(int(row["updates"]))
        part = 1 - 1 / (1 + asked)
        assert float(row["directional_margin"]) > part * float(row["upper_bound"])


@pytest.mark.slow
def test_own_data_have_every_learner_and_the_rule(results):
    text = (results / "tables" / "own-flowers.md").read_text(encoding="utf-8")
    for learner in ("PatientPDM", "MICRA", "Margitron", "LIBSVM", "TwoStageMargitron"):
        assert f"| {learner} |" in text or f"| {learner} ★ |" in text


@pytest.mark.slow
def test_both_are_in_the_overview_the_figure_and_the_report(results):
    rows = rows_of(results / "overview.csv")
    mine = {row["problem"] for row in rows if row["learner"] == "PatientPDM"}
    assert mine == {row["problem"] for row in rows} == {"sonar", "flowers"}
    drawn = (results / "figures" / "variants.csv").read_text(encoding="utf-8")
    assert "PatientPDM" in drawn and "flowers" in drawn
    pages = (results / "report").glob("*.html")
    assert any("PatientPDM" in page.read_text(encoding="utf-8") for page in pages)


@pytest.mark.slow
def test_nothing_moves_between_a_run_and_itself(results):
    assert diff_results.main([str(results), str(results)]) == 0
