"""The metadata of a folder of results follow the profile Workflow Run RO-Crate."""

import hashlib
import json
import re
import zipfile
from datetime import UTC, datetime

import pytest

from data.files import CHECKED_VARIABLE, replacing
from records.errors import RecordError
from workflows import archive, diff_results
from workflows.crate import NAME, WORKFLOW, crate, main

PROVENANCE = {
    "machine": {"processor": "made up", "cores": "2"},
    "versions": {"python": "3.11.0", "snakemake": "9.0"},
    "commit": "abc, 2026-01-01",
    "config": {"seed": 2007, "tables": []},
    "who": "Ada",
    "data": [{"files": {"sonar.all-data": {"source": "bundled", "sha256": "e9" * 32}}}],
}


@pytest.fixture
def results(tmp_path):
    """Return a folder of results with its metadata."""
    folder = tmp_path / "results"
    for name, content in (("runs.csv", "run\n"), ("report/runs.csv", "run\n"), ("a.log", "")):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
    (folder / "provenance.json").write_text(json.dumps(PROVENANCE))
    options = ["--provenance", str(folder / "provenance.json"), "--output", str(folder / NAME)]
    assert main([str(folder / "runs.csv"), *options]) == 0
    return folder


@pytest.fixture
def graph(results):
    entities = json.loads((results / NAME).read_text())["@graph"]
    assert len({entity["@id"] for entity in entities}) == len(entities)
    return {entity["@id"]: entity for entity in entities}


def test_a_file_that_is_no_result_is_named(results, capsys):
    options = ["--provenance", str(results / "provenance.json"), "--output", str(results / NAME)]
    (results / "other.csv").write_text("a\n")
    assert main([str(results / "other.csv"), *options]) == 1
    assert "other.csv: this is no result file" in capsys.readouterr().err


def test_the_descriptor_is_about_the_folder_and_names_what_it_conforms_to(graph):
    descriptor, root = graph[NAME], graph["./"]
    assert descriptor["@type"] == "CreativeWork" and descriptor["about"] == {"@id": "./"}
    assert {"@id": "https://w3id.org/ro/crate/1.1"} in descriptor["conformsTo"]
    assert root["@type"] == "Dataset" and root["license"] and root["datePublished"]
    for profile in ("process", "workflow"):
        uri = f"https://w3id.org/ro/wfrun/{profile}/0.5"
        assert {"@id": uri} in root["conformsTo"] and graph[uri]["@type"] == "CreativeWork"


def test_the_run_used_the_workflow_and_made_the_files(graph):
    root, run = graph["./"], graph["#run"]
    assert root["mentions"] == {"@id": "#run"} and run["@type"] == "CreateAction"
    assert run["instrument"] == root["mainEntity"] == {"@id": WORKFLOW}
    kinds = {"File", "SoftwareSourceCode", "ComputationalWorkflow"}
    assert kinds == set(graph[WORKFLOW]["@type"])
    assert graph[run["agent"]["@id"]]["name"] == "Ada"
    assert graph[graph[WORKFLOW]["programmingLanguage"]["@id"]]["@type"] == "ComputerLanguage"
    made = {part["@id"] for part in root["hasPart"]} - {WORKFLOW}
    assert made == {part["@id"] for part in run["result"]}
    assert {part["@id"] for part in run["object"]} == {"#config", "#data-sonar.all-data"}


def test_every_input_has_its_own_valid_reference(tmp_path):
    """The inputs have equal names with different bytes, and names that are no URI references."""
    (tmp_path / "runs.csv").touch()
    names = ["train.csv", "train.csv", "train.csv", "my flowers.csv", "C:\\data\\a.csv"]
    names += ["50%#1.csv", "größe.csv", "a?b.csv", "/abs/olute.csv"]
    sources = [f"{place}/{name}" for place, name in enumerate(names)]
    shas = [f"{place:064x}"[::-1] for place in range(len(names))]
    shas[2] = shas[1]  # a copy of the second
    data = [
        {"files": {name: {"source": source, "sha256": sha}}}
        for name, source, sha in zip(names, sources, shas, strict=True)
    ]
    made = crate([tmp_path / "runs.csv"], {**PROVENANCE, "data": data}, datetime.now(UTC))
    of_data = [entity for entity in made["@graph"] if entity["@id"].startswith("#data-")]
    assert sorted(entity["sha256"] for entity in of_data) == sorted(set(shas))
    assert all(any(source in e["description"] for e in of_data) for source in sources)
    identifiers = [entity["@id"] for entity in of_data]
    assert len(set(identifiers)) == len(identifiers)
    assert all(re.fullmatch(r"#([\w.~-]|%[0-9A-F]{2})+", i, re.ASCII) for i in identifiers)
    (run,) = [entity for entity in made["@graph"] if entity["@id"] == "#run"]
    assert {"@id": "#data-my%20flowers.csv"} in run["object"]


