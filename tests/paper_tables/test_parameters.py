"""The runs' parameters are compared with the printed parameters."""

import json

import pytest

from paper_tables.parameters import check_parameters, value_text
from paper_tables.tables import read_table
from tests.paper_tables.examples import TABLES, run, runs_as_printed


@pytest.fixture
def table_1():
    return read_table("micra/table-1")


@pytest.mark.parametrize("name", TABLES)
def test_runs_as_printed_agree(name):
    table = read_table(name)
    assert check_parameters(table, runs_as_printed([table])) == []


def changed(table, name, **parameters):
    """Return the runs as printed, one of them with other parameters."""
    runs = runs_as_printed([table])
    row = runs[name]
    row["parameters"] = json.dumps(json.loads(row["parameters"]) | parameters)
    return runs


def test_a_parameter_that_differs_in_the_printed_digits_is_named(table_1):
    runs = changed(table_1, "micra-table-1-micra-2", beta=0.00405)
    assert check_parameters(table_1, runs) == [
        "micra/table-1 prints beta = 4.04 (times 1e3), but micra-table-1-micra-2 has 0.00405."
    ]


def test_a_parameter_that_rounds_to_the_print_agrees(table_1):
    runs = changed(table_1, "micra-table-1-micra-2", beta=0.0040401)
    assert check_parameters(table_1, runs) == []


def test_what_the_caption_states_is_checked_too(table_1):
    runs = changed(table_1, "micra-table-1-micra-1", eta=51)
    runs["micra-table-1-romma-1"]["augment"] = "2"
    runs["micra-table-1-romma-2"]["algorithm"] = "ROMMA"
    assert sorted(check_parameters(table_1, runs)) == [
        "micra/table-1 prints algorithm = AggressiveROMMA, but micra-table-1-romma-2 has ROMMA.",
        "micra/table-1 prints augment = 1, but micra-table-1-romma-1 has 2.",
        "micra/table-1 prints eta = 50, but micra-table-1-micra-1 has 51.",
    ]


def test_an_absent_parameter_is_none_and_an_absent_run_is_passed_over(table_1):
    runs = {"micra-table-1-perceptron-1": run("", algorithm="PerceptronWithMargin")}
    assert check_parameters(table_1, runs) == [
        "micra/table-1 prints b = 3.9, but micra-table-1-perceptron-1 has None."
    ]


def test_what_is_stated_of_a_row_is_checked_and_readings_of_ours_are_not():
    table = read_table("alma/table-1")
    runs = changed(table, "alma-usps-alpha-09", B=3.1427)
    runs |= {"alma-usps-theorem-alpha-09": run("alma-usps-theorem-alpha-09", {"B": 3.1427})}
    assert check_parameters(table, runs) == [
        "alma/table-1 prints B = 1.1111, but alma-usps-alpha-09 has 3.1427."
    ]


def test_both_exponents_of_one_cell_are_checked():
    table = read_table("micra/table-2")
    errors = check_parameters(table, changed(table, "micra-table-2-micra-4", zeta=0.8))
    assert errors == ["micra/table-2 prints zeta = 0.7, but micra-table-2-micra-4 has 0.8."]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "none"),
        (True, "yes"),
        (False, "no"),
        (12345, "12345"),
        (0.05, "0.05"),
        (123456.0, "1.235e+05"),
        (float("inf"), "∞"),
        ("inverse_t", "inverse_t"),
    ],
)
def test_a_value_in_a_table(value, text):
    assert value_text(value) == text
