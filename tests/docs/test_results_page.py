"""The page of the results' files has every column, in its order."""

import re

import pytest

from paper_tables.claims import CLAIM_COLUMNS, RATIO_COLUMNS
from paper_tables.rates import POINT_COLUMNS, RATE_COLUMNS
from paper_tables.theory import COLUMNS as THEORY_COLUMNS
from workflows.appendix_alma import COLUMNS as APPENDIX_COLUMNS
from workflows.collect import collect
from workflows.collect_overview import collect as collect_overview
from workflows.configuration import ROOT

OVERVIEW = collect_overview([])
COLUMNS = {
    **{name: table.columns for name, table in collect([]).items()},
    "claims": CLAIM_COLUMNS,
    "time_ratios": RATIO_COLUMNS,
    "theory": THEORY_COLUMNS,
    "rates": RATE_COLUMNS,
    "rate_points": POINT_COLUMNS,
    "overview": OVERVIEW[0].columns,
    "overview_timings": OVERVIEW[1].columns,
    "appendix_alma": APPENDIX_COLUMNS,
}
SECTIONS = dict(
    re.findall(
        r"^## (\w+)\.csv\n(.*?)(?=^## )",
        (ROOT / "docs" / "results.md").read_text(encoding="utf-8"),
        re.MULTILINE | re.DOTALL,
    )
)


def test_every_file_has_a_section():
    assert set(SECTIONS) == set(COLUMNS)


@pytest.mark.parametrize("name", COLUMNS)
def test_every_column_has_a_meaning(name):
    rows = re.findall(r"^\| (`.*?) \| (.+) \|$", SECTIONS[name], re.MULTILINE)
    told = [column for cell, _ in rows for column in re.findall(r"`([\w.]+)`", cell)]
    assert told == list(COLUMNS[name])
