"""The text, reason and chance of a verdict, and the edges between verdicts."""

from decimal import Decimal

import numpy as np
import pytest
import scipy.stats

from paper_tables.errors import TableError
from paper_tables.permutations import Quantity
from paper_tables.sampling import compare_averages, compare_deviations
from paper_tables.tables import Cell
from paper_tables.verdicts import Verdict, judge, judge_evidence, printed_range, rounded_like
from tests.paper_tables.examples import repeated, run

INFINITE = Decimal("Infinity")


def judged(printed, measured, **keys):
    cell = Cell("1", "c", printed, "a", field="updates", **keys)
    return judge(cell, {"a": run("a", updates=measured)}, {})


@pytest.mark.parametrize(
    ("printed", "ends"),
    [
        ("≥ 0.9", (Decimal("0.9"), INFINITE)),
        ("> 12", (Decimal("12"), INFINITE)),
        ("< 1.00", (-INFINITE, Decimal("1.00"))),
        ("≤ 25", (-INFINITE, Decimal("25"))),
        ("(0.03%, 0.09%)", (Decimal("0.03"), Decimal("0.09"))),
        ("7", (Decimal(7), Decimal(7))),
    ],
)
def test_the_ends_of_a_range(printed, ends):
    assert printed_range(printed) == ends


def test_three_ends_are_no_range():
    sentence = r"^The printed string '\(1, 2, 3\)' is not a range of two ends, in order\.$"
    with pytest.raises(TableError, match=sentence):
        printed_range("(1, 2, 3)")


@pytest.mark.parametrize(
    ("printed", "measured", "expected"),
    [
        ("(0.50, 0.75)", "0.50", "exact"),
        ("(0.50, 0.75)", "0.75", "exact"),
        ("(0.50, 0.75)", "0.49999", "differs"),
        ("(0.50, 0.75)", "0.75001", "differs"),
        ("≥ 0.50", "0.50", "exact"),
        ("≥ 0.50", "0.4999", "differs"),
        ("< 0.75", "0.7501", "differs"),
    ],
)
def test_a_number_within_a_range_is_not_rounded(printed, measured, expected):
    assert judged(printed, measured) == Verdict(expected, f"{Decimal(measured):.5f}", "")


def test_every_part_of_a_plain_verdict():
    assert judged("12", "12") == Verdict("exact", "12", "")
    assert judged("12", "12.5") == Verdict("differs", "12.500", "+0.5 (+4.2 %) from the print")
    assert judged("7.27", "7") == Verdict("differs", "7.00000", "-0.27 (-3.7 %) from the print")
    assert judged("12", "11.0") == Verdict("differs", "11", "-1.0 (-8.3 %) from the print")
    plus = {"plus": 1, "reason": "t counted from 1"}
    assert judged("13", "12", close=plus) == Verdict("close", "12", "t counted from 1")
    relative = {"relative": "0.1", "reason": "another version"}
    for measured, found in (("55", "close"), ("56", "differs"), ("45", "close"), ("44", "differs")):
        assert judged("50", measured, close=relative)[:2] == (found, measured)
    reason = "+5 (+10 %) from the print: another version"
    assert judged("50", "55", close=relative).reason == reason


def test_what_has_no_number_has_no_text():
    cell = Cell("1", "c", "12", "a", field="updates")
    mute = {"a": run("a", status="max_epochs", reason="")}
    assert judge(cell, mute, {}) == Verdict("not measured", "", "max_epochs")


def test_halves_are_rounded_away_from_zero_on_both_sides():
    assert str(rounded_like(Decimal("2.5"), Decimal("1"))) == "3"
    assert str(rounded_like(Decimal("-2.5"), Decimal("1"))) == "-3"


def test_an_inequality_shows_both_ratios():
    above = (("tight", "0.99"), ("loose", "1"))
    cell = Cell("1", "c", "larger than 99%", "a", field="geometric_margin", above=above)
    margins = {"a": "0.5", "tight": "0.4", "loose": "0.8"}
    runs = {name: run(name, geometric_margin=margin) for name, margin in margins.items()}
    assert judge_evidence(cell, runs, {}) == (
        "does not hold",
        "125.000 % and 62.500 %",
        "in percent of the other runs' margins; the claim is more than 99 % and 100 %",
    )


