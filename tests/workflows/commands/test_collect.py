"""Records are collected into the files of results, with the labels of the plan."""

import csv
import json

from records.plan_file import write_plan
from workflows.commands.collect import main

RECORD = {"data": "sonar", "algorithm": "MICRA", "parameters": {}, "status": "completed"}


def test_labels_come_from_the_plan(tmp_path):
    """A setting of a grid, numbered after its run, has the labels of the run."""
    labels = {
        "one": {"series": "a", "added_by": "own_data variants"},
        "grid": {"series": "b", "added_by": ""},
    }
    write_plan({"results": str(tmp_path)}, {}, {}, labels)
    old = {"series": "old", "added_by": "old"}  # as earlier versions recorded labels
    records = [RECORD | {"run": name} for name in ("one", "grid-1", "grid-2")]
    records[0] |= old
    path = tmp_path / "records.json"
    path.write_text(json.dumps(records))
    plan = str(tmp_path / "plan.json")
    assert main([str(path), "--plan", plan, "--output", str(tmp_path)]) == 0
    with open(tmp_path / "runs.csv", newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    found = [(row["run"], row["series"], row["added_by"]) for row in rows]
    assert found == [("one", "a", "own_data variants"), ("grid-1", "b", ""), ("grid-2", "b", "")]