def test_every_part_is_there_as_described(graph, results):
    parts = [part["@id"] for part in graph["./"]["hasPart"]]
    assert set(parts) == {"runs.csv", "provenance.json", "report/", WORKFLOW}
    for part in parts:
        assert (results / part).exists()
        digest = graph[part].get("sha256")
        if digest:
            assert hashlib.sha256((results / part).read_bytes()).hexdigest() == digest
    assert "One row for each run" in graph["runs.csv"]["description"]


def test_whatever_is_referred_to_is_described_or_elsewhere(graph):
    def references(value):
        if isinstance(value, dict):
            yield value["@id"]
        elif isinstance(value, list):
            for item in value:
                yield from references(item)

    named = {
        ref for entity in graph.values() for value in entity.values() for ref in references(value)
    }
    assert all(name in graph or name.startswith("https://") for name in named)


def test_the_same_results_have_the_same_metadata_but_for_the_time(results):
    files, ended = [results / "runs.csv"], datetime(2026, 1, 1, tzinfo=UTC)
    assert crate(files, PROVENANCE, ended) == crate(files, PROVENANCE, ended)


def test_an_archive_has_what_the_metadata_names_and_is_compared_as_a_folder(results, tmp_path):
    options = [str(results), "--name", "first", f"--folder={tmp_path}"]
    assert [archive.main(options), archive.main(options)] == [0, 1]  # it exists already
    with zipfile.ZipFile(tmp_path / "first.zip") as kept:
        names = set(kept.namelist())
    assert names == {NAME, WORKFLOW, "runs.csv", "provenance.json", "report/runs.csv"}
    assert archive.write_archive(results, tmp_path / "small.zip", small=True) == 2
    with zipfile.ZipFile(tmp_path / "small.zip") as kept:
        assert set(kept.namelist()) == {"runs.csv", "provenance.json"}
    with archive.opened(tmp_path / "first.zip") as folder:
        assert (folder / "runs.csv").read_text() == "run\n"
    with archive.opened(results) as folder:
        assert folder == results


def test_what_is_not_complete_or_damaged_is_not_kept(results, tmp_path, monkeypatch):
    monkeypatch.setenv(CHECKED_VARIABLE, str(results))
    with replacing(results / "runs.csv") as path:
        path.write_text("run\n")
    (results / "runs.csv").write_text("nur\n")
    with pytest.raises(RecordError, match="runs.csv has changed since it was made"):
        archive.write_archive(results, tmp_path / "a.zip")
    (results / NAME).unlink()
    with pytest.raises(RecordError, match="which a run writes when it is complete"):
        archive.write_archive(results, tmp_path / "a.zip")
    assert not (tmp_path / "a.zip").exists()


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"@graph": [{"@id": "./"}]}', "\udcff"])
def test_garbled_metadata_is_one_sentence(results, tmp_path, capsys, content):
    (results / NAME).write_text(content, errors="surrogateescape")
    assert archive.main([str(results), "--name", "a", f"--folder={tmp_path}"]) == 1
    assert "is damaged: call snakemake again." in capsys.readouterr().err


def test_what_is_no_archive_is_said(tmp_path, capsys):
    (tmp_path / "a.zip").write_text("no zip")
    assert diff_results.main([str(tmp_path / "a.zip"), str(tmp_path)]) == 2
    assert "is neither a folder of results nor a readable archive" in capsys.readouterr().err
