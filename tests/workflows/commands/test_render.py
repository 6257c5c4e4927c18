"""The rendered tables are complete and escaped."""

import csv
import re
import subprocess
from decimal import Decimal
from pathlib import Path

import pytest

from paper_tables.tables import read_table
from tests.paper_tables.examples import TABLES, online_as_printed, runs_as_printed
from tests.workflows.latex import DOCUMENT, LATEX, WITH_LATEX
from tests.workflows.made_results import write_results
from workflows.commands import render

OWN = (
    "jobs",
    "jobs-by-kind",
    "summary",
    "alma-readings",
    "amira-readings",
    "alma-artificial",
    "alma-artificial-theorem",
    "certified",
    "theory",
    "rates",
)
OWN += (
    "overview",
    "overview-advice",
    "overview-summary",
    "summary-statements",
    "micra-statements",
    "amira-statements",
    "claimed-rates",
    "choice",
    "first-by-hardness",
    "first-choice",
    "exact-solver",
    "exact-solver-firsts",
    "exact-solver-times-with-rho",
    "exact-solver-times-free",
    "exact-solver-growth",
    "exact-solver-ends",
    "one-pass",
)
PAPERS = [name.replace("/", "-") for name in TABLES]
NAMES = [*PAPERS, *(f"{name}-measured" for name in PAPERS), *OWN]


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Render the results as printed, with a verdict of each kind.

    Returns (options that name the results, folder of rendered tables).
    """
    folder = tmp_path_factory.mktemp("render")
    read = [read_table(name) for name in TABLES]
    runs, online = runs_as_printed(read), online_as_printed(read)
    for row in online:
        if (row["run"], row["hypothesis"]) == ("alma-usps-alpha-09", "last") and row["test_error"]:
            row["test_error"] = str(Decimal(row["test_error"]) + Decimal("0.0014"))
    failed = {"status": "failed", "reason": "ValueError: no."}
    runs["alma-usps-theorem-alpha-09"].update(failed)
    runs["micra-table-1-micra-1"]["updates"] = "327469"
    runs["micra-table-4-perceptron-1"]["updates"] = "206468"
    stopped = {"status": "max_seconds", "reason": "stopped, <b> & 100 % of a_b"}
    runs["micra-table-3-romma-3"].update(stopped)
    runs["micra-table-2-micra-1"]["reason"] = "beta found by search: 26 runs"
    runs["micra-table-2-micra-1"]["parameters"] = (
        '{"epsilon": 0.005, "zeta": 0.99, "eta": 190, "beta": 0.002305}'
    )
    late = {"status": "max_seconds", "reason": "LIBSVM was stopped after 1200 s."}
    runs["micra-table-6-a9a-libsvm-tight"].update(late)
    runs["micra-table-6-a9a-reference"]["geometric_margin"] = "0.00852958"
    options = write_results(folder, TABLES, runs, online)
    assert render.main([*options, "--output", f"{folder}/tables"]) == 0
    return options, folder / "tables"


@pytest.fixture
def output(made):
    return made[1]


@WITH_LATEX
def test_every_table_compiles_and_its_texts_stay_in_their_columns(output, tmp_path):
    texts = [path.read_text(encoding="utf-8") for path in sorted(output.glob("*.tex"))]
    assert len(texts) >= len(NAMES) and not re.findall(r"\[U\+.*", "".join(texts))
    (tmp_path / "all.tex").write_text(DOCUMENT % ("all", "\n".join(texts)), encoding="utf-8")
    command = [LATEX, "-halt-on-error", "-interaction=nonstopmode", "all.tex"]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, errors="replace")
    assert ran.returncode == 0, ran.stdout[-2000:]
    assert all(
        float(points) < 10 for points in re.findall(r"hbox \(([\d.]+)pt too wide", ran.stdout)
    )


def test_every_table_in_every_form(output):
    expected = {f"{name}.{kind}" for name in NAMES for kind in ("md", "csv", "tex")}
    assert {path.name for path in output.iterdir()} == expected


def test_the_measured_numbers_alone_have_no_verdict_and_no_printed_number(output):
    for name in PAPERS:
        for kind in ("md", "tex"):
            text = (output / f"{name}-measured.{kind}").read_text(encoding="utf-8")
            body = text.split("midrule")[-1] if kind == "tex" else text
            assert " se)" not in body and "differs" not in body and "printed value" not in text
    text = (output / "micra-table-1-measured.md").read_text(encoding="utf-8")
    assert "327,469" in text and "327,468" not in text and "≠" not in text
    text = (output / "micra-table-3-measured.md").read_text(encoding="utf-8")
    assert "–<sup>1</sup>" in text and "stopped, " in text
    seconds = (output / "micra-table-6-measured.csv").read_text(encoding="utf-8")
    assert "×" in seconds and "(×" not in seconds


def test_summary_counts_the_verdicts(output):
    with open(output / "summary.csv", newline="") as file:
        rows = {
            row["table"]: row for row in csv.DictReader(file) if row["paper"] in ("micra", "all")
        }
    counted = [rows["table-1"][key] for key in ("numbers", "exact", "close", "differs")]
    assert counted == ["24", "23", "0", "1"]
    assert (rows["table-4"]["exact"], rows["table-4"]["close"]) == ("17", "1")
    assert (rows["table-3"]["not-measured"], rows["table-5"]["not-judged"]) == ("2", "2")
    assert rows[""]["numbers"] == str(338 + 793 + 14 + 8)
    # 25 in the Margitron's Table 3, 12 in its Table 4, ALMA's SVM and four updates on USPS, 5 in
    # AMIRA's Table 2 and one of its margins
    fitted = 25 + 12 + 10 + 4 + 5 + 1
    # Printed twice: updates of two hypotheses in ALMA's Tables 1, 3 and 5, and in AMIRA's tables;
    # support vectors after one epoch in ALMA's Tables 2 and 4; errors in ALMA's text; margins with
    # ρ = 0 in the Margitron's Table 4.
    implied = 12 + 24 + 12 + 2 + 30 + 30 + 5 + 2
    assert (int(rows["fitted"]["numbers"]), int(rows["implied"]["numbers"])) == (fitted, implied)
    assert int(rows["independent"]["numbers"]) == int(rows[""]["numbers"]) - fitted - implied


def test_statements_are_counted_apart_from_numbers(output):
    with open(output / "summary-statements.csv", newline="") as file:
        rows = {(row["paper"], row["kind"]): row for row in csv.DictReader(file)}
    verdicts = ("holds", "holds-where-judged", "holds-in-part", "does-not-hold")
    for row in rows.values():
        counted = (*verdicts, "cannot-be-judged")
        assert int(row["statements"]) == sum(int(row[verdict]) for verdict in counted)
    assert int(rows["all", "independent"]["statements"]) > 0


def test_a_statement_has_its_words_its_range_and_how_many_comparisons_hold(output):
    with open(output / "micra-statements.csv", newline="") as file:
        row = next(row for row in csv.DictReader(file) if row["place"].endswith("Table 6"))
    assert row["the-papers-words"] == "larger than 99%"
    counts = [int(row[key]) for key in ("hold", "fail", "undecided", "not-measured")]
    assert sum(counts) == int(row["comparisons"]) == 12
    hold, others = counts[0], counts[2] + counts[3]
    assert row["verdict"] == f"holds in {hold} of {12 - others} judged, {others} not judged"


def test_table_2_gives_the_beta_found_and_says_how(output):
    text = (output / "micra-table-2.md").read_text(encoding="utf-8")
    row = next(line for line in text.splitlines() if line.startswith("| 0.005, 0.99"))
    assert "| 2.3050 |" in row and "=<sup>1</sup>" in row
    assert "1. beta found by search: 26 runs" in text
    assert "The paper prints no β" in text


def test_markdown_and_csv_hold_print_measurement_and_verdict(output):
    text = (output / "micra-table-1.md").read_text(encoding="utf-8")
    assert "| 327,468<br>327,469 ≠<sup>1</sup> |" in text
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert {len(re.findall(r"(?<!\\)\|", row)) for row in rows} == {10}
    with open(output / "micra-table-1.csv", newline="") as file:
        row = next(csv.DictReader(file))
    assert (row["micra-updates"], row["micra-updates measured"]) == ("327,468", "327,469")
    assert row["micra-updates verdict"] == "differs"


def test_seconds_are_shown_as_ratios_without_a_verdict(output):
    text = (output / "micra-table-5.md").read_text(encoding="utf-8")
    assert "| 0.17<br>×0.5 (×0.0472) · |" in text


def test_a_run_that_its_time_budget_stopped_is_shown_as_longer_than_that(output):
    text = (output / "micra-table-6.md").read_text(encoding="utf-8")
    (row,) = (line for line in text.splitlines() if line.startswith("| 32561 |"))
    assert row.startswith("| 32561 | 0.8526 –<sup>")
    assert "| 3902.3<br>&gt; 1200 s, &gt; ×171 (×52.0) · |" in row
    assert "max_seconds: LIBSVM was stopped after 1200 s." in text
    assert "| 75.0<br>×1 (×1) · |" in row


def test_the_part_of_the_maximum_margin_that_was_reached(output):
    with open(output / "micra-table-6.csv", newline="") as file:
        row = list(csv.DictReader(file))[-1]
    assert row["maximum-margin measured"] == "0.852958"
    assert row["micra-fraction measured"] == "98.96"
    assert "micra-above-maximum verdict" not in row  # the paper speaks of the solvers' margins
    assert row["libsvm-tight-fraction verdict"] == "not measured"


def test_an_average_stands_under_the_print_with_its_errors(output):
    text = (output / "alma-table-1.md").read_text(encoding="utf-8")
    row = next(
        line for line in text.splitlines() if line.startswith("| ALMA<sub>2</sub>(0.9) last")
    )
    assert "| 5.43%<br>5.57 ± 0.07 (+1.8 se) ?<sup>2</sup> | 2251<br>2251 ± 0.1" in row
    # The shared reasons are the only footnotes: not one for each cell.
    assert len(re.findall(r"^\d+\. ", text, re.MULTILINE)) == 3
    assert "1. 3 permutations for the paper's 10\n" in text
    assert "2. within 4.30 standard errors (se), and half a unit of the last printed digit" in text
    assert "± is the standard error of our average over random permutations" in text


def test_another_reading_is_shown_without_a_verdict_and_a_missing_one_with_its_reason(output):
    with open(output / "alma-table-1.csv", newline="") as file:
        rows = {row["learner"]: row for row in csv.DictReader(file)}
    row = rows["ALMA_2(0.95) last"]
    assert row["raw-error-3 measured"] == "5.00 ± 0.003"
    assert "raw-error-3 verdict" not in row
    assert row["theorem-error-3 measured"] == "5.00 ± 0.003"
    row = rows["ALMA_2(0.9) last"]
    assert (row["theorem-error-3 measured"], row["theorem-error-3 verdict"]) == ("", "not measured")
    assert "failed: ValueError: no." in (output / "alma-table-1.md").read_text(encoding="utf-8")
    # For the Perceptron there is no such reading, and so nothing is missing.
    assert rows["Perceptron last"]["theorem-error-3 verdict"] == ""


def test_the_best_epoch_is_told(output):
    text = (output / "amira-table-2.md").read_text(encoding="utf-8")
    assert "| 6.16<br>6.16 ± 0.003 (epoch 5, +0.0 se) =<sup>1</sup> | 5<br>5 =" in text
    assert "1,726 ± 0.1 (+0.0 se)" in text


@pytest.mark.parametrize("name", NAMES)
def test_latex_is_balanced_and_escaped(output, name):
    text = (output / f"{name}.tex").read_text(encoding="utf-8")
    bare = re.sub(r"\\[{}%&$#_\\]", "", text)
    assert bare.count("{") == bare.count("}")
    assert bare.count("$") % 2 == 0
    assert text.isascii() and "[U+" not in text
    assert re.findall(r"\\begin\{(\w+)\}", text) == re.findall(r"\\end\{(\w+)\}", text)[::-1]
    tables = re.findall(r"\\begin\{(tabular|longtable)\}\{(.+)\}\n((?s:.+?))\\end\{\1\}", text)
    for kind, columns, content in tables:
        width = len(re.sub(r">?\{.+?\}", "", columns))
        body = content.partition(r"\endfoot" if kind == "longtable" else r"\midrule")[2]
        lines = [line for line in body.partition(r"\bottomrule")[0].splitlines() if line.strip()]
        assert lines and all(len(re.findall(r"(?<!\\)&", line)) == width - 1 for line in lines)
    assert tables


def test_latex_escapes_a_reason(output):
    text = (output / "micra-table-3.tex").read_text(encoding="utf-8")
    assert r"stopped, $<$b$>$ \& 100 \% of a\_\allowbreak{}b" in text


def test_the_same_results_give_the_same_bytes(made, tmp_path):
    options, output = made
    assert render.main([*options, "--output", str(tmp_path / "again")]) == 0
    for path in output.iterdir():
        assert (tmp_path / "again" / path.name).read_bytes() == path.read_bytes()


def test_only_tables_with_rows_are_written(made, tmp_path):
    """The summary always has a row, so that there always is a file."""
    for path in (path for path in made[0] if path.endswith(".csv")):
        header = Path(path).read_text(encoding="utf-8").partition("\n")[0]
        (tmp_path / Path(path).name).write_text(f"{header}\n", encoding="utf-8")
    files = map(str, tmp_path.glob("*.csv"))
    assert render.main(["--tables", "--files", *files, "--output", f"{tmp_path}/tables"]) == 0
    names = {path.name for path in (tmp_path / "tables").iterdir()}
    assert names == {"summary.csv", "summary.md", "summary.tex"}


def test_errors_are_one_sentence(made, tmp_path, capsys):
    options = [str(tmp_path / "runs.csv") if o.endswith("/runs.csv") else o for o in made[0]]
    assert render.main([*options, "--output", str(tmp_path)]) == 1
    assert capsys.readouterr().err == f"error: {tmp_path}/runs.csv: there is no such file.\n"
