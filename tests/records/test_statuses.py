"""The suite's statuses and the library's are the same words."""

import re
from pathlib import Path

import pytest

import maxmargin
from maxmargin.drivers import progress
from maxmargin.drivers.progress import Budget
from records.statuses import ENDED_WELL, HAS_RESULT, LIMITS, Status


def test_the_library_ends_with_these_statuses():
    assert set(progress.ENDED_WELL) == set(ENDED_WELL) - {Status.COMPLETED}  # which is the suite's
    assert set(LIMITS) == {name for name in Budget._fields if name.startswith("max_")}


def test_no_status_is_both_a_limit_and_a_good_end():
    assert not set(ENDED_WELL) & set(LIMITS)
    assert set(HAS_RESULT) < set(Status)


@pytest.mark.parametrize("status", Status)
def test_a_status_is_its_text_and_has_a_meaning(status):
    assert f"{status}" == status.value and Status(str(status)) is status
    assert len(status.meaning) > 10


def test_every_status_that_the_library_sets_is_one():
    """It has its own texts, as it installs without the records of the suite."""
    found = set()
    for path in Path(maxmargin.__file__).parent.glob("*/*.py"):
        if path.parent.name != "__pycache__":
            found |= set(re.findall(r'\bstatus_? = "(\w+)"', path.read_text(encoding="utf-8")))
    assert {"converged", "max_epochs", "diverged"} <= found <= {str(status) for status in Status}
