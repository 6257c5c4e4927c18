"""The log of reproductions has one line for each run."""

import json

import pytest
import yaml

from docs import reproductions
from docs.provenance import shortened
from paper_tables.verdicts import VERDICTS
from records.analysis_files import CLAIMS
from records.files import text_of

RECORD = {
    "commit": "0123456789abcdef, 2026-01-01",
    "machine": {"processor": "made up", "cores": "8"},
    "config": {
        "budget": {"max_seconds": 1200, "max_updates": None},
        "online": {"permutations": {"mnist": 1}},
        "draws": 3,
        "data": {"sets": None},
        "tables": yaml.safe_load((reproductions.ROOT / "config/default.yaml").read_text())[
            "tables"
        ],
    },
}


@pytest.fixture
def results(tmp_path):
    rows = [
        dict.fromkeys(CLAIMS.header, "") | {"row": str(i), "verdict": verdict}
        for i, verdict in enumerate([VERDICTS[0], VERDICTS[0], VERDICTS[2]])
    ]
    (tmp_path / "claims.csv").write_text(text_of(CLAIMS, rows))
    (tmp_path / "provenance.json").write_text(json.dumps(RECORD))
    return tmp_path


def test_a_commit_is_shortened_and_why_it_is_unknown_is_not():
    unknown = "unknown: git refuses to read this checkout, as it belongs to another user"
    assert shortened(unknown) == unknown
    assert shortened(RECORD["commit"]) == "0123456, 2026-01-01"


def test_a_run_is_one_line_once(results, monkeypatch, capsys):
    log = results / "log.md"
    log.write_text("# Log\n\n| a |\n|---|\n")
    monkeypatch.setattr(reproductions, "LOG", log)
    for _ in range(2):
        assert not reproductions.main([str(results), "--who", "a | b"])
    limits = "at most 1200 seconds a run, 1 permutation of mnist, 3 draws of artificial data"
    counts = "2 | 0 | 1 | 0 | 0 | 0"
    line = f"| 2026-01-01 | `0123456` | a \\| b | made up, 8 cores | {limits} | {counts} |\n"
    assert log.read_text() == f"# Log\n\n| a |\n|---|\n{line}"
    assert "already has this run" in capsys.readouterr().out


def test_the_kept_log_is_a_table_of_such_lines():
    table = [x for x in reproductions.LOG.read_text("utf-8").splitlines() if x.startswith("|")]
    head, _, *lines = table
    assert lines and {line.count("|") for line in table} == {head.count("|")}
    assert [cell.strip() for cell in head.split("|")[6:-1]] == [*VERDICTS]


def test_what_is_missing_is_named(results, capsys):
    (results / "provenance.json").unlink()
    assert reproductions.main([str(results)]) == 1
    assert "provenance.json: there is no such file" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"tables": ["micra/table-1"]}, "its config has no "),
        ({"data": {"sets": ["sonar"]}}, "its config restricts data.sets"),
    ],
)
def test_a_run_of_a_part_has_no_line(results, capsys, change, told):
    part = RECORD | {"config": RECORD["config"] | change}
    (results / "provenance.json").write_text(json.dumps(part))
    assert reproductions.main([str(results)]) == 1
    assert f"is a partial run, since {told}" in capsys.readouterr().err
