"""Averages and deviations over permutations, and their verdicts at the edge of tolerance."""

from decimal import Decimal

import pytest

from paper_tables.errors import TableError
from paper_tables.permutations import (
    Quantity,
    behind_the_choice,
    estimate,
    quantity_of,
    why_no_estimate,
)
from paper_tables.sampling import LEVEL
from paper_tables.tables import Cell
from paper_tables.verdicts import error_text, judge, printed_range, why_not_measured
from tests.paper_tables.examples import ONLINE_COLUMNS, by_key, repeated, run

RUNS = {"some-run": run("some-run", status="completed")}
AVERAGE = Quantity("average", "test_error", ("1",))
DEVIATION = Quantity("deviation", "test_error", ("1", "2"), ("last",))


def permutations(*values, of="test_error", epoch="1", hypothesis="last", label="all"):
    """Return rows of online.csv, one for each value."""
    key = {"run": "some-run", "epoch": epoch, "hypothesis": hypothesis, "class": label}
    empty = dict.fromkeys(ONLINE_COLUMNS, "")
    return [{**empty, **key, "permutation": str(i), of: value} for i, value in enumerate(values)]


def verdict(printed, rows, quantity=AVERAGE, runs=None, papers=10, **keys):
    """Judge a print by rows of online.csv, whose runs are complete unless `runs` are given."""
    if runs is None:
        runs = RUNS | {row["run"]: run(row["run"], status="completed") for row in rows}
    keys = {"scale": "1e2", "averaged_over": papers, **keys}
    return judge(Cell("1", "c", printed, "some-run", quantity=quantity, **keys), runs, by_key(rows))


TEN = ["0.0601"] * 5 + ["0.0603"] * 5  # mean 6.02, s = 0.0105409, 0.0047140 of the difference


def test_an_average_that_rounds_to_the_print_is_exact():
    found = verdict("6.02%", permutations(*TEN))
    assert found[:3] == ("exact", "6.02 ± 0.003 (+0.0 se)", "10 permutations for the paper's 10")
    assert 0 < found.chance_of_differing < LEVEL


@pytest.mark.parametrize(
    ("printed", "expected", "standard_errors"),
    [
        ("6.01%", "close", "+2.1"),
        ("6.03%", "close", "-2.1"),  # 0.0100 of 2.2622 × 0.0047 + 0.0050
        ("6.04%", "differs", "-4.2"),
        ("6.00%", "differs", "+4.2"),  # a higher error, and a lower one, alike
    ],
)
def test_close_is_what_students_t_allows_and_half_a_unit(printed, expected, standard_errors):
    found = verdict(printed, permutations(*TEN))
    assert found.verdict == expected
    assert found.measured == f"6.02 ± 0.003 ({standard_errors} se)"
    side = {"close": "within", "differs": "beyond"}[expected]
    assert found.reason == (
        f"{side} 2.26 standard errors (se), and half a unit of the last printed digit: the level "
        "of 5 % for two averages, by Student's t; 10 permutations for the paper's 10"
    )


@pytest.mark.parametrize(
    ("numbers", "expected"),
    [
        (("10.761", "13.761", "16.761"), "close"),
        (("10.762", "13.762", "16.762"), "undecided"),
        (("16.105", "19.105", "22.105"), "undecided"),
        (("16.106", "19.106", "22.106"), "differs"),
        (("3.895", "0.895", "-2.105"), "undecided"),
        (("3.894", "0.894", "-2.106"), "differs"),
    ],
)
def test_the_tolerance_ends_where_it_says(numbers, expected):
    # s = 3, and so the standard error of the difference is 3 √(1/3 + 1/9) = 2. Of 2 degrees of
    # freedom, 95 % lie within 4.30265: differs begins at 8.6053 and half a unit. With nine
    # permutations the error is 3 √(2/9) = √2, and of 8 degrees of freedom 95 % lie within 2.30600:
    # close ends at 3.2612 and half a unit.
    rows = permutations(*numbers, of="updates")
    quantity = Quantity("average", "updates", ("1",))
    assert verdict("10", rows, quantity, papers=9, scale="1").verdict == expected


