"""The page of result files has every column of every file, and every status."""

import re

from docs.from_code.results import result_files, statuses
from records.files import RESULT_FILES
from records.statuses import Status


def test_every_file_has_a_section_with_its_columns_in_their_order():
    sections = re.split(r"^## ", result_files(), flags=re.MULTILINE)[1:]
    found = {
        section.split(".csv")[0]: re.findall(r"^\| `([\w.]+)` \|", section, re.MULTILINE)
        for section in sections
    }
    assert list(found)[:2] == ["claims", "runs"]
    assert found == {name: list(file.header) for name, file in RESULT_FILES.items()}


def test_every_status_is_explained():
    assert re.findall(r"^\| `([\w ]+)` \|", statuses(), re.MULTILINE) == list(Status)
