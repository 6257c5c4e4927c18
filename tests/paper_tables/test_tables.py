"""The table files are complete and as printed; malformed files are refused."""

import re

import pytest

from paper_tables.papers import read_papers, table_names
from paper_tables.permutations import Quantity
from paper_tables.statements import INDEPENDENT
from paper_tables.tables import read_table
from tests.paper_tables.examples import PAPERS, TABLES
from workflows.plan.configuration import all_runs, read_batches

PAPER = PAPERS / "000_610cb42d7e276bc1.txt"
MARGITRON = PAPERS / "001_a16d54b4b792342c.txt"
ALMA = PAPERS / "002_911b231cef3bc1c2.txt"
AMIRA = PAPERS / "004_6a8af52bbd8d4587.txt"


@pytest.mark.parametrize(
    ("name", "rows", "printed", "claims", "evidence"),
    [
        ("micra/table-1", 4, 36, 24, 0),
        ("micra/table-2", 8, 23, 8, 0),
        ("micra/table-3", 3, 27, 18, 0),
        ("micra/table-4", 3, 27, 18, 0),
        ("micra/table-5", 7, 126, 70, 14),
        ("micra/table-6", 6, 96, 60, 12),
        ("micra/table-7", 5, 80, 50, 10),
        ("micra/table-8", 1, 10, 4, 2),
        ("micra/text", 3, 14, 7, 0),
        ("micra/comparisons", 77, 154, 0, 77),
        ("margitron/comparisons", 21, 49, 0, 28),
        ("margitron/table-2", 2, 6, 4, 0),
        ("margitron/table-3", 5, 35, 30, 0),
        ("margitron/table-4", 5, 60, 45, 0),
        ("margitron/stages", 27, 78, 0, 24),
        ("margitron/estimates", 20, 40, 0, 20),
        ("alma/table-1", 8, 56, 48, 0),
        ("alma/table-2", 19, 246, 190, 0),
        ("alma/table-3", 18, 126, 108, 0),
        ("alma/table-4", 19, 246, 190, 0),
        ("alma/table-5", 8, 56, 48, 0),
        ("alma/table-6", 18, 126, 108, 0),
        ("alma/text", 22, 88, 22, 0),
        ("alma/widths", 4, 12, 4, 0),
        ("alma/comparisons", 189, 378, 1, 188),
        ("alma/svm", 3, 6, 3, 0),
        ("alma/figures", 16, 32, 0, 16),
        ("alma/epochs", 71, 142, 0, 71),
        ("alma/learners", 67, 149, 0, 82),
        ("alma/effects", 74, 148, 0, 74),
        ("alma/averages", 48, 288, 0, 192),
        ("alma/accuracy", 21, 105, 0, 63),
        ("alma/running-times", 19, 39, 0, 20),
        ("amira/comparisons", 64, 128, 0, 64),
        ("amira/convergence", 30, 60, 0, 30),
        ("amira/abstract", 35, 77, 0, 42),
        ("amira/table-2", 13, 74, 61, 0),
        ("amira/table-3", 7, 42, 35, 0),
    ],
)
def test_every_printed_cell_is_there(name, rows, printed, claims, evidence):
    table = read_table(name)
    assert len(table.rows) == rows
    assert sum(cell.printed is not None for cell in table.cells) == printed
    assert sum(cell.is_claim for cell in table.cells) == claims
    assert sum(bool(cell.statement) for cell in table.cells) == evidence


@pytest.mark.parametrize("number", [1, 3, 4, 5, 6, 7, 8])
def test_rows_stand_in_the_paper_as_in_the_file(number):
    if not PAPER.is_file():
        pytest.skip(f"the paper's text is not at {PAPER}")
    lines = [line.rstrip("\t") for line in PAPER.read_text(encoding="utf-8").splitlines()]
    for cells in read_table(f"micra/table-{number}").rows.values():
        printed = [cell.printed for cell in cells if not cell.ours and not cell.above]
        assert "\t".join(printed) in lines


@pytest.mark.parametrize("number", [2, 3, 4])
def test_rows_of_the_margitron_paper_stand_in_it_as_in_the_file(number):
    if not MARGITRON.is_file():
        pytest.skip(f"the paper's text is not at {MARGITRON}")
    text = MARGITRON.read_text(encoding="utf-8")
    for cells in read_table(f"margitron/table-{number}").rows.values():
        assert " | ".join(cell.printed for cell in cells if not cell.ours) in text


