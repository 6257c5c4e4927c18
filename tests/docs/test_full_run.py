"""README and documentation have the stored verdicts, which cover the papers' claims."""

import json
from fnmatch import fnmatchcase
from pathlib import Path

import pytest
import yaml

from docs.full_run import (
    END,
    README,
    START,
    by_paper,
    by_table,
    made_by,
    main,
    statements_by_paper,
    with_counts,
    with_more,
)
from paper_tables.full_run import NOT_YET_RUN, SETTINGS, STORED, FullRun, read_full_run
from paper_tables.papers import read_papers, table_names
from paper_tables.questions import concerning, read_questions
from paper_tables.statements import HOLDS
from paper_tables.tables import read_table
from paper_tables.verdicts import DIFFERS, EXACT
from records.analysis_files import CLAIMS, EVIDENCE
from records.files import text_of
from tests.workflows.report.conftest import PROVENANCE
from workflows.plan.configuration import ROOT

RUN = read_full_run()


def test_readme_has_the_verdicts_that_are_kept():
    text = README.read_text(encoding="utf-8")
    assert with_counts(text, RUN) == text


def test_headlines_count_independent_evidence_and_say_how_much_else_there_is():
    place = {"paper": "margitron", "table": "table-3", "row": "a9a"}
    kinds = {"t-margin": "fitted", "t-estimate": "independent", "t-asymptotic": "fitted"}
    claims = {
        (*place.values(), column): {**place, "column": column, "kind": kind, "verdict": "exact"}
        for column, kind in kinds.items()
    }
    evidence = {
        ("micra", "t", "r", name): {"paper": "micra", "statement": name, "outcome": "holds"}
        for name in ("table-1-fastest", "shorter-times")
    }
    run = RUN._replace(claims=claims, evidence=evidence)
    assert "| all | 1 | 1 | 0 | 0 | 0 | 0 | 0 |" in by_paper(run)
    assert "| all | 1 | 1 | 0 | 0 | 0 |" in statements_by_paper(run)
    assert made_by(run).endswith("without 2 fitted numbers (2 exact), 1 implied statements.")


def test_readme_is_short():
    before, _, rest = README.read_text(encoding="utf-8").partition(START)
    assert len(f"{before}{rest.partition(END)[2]}".split()) < 850


def test_every_claim_of_a_table_that_was_run_has_a_verdict():
    """A table that joins the default config later is reported as not yet run."""
    config = yaml.safe_load((ROOT / "config" / "default.yaml").read_text())
    claims, known = {}, {key[:2] for key in RUN.claims}
    assert len(known) >= 25
    for table in map(read_table, config["tables"]):
        for cell in (cell for cell in table.cells if cell.is_claim):
            place = table.place(cell)
            claims[STORED.key_of(place)] = place["printed"]
    printed = {key: row["printed"] for key, row in RUN.claims.items()}
    assert printed == {key: text for key, text in claims.items() if key[:2] in known}
    for key in claims.keys() - printed.keys():
        assert RUN.otherwise(key, EXACT) == NOT_YET_RUN


def test_the_kept_verdicts_are_of_the_cells_that_the_tables_have():
    """A missing row would be counted as no comparison at all, and an old kind in a headline.

    A table that joined later has no rows yet.
    """
    known = {"/".join(key[:2]) for key in (*RUN.claims, *RUN.evidence)}
    assert len(known) >= 40 and known <= set(table_names())
    cells = {
        (*name.split("/"), cell.row, cell.column): cell
        for name in known
        for cell in read_table(name).cells
    }
    statements = {key: cell.statement for key, cell in cells.items() if cell.statement}
    assert {key: row["statement"] for key, row in RUN.evidence.items()} == statements
    kinds = {key: cell.kind for key, cell in cells.items() if cell.is_claim}
    assert {key: row["kind"] for key, row in RUN.claims.items()} == kinds