def test_fewer_permutations_than_the_papers_make_the_difference_less_certain():
    found = verdict("6.03%", permutations("0.0601", "0.0602", "0.0603"))
    assert found.verdict == "close"  # s = 0.01: 0.01 √(1/3 + 1/10) = 0.0066
    assert found.measured == "6.02 ± 0.006 (-1.5 se)"
    assert found.reason.endswith("; 3 permutations for the paper's 10")


@pytest.mark.parametrize(("printed", "expected"), [("6.02%", "exact"), ("6.03%", "undecided")])
def test_one_permutation_has_no_sampling_error(printed, expected):
    reason = "1 permutation for the paper's 10, so the sampling error is unknown"
    assert verdict(printed, permutations("0.0602")) == (expected, "6.02", reason, None)


def test_permutations_that_are_all_alike_have_no_standard_errors_to_count_in():
    found = verdict("6.02%", permutations("0.0602", "0.0602"))
    assert (found.verdict, found.measured) == ("exact", "6.02 ± 0.00")
    assert verdict("6.03%", permutations("0.0602", "0.0602")).verdict == "differs"


def test_thousands_are_separated_as_in_print():
    quantity = Quantity("average", "updates", ("5",))
    rows = permutations("1700", "1740", of="updates", epoch="5")
    assert verdict("1,726", rows, quantity, scale="1").measured == "1,720 ± 20 (-0.3 se)"
    assert verdict("1726", rows, quantity, scale="1").measured == "1720 ± 20 (-0.3 se)"


def test_the_best_of_several_epochs_is_told_with_its_epoch():
    quantity = Quantity("best", "test_error", ("1", "2", "3"))
    rows = [
        row
        for epoch, values in (("1", (7, 7.2)), ("2", (6, 6.2)), ("3", (6.1, 6.3)))
        for row in permutations(*(str(value / 100) for value in values), epoch=epoch)
    ]
    found = verdict("6.10", rows, quantity)
    assert found[:2] == ("exact", "6.10 ± 0.10 (epoch 2, +0.0 se)")
    assert verdict("8.50", rows, quantity).verdict == "differs"
    reason = "the run has no test_error of its last hypothesis after epoch 3"
    assert verdict("6.10", rows[:-2], quantity)[:3] == ("not measured", "", reason)


def test_the_epoch_of_the_lowest_average_is_judged_by_the_differences_between_epochs():
    quantity = Quantity("choice", "test_error", ("1", "2", "3"))

    def rows(third):
        epochs = (("1", (7, 7.2, 7.1)), ("2", (6, 6.2, 6.1)), ("3", third))
        return [
            row
            for epoch, values in epochs
            for row in permutations(*(str(value / 100) for value in values), epoch=epoch)
        ]

    near, far = rows((6.1, 6.15, 6.2)), rows((6.5, 6.7, 6.6))
    assert verdict("2", near, quantity, scale="1")[:3] == (
        "exact",
        "2",
        "the lowest average over 3 permutations",
    )
    assert verdict("3", near, quantity, scale="1").verdict == "undecided"
    assert verdict("3", far, quantity, scale="1").verdict == "differs"
    assert verdict("4", far, quantity, scale="1").reason == "4 was not tried"
    alone = [row for row in far if row["permutation"] == far[0]["permutation"]]
    assert verdict("3", alone, quantity, scale="1").verdict == "undecided"


def test_a_ratio_to_0_is_no_number():
    own = permutations("0.01", "0.02")
    rows = own + [row | {"run": "other"} for row in permutations("0.02", "0")]
    quantity = AVERAGE._replace(relative_to="other")
    found = verdict("0.5", rows, quantity, scale="1")
    reason = "test_error of the run other is 0, so that there is no ratio"
    assert found[:3] == ("not measured", "", reason)
    assert verdict("0.5", rows[:3], quantity, scale="1").verdict != "not measured"


