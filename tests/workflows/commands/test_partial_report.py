"""The partial report of the finished runs."""

import json

import yaml

from records.plan_file import write_plan
from tests.workflows.calls import QUICK
from workflows.commands import partial_report

RECORD = {
    "run": "another",
    "data": "sonar",
    "algorithm": "MICRA",
    "parameters": {},
    "status": "failed",
    "reason": "made up",
}


def test_the_report_says_what_is_still_to_come(tmp_path):
    batches = {
        "done": {"file": "micra/table-1", "data": "sonar"},
        "later": {"file": "micra/table-5", "data": "wbc"},
        "last": {"file": None, "data": "wbc"},
    }
    config = yaml.safe_load(QUICK.read_text()) | {"results": str(tmp_path)}
    jobs = {"batches": {name: {"batch": batch} for name, batch in batches.items()}}
    write_plan(config, jobs, {}, {"another": {"series": "", "added_by": ""}})
    path = tmp_path / "done.json"
    path.write_text(json.dumps([RECORD]))
    options = ["--plan", str(tmp_path / "plan.json"), "--tables", "micra/table-1"]
    output = tmp_path / "partial"
    assert partial_report.main([str(path), *options, "--output", str(output)]) == 0
    for page in ("index", "micra", "claims"):
        text = (output / f"{page}.html").read_text()
        assert "1 of 3 batches of runs are finished" in text
        assert "Still to come: micra/table-5 (1), variants (1); figures and analyses." in text


def test_where_all_runs_are_there_only_figures_are_to_come():
    assert partial_report.still_to_come({"done": {"file": None}}, {"done"}) == (
        "1 of 1 batches of runs are finished. The workflow updates this report when more are "
        "finished. Still to come: "
        "figures and analyses."
    )
