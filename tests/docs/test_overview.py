"""docs/overview.md is complete and comes from a run."""

import json

import pytest

from docs import overview
from records.analysis_files import OVERVIEW
from records.files import text_of
from tests.analyses.overview.rows import overview_rows

RECORD = {
    "commit": "0123456789abcdef, 2026-01-01",
    "machine": {"processor": "made up", "cores": "8"},
    "config": {"overview": {"seconds": 2}},
}


@pytest.fixture
def results(tmp_path):
    rows, _ = overview_rows({("sonar", "PDM", ""): (1, 2), ("wbc", "MICRA", ""): (3,)})
    (tmp_path / "overview.csv").write_text(
        text_of(OVERVIEW, [dict.fromkeys(OVERVIEW.header, "") | row for row in rows])
    )
    (tmp_path / "provenance.json").write_text(json.dumps(RECORD))
    (tmp_path / "tables").mkdir()
    for name in overview.TABLES:
        (tmp_path / "tables" / f"{name}.md").write_text(f"# The {name}\n\n| a |\n|---|\n| 1 |\n")
    return tmp_path


def test_the_page_has_every_table_and_says_where_it_is_from(results):
    page = overview.page(results)
    assert page.startswith("# Which learner, when\n\n2 learners ran on 2 problems. Each learner ")
    assert "commit 0123456, 2026-01-01, on made up, 8 cores" in " ".join(page.split())
    assert [line for line in page.splitlines() if line.startswith("## ")] == [
        f"## The {name}" for name in overview.TABLES
    ]


def test_a_table_that_is_missing_is_named_and_the_page_left_as_it_is(results, capsys):
    before = overview.PAGE.read_text(encoding="utf-8")
    (results / "tables" / "choice.md").unlink()
    assert overview.main([str(results)]) == 1
    assert "choice.md: there is no such file; make a run" in capsys.readouterr().err
    assert overview.PAGE.read_text(encoding="utf-8") == before


def test_the_kept_page_is_whole_and_has_its_picture():
    page = overview.PAGE.read_text(encoding="utf-8")
    assert page.count("\n## ") == len(overview.TABLES)
    assert "<svg" in overview.PAGE.with_name(f"{overview.PICTURE}.svg").read_text(encoding="utf-8")