@pytest.mark.parametrize(
    ("errors", "word", "verdict"),
    [
        (("0.04", "0.04", "0.05"), "within", "undecided"),
        (("0.05", "0.07", "0.06"), "beyond", "differs"),
    ],
)
def test_a_choice_says_by_how_much_the_printed_one_is_worse(errors, word, verdict):
    quantity = Quantity("choice", "test_error", ("1",), points=(("a", "1"), ("b", "2")))
    cell = Cell("1", "c", "2.0", "a", quantity=quantity, averaged_over=3)
    lowest = ("0.03", "0.05", "0.04")
    online = {
        (name, "1", "last", "all"): repeated(*own) for name, own in (("a", lowest), ("b", errors))
    }
    runs = {name: run(name, status="completed", reason="") for name in "ab"}
    found = judge(cell, runs, online)
    worse = [100 * (float(b) - float(a)) for a, b in zip(lowest, errors, strict=True)]
    mean = sum(worse) / 3
    error = (sum((w - mean) ** 2 for w in worse) / 2 / 3) ** 0.5
    assert found.verdict == verdict
    assert found.reason == (
        f"with 2.0 the average is higher by {mean:.2f} ± {error:.2f} %, {word} "
        "4.30 standard errors (se): the level of 5 % for differences over 3 folds, by Student's t"
    )
    exact = judge(Cell("1", "c", "1.0", "a", quantity=quantity, averaged_over=3), runs, online)
    assert exact == Verdict("exact", "1.0", "the lowest average over 3 folds")


def test_deviations_are_compared_by_quantiles_of_f_and_half_a_unit():
    """At both ends of the allowed range, and just beyond them."""
    n, m, low, high, half = 10, 7, Decimal("2.0"), Decimal("3.0"), Decimal("0.05")
    smallest, largest = scipy.stats.f.ppf([0.025, 0.975], n - 1, m - 1) ** 0.5
    first = (low - half) * Decimal(f"{smallest:.6g}")
    last = (high + half) * Decimal(f"{largest:.6g}")
    tiny = Decimal("1e-20")
    for ours, close in ((first, True), (first - tiny, False), (last, True), (last + tiny, False)):
        assert compare_deviations(ours, n, low, high, m, half).close is close
    found = compare_deviations(Decimal("2.5"), n, low, high, m, half)
    moved = np.linspace(0, 2 * 0.05 / 2.5, 10001)  # the limits, by the rounding of the print
    above = scipy.stats.f.sf((largest * (1 + moved)) ** 2, n - 1, m - 1)
    below = scipy.stats.f.cdf((smallest * (1 - moved)) ** 2, n - 1, m - 1)
    assert found.chance == pytest.approx((above + below).mean(), rel=1e-5)
    assert found.allowed == f"{smallest:.2f} to {largest:.2f} times the print"
    wide = compare_deviations(Decimal("0.01"), n, low, high, m, half)  # half a unit is five of ours
    moved = np.linspace(0, 10, 10**6)
    above = scipy.stats.f.sf((largest * (1 + moved)) ** 2, n - 1, m - 1)
    below = scipy.stats.f.cdf((smallest * np.maximum(0, 1 - moved)) ** 2, n - 1, m - 1)
    assert wide.chance == pytest.approx((above + below).mean(), rel=1e-3)


def test_averages_are_compared_by_a_quantile_of_t_and_half_a_unit():
    quantile = scipy.stats.t.ppf(0.975, 4)
    allowed = Decimal(f"{quantile:.6g}") * Decimal("0.5") + Decimal("0.05")
    given = Decimal("0.5"), 5, Decimal("0.05")
    assert compare_averages(-allowed, *given).close
    assert not compare_averages(allowed + Decimal("1e-20"), *given).close
    found = compare_averages(Decimal(0), *given)
    moved = np.linspace(0, 0.2, 10001)
    assert found.chance == pytest.approx(2 * scipy.stats.t.sf(quantile + moved, 4).mean(), rel=1e-6)
    assert found.allowed == f"{quantile:.2f} standard errors (se)"