def test_columns_of_table_2_stand_in_the_paper_as_in_the_file():
    if not PAPER.is_file():
        pytest.skip(f"the paper's text is not at {PAPER}")
    lines = [line.split("\t")[1:] for line in PAPER.read_text(encoding="utf-8").splitlines()]
    rows = list(read_table("micra/table-2").rows.values())
    micra = rows[:-1]
    assert [cells[0].printed for cells in micra] + ["ALMA <sub>2</sub>"] in lines
    assert [cells[1].printed for cells in micra] in [line[:7] for line in lines]
    assert [cells[2].printed for cells in rows] in lines


def printed_lines(paper):
    """Return the paper's lines as lists of the texts between tabs, without spaces and bold type."""
    if not paper.is_file():
        pytest.skip(f"the paper's text is not at {paper}")
    lines = re.sub(r"</?b>", "", paper.read_text(encoding="utf-8")).splitlines()
    return [[part.replace(" ", "") for part in line.split("\t") if part.strip()] for line in lines]


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5, 6])
def test_rows_of_the_alma_paper_stand_in_it_in_the_order_of_the_file(number):
    lines = iter(printed_lines(ALMA))
    for cells in read_table(f"alma/table-{number}").rows.values():
        numbers = [cell.printed for cell in cells if cell.is_claim]
        # The search goes on where the row before was found, so that no row is found twice.
        assert any(line[-len(numbers) :] == numbers for line in lines), numbers


@pytest.mark.parametrize("number", [2, 3])
def test_rows_of_the_amira_paper_stand_in_it_in_the_order_of_the_file(number):
    lines = iter(printed_lines(AMIRA))
    for cells in read_table(f"amira/table-{number}").rows.values():
        numbers = []
        for cell in (cell for cell in cells if cell.is_claim):
            if cell.column == "peak-epoch":  # in print, the brackets after the lowest error
                numbers[-1] += f"({cell.printed})"
            else:
                numbers.append(cell.printed.replace(" ", ""))
        assert any(
            [part for part in line if part != "-"][-len(numbers) :] == numbers for line in lines
        ), numbers


@pytest.mark.parametrize(
    ("digits", "all_digits", "suffix"),
    [("alma/table-2", "alma/table-1", ""), ("alma/table-4", "alma/table-3", "-d4")],
)
def test_corrections_of_the_digits_add_up_to_those_of_the_other_table(digits, all_digits, suffix):
    rows, totals = read_table(digits).rows, read_table(all_digits).rows
    compared = 0
    for name, cells in rows.items():
        if name.endswith("-corrections"):
            learner, epoch = name.removesuffix("-corrections").split("-epoch-")
            total = sum(int(cell.printed) for cell in cells if cell.is_claim)
            for hypothesis in ("last", "average"):
                row = {
                    cell.column: cell.printed
                    for cell in totals[learner + suffix + "-" + hypothesis]
                }
                assert total == int(row[f"corrections-{epoch}"])
                compared += 1
    assert compared == 2 * 9


@pytest.mark.parametrize("name", ["alma/table-2", "alma/table-4"])
def test_support_vectors_are_the_patterns_corrected_on_each_once(name):
    rows = read_table(name).rows
    for row, cells in rows.items():
        if row.endswith("-corrections"):
            others = rows[row.replace("corrections", "support-vectors")]
            for cell, other in zip(cells, others, strict=True):
                if cell.is_claim:
                    once = "epoch-1-" in row
                    corrections, vectors = int(cell.printed), int(other.printed)
                    assert vectors == corrections if once else vectors <= corrections


def test_a_learner_makes_its_corrections_whatever_hypothesis_predicts():
    for name in ("alma/table-1", "alma/table-3", "alma/table-5"):
        found = {}
        for cell in read_table(name).cells:
            if cell.is_claim and cell.quantity.of == "updates":
                found.setdefault((cell.run, cell.column), set()).add(cell.printed)
        assert all(len(printed) == 1 for printed in found.values())


def test_the_lowest_error_of_amira_is_that_of_its_epoch_where_both_are_printed():
    compared = 0
    for cells in read_table("amira/table-2").rows.values():
        row = {cell.column: cell.printed for cell in cells if not cell.ours}
        if row["lowest-error"]:
            lowest, epoch = row["lowest-error"], row["peak-epoch"]
            if f"error-{epoch}" in row:
                assert row[f"error-{epoch}"] == lowest
                compared += 1
            assert all(float(row[f"error-{e}"]) >= float(lowest) for e in (1, 3))
    assert compared == 7