@pytest.mark.parametrize(
    "beside",
    [
        {"relative_to": "other"},
        {"minus": "other"},
        {"relative_to": "third", "than": ("other", "third")},
        {"statistic": "growth", "of": "updates", "points": (("some-run", "0.1"), ("other", "1"))},
    ],
)
def test_a_run_to_compare_with_has_to_be_complete(beside):
    names = ("some-run", "other", "third")
    rows = [row | {"run": name, "updates": "3"} for name in names for row in permutations(*TEN)]
    quantity = AVERAGE._replace(**beside)
    runs = {name: run(name, status="completed") for name in names}
    assert verdict("0.5", rows, quantity, runs).verdict != "not measured"
    runs["other"] |= {"status": "failed", "reason": "it broke."}
    reason = "the run to compare with, other: failed: it broke."
    assert verdict("0.5", rows, quantity, runs)[:3] == ("not measured", "", reason)


def test_runs_are_compared_on_the_same_permutations():
    """A permutation that one of the runs lacks does not shift the others."""
    own, others = permutations("0.1", "0.2", "0.4"), permutations("0.2", "0.8", "0.8")
    rows = [*own, *(row | {"run": "other"} for row in others[1:])]
    found = estimate(AVERAGE._replace(relative_to="other"), "some-run", by_key(rows))
    assert (found.value, found.n) == (Decimal("0.375"), 2)
    apart = [own[0], *(row | {"run": "other"} for row in others[1:])]
    with pytest.raises(TableError, match="no permutation or draw in common"):
        estimate(AVERAGE._replace(relative_to="other"), "some-run", by_key(apart))


def test_the_ratio_of_one_hypothesis_is_measured_in_the_ratio_of_another():
    # Ratios of the average 1/2 and 1/4, of the last hypothesis 1/5 and 1/2: 2.5 and 0.5.
    own = permutations("0.1", "0.2", hypothesis="average") + permutations("0.1", "0.4")
    others = permutations("0.2", "0.8", hypothesis="average") + permutations("0.5", "0.8")
    rows = own + [row | {"run": "other"} for row in others]
    column = {"of": "test_error", "epoch": 1, "hypothesis": "average", "relative_to": "other"}
    quantity = quantity_of({"average": column | {"ratio_of": "last"}}, str)
    found = estimate(quantity, "some-run", by_key(rows))
    assert found.value == Decimal("1.5")
    assert found.scatter == Decimal(2).sqrt()
    plain = quantity_of({"average": column}, str)
    assert estimate(plain, "some-run", by_key(rows)).value == Decimal("0.375")
    rows[2]["test_error"] = "0"
    assert why_no_estimate(quantity, "some-run", by_key(rows)) == (
        "test_error of the last hypothesis of some-run is 0, so that there is no ratio"
    )
    assert why_no_estimate(quantity, "some-run", by_key(own)) == (
        "the run other has no test_error of its average hypothesis after epoch 1"
    )
    with pytest.raises(TableError, match="no hypothesis is called 'best'"):
        quantity_of({"average": column | {"ratio_of": "best"}}, str)


def test_a_ratio_is_measured_in_the_ratio_of_two_other_runs():
    # Ratios of the run 1/2 and 1/4, of the two others 1/5 and 1/2: 2.5 and 0.5.
    names = ("some-run", "other", "first", "second")
    errors = (("0.1", "0.2"), ("0.2", "0.8"), ("0.1", "0.4"), ("0.5", "0.8"))
    rows = [
        row | {"run": name}
        for name, numbers in zip(names, errors, strict=True)
        for row in permutations(*numbers)
    ]
    column = {"of": "test_error", "epoch": 1, "relative_to": "other", "than": ["first", "second"]}
    quantity = quantity_of({"average": column}, str)
    found = estimate(quantity, "some-run", by_key(rows))
    assert found.value == Decimal("1.5")
    assert found.scatter == Decimal(2).sqrt()
    without = [row for row in rows if row["run"] != "second"]
    assert why_no_estimate(quantity, "some-run", by_key(without)) == (
        "the run second has no test_error of its last hypothesis after epoch 1"
    )


