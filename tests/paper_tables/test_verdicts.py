"""Verdicts at the edges of rounding and of the stated tolerances."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paper_tables.claims import claims_of
from paper_tables.errors import TableError
from paper_tables.permutations import Quantity
from paper_tables.tables import Cell, read_table
from paper_tables.verdicts import (
    judge,
    judge_evidence,
    measured_number,
    printed_number,
    printed_range,
    rounded_like,
    why_not_measured,
)
from tests.paper_tables.examples import repeated, run

PLUS = {"plus": 1, "reason": "t counted from 1"}
RELATIVE = {"relative": "0.01", "reason": "another version"}


def verdict(printed, measured, field="updates", **keys):
    """Return the Verdict on a printed string, if runs.csv has `measured`."""
    cell = Cell("1", "column", printed, "some-run", field=field, **keys)
    column = "squared_radius" if field == "R" else field
    return judge(cell, {"some-run": run("some-run", **{column: measured})}, {})


@pytest.mark.parametrize(
    ("printed", "scale", "measured", "expected"),
    [
        ("820,261", "1", "820261", "exact"),
        ("820,261", "1", "820260", "differs"),
        ("7.27", "1e3", "0.0072649999999999999", "differs"),
        ("7.27", "1e3", "0.0072650000000000000", "exact"),  # halves go up, as on paper
        ("7.27", "1e3", "0.0072749999999999999", "exact"),
        ("7.27", "1e3", "0.0072750000000000000", "differs"),
        ("12.470", "1e2", "0.12470", "exact"),
        ("12.470", "1e2", "0.12465", "differs"),  # the last zero is a printed digit
        ("12.47", "1e2", "0.12465", "exact"),
        ("3.60*", "1", "3.6", "exact"),
        ("53.4", "1e-6", "53414948", "exact"),
        ("0.8451", "1e2", "0.0084512", "exact"),
        ("0.8451", "1e2", "0.0085", "differs"),  # better is a difference too
    ],
)
def test_exact_is_equal_in_every_printed_digit(printed, scale, measured, expected):
    assert verdict(printed, measured, scale=scale).verdict == expected


def test_a_root_is_compared_by_its_square_and_r_by_the_root_of_r2():
    assert verdict("√1716", "1716", field="squared_radius").verdict == "exact"
    assert verdict("3.8121", "14.532110239", field="R").verdict == "exact"
    assert verdict("3.8121", "14.6", field="R").verdict == "differs"


@pytest.mark.parametrize(("measured", "expected"), [("206468", "close"), ("206470", "differs")])
def test_one_more_printed_is_close_and_one_fewer_is_not(measured, expected):
    assert verdict("206,469", measured, close=PLUS).verdict == expected


def test_within_the_tolerance_an_equal_number_stays_exact():
    assert verdict("206,469", "206469", close=PLUS)[:3] == ("exact", "206469", "")


@pytest.mark.parametrize(
    ("measured", "expected"),
    [("0.99", "close"), ("1.01", "close"), ("0.98999", "differs"), ("1.01001", "differs")],
)
def test_a_relative_tolerance_ends_where_it_says(measured, expected):
    assert verdict("1.000", measured, close=RELATIVE).verdict == expected


def test_the_reason_of_a_close_number_holds_the_difference_and_the_stated_reason():
    reason = verdict("1.000", "1.005", close=RELATIVE).reason
    assert reason == "+0.005 (+0.5 %) from the print: another version"


def test_a_difference_is_told_in_full():
    assert verdict("174,388,827", "174442127").reason == "+53300 (+0.031 %) from the print"


def test_the_perceptron_counts_of_table_4_are_close_and_a_lower_one_is_not():
    cell = next(c for c in read_table("micra/table-4").cells if c.printed == "38,336,601")
    for updates, expected in (("38336600", "close"), ("38336599", "differs")):
        runs = {cell.run: run(cell.run, updates=updates)}
        assert judge(cell, runs, {}).verdict == expected


def test_alma_in_table_2_has_no_tolerance():
    cell = next(c for c in read_table("micra/table-2").cells if c.printed == "53.4")
    assert judge(cell, {cell.run: run(cell.run, updates="53500000")}, {}).verdict == "differs"


def test_what_was_measured_keeps_three_digits_more():
    assert verdict("7.27", "0.0072662979986", scale="1e3").measured == "7.26630"
    assert verdict("820,261", "820261").measured == "820261"


def test_a_run_that_is_missing_or_stopped_or_mute_measures_nothing():
    cell = Cell("1", "column", "12", "some-run", field="updates")
    stopped = run("some-run", status="max_seconds", reason="stopped after 60 s.", updates="12")
    assert judge(cell, {}, {})[:3] == ("not measured", "", "the config leaves this run out")
    assert judge(cell, {"some-run": stopped}, {})[:3] == (
        "not measured",
        "",
        "max_seconds: stopped after 60 s.",
    )
    assert judge(cell, {"some-run": run("some-run")}, {}).reason == "the run has no updates"


def test_a_number_may_be_divided_by_another_runs_number():
    cell = Cell("1", "c", None, "micra", field="geometric_margin", relative_to="best", scale="1e2")
    runs = {name: run(name, geometric_margin=m) for name, m in (("micra", "0.99"), ("best", "1.1"))}
    assert why_not_measured(cell, runs, {}) == ""
    assert measured_number(cell, runs) == 90
    runs["best"].update(status="max_seconds", reason="stopped.")
    assert (
        why_not_measured(cell, runs, {}) == "the run to compare with, best: max_seconds: stopped."
    )
    runs["best"] = run("best", geometric_margin="0")
    assert why_not_measured(cell, runs, {}) == (
        "the run to compare with, best: geometric_margin is 0, which divides no number"
    )


def test_an_interval_reaches_from_the_margin_to_its_bound():
    cell = Cell(
        "1", "c", None, "next", statement="s", means="< 1", field="interval", relative_to="first"
    )
    for bound, outcome in (("1.4", "holds"), ("1.5", "does not hold")):
        ends = {"first": ("1.0", "1.4"), "next": ("1.1", bound)}
        runs = {
            name: run(name, directional_margin=margin, margin_bound_by_updates=upper)
            for name, (margin, upper) in ends.items()
        }
        assert judge_evidence(cell, runs, {})[0] == outcome


def test_what_is_not_run_says_why():
    cell = Cell("1", "c", "12", "some-run", field="updates", not_run="it is no part of this suite")
    assert judge(cell, {}, {})[:3] == ("not measured", "", "it is no part of this suite")


def test_the_remark_of_a_run_that_converged_is_kept():
    cell = Cell("1", "column", "12", "some-run", field="updates")
    runs = {"some-run": run("some-run", updates="12", reason="beta found by search")}
    assert judge(cell, runs, {})[:3] == ("exact", "12", "beta found by search")


def test_seconds_are_shown_as_ratios_and_never_judged():
    table = read_table("micra/table-8")
    runs = {cell.run: run(cell.run) for cell in table.cells}
    seconds = {name: "2" for name in runs}
    found = [row for row in claims_of(table, runs, {}, seconds) if "seconds" in row["column"]]
    assert {(row["verdict"], row["measured"]) for row in found} == {("not judged", "×1")}


@pytest.mark.parametrize(
    ("tight", "loose", "expected"),
    [
        ("1.0", "0.98", "holds"),
        ("1.0", "0.991", "does not hold"),  # it has to be larger than the loose one, not equal
        ("1.0011", "0.98", "does not hold"),
        ("", "0.98", "not measured"),
    ],
)
def test_an_inequality_holds_against_all_runs_or_not_at_all(tight, loose, expected):
    above = (("tight", "0.99"), ("loose", "1"))
    cell = Cell("1", "c", "larger than 99%", "micra", field="geometric_margin", above=above)
    margins = {"micra": "0.991", "tight": tight, "loose": loose}
    runs = {name: run(name, geometric_margin=margin) for name, margin in margins.items()}
    assert judge_evidence(cell, runs, {})[0] == expected


def test_a_string_that_is_no_number_is_named():
    with pytest.raises(TableError, match="'12 or so'"):
        printed_number("12 or so")
    for wrong in ("1,23", "1,2345", "", "inf", "NaN"):
        with pytest.raises(TableError, match=f"'{wrong}' is not a number"):
            printed_number(wrong)
    for wrong in ("(2, 1)", "(1, 2, 3)"):
        with pytest.raises(TableError, match="is not a range of two ends, in order"):
            printed_range(wrong)
    for wrong in ("many", "inf", "nan"):
        with pytest.raises(TableError, match=f"some-run: updates is '{wrong}', which is not a f"):
            verdict("12", wrong)


def test_a_printed_zero_has_no_percentage():
    assert verdict("0", "0").verdict == "exact"
    assert verdict("0", "3")[:3] == ("differs", "3", "+3 from the print")
    assert verdict("10", "12").reason == "+2 (+20 %) from the print"


@pytest.mark.parametrize(
    ("printed", "measured", "expected"),
    [
        ("> 50", "50", "differs"),
        ("> 50", "51", "exact"),
        ("≥ 50", "50", "exact"),
        ("< 50", "50", "differs"),
        ("≤ 50", "50", "exact"),
        ("≤ 50", "51", "differs"),
        ("(40, 50)", "50", "exact"),
    ],
)
def test_a_strict_bound_does_not_contain_its_end(printed, measured, expected):
    assert verdict(printed, measured).verdict == expected


@given(st.decimals("0.0001", "1e9", places=4), st.integers(0, 4))
def test_a_number_is_exact_for_its_own_rounding(value, places):
    printed = f"{value:,.{places}f}"
    rounded = rounded_like(value, printed_number(printed))
    assert abs(rounded - value) <= Decimal((0, (5,), -places - 1))
    assert rounded_like(rounded, printed_number(printed)) == rounded


@pytest.mark.parametrize(
    ("printed", "errors", "expected"),
    [
        ("1.0", ("0.03", "0.05", "0.04"), "exact"),
        ("2.0", ("0.04", "0.04", "0.05"), "undecided"),
        ("2.0", ("0.05", "0.07", "0.061"), "differs"),
        ("3.0", ("0.05", "0.07", "0.061"), "differs"),
    ],
)
def test_another_choice_is_undecided_if_the_printed_one_is_hardly_worse(printed, errors, expected):
    quantity = Quantity("choice", "test_error", ("1",), points=(("a", "1"), ("b", "2")))
    cell = Cell("1", "c", printed, "a", quantity=quantity, averaged_over=3)
    runs = {name: run(name, status="completed", reason="") for name in "ab"}
    online = {
        (name, "1", "last", "all"): repeated(*own)
        for name, own in (("a", ("0.03", "0.05", "0.04")), ("b", errors))
    }
    found = judge(cell, runs, online)
    assert (found.verdict, found.measured) == (expected, "1.0")
    if printed == "3.0":
        assert found.reason == "3.0 was not tried"


@pytest.mark.parametrize("number", [5, 6, 7])
def test_a_solver_at_the_other_accuracy_is_never_close(number):
    table = read_table(f"micra/table-{number}")
    for cells in table.rows.values():
        own = {cell.column: cell for cell in cells}
        for cell in (cell for cell in cells if cell.allowed is not None):
            other = Decimal(own[cell.close["nearer_than"]].printed)
            printed = Decimal(cell.printed)
            assert cell.allowed < abs(other - printed)
            half = printed + (other - printed) / 2
            measured = [str(half / Decimal(cell.scale)), str(other / Decimal(cell.scale))]
            found = [
                judge(cell, {cell.run: run(cell.run, geometric_margin=m)}, {}).verdict
                for m in measured
            ]
            assert found == ["close", "differs"]
