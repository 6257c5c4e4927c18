"""The whole workflow works end to end on a short config/quick.yaml, as a user would call it.

`make test-slow` also makes config/quick.yaml itself.
"""

import csv
import json
import os
import zipfile
from collections import Counter

import pytest
import yaml

from tests.algorithms.variant_files import REFUSAL, UNDEFINED, write
from tests.workflows.calls import QUICK, snakemake
from workflows.compared_files import COMPARED

pytestmark = pytest.mark.long

# One table, and a figure with and without something to show. The limit stops the longest runs.
SHORT = {
    "tables": ["micra/table-1", "micra/text"],
    "sweeps": [],
    "figures": ["margin_along_a_run", "separability"],
}
MAX_UPDATES = 10**6


def made_in(folder, config, cores=2):
    call = snakemake(folder, "all", config=config, cores=cores)
    assert call.returncode == 0, call.stdout + call.stderr
    return folder / "results" / "quick"


@pytest.fixture(scope="module")
def config(tmp_path_factory):
    content = yaml.safe_load(QUICK.read_text()) | SHORT
    content["data"]["sets"] = ["sonar"]
    content["budget"]["max_updates"] = MAX_UPDATES
    folder = tmp_path_factory.mktemp("config")
    content["variants"] = [str(write(folder, "undefined.py", UNDEFINED))]
    path = folder / "short.yaml"
    path.write_text(yaml.safe_dump(content))
    return path


@pytest.fixture(scope="module")
def results(tmp_path_factory, config):
    return made_in(tmp_path_factory.mktemp("short"), config)


@pytest.fixture(scope="module")
def quick(tmp_path_factory):
    return made_in(tmp_path_factory.mktemp("quick"), QUICK)


def rows_of(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def claims_of(results):
    return rows_of(results / "claims.csv")


def assert_a_count_comes_out(claims):
    by_cell = {(c["table"], c["row"], c["column"]): c for c in claims}
    count = by_cell["table-1", "1", "perceptron-updates"]
    assert (count["printed"], count["measured"], count["verdict"]) == ("820,261", "820261", "exact")


def assert_tables_and_figures_are_there(results, tables, figures):
    for name in [*(f"micra-{table}" for table in tables), "summary", "certified"]:
        for ending in ("md", "csv", "tex"):
            assert (results / "tables" / f"{name}.{ending}").stat().st_size > 0
    for path in (results / "tables").glob("*.csv"):
        assert path.read_text().count("\n") > 1, f"{path.name} has no rows"
    page = (results / "report" / "micra.html").read_text()
    assert "820,261" in page and "<html" in page
    for name in figures:
        assert (results / "figures" / f"{name}.pdf").read_bytes().startswith(b"%PDF")
        assert (results / "figures" / f"{name}.png").read_bytes().startswith(b"\x89PNG")
        assert "<svg" in (results / "figures" / f"{name}.svg").read_text()
        assert (results / "figures" / f"{name}.csv").read_text().startswith("panel,")


def test_printed_numbers_come_out(results):
    claims = claims_of(results)
    assert_a_count_comes_out(claims)
    ended = {row["run"]: row["status"] for row in rows_of(results / "runs.csv")}
    judged = [claim for claim in claims if ended.get(claim["run"]) == "converged"]
    assert len(judged) > 8 and {claim["verdict"] for claim in judged} <= {"exact", "close"}


def test_every_table_and_figure_is_there(results):
    assert_tables_and_figures_are_there(results, ["table-1", "text"], SHORT["figures"])


def test_a_refused_variant_is_named_and_the_other_runs_go_on(results):
    ended = {row["run"]: row["status"] for row in rows_of(results / "runs.csv")}
    assert ended["variant-Undefined-sonar-1"] == "failed"
    assert ended["variant-Undefined-sonar-1-maximum"] == "converged"
    assert REFUSAL in (results / "report" / "index.html").read_text()


@pytest.mark.slow
def test_the_quick_config_gives_every_printed_number_table_and_figure(quick):
    claims = claims_of(quick)
    assert_a_count_comes_out(claims)
    assert {claim["verdict"] for claim in claims} <= {"exact", "close"}
    margins = [c for c in claims if c["table"] == "table-4" and c["column"].endswith("margin")]
    assert len(margins) == 9
    assert {c["verdict"] for c in margins} == {"exact"}
    content = yaml.safe_load(QUICK.read_text())
    tables = [name.removeprefix("micra/") for name in content["tables"]]
    assert_tables_and_figures_are_there(quick, tables, content["figures"])


def test_archives_can_take_the_folder_as_it_is(results):
    graph = json.loads((results / "ro-crate-metadata.json").read_text())["@graph"]
    root = next(entity for entity in graph if entity["@id"] == "./")
    parts = [part["@id"] for part in root["hasPart"]]
    assert {"claims.csv", "runs.csv", "report/", "Snakefile"} <= set(parts)
    compared = {f"{file.name}.csv" for file in COMPARED}
    assert {name for name in compared if (results / name).is_file()} <= set(parts)
    assert all((results / part).exists() for part in parts)


def test_the_workflow_knows_what_it_was_made_from(results):
    record = json.loads((results / "provenance.json").read_text())
    sonar = next(entry for entry in record["data"] if entry["name"] == "sonar")
    assert sonar["files"]["sonar.all-data"]["verification"] == "verified"
    assert record["config"]["seed"] == 2007 and record["versions"]["numba"]
    assert (results / "report" / "made.html").read_text().count(record["commit"]) == 1


@pytest.mark.slow
def test_snakemake_makes_its_own_report_with_captions(results, config, tmp_path):
    path = tmp_path / "report.zip"
    call = snakemake(results.parent.parent, "all", "--report", path, config=config)
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


def test_a_second_run_does_nothing_and_says_so(results, config):
    call = snakemake(results.parent.parent, "all", config=config)
    assert call.returncode == 0
    assert "Nothing to be done" in call.stdout + call.stderr, call.stdout + call.stderr


def test_a_failed_run_is_tried_again(results, config):
    folder = results.parent.parent
    path = results / "runs" / "micra-table-1-micra.json"
    whole = path.read_text()
    records = json.loads(whole)
    broken = [{**records[0], "status": "failed", "reason": "made so by a test"}, *records[1:]]
    before = path.stat()
    path.write_text(json.dumps(broken))
    options = ["--dry-run", "all", "--workflow-profile", "none"]
    call = snakemake(folder, *options, config=config)
    assert "run-micra-table-1-micra.log" in call.stdout + call.stderr
    assert "run-micra-table-1-romma.log" not in call.stdout + call.stderr
    path.write_text(whole)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


@pytest.mark.slow  # plan/test_unusual_configs.py has a config that is refused in the same way
@pytest.mark.parametrize(
    ("setting", "sentence"),
    [
        ("tabels=[]", "unknown key 'tabels'"),
        ("tables=['micra/table-99']", "'micra/table-99' is not the name of a table"),
    ],
)
def test_a_wrong_config_is_one_sentence(tmp_path, setting, sentence):
    call = snakemake(tmp_path, "--config", setting, "--", "all")
    said = call.stdout + call.stderr
    assert call.returncode != 0 and sentence in said
    assert "Traceback" not in said
    assert not (tmp_path / "results").exists()


@pytest.mark.slow
def test_results_do_not_depend_on_the_number_of_cores(quick, tmp_path):
    alone = made_in(tmp_path, QUICK, cores=1)
    for name in ("runs.csv", "curves.csv", "claims.csv"):
        assert (alone / name).read_bytes() == (quick / name).read_bytes()
