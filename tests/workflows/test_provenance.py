"""The record of the results' origin is right."""

import json

from data.prepared import prepare
from records.plan_file import write_plan
from workflows import provenance


def test_the_record_names_machine_versions_commit_config_and_data(tmp_path):
    prepare("sonar", tmp_path / "sonar.npz")
    output = tmp_path / "provenance.json"
    config = {"seed": 1, "results": str(tmp_path)}
    write_plan(config, {}, {}, {})
    arguments = [str(tmp_path / "sonar.npz"), "--plan", str(tmp_path / "plan.json")]
    arguments += ["--output", str(output)]
    assert provenance.main(arguments) == 0
    record = json.loads(output.read_text())
    assert list(record) == ["machine", "versions", "commit", "who", "config", "data"]
    assert int(record["machine"]["cores"]) > 0 and record["machine"]["memory"].endswith(" GiB")
    assert "not installed" not in record["versions"].values()  # make env installs all of them
    assert record["config"] == config
    (sonar,) = record["data"]
    assert sonar["files"]["sonar.all-data"]["source"] == "bundled"
    assert len(sonar["files"]["sonar.all-data"]["sha256"]) == 64


def test_what_is_no_prepared_data_set_is_one_sentence(tmp_path, capsys):
    path = tmp_path / "sonar.npz"
    path.write_text("no")
    write_plan({"results": str(tmp_path)}, {}, {}, {})
    assert provenance.main([str(path), "--plan", str(tmp_path / "plan.json"), "--output", "x"]) == 1
    assert capsys.readouterr().err.startswith(
        f"error: {path} is not a prepared data set, or is damaged "
    )


def test_without_git_nobody_is_named(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert provenance._who() == ""