def test_a_class_has_updates_of_its_own():
    rows = permutations("99", "101", of="updates") + permutations(
        "9", "11", of="updates", label="3"
    )
    quantity = Quantity("average", "updates", ("1",), label="3")
    assert verdict("10", rows, quantity, scale="1").verdict == "exact"
    missing = quantity._replace(label="4")
    assert verdict("10", rows, missing, scale="1").reason == (
        "the run has no updates of class 4 of its last hypothesis after epoch 1"
    )


def test_a_deviation_is_the_quadratic_mean_of_those_after_each_epoch():
    # 0.1 and 0.7: √((0.01 + 0.49)/2) = 0.5
    rows = permutations("0.060", "0.061", "0.062") + permutations(
        "0.03", "0.037", "0.044", epoch="2"
    )
    found = verdict("about 0.50%", rows, DEVIATION)
    assert found[:2] == ("exact", "0.50 ± 0.25")
    # A quarter is close. Of 2 and 9 degrees of freedom, 95 % of all quotients lie from 0.1593 to
    # 2.3905: the test with three permutations has too little power in between.
    for printed, expected in (
        ("0.20%", "differs"),
        ("0.21%", "undecided"),
        ("0.39%", "undecided"),
        ("0.40%", "close"),
        ("0.66%", "close"),
        ("0.67%", "undecided"),
        ("3.14%", "undecided"),
        ("3.15%", "differs"),
    ):
        assert verdict(printed, rows, DEVIATION).verdict == expected
    assert verdict("3.15%", rows, DEVIATION).reason.startswith(
        "beyond 0.16 to 2.39 times the print: the level of 5 % for two deviations, by F; "
    )


@pytest.mark.parametrize(
    ("printed", "expected"),
    [
        ("(0.03%, 0.50%)", "exact"),
        ("(0.50%, 0.90%)", "exact"),
        ("(0.01%, 0.40%)", "undecided"),
        ("(0.01%, 0.20%)", "differs"),
        ("(3.20%, 3.30%)", "differs"),
    ],
)
def test_a_deviation_is_exact_inside_a_printed_range(printed, expected):
    rows = permutations("0.060", "0.061", "0.062") + permutations(
        "0.03", "0.037", "0.044", epoch="2"
    )
    assert verdict(printed, rows, DEVIATION).verdict == expected


def test_one_permutation_has_no_deviation():
    rows = permutations("0.060") + permutations("0.030", epoch="2")
    reason = "one permutation has no standard deviation"
    assert verdict("0.12%", rows, DEVIATION)[:3] == ("not measured", "", reason)


def test_a_run_that_is_missing_or_failed_or_not_run_measures_nothing():
    rows = permutations(*TEN)
    assert verdict("6.02%", rows, runs={}).reason == "the config leaves this run out"
    failed = {"some-run": run("some-run", status="failed", reason="ValueError: no.")}
    expected = ("not measured", "", "failed: ValueError: no.")
    assert verdict("6.02%", rows, runs=failed)[:3] == expected
    assert verdict("6.02%", rows, not_run="it is another's").reason == "it is another's"
    assert verdict("6.02%", []).reason == (
        "the run has no test_error of its last hypothesis after epoch 1"
    )


def test_an_empty_number_is_none():
    cell = Cell("1", "c", "10", "some-run", quantity=Quantity("average", "support_vectors", ("1",)))
    rows = by_key(permutations("12", of="updates"))
    assert "no support_vectors" in why_not_measured(cell, RUNS, rows)


def test_what_the_run_remarks_is_kept():
    runs = {"some-run": run("some-run", status="completed", reason="stopped after 3 permutations")}
    reason = verdict("6.02%", permutations("0.0601", "0.0603"), runs=runs).reason
    assert reason == "2 permutations for the paper's 10; stopped after 3 permutations"


