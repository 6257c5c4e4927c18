"""The page on the speed of the commits prints ratios of any size."""

import pytest

from docs.from_code.history import _ratio


@pytest.mark.parametrize(
    ("value", "shown"), [(0.7, "0.700"), (12.34, "12.3"), (696.2, "696"), (1234.4, "1234")]
)
def test_a_ratio_has_three_digits_or_is_a_whole_number(value, shown):
    assert _ratio(value) == shown