def test_every_number_that_differs_has_an_entry():
    found = {place for place, row in RUN.claims.items() if row["verdict"] == DIFFERS}
    alone = [p for p in found if not concerning(read_questions(p[0]), *p[1:])]
    assert not alone


@pytest.mark.parametrize("paper", read_papers())
def test_no_entry_is_for_cells_that_are_all_exact(paper):
    """Otherwise the entry would hide a later difference."""
    found = {key: row["verdict"] for key, row in RUN.claims.items()}
    found |= {key: row["outcome"] for key, row in RUN.evidence.items()}
    claims = {key[1:]: verdict for key, verdict in found.items() if key[0] == paper}
    idle = [
        pattern
        for question in read_questions(paper)
        for pattern in question.get("concerns", ())
        if {v for key, v in claims.items() if fnmatchcase("/".join(key), pattern)} <= {EXACT, HOLDS}
    ]
    assert not idle


def test_the_documentation_has_one_row_per_table():
    tables = {key[:2] for key in RUN.claims}
    assert len(by_table(RUN).splitlines()) == len(tables) + 2


def test_what_a_shorter_run_finds_otherwise():
    place, row = next((key, row) for key, row in RUN.claims.items() if row["verdict"] == "exact")
    assert RUN.otherwise(place, "exact") == ""
    assert RUN.otherwise(place, "not measured") == f"{row['measured']} exact"
    assert RUN.otherwise(("micra", "table-0", "1", "updates"), "exact") == "not yet run"


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ((None, None, None), "with no limits on runs"),
        ((60.0, {"mnist": 3}, 10), "60 seconds a run, 3 permutations of mnist, 10 draws of"),
    ],
)
def test_the_protocol_is_told(settings, said):
    seconds, permutations, draws = settings
    budget = {"budget": {"max_seconds": seconds}, "online": {"permutations": permutations}}
    assert said in RUN._replace(settings={**budget, "draws": draws}).protocol


@pytest.fixture
def kept(tmp_path, monkeypatch):
    """Return a folder for stored verdicts, with a README."""
    old = "before\n<!-- verdicts -->\nold\n<!-- end of verdicts -->\n"
    (tmp_path / "README.md").write_text(old)
    monkeypatch.setattr("docs.full_run.README", tmp_path / "README.md")
    monkeypatch.setattr("paper_tables.full_run.VERDICTS", tmp_path / "full_run.csv")
    monkeypatch.setattr("paper_tables.full_run.OUTCOMES", tmp_path / "full_run_evidence.csv")
    monkeypatch.setattr("paper_tables.full_run.SOURCE", tmp_path / "full_run.json")
    yield tmp_path
    read_full_run.cache_clear()


def results_in(folder, outcomes=None, printed="1", kind="independent", **verdicts):
    """Write claims.csv, evidence.csv and provenance.json with claims and comparisons by name."""
    place = {"paper": "micra", "table": "text", "row": "a"}
    shared = place | {"printed": printed, "kind": kind, "measured": "2"}
    claims = [{**shared, "column": c, "verdict": v} for c, v in verdicts.items()]
    compared = place | {"statement": "faster-than-cramma"}
    evidence = [
        dict.fromkeys(EVIDENCE.header, "") | compared | {"column": c, "outcome": outcome}
        for c, outcome in (outcomes or {}).items()
    ]
    folder.mkdir(exist_ok=True)
    (folder / "evidence.csv").write_text(text_of(EVIDENCE, evidence))
    (folder / "claims.csv").write_text(text_of(CLAIMS, claims))
    config = PROVENANCE["config"] | dict.fromkeys(SETTINGS)
    config |= {"budget": {"max_seconds": None}, "online": {"permutations": None}}
    (folder / "provenance.json").write_text(json.dumps(PROVENANCE | {"config": config}))
    return str(folder)


