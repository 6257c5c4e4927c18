"""The figures read their tables correctly."""

from figures.tables import ResultTables
from tests.figures.examples import error_example, growth_runs, runs_and_timings, written


def test_tables_are_read_with_the_seconds_behind_the_runs_and_classes_as_text(tmp_path):
    runs, timings = runs_and_timings(growth_runs())
    written(growth_runs(), {"online": error_example()[1]}, tmp_path)
    read = ResultTables(tmp_path)
    assert {*runs.columns, "seconds"} <= set(read.runs)
    assert list(read.runs["seconds"].dropna()) == list(timings["seconds"].dropna())
    assert set(read.online["class"]) == {"all", "7"}
    assert {"seconds_0.9", "visits_0.999"} <= set(read.overview)
    assert read.draws.empty and "maximum_margin" in read.draws
