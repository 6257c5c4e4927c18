"""jobs.csv adds up the time of the jobs."""

import json
import re

import pytest

from analyses.jobs import compute, table
from paper_tables.results import Results
from records.analysis_files import JOBS
from records.files import read
from tests.workflows.damages import DAMAGES
from workflows.plan.sources import ROOT

HEADER = "s\th:m:s\tmax_rss\tmax_vms\tmax_uss\tmax_pss\tio_in\tio_out\tmean_load\tcpu_time\n"


NAMES = ["run-a", "overview-sonar", "collect", "figure-not-yet-drawn"]


def write_benchmark(folder, name, seconds, memory, processor):
    row = [seconds, "0:00:01", memory, *["1.0"] * 6, processor]
    (folder / f"{name}.tsv").write_text(HEADER + "\t".join(row) + "\n")


def made(folder):
    """Return jobs.csv of three jobs."""
    write_benchmark(folder, "run-a", "12.5", "300.25", "11.0")
    write_benchmark(folder, "overview-sonar", "40.0", "200.00", "39.0")
    write_benchmark(folder, "collect", "0.4", "NA", "NA")
    (folder / "a.json").write_text(json.dumps([{"spent_seconds": 3.0}, {"spent_seconds": None}]))
    content = {"runs": [{"spent_seconds": 20.0}, {}], "choices": []}
    (folder / "sonar.json").write_text(json.dumps(content))
    write_benchmark(folder, "run-of-another-config", "99.0", "900.00", "98.0")
    arguments = ["--runs", str(folder / "a.json"), "--overview", str(folder / "sonar.json")]
    arguments += ["--jobs", *NAMES]
    output = folder / "jobs.csv"
    assert compute.main([f"--benchmarks={folder}", *arguments, f"--output={output}"]) == 0
    return output


def test_jobs_with_their_seconds_and_those_of_learning_the_longest_first(tmp_path):
    rows = read(made(tmp_path), JOBS)
    assert [row["job"] for row in rows] == ["overview-sonar", "run-a", "collect"]
    assert [float(row["seconds"]) for row in rows] == [40.0, 12.5, 0.4]
    learning = [row["learning_seconds"] for row in rows]
    assert [float(learning[0]), float(learning[1]), learning[2]] == [20.0, 3.0, ""]
    assert [row["kind"] for row in rows] == ["overview", "run", "collect"]
    assert rows[2]["processor_seconds"] == rows[2]["memory"] == ""


def test_the_tables(tmp_path):
    by_kind, by_job = table.grids(Results([], [made(tmp_path)]))
    cells = [[cell.printed for cell in row] for row in by_kind.rows]
    assert cells == [
        ["runs of the papers' tables and sweeps", "1", "12", "3", "11", "300"],
        ["the overview", "1", "40", "20", "39", "200"],
        ["gathering and judging", "1", "0", "0", "0", "0"],
        ["all", "3", "53", "23", "50", "300"],
    ]
    assert [row[0].printed for row in by_job.rows] == ["overview-sonar", "run-a", "collect"]


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_clock_is_left_out_or_read(tmp_path, damage, capsys):
    whole = read(made(tmp_path), JOBS)
    path = tmp_path / "run-a.tsv"
    path.write_bytes(damage(path.read_bytes()))
    arguments = [f"--benchmarks={tmp_path}", f"--output={tmp_path / 'jobs.csv'}", "--jobs", *NAMES]
    assert compute.main(arguments) == 0
    jobs = [row["job"] for row in read(tmp_path / "jobs.csv", JOBS)]
    if jobs != [row["job"] for row in whole]:
        assert jobs == ["overview-sonar", "collect"]
        assert capsys.readouterr().err.startswith(f"{path} is not a benchmark file of Snakemake")


def test_each_job_that_is_measured_is_named():
    """Jobs that write tables, reports and metadata are not in jobs.csv."""
    rules = {path.name: path.read_text() for path in (ROOT / "workflows" / "rules").iterdir()}
    clocks = re.findall(r"/benchmarks/([a-z_]+(?:-\{)?)", "".join(rules.values()))
    named = rules["results.smk"].partition("JOB_NAMES = [")[2].partition("\n]\n")[0]
    missing = {clock for clock in clocks if f'"{clock}' not in named}
    assert missing == {"partial_report-{", "provenance", "render", "report", "reviews", "crate"}
