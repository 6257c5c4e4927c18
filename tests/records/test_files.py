"""The result files have the right content and lose nothing in writing and reading."""

import json
import re
from math import nan

import pytest

from maxmargin.drivers.shared.progress import Point
from paper_tables.verdicts import DERIVED
from records import files
from records.columns import INTEGER, JSON, NUMBER, TEXT
from records.errors import RecordError
from records.files import RESULT_FILES
from records.run_files import ATTRIBUTES, CURVES, RUNS, TIMINGS
from workflows.plan.configuration import ROOT


@pytest.mark.parametrize("file", RESULT_FILES.values(), ids=RESULT_FILES)
def test_columns_are_complete(file):
    assert len(set(file.header)) == len(file.header) and set(file.key) < set(file.header)
    assert file.about.endswith(".")
    for column in file.columns:
        assert column.type in (TEXT, INTEGER, NUMBER, JSON) and column.meaning


def test_no_two_files_have_one_name():
    made = [*files.run_files.FILES, *files.analysis_files.FILES]
    assert len(made) == len(RESULT_FILES)


def test_numbers_keep_their_digits_and_what_is_not_known_is_empty(tmp_path):
    path = tmp_path / "timings.csv"
    rows = [{"run": "a", "seconds": 0.1, "least_seconds": nan}, {"run": "b,c", "seconds": 3}]
    path.write_text(files.text_of(TIMINGS, rows))
    assert path.read_text().splitlines()[1] == "a,0.10000000000000001,,,"
    found = files.read(path, TIMINGS)
    assert [float(row["seconds"]) for row in found] == [0.1, 3.0]
    assert [row["run"] for row in found] == ["a", "b,c"] and found[1]["most_seconds"] == ""


@pytest.mark.parametrize("text", ["inf", "-inf", "nan", "1e999"])
def test_a_count_is_finite(tmp_path, text):
    row = dict.fromkeys(RUNS.header, "") | {"updates": text}
    path = tmp_path / "runs.csv"
    path.write_text(files.text_of(RUNS, [row]))
    with pytest.raises(
        RecordError, match=f"'{re.escape(text)}' in column updates is not a finite count"
    ):
        files.read(path, RUNS)


def test_a_file_or_column_that_is_not_there_is_named(tmp_path):
    path = tmp_path / "timings.csv"
    with pytest.raises(RecordError, match="timings.csv: there is no such file"):
        files.read(path, TIMINGS)
    path.write_text("run,seconds\n")
    with pytest.raises(RecordError, match="timings.csv: has no column 'least_seconds'"):
        files.read(path, TIMINGS)
    with pytest.raises(RecordError, match="no result file is called other; the names are runs"):
        files.file_of("results/other.csv")


def test_a_curve_has_the_columns_of_the_librarys_points():
    assert set(CURVES.header[1:]) == set(Point._fields) - {"seconds"}


def test_the_schema_of_tables_knows_the_measured_columns():
    schema = json.loads((ROOT / "paper_tables" / "table.schema.json").read_text())
    enum = set(schema["$defs"]["field"]["enum"]) - set(DERIVED)
    assert enum <= set(ATTRIBUTES) and enum <= set(RUNS.header)
    assert {column for columns in DERIVED.values() for column in columns} <= set(RUNS.header)
