"""The whole workflow works end to end on config/quick.yaml, as a user would call it."""

import csv
import json
import zipfile
from collections import Counter

import pytest

from tests.workflows.calls import snakemake

pytestmark = pytest.mark.long


def made_in(folder, cores=2):
    call = snakemake(folder, "all", cores=cores)
    assert call.returncode == 0, call.stdout + call.stderr
    return folder / "results" / "quick"


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    return made_in(tmp_path_factory.mktemp("quick"))


def claims_of(results):
    with open(results / "claims.csv", newline="") as file:
        return list(csv.DictReader(file))


def test_printed_numbers_come_out(results):
    claims = claims_of(results)
    assert {claim["verdict"] for claim in claims} <= {"exact", "close"}
    by_cell = {(c["table"], c["row"], c["column"]): c for c in claims}
    count = by_cell["table-1", "1", "perceptron-updates"]
    assert (count["printed"], count["measured"], count["verdict"]) == ("820,261", "820261", "exact")
    margins = [c for c in claims if c["table"] == "table-4" and c["column"].endswith("margin")]
    assert len(margins) == 9
    assert {c["verdict"] for c in margins} == {"exact"}


def test_every_table_and_figure_is_there(results):
    tables = [*(f"micra-{name}" for name in ("table-1", "table-2", "table-4", "text"))]
    tables += ["summary", "certified"]
    for name in tables:
        for ending in ("md", "csv", "tex"):
            assert (results / "tables" / f"{name}.{ending}").stat().st_size > 0
    for path in (results / "tables").glob("*.csv"):
        assert path.read_text().count("\n") > 1, f"{path.name} has no rows"
    page = (results / "report" / "micra.html").read_text()
    assert "820,261" in page and "<html" in page
    for name in ("margin_against_updates", "margin_along_a_run"):
        assert (results / "figures" / f"{name}.pdf").read_bytes().startswith(b"%PDF")
        assert (results / "figures" / f"{name}.png").read_bytes().startswith(b"\x89PNG")
        assert "<svg" in (results / "figures" / f"{name}.svg").read_text()
        assert (results / "figures" / f"{name}.csv").read_text().startswith("panel,")


def test_archives_can_take_the_folder_as_it_is(results):
    graph = json.loads((results / "ro-crate-metadata.json").read_text())["@graph"]
    root = next(entity for entity in graph if entity["@id"] == "./")
    parts = [part["@id"] for part in root["hasPart"]]
    assert {"claims.csv", "runs.csv", "report/", "Snakefile"} <= set(parts)
    assert all((results / part).exists() for part in parts)


def test_the_workflow_knows_what_it_was_made_from(results):
    record = json.loads((results / "provenance.json").read_text())
    sonar = next(entry for entry in record["data"] if entry["name"] == "sonar")
    assert sonar["files"]["sonar.all-data"]["verification"] == "verified"
    assert record["config"]["seed"] == 2007 and record["versions"]["numba"]
    assert (results / "report" / "made.html").read_text().count(record["commit"]) == 1


def test_snakemake_makes_its_own_report_with_captions(results, tmp_path):
    path = tmp_path / "report.zip"
    call = snakemake(results.parent.parent, "all", "--report", path)
    assert call.returncode == 0, call.stdout + call.stderr
    with zipfile.ZipFile(path) as archive:
        names = {name.rpartition("/")[2] for name in archive.namelist()}
        page = next(n for n in archive.namelist() if n.endswith("report.html"))
        text = archive.read(page).decode("utf-8")
    assert {"margin_along_a_run.svg", "micra-table-1.csv"} <= names
    assert "Margin and certified bound along single runs on sonar" in text
    assert "Sonar: margin reached and updates made by the Perceptron" in text


def test_summary_counts_the_claims(results):
    verdicts = Counter(claim["verdict"] for claim in claims_of(results))
    with open(results / "tables" / "summary.csv", newline="") as file:
        total = list(csv.DictReader(file))[-1]
    for verdict in ("exact", "close", "differs", "not measured"):
        assert int(total[verdict.replace(" ", "-")]) == verdicts[verdict]


def test_a_second_run_does_nothing_and_says_so(results):
    for _ in range(2):  # the first makes again what another test has touched
        call = snakemake(results.parent.parent, "all")
        assert call.returncode == 0
    assert "Nothing to be done" in call.stdout + call.stderr


def test_a_failed_run_is_tried_again(results):
    folder = results.parent.parent
    path = results / "runs" / "micra-table-1-micra.json"
    records = json.loads(path.read_text())
    broken = [{**records[0], "status": "failed", "reason": "made so by a test"}, *records[1:]]
    path.write_text(json.dumps(broken))
    call = snakemake(folder, "--dry-run", "all", "--workflow-profile", "none")
    assert "run-micra-table-1-micra.log" in call.stdout + call.stderr
    assert "run-micra-table-1-romma.log" not in call.stdout + call.stderr
    path.write_text(json.dumps(records, indent=1) + "\n")


@pytest.mark.parametrize(
    ("setting", "sentence"),
    [
        ("tabels=[]", "unknown key 'tabels'"),
        ("tables=['micra/table-99']", "'micra/table-99' has no runs"),
    ],
)
def test_a_wrong_config_is_one_sentence(tmp_path, setting, sentence):
    call = snakemake(tmp_path, "--config", setting, "--", "all")
    said = call.stdout + call.stderr
    assert call.returncode != 0 and sentence in said
    assert "Traceback" not in said
    assert not (tmp_path / "results").exists()


@pytest.mark.slow
def test_results_do_not_depend_on_the_number_of_cores(results, tmp_path):
    alone = made_in(tmp_path, cores=1)
    for name in ("runs.csv", "curves.csv", "claims.csv"):
        assert (alone / name).read_bytes() == (results / name).read_bytes()
