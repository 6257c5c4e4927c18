"""The suite's statuses and the library's are the same words."""

import re
from pathlib import Path

import pytest

import maxmargin
from maxmargin import statuses
from maxmargin.drivers.shared.progress import Budget
from records.statuses import ENDED_WELL, HAS_RESULT, LIMITS, Status


def test_the_library_says_the_same_words():
    """Both have a list: the library installs alone, and records must start fast."""
    own = {value for value in vars(statuses).values() if isinstance(value, str)} & set(Status)
    others = {statuses.MAX_VISITS, statuses.FAILED, statuses.OPTIMAL, statuses.STOPPED}
    others |= {statuses.INSEPARABLE}
    assert own == {*statuses.ENDED_WELL, *statuses.LIMITS, *others}
    assert set(statuses.ENDED_WELL) == set(ENDED_WELL) - {Status.COMPLETED}  # which is the suite's
    assert statuses.LIMITS == LIMITS
    assert set(LIMITS) == {name for name in Budget._fields if name.startswith("max_")}


def test_no_status_is_both_a_limit_and_a_good_end():
    assert not set(ENDED_WELL) & set(LIMITS)
    assert set(HAS_RESULT) < set(Status)


@pytest.mark.parametrize("status", Status)
def test_a_status_is_its_text_and_has_a_meaning(status):
    assert f"{status}" == status.value and Status(str(status)) is status
    assert len(status.meaning) > 10


def test_the_library_sets_no_status_by_its_text():
    found = set()
    for path in Path(maxmargin.__file__).parent.glob("*/*.py"):
        if path.parent.name != "__pycache__":
            found |= set(re.findall(r'\bstatus_? [!=]?= "(\w+)"', path.read_text(encoding="utf-8")))
    assert not found