def test_verdicts_are_taken_from_results(kept):
    assert main([results_in(kept, one="exact", two="differs")]) == 0
    assert read_full_run().claims["micra", "text", "a", "two"]["verdict"] == "differs"
    text = (kept / "README.md").read_text()
    assert text.startswith("before\n") and text.endswith("<!-- end of verdicts -->\n")
    assert "| all | 2 | 1 | 0 | 1 | 0 | 0 | 0 |" in text and "\nold\n" not in text
    assert "at commit 0123abc, 2026-01-01, on A, 2 cores, with no limits on runs." in text


def test_a_later_run_adds_only_what_was_not_measured(kept):
    main([results_in(kept, one="exact", two="not measured", three="not measured")])
    found = {"one": "differs", "two": "close", "three": "not measured", "four": "exact"}
    assert main(["--add", results_in(kept / "later", **found)]) == 0
    run = read_full_run()
    assert {key[-1]: row["verdict"] for key, row in run.claims.items()} == {
        "one": "exact",
        "two": "close",
        "three": "not measured",
        "four": "exact",
    }
    assert [part["claims"] for part in run.later] == [2]
    said = (kept / "README.md").read_text().split("with no limits on runs. ")[1]
    assert said.startswith(
        "2 numbers and 0 comparisons were added by 1 later run at other commits, 0 with limits."
    )


def test_a_run_of_code_that_was_not_committed_is_refused(kept, capsys):
    folder = results_in(kept / "dirty", one="exact")
    path = Path(folder) / "provenance.json"
    made = json.loads(path.read_text())
    path.write_text(json.dumps(made | {"commit": f"{made['commit']}, with uncommitted changes"}))
    assert main([folder]) == 1
    assert "was made with uncommitted changes: commit them" in capsys.readouterr().err


def test_a_later_run_adds_comparisons_and_renews_kinds(kept):
    first = {"a": "holds", "b": "not measured", "gone": "holds"}
    main([results_in(kept, first, one="exact", two="exact", gone="exact")])
    later = {"a": "does not hold", "b": "holds", "c": "undecided"}
    found = {"one": "differs", "two": "not measured"}
    folder = results_in(kept / "later", later, kind="fitted", **found)
    assert main(["--add", folder]) == 0
    run = read_full_run()
    assert {key[-1]: row["outcome"] for key, row in run.evidence.items()} == {
        "a": "holds",
        "b": "holds",
        "c": "undecided",
    }
    assert [key[-1] for key in run.claims] == ["one", "two"]
    assert {(c["verdict"], c["kind"]) for c in run.claims.values()} == {("exact", "fitted")}
    assert main(["--add", results_in(kept / "again", later, printed="1.0", **found)]) == 0
    verdicts = {key[-1]: row["verdict"] for key, row in read_full_run().claims.items()}
    assert verdicts == found  # the stored verdicts were on another printed text


def test_a_later_run_leaves_the_order_of_the_stored_tables():
    def claims_of(*tables):
        shared = {
            "paper": "micra",
            "row": "a",
            "column": "c",
            "printed": "1",
            "kind": "independent",
        }
        return [{**shared, "table": name, "measured": "1", "verdict": "exact"} for name in tables]

    stored = {STORED.key_of(row): row for row in claims_of("text", "table-1", "table-2")}
    run = FullRun(stored, {}, "0123abc", {}, {}, [])
    numbers, _, _ = with_more(run, claims_of("table-8", "table-1", "text"), [], {})
    assert [row["table"] for row in numbers] == ["text", "table-1", "table-2", "table-8"]


def test_a_folder_without_results_is_one_sentence(kept, capsys):
    assert main([str(kept)]) == 1
    assert "claims.csv: there is no such file" in capsys.readouterr().err
    (kept / "claims.csv").write_text(text_of(CLAIMS, []))
    (kept / "evidence.csv").write_text(text_of(EVIDENCE, []))
    assert main([str(kept)]) == 1
    assert "provenance.json: there is no such file" in capsys.readouterr().err
