"""A variant is checked before its runs; if the check fails, only its runs are refused."""

import json

import pytest
import yaml

from maxmargin import conformance
from records.files import read
from records.run_files import RUNS
from records.variant_checks import refusals, without_refused, write_check
from tests.algorithms.variant_files import HALFWAY, REFUSAL, UNDEFINED, write
from tests.workflows.calls import snakemake
from workflows.commands import check_variant
from workflows.plan.configuration import ROOT

ONE_NUMBER = """
from sklearn.base import BaseEstimator


class OneNumber(BaseEstimator):
    def fit(self, X, y):
        self.coef_, self.intercept_ = [[1.0]], [0.0]
        return self
"""
INCOMPLETE = HALFWAY.replace('"Halfway"', '"Incomplete"').replace("RANGES", "SPANS")
TEXTS = {"undefined.py": UNDEFINED, "one_number.py": ONE_NUMBER}
AROW = ROOT / "docs" / "examples" / "arow.py"
RESULTS = "my results; touch PWNED; #"  # a folder may have any name


def test_runs_of_a_refused_variant_are_records_and_others_are_left(tmp_path):
    run = {"extend": 0, "parameters": {}, "series": "", "added_by": ["variants"]}
    runs = {name: {**run, "algorithm": name} for name in ("Mine", "Good", "MICRA")}
    job = {"batch": {"data": "sonar", "runs": runs}, "seed": 1}
    write_check(tmp_path / "Mine.json", "mine.py", False, ["mine.py: NaN."])
    write_check(tmp_path / "Good.json", "good.py", True, ["good.py: Good conforms."])
    paths = [tmp_path / "Mine.json", tmp_path / "Good.json"]
    assert refusals(paths) == {"Mine": "The variant does not conform: mine.py: NaN."}
    left, refused = without_refused(job, paths)
    assert [*left["batch"]["runs"]] == ["Good", "MICRA"]
    (record,) = refused
    assert (record["run"], record["status"], record["refused"]) == ("Mine", "failed", True)
    assert record["reason"] == "The variant does not conform: mine.py: NaN."


def test_a_check_notes_the_path_of_a_rule_that_conforms_alone(tmp_path, monkeypatch):
    """The tests of conformance start the separate process, and compile and run the rule."""
    monkeypatch.setattr(check_variant, "check", lambda path, report: report(path))
    monkeypatch.setattr(conformance, "run_faults", lambda rule: ([], []))
    for name, text, conforms in (("halfway.py", HALFWAY, True), ("bad.py", INCOMPLETE, False)):
        path, output = write(tmp_path, name, text), tmp_path / "check.json"
        where = tmp_path / "path.txt"
        call = [str(path), "--output", str(output), "--path", str(where)]
        assert check_variant.main(call) == 0
        check = json.loads(output.read_text())
        assert check["conforms"] is conforms
        assert check["lines"][0].startswith(f"{name}: ")
        assert where.read_text() == (f"{path}:" if conforms else "")


@pytest.mark.slow
def test_refused_variants_are_heard_and_the_rest_goes_on(tmp_path):
    content = {
        "tables": [],
        "sweeps": [],
        "figures": [],
        "variants": [*TEXTS, "halfway.py", str(AROW)],
        "data": {"sets": [], "own": {"mine": {"file": "mine.csv"}}},
        "budget": {"setting_seconds": 0.2, "max_updates": 1000},
        "overview": {"seconds": None},
        "alma_beside_river": False,
        "separability": None,
        "results": RESULTS,
    }
    (tmp_path / "mine.yaml").write_text(yaml.safe_dump(content))
    (tmp_path / "mine.csv").write_text("u,v,kind\n1,2,p\n2,1,p\n-1,-2,q\n-2,-1,q\n")
    for name, text in {**TEXTS, "halfway.py": HALFWAY}.items():
        write(tmp_path, name, text)
    call = snakemake(tmp_path, "all", config=tmp_path / "mine.yaml")
    assert call.returncode == 0, call.stdout + call.stderr
    assert f"Undefined is refused: The variant does not conform: {REFUSAL}" in call.stderr
    shape = "OneNumber.coef_ has the shape (1, 1); it has to be (1, 5), a number for each column"
    assert "OneNumber is refused: The variant does not conform: one_number.py: " in call.stderr
    assert "2 runs failed; the results have the reasons." in call.stdout
    page = (tmp_path / RESULTS / "report" / "index.html").read_text()
    assert REFUSAL in page and shape in page
    rows = [row for row in read(tmp_path / RESULTS / "runs.csv", RUNS) if row["run"]]
    ended = {row["algorithm"]: row["status"] for row in rows}
    assert ended["Undefined"] == "failed"
    assert ended["Halfway"] == "converged" and ended["MaximumMargin"] == "converged"
    arow = [row for row in rows if row["algorithm"] == "AROW"]
    assert len(arow) == 4 and {row["status"] for row in arow} <= {"max_epochs", "max_seconds"}
    assert max(float(row["directional_margin"]) for row in arow) > 0
    assert not list(tmp_path.rglob("PWNED"))
    again = snakemake(tmp_path, "all", "--dry-run", config=tmp_path / "mine.yaml")
    assert "Nothing to be done" in again.stdout + again.stderr
