"""README and documentation have the counts of verdicts that are kept, and they count all claims."""

import pytest
import yaml

from docs import verdict_counts
from docs.verdict_counts import README, by_table, main, read_counts, with_counts
from paper_tables.tables import read_table
from records.errors import RecordError
from workflows.configuration import ROOT

COUNTS = read_counts()


def test_readme_has_the_counts_that_are_kept():
    text = README.read_text(encoding="utf-8")
    assert with_counts(text, COUNTS) == text


def test_readme_is_short():
    assert len(README.read_text(encoding="utf-8").split()) < 900


def test_every_claim_of_the_default_config_is_counted():
    config = yaml.safe_load((ROOT / "config" / "default.yaml").read_text())
    claims = {
        tuple(name.split("/")): sum(cell.is_claim for cell in read_table(name).cells)
        for name in config["tables"]
    }
    assert {key: numbers[0] for key, numbers in COUNTS.items()} == claims
    assert all(sum(verdicts) == whole for whole, *verdicts in COUNTS.values())


def test_the_documentation_has_one_row_per_table():
    assert len(by_table().splitlines()) == len(COUNTS) + 2


def test_counts_are_taken_from_results(tmp_path, monkeypatch):
    readme, kept = tmp_path / "README.md", tmp_path / "kept.csv"
    readme.write_text("before\n<!-- verdicts -->\nold\n<!-- end of verdicts -->\nafter\n")
    monkeypatch.setattr(verdict_counts, "README", readme)
    monkeypatch.setattr(verdict_counts, "COUNTS", kept)
    (tmp_path / "tables").mkdir()
    summary = "paper,table,claims,exact,close,differs,not-measured,of-them-seconds\n"
    summary += "micra,text,6,3,2,1,0,0\nall,,6,3,2,1,0,0\n"
    (tmp_path / "tables" / "summary.csv").write_text(summary)
    assert main([str(tmp_path)]) == 0
    assert kept.read_text().splitlines()[1:] == ["micra,text,6,3,2,1,0"]
    text = readme.read_text()
    assert text.startswith("before\n") and text.endswith("<!-- end of verdicts -->\nafter\n")
    assert "| all | 6 | 3 | 2 | 1 | 0 |" in text and "old" not in text


def test_a_folder_without_results_is_one_sentence(tmp_path):
    with pytest.raises(RecordError, match="summary.csv: there is no such file"):
        read_counts(tmp_path / "summary.csv")