def test_printed_ranges_and_errors():
    assert [str(end) for end in printed_range("(0.03%, 0.09%)")] == ["0.03", "0.09"]
    assert [str(end) for end in printed_range("1,726")] == ["1726", "1726"]
    assert error_text(printed_range("0.0047")[0], 2) == "0.005"
    assert error_text(printed_range("47.3")[0], 0) == "47"


def test_growth_is_the_mean_slope_over_the_draws():
    points = {"a": "1", "b": "0.5", "c": "0.25"}
    column = {"growth": {"of": "updates", "points": points}}
    quantity = quantity_of(column, lambda text: text)
    # Draw 1 grows as 1/x, draw 2 as 1/x^2.
    online = {
        (run, "1", "last", "all"): repeated(str(10 * 2**i), str(3 * 4**i), of="updates")
        for i, run in enumerate(points)
    }
    found = estimate(quantity, "a", online)
    assert float(found.value) == pytest.approx(1.5) and found.n == 2
    assert float(found.scatter) == pytest.approx(0.5**0.5)
    del online["b", "1", "last", "all"]
    assert why_no_estimate(quantity, "a", online) == "the run b has no updates of any draw"


def test_an_average_may_have_another_run_on_the_same_draws_for_its_unit():
    column = {"average": {"of": "updates", "epoch": 1, "relative_to": "{other}"}}
    quantity = quantity_of(column, lambda text: text.format(other="b"))
    online = {
        (run, "1", "last", "all"): repeated(*map(str, updates), of="updates")
        for run, updates in {"a": (10, 30), "b": (30, 50)}.items()
    }
    assert float(estimate(quantity, "a", online).value) == pytest.approx((1 / 3 + 3 / 5) / 2)


def test_every_permutation_is_compared_with_the_one_value_of_a_batch_learner():
    column = {
        "average": {"of": "support_vectors", "epoch": 3, "relative_to": "svm", "other_epoch": 1}
    }
    quantity = quantity_of(column, lambda text: text)
    online = {
        ("a", "3", "last", "all"): repeated("10", "30", of="support_vectors"),
        ("svm", "1", "last", "all"): repeated("40", of="support_vectors"),
    }
    found = estimate(quantity, "a", online)
    assert (float(found.value), found.n) == (0.5, 2)
    assert float(found.scatter) == pytest.approx(0.5 / 2**0.5)


def test_an_average_may_be_compared_with_another_hypothesis_by_a_difference():
    column = {"average": {"of": "test_error", "epoch": 2, "minus": "a", "beside": "average"}}
    quantity = quantity_of(column, lambda text: text)
    online = {("a", "2", "last", "all"): repeated("0.05", "0.07")}
    said = "the run a has no test_error of its average hypothesis after epoch 2"
    assert why_no_estimate(quantity, "a", online) == said
    online["a", "2", "average", "all"] = repeated("0.04", "0.03")
    assert why_no_estimate(quantity, "a", online) == ""
    assert float(estimate(quantity, "a", online).value) == pytest.approx((0.01 + 0.04) / 2)


def test_a_choice_is_the_point_with_the_lowest_average():
    points = {"a": "0.5", "b": "1", "c": "1.5"}
    column = {"choice": {"of": "test_error", "points": points, "hypothesis": "average"}}
    quantity = quantity_of(column, lambda text: text)
    errors = {"a": ("0.2", "0.1"), "b": ("0.1", "0.14"), "c": ("0.05", "0.3")}
    online = {(run, "1", "average", "all"): repeated(*own) for run, own in errors.items()}
    found = estimate(quantity, "a", online)
    assert (str(found.value), found.scatter, found.n) == ("1", None, 2)
    behind = behind_the_choice(quantity, "", Decimal("0.5"), online)
    assert behind.value == Decimal("0.03") and behind.n == 2
    assert float(behind.scatter) == pytest.approx(0.07 * 2**0.5)
    assert behind_the_choice(quantity, "", Decimal("2"), online) is None
    del online["c", "1", "average", "all"]
    assert why_no_estimate(quantity, "a", online) == "the run c has no test_error of any draw"