def test_facts_of_a_row_name_its_run_and_what_is_measured():
    table = read_table("alma/table-2")
    cells = {cell.column: cell for cell in table.rows["alpha-095-epoch-2-support-vectors"]}
    assert cells["digit-7"].run == "alma-usps-alpha-095"
    assert cells["digit-7"].quantity == Quantity(
        "average", "support_vectors", ("2",), ("last",), "7"
    )
    assert cells["all-raw"].run == "alma-usps-raw-alpha-095"
    stated = {"algorithm": "ALMA", "alpha": "0.95", "B": "1.0526", "data": "usps-alma"}
    assert table.stated["alma-usps-alpha-095"] == stated


def test_a_column_of_ours_is_empty_where_the_fact_that_names_its_run_is_null():
    cells = {cell.column: cell for cell in read_table("alma/table-6").rows["p6-alpha-1-last"]}
    assert cells["theorem-s3-e015"].run == ""
    cells = {cell.column: cell for cell in read_table("alma/table-6").rows["p6-alpha-05-last"]}
    assert cells["theorem-s3-e015"].run == "alma-artificial-s3-e015-p6-alpha-05-theorem"
    assert cells["s3-e015"].run == "alma-artificial-s3-e015-p6-alpha-05"


def test_best_and_deviation_are_of_the_first_epochs():
    cells = {cell.column: cell for cell in read_table("amira/table-2").rows["pegasos"]}
    epochs = ("1", "2", "3", "4", "5")
    assert cells["lowest-error"].quantity == Quantity("best", "test_error", epochs)
    cells = {cell.column: cell for cell in read_table("alma/text").rows["deviation-usps-alpha-1"]}
    both = ("last", "average")
    assert cells["deviation"].quantity == Quantity("deviation", "test_error", ("1", "2", "3"), both)


def test_a_row_says_why_it_is_not_run():
    rows = read_table("falkowski/text").rows
    assert {row for row, cells in rows.items() if any(cell.not_run for cell in cells)} == {"bank"}


def test_runs_carry_the_names_of_their_rows():
    assert {cell.run for cell in read_table("micra/table-3").cells} == {
        f"micra-table-3-{learner}-{row}"
        for learner in ("perceptron", "romma", "micra")
        for row in (1, 2, 3)
    }


def test_columns_of_ours_have_nothing_printed_and_claim_nothing():
    ours = [cell for name in TABLES for cell in read_table(name).cells if cell.ours]
    assert {"beta", "liblinear-seconds", "micra-fraction"} < {cell.column for cell in ours}
    assert all(cell.printed is None and not cell.is_claim for cell in ours)


def test_a_column_may_have_its_own_run_and_be_relative_to_another():
    cells = {cell.column: cell for cell in read_table("micra/table-6").rows["a1a"]}
    fraction = cells["micra-fraction"]
    assert (fraction.run, fraction.relative_to) == (
        "micra-table-6-a1a-micra",
        "micra-table-6-a1a-reference",
    )
    assert cells["maximum-margin"].run == "micra-table-6-a1a-reference"


def test_every_tolerance_says_why():
    cells = [cell for name in TABLES for cell in read_table(name).cells if cell.close]
    assert len(cells) == 7 + 3 + 28 + 24 + 20 + 1 + 5
    assert all(len(cell.close["reason"]) > 20 for cell in cells)


def measured(cell):
    """Return what decides a cell's measured number. Counts are the same for all hypotheses."""
    quantity = cell.quantity
    if not quantity:
        return cell.run, cell.field, cell.relative_to
    if quantity.of not in ("updates", "support_vectors"):
        return cell.run, quantity
    of = "updates" if quantity.epochs == ("1",) else quantity.of
    return cell.run, quantity._replace(of=of, hypotheses=())


@pytest.mark.parametrize("paper", read_papers())
def test_a_number_that_is_printed_twice_is_evidence_once(paper):
    """Each pattern is presented once in the first epoch, so that SV equals Corr there."""
    found = {}
    for name in table_names():
        for cell in read_table(name).cells if name.startswith(f"{paper}/") else ():
            if cell.is_claim and not cell.seconds and cell.kind == INDEPENDENT:
                found.setdefault(measured(cell), []).append((name, cell.row, cell.column))
    assert found and [places for places in found.values() if len(places) > 1] == []


@pytest.fixture(scope="module")
def files():
    """Return run -> the file that has the run, for all runs."""
    batches = read_batches(all_runs())
    return {run: batch["file"] for batch in batches.values() for run in batch["runs"]}


@pytest.mark.parametrize("name", table_names())
def test_a_table_says_where_its_runs_are(name, files):
    """A reader walks from a printed number to its run without a search."""
    table = read_table(name)
    runs = [cell.run for cell in table.cells if cell.is_claim or cell.statement]
    found = [file for file in dict.fromkeys(files.get(run) for run in runs) if file]
    assert not found or found == list(table.runs_in)
