"""The page on the speed of the commits prints ratios of any size."""

import pytest

from benchmarks.history.entries import Row
from docs.from_code.history import _cells, _ratio


@pytest.mark.parametrize(
    ("value", "shown"), [(0.7, "0.700"), (12.34, "12.3"), (696.2, "696"), (1234.4, "1234")]
)
def test_a_ratio_has_three_digits_or_is_a_whole_number(value, shown):
    assert _ratio(value) == shown


@pytest.mark.parametrize(
    ("ratios", "change"),
    [([0.5], "–"), ([0.5, 0.54], "+8 %"), ([0.5, 0.56], "**+12 %**"), ([0.5, 0.4], "-20 %")],
)
def test_a_change_that_is_too_large_is_bold(ratios, change):
    row = Row("german", "ratio to warm LIBLINEAR", list(range(len(ratios))), ratios)
    assert _cells(row)[3] == change
